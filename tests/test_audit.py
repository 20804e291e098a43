"""The audit of a small problem that holds, and of the same with each fault that it should name."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.support import Finished, python, runner

NAME = "problem_130"
MISTAKES = {
    "the_word_alone_counts": (
        "R1",
        "A reply that is only the word is counted too.",
        'r.startswith("call") for r in replies',
    ),
    "equal_calls_count_once": ("R1", "Equal calls are counted once.", 'r.startswith("call ") for r in set(replies)'),
    "the_last_reply_is_ignored": ("R1", "The last reply is left out.", 'r.startswith("call ") for r in replies[:-1]'),
    "answers_are_counted": ("R1", "The answers are counted.", 'not r.startswith("call ") for r in replies'),
    "the_reply_is_stripped": ("R1", "The space is taken off first.", 'r.strip().startswith("call ") for r in replies'),
    "the_list_is_turned_round": (
        "R2",
        "The list is turned round.",
        'r[:5] == "call " for r in replies.reverse() or replies',
    ),
}
A_LOOP = """
    calls = 0
    for reply in replies:
        if reply.startswith("call "):
            calls += 1
    return calls
"""
A_FILTER = """
    return len([reply for reply in replies if reply[:5] == "call "])
"""
AN_INDEX = """
    at = calls = 0
    while at < len(replies):
        calls += replies[at][:5] == "call "
        at += 1
    return calls
"""
UP_TO_TEN = """
    return sum(reply[:5] == "call " for reply in replies[:10])
"""


def written(said: str, body: str, breaks: str | None = None) -> str:
    """Return the source of a solution: its docstring, its BREAKS if it is a mistake, and the body of the function."""
    rules = f'BREAKS = ["{breaks}"]\n\n\n' if breaks else "\n"
    return f'"""{said}"""\n\n{rules}def count_calls(replies):{body}'


@pytest.fixture(scope="session")
def finished_problem(untouched: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with a problem that was made by --new, and filled in until the audit holds."""
    checkout = Path(shutil.copytree(untouched, tmp_path_factory.mktemp("audit") / "Übung 2"))
    assert runner(checkout, "--new", "130").status == 0
    folder = checkout / "solutions" / NAME
    for page in (
        checkout / "problems" / NAME / "spec.md",
        checkout / "problems" / NAME / "problem.toml",
        folder / "notes.md",
    ):
        page.write_text(re.sub(r"TODO[:,] ", "", page.read_text(encoding="utf-8")), encoding="utf-8")
    for name, (rule, said, counted) in MISTAKES.items():
        code = written(said, f"\n    return sum({counted})\n", rule)
        (folder / "mistakes" / f"{name}.py").write_text(code, encoding="utf-8")
    for name, body in (("a_loop", A_LOOP), ("a_filter", A_FILTER)):
        (folder / "alternatives" / f"{name}.py").write_text(written("In another style.", body), encoding="utf-8")
    return checkout


@pytest.fixture
def checkout(finished_problem: Path, tmp_path: Path) -> Path:
    """A copy of it for one test."""
    return Path(shutil.copytree(finished_problem, tmp_path / "Übung 2"))


def edit(checkout: Path, file: str, old: str, new: str) -> None:
    """Replace `old`, which is there once, in a file of the problem; an empty `old` adds to its end."""
    path = checkout / file.replace("problem/", f"problems/{NAME}/").replace("solution/", f"solutions/{NAME}/")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    if old:
        assert text.count(old) == 1, (file, old)
    path.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


def found_by(checkout: Path, part: str) -> dict[str, list[str]]:
    """Return the faults that one part of the audit finds, by check, each with its further lines."""
    finished = python("-m", "judge.audit.work", NAME, part, cwd=checkout)
    assert finished.status == 0, finished.err
    told: dict[str, Any] = json.loads(finished.out.splitlines()[-1])
    return {
        check: ["\n".join([fault["what"], *fault["more"]]) for fault in its] for check, its in told["faults"].items()
    }


def audit(checkout: Path, *options: str | Path) -> Finished:
    return runner(checkout, "130", "--audit", *options)


# --- The whole command -----------------------------------------------------------------------------------------------


def test_a_problem_that_is_filled_in_is_listed_judged_compared_and_audited(
    finished_problem: Path, tmp_path: Path
) -> None:
    listed = runner(finished_problem)
    reference = f"solutions/{NAME}/reference.py"
    judged = runner(finished_problem, "130", "--solution", reference)
    compared = runner(finished_problem, "130", "--compare", "--solution", reference)
    audited = audit(finished_problem, "--json", tmp_path / "audit.jsonl")

    assert "130" in listed.out
    assert (judged.status, compared.status, audited.status) == (0, 0, 0), audited.out
    assert "The problem holds" in audited.out
    (told,) = [json.loads(line) for line in (tmp_path / "audit.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (told["problem"], told["status"]) == (NAME, "pass")
    assert [check["status"] for check in told["checks"]] == ["pass"] * 8
    assert told["mutants"]["tried"] == told["mutants"]["caught"] + told["mutants"]["same"] > 30
    assert told["mutants"]["holes"] == 0


def test_one_line_says_what_is_wrong_and_what_to_do(checkout: Path) -> None:
    edit(checkout, "problem/problem.toml", 'difficulty = "easy"', 'difficulty = "nice"')

    finished = audit(checkout, "--quick")

    assert finished.status == 1
    assert "  ✗ 130 folder: problem.toml: difficulty is 'nice'; mend it; CONTRIBUTING.md\n" in finished.out
    assert "1 fault (" in finished.out


def test_nothing_is_run_where_a_file_is_missing(checkout: Path) -> None:
    (checkout / "solutions" / NAME / "reference.py").unlink()

    finished = audit(checkout)

    assert finished.status == 1
    assert f"130 folder: solutions/{NAME}/reference.py is missing; write it" in finished.out


def test_tests_that_cannot_be_collected_are_a_fault_of_every_check_that_needs_them(checkout: Path) -> None:
    edit(checkout, "problem/test_solution.py", "import pytest\n", "import pytest\nimport no_such_module\n")

    finished = audit(checkout)

    assert finished.status == 1
    assert "cannot be collected" in finished.out
    assert "Traceback (most recent" not in finished.out + finished.err


def test_the_options_that_go_with_it(checkout: Path) -> None:
    assert runner(checkout, "130", "--quick").err.startswith("runner.py: --quick goes with --audit")
    unknown = runner(checkout, "13", "--audit")
    assert (unknown.status, unknown.err) == (2, "runner.py: There is no problem '13'; did you mean problem_130?\n")


# --- --new -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["131", "problem_131"])
def test_new_makes_both_folders_and_says_how_to_go_on(checkout: Path, typed: str) -> None:
    finished = runner(checkout, "--new", typed)

    assert (finished.status, finished.err) == (0, "")
    assert "python runner.py 131 --audit" in finished.out
    assert (checkout / "problems/problem_131/spec.md").read_text(encoding="utf-8").startswith("# 131 · ")
    assert not any("$number" in path.read_text(encoding="utf-8") for path in checkout.rglob("problem_131/**/*.*"))


def test_the_audit_says_of_an_untouched_template_what_is_to_be_written(checkout: Path) -> None:
    runner(checkout, "--new", "131")

    told = json.loads(python("-m", "judge.audit.work", "problem_131", "read", cwd=checkout).out)

    assert [fault["what"].split(" in line")[0] for fault in told["faults"]["folder"]] == [
        "solutions/problem_131/alternatives holds 1 of at least 3 files",
        "solutions/problem_131/mistakes holds 2 of at least 8 files",
        "spec.md has something TODO",
        "problem.toml has something TODO",
        "notes.md has something TODO",
    ]


def test_new_overwrites_nothing(checkout: Path) -> None:
    finished = runner(checkout, "--new", "130")

    assert finished.status == 2
    assert "problems/problem_130 is there already" in finished.err


@pytest.mark.parametrize("typed", ["", "../x", "loop", "-1", "1e3"])
def test_new_takes_numbers_only(checkout: Path, typed: str) -> None:
    finished = runner(checkout, f"--new={typed}")

    assert finished.status == 2
    assert "is no name for a problem" in finished.err


# --- folder ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        ("problem/problem.toml", "minutes = 10", "minutes = 0", "minutes is 0"),
        ("problem/problem.toml", "needs = []", 'needs = ["404"]', "needs names 404, which is no problem"),
        ("problem/problem.toml", "a nudge: what is a call, and what merely looks like one?", " ", "a hint is empty"),
        ("problem/problem.toml", "", "level = 3\n", "level is no key that anything reads"),
        ("problem/spec.md", "## Rules", "## The rules", "spec.md has the sections"),
        ("problem/spec.md", "- **R2**", "- **R3**", "the rules of spec.md are numbered R1, R3"),
        (
            "problem/spec.md",
            "The list that was given is",
            f"The list {'that was given ' * 6}is",
            "the first sentence of R2",
        ),
        ("problem/spec.md", "## Follow-ups\n", "## Follow-ups\n\n[more](more.md)\n", "spec.md links to more.md"),
        ("problem/spec.md", "\n1\n```", "\n2\n```", "the example in spec.md, line"),
        ("problem/spec.md", "## Follow-ups\n", "## Follow-ups\n\nTODO: more.\n", "spec.md has something TODO in line"),
        ("problem/draft.md", "", "later", f"problems/{NAME}/draft.md belongs to no problem"),
        ("solution/mistakes/list.txt", "", "later", f"solutions/{NAME}/mistakes/list.txt belongs to no problem"),
        ("solution/mistakes/list_emptied.py", '"""The replies', '"""\nThe replies', ""),
        (
            "solution/alternatives/recursion.py",
            '"""The first reply counts or not, and the others are counted by the same function."""',
            "",
            "alternatives/recursion.py does not say",
        ),
        (
            "problem/scenarios.py",
            "from typing import Any\n",
            f"from typing import Any\nfrom solutions.{NAME} import reference\n",
            "scenarios.py imports a solution",
        ),
    ],
)
def test_the_folder(checkout: Path, file: str, old: str, new: str, what: str) -> None:
    edit(checkout, file, old, new)

    found = found_by(checkout, "read")["folder"]

    assert [fault for fault in found if what and what in fault] == found
    assert len(found) == (1 if what else 0)


def test_too_few_mistakes(checkout: Path) -> None:
    (checkout / "solutions" / NAME / "mistakes" / "list_emptied.py").unlink()

    assert found_by(checkout, "read")["folder"] == [f"solutions/{NAME}/mistakes holds 7 of at least 8 files"]


# --- ties ------------------------------------------------------------------------------------------------------------


def test_a_rule_without_a_test_and_a_mistake(checkout: Path) -> None:
    edit(checkout, "problem/spec.md", "\n## Examples", "- **R3** Nothing is printed.\n\n## Examples")

    assert found_by(checkout, "tests")["ties"] == ["R3 has no test", "R3 has no mistake that breaks it"]


def test_a_test_without_a_rule(checkout: Path) -> None:
    edit(checkout, "problem/test_solution.py", '@pytest.mark.rule("R2")', '@pytest.mark.rule("R7")')

    found = found_by(checkout, "tests")["ties"]

    assert "test_the_list_is_left_as_it_was checks R7, which spec.md does not have" in found
    assert "R2 has no test" in found


def test_a_mistake_that_breaks_no_rule(checkout: Path) -> None:
    edit(checkout, "solution/mistakes/list_emptied.py", 'BREAKS = ["R2"]', "BREAKS = []")

    assert "mistakes/list_emptied.py breaks no rule" in found_by(checkout, "tests")["ties"]


def test_a_mistake_that_no_test_of_its_rule_catches(checkout: Path) -> None:
    edit(checkout, "solution/mistakes/list_emptied.py", 'BREAKS = ["R2"]', 'BREAKS = ["R1", "R2"]')

    assert found_by(checkout, "tests")["ties"] == ["mistakes/list_emptied.py passes every test of R1"]


# --- answers ---------------------------------------------------------------------------------------------------------


def test_a_mistake_that_tells_an_address_has_no_name(checkout: Path) -> None:
    body = written("An address is told.", "\n    return str(object()) if len(replies) == 3 else 0\n", "R1")
    edit(checkout, "solution/mistakes/an_address.py", "", body)

    found = found_by(checkout, "names")["answers"]

    assert [fault.partition("\n")[0] for fault in found] == [
        "--compare does not name mistakes/an_address.py where it is the attempt"
    ]


def test_a_stub_that_passes_or_says_something_else(checkout: Path) -> None:
    edit(checkout, "problem/stub.py", 'raise NotImplementedError("count_calls is not written yet")', "return 0")

    found = found_by(checkout, "answers")["answers"]

    assert "the stub passes test_the_list_is_left_as_it_was" in found
    assert any(fault.startswith("the stub fails test_example_1_one_call_and_one_answer otherwise") for fault in found)


def test_a_right_answer_that_is_rejected(checkout: Path) -> None:
    edit(
        checkout,
        "problem/test_solution.py",
        "",
        '\n\n@pytest.mark.rule("R1")\ndef test_no(solution):\n    assert False\n',
    )

    assert "reference.py fails test_no" in found_by(checkout, "answers")["answers"]


def test_an_alternative_that_differs_on_a_scenario(checkout: Path) -> None:
    edit(checkout, "solution/alternatives/a_loop.py", "return calls", "return calls + (len(replies) == 5)")

    (fault,) = found_by(checkout, "answers")["answers"]

    assert fault.startswith("alternatives/a_loop.py differs from the reference on scenario 781\nmodel: 'call add'")


def test_a_mistake_that_no_scenario_tells_apart(checkout: Path) -> None:
    edit(checkout, "solution/mistakes/ten.py", "", written("Only ten replies are counted.", UP_TO_TEN, "R1"))

    assert found_by(checkout, "answers")["answers"] == [
        "mistakes/ten.py does on every scenario what the reference does"
    ]


def test_a_rule_that_compare_would_quote_by_mistake(checkout: Path) -> None:
    edit(checkout, "problem/scenarios.py", 'return "R1" if same_list else "R2"', 'return "R1"')

    found = found_by(checkout, "answers")["answers"]

    assert found[0].startswith("--compare quotes R1 for mistakes/list_emptied.py, which breaks R2\nmodel: ")


def test_too_few_scenarios(checkout: Path) -> None:
    edit(checkout, "problem/scenarios.py", "range(6)", "range(4)")

    assert "scenarios.py yields 156 of at least 1,000" in found_by(checkout, "answers")["answers"]


# --- mutants ---------------------------------------------------------------------------------------------------------


def test_a_mutant_that_passes_and_differs_is_shown_with_its_script(checkout: Path) -> None:
    edit(checkout, "problem/test_solution.py", '[[], ["done"], ["call"], [" call add"], ["recall it"]]', "[[]]")
    edit(checkout, "problem/test_solution.py", '["call add", "done"]) == exactly(1)', '["call add"]) == exactly(1)')

    faults = found_by(checkout, "mutants-0")["mutants"]

    assert faults[0].splitlines() == [
        "reference.py, line 6: no text, and every test passes",
        '     """Return how many of `replies` ask for a tool."""',
        "-    return sum((reply.startswith('call ') for reply in replies))",
        "+    return sum((reply.startswith('') for reply in replies))",
        "",
        "model: 'done'",
    ]


def test_a_mutant_that_hangs_is_caught(checkout: Path) -> None:
    edit(checkout, "problem/problem.toml", "time_limit = 2.0", "time_limit = 0.2")
    (checkout / "solutions" / NAME / "reference.py").write_text(written("By index.", AN_INDEX), encoding="utf-8")

    finished = python("-m", "judge.audit.work", NAME, "mutants-0", cwd=checkout)

    told = json.loads(finished.out)
    assert told["faults"]["mutants"] == []
    assert told["mutants"]["caught"] > 20


def test_without_fork_the_mutants_fare_the_same(checkout: Path) -> None:
    told = [
        json.loads(
            python("-m", "judge.audit.work", NAME, "mutants-0", cwd=checkout, RUNNER_AUDIT_MUTANTS="4", **way).out
        )
        for way in ({}, {"RUNNER_SPAWN": "1"})
    ]

    assert told[0] == told[1]
    assert told[0]["mutants"]["tried"] == 4


# --- branches --------------------------------------------------------------------------------------------------------


def test_a_branch_that_nobody_takes(checkout: Path) -> None:
    edit(
        checkout,
        "solution/reference.py",
        "    return sum",
        "    if len(replies) > 99:\n        return -1\n    return sum",
    )

    assert found_by(checkout, "tests")["branches"] == [
        "reference.py, line 6: no test finds `len(replies) > 99` true",
        "reference.py, line 6: no scenario finds `len(replies) > 99` true",
    ]


# --- steady ----------------------------------------------------------------------------------------------------------

HEAD = '\n\n@pytest.mark.rule("R1")\ndef test_of_its_own(solution, seen=[]):\n    '


@pytest.mark.parametrize(
    ("test", "what"),
    [
        ("import sys; assert 'argparse_of_ours' in sys.modules", "test_of_its_own fails when it is run alone"),
        ("import sys; assert not sys.flags.hash_randomization", "with hash seed 1 the outcome of reference.py"),
        ("assert __debug__ and solution.count_calls([]) == 0", "with python -O the outcome"),
        ("assert solution._count([]) == 0", "leans on its private names"),
    ],
)
def test_what_changes_a_verdict(checkout: Path, test: str, what: str) -> None:
    edit(checkout, "problem/test_solution.py", "", HEAD + test + "\n")
    edit(checkout, "solution/reference.py", "", "\n\ndef _count(replies):\n    return count_calls(replies)\n")

    found = found_by(checkout, "steady")["steady"]

    assert any(what in fault for fault in found) and found


def test_a_test_that_needs_another_one_before_it(checkout: Path) -> None:
    two_tests = """

SEEN = []


@pytest.mark.rule("R1")
def test_first(solution):
    SEEN.append(solution.count_calls([]))


@pytest.mark.rule("R1")
def test_second(solution):
    assert SEEN == [solution.count_calls([])]
"""
    edit(checkout, "problem/test_solution.py", "", two_tests)

    found = found_by(checkout, "steady")["steady"]

    assert "test_second fails in another order" in found
    assert "test_second fails when it is run alone" in found


def test_tests_and_scenarios_that_lean_on_the_order_of_a_dict(checkout: Path) -> None:
    edit(checkout, "solution/reference.py", "return sum", 'return list({"a": 1, "b": 2}) == ["a", "b"] and sum')

    found = found_by(checkout, "steady")["steady"]

    assert found[0].endswith("leans on the order of its dicts, those of the reference")


def test_tests_that_lean_on_words_that_the_spec_does_not_fix(checkout: Path) -> None:
    edit(
        checkout,
        "solution/reference.py",
        "    return sum",
        '    if replies is None:\n        raise TypeError("no list at all")\n    return sum',
    )
    test = HEAD + 'with pytest.raises(TypeError, match="list at all$"):\n        solution.count_calls(None)\n'
    edit(checkout, "problem/test_solution.py", "", test)

    found = found_by(checkout, "steady")["steady"]

    assert found == ["test_of_its_own leans on words that the spec does not fix, those of the reference"]


# --- time ------------------------------------------------------------------------------------------------------------


def test_a_test_that_takes_too_long(checkout: Path) -> None:
    edit(checkout, "problem/test_solution.py", "import pytest\n", "import time\n\nimport pytest\n")
    edit(checkout, "problem/test_solution.py", "", HEAD + "time.sleep(0.11)\n")

    (fault,) = found_by(checkout, "tests")["time"]

    assert fault.startswith("test_of_its_own takes 0.1")
    assert fault.endswith("s on the reference, which is more than a 20th of the limit")


def test_tests_that_take_too_long_together(checkout: Path) -> None:
    edit(checkout, "problem/test_solution.py", "import pytest\n", "import time\n\nimport pytest\n")
    edit(checkout, "problem/test_solution.py", "", HEAD + "time.sleep(1.1)\n")

    found = found_by(checkout, "tests")["time"]

    assert found[0].startswith("the tests take 1.1")
    assert found[1].startswith("test_of_its_own takes 1.1")


# --- contract --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        (
            "problem/stub.py",
            "(replies: list[str])",
            "(replies: list[str], most: int = 5)",
            "its signature is (replies) in spec.md and (replies, most=5) in stub.py",
        ),
        (
            "problem/stub.py",
            "replies: list[str]",
            "replies: tuple",
            "the type of replies is list in spec.md and tuple in stub.py",
        ),
        (
            "problem/spec.md",
            "-> int\n",
            "-> str\n",
            "the type of what is returned is str in spec.md and int in stub.py",
        ),
        (
            "problem/spec.md",
            "count_calls(replies: list[str]) -> int\n",
            "count(replies: list[str]) -> int\n",
            "stub.py does not define count",
        ),
        (
            "problem/spec.md",
            "which may be empty.",
            'which may be empty; `"stopped"` is one.',
            'the Contract names "stopped"',
        ),
        ("problem/test_solution.py", "test_example_1_", "test_first_", "example 1 of spec.md is no test"),
        ("problem/spec.md", "### Example 1", "### Example 2", "spec.md has no examples that are numbered from 1 on"),
        ("problem/spec.md", "```python\n>>>", "```text\n>>>", "example 1 of spec.md shows no code that runs"),
    ],
)
def test_the_contract(checkout: Path, file: str, old: str, new: str, what: str) -> None:
    edit(checkout, file, old, new)

    assert any(what in fault for fault in found_by(checkout, "read")["contract"])
