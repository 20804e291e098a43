"""Two solutions as code: their size, and a diff that looks past names, comments and annotations."""

from pathlib import Path

import pytest

from judge.code import Shape, code_lines, diff_lines, shape
from judge.naming import bare, paired
from judge.problem import Problem, every, find
from judge.terminal import Paint

ROOT = Path(__file__).resolve().parent.parent

LOOP = '''
"""A loop."""

from collections.abc import Callable


def run(model: Callable[[list], str], task: str, limit: int = 8) -> str | None:
    """Ask until there is an answer."""
    messages: list[str] = [task]
    for step in range(limit):  # one turn
        reply = model(messages)
        if reply.startswith("call"):
            messages.append(reply)
        elif reply:
            return reply
    return None
'''
SAME = """
def run(llm, question, most=8):
    history = [question]
    for turn in range(most):
        # ask
        said = llm(history)
        if said.startswith('call'):
            history.append(said)
        elif said:
            return said
    return None
"""


def diff(attempt: str, reference: str = LOOP) -> list[str]:
    return list(diff_lines(attempt, reference, Paint(False)))


def test_the_shape_counts_code_alone() -> None:
    assert shape(LOOP) == shape(SAME) == Shape(lines=9, branches=3, nesting=3)


def test_an_elif_is_no_deeper_than_its_if_but_an_if_in_an_else_is_the_same_to_python() -> None:
    assert shape("if a:\n    b\nelif c:\n    d\nelse:\n    e\n").nesting == 1
    assert shape("if a:\n    b\nelse:\n    f()\n    if c:\n        d\n").nesting == 2


HELPERS = """
def run(model, tools):
    reply = model()
    return call(tools, reply) if asks(reply) else reply


def asks(reply):
    return reply.startswith("call ")


def call(tools, reply):
    name = reply.split()[1]
    if name not in tools:
        return f"error: unknown tool {name}"
    return tools[name]()
"""
HELPERS_BEFORE = """
def asks(said):
    return said.startswith("call ")


def dispatch(tools, said):
    name = said.split()[1]
    if name not in tools:
        return f"error: unknown tool {name}"
    return tools[name]()


def run(model, tools):
    said = model()
    return dispatch(tools, said) if asks(said) else said
"""


def test_functions_in_another_order_are_no_difference() -> None:
    assert diff(HELPERS_BEFORE, HELPERS) == [
        "  But for names, comments and the order of functions, the code is the same."
    ]


def test_a_function_that_has_moved_is_held_against_the_one_that_it_is_like() -> None:
    changed = HELPERS_BEFORE.replace("if name not in tools", "if not tools.get(name)")

    lines = [line.strip() for line in diff(changed, HELPERS) if line.strip().startswith(("- ", "+ "))]

    assert lines[1:] == ["-     if not tools.get(name):", "+     if name not in tools:"]


def test_names_comments_docstrings_and_annotations_are_no_difference() -> None:
    assert diff(SAME) == ["  But for names and comments, the code is the same."]


def test_only_what_differs_is_shown_each_side_with_its_own_names() -> None:
    changed = SAME.replace("elif said:", "elif said is not None:")

    assert diff(changed) == [
        "  - yours   + reference   (without comments, docstrings, annotations)",
        "  Read as the same name, yours first: history = messages, llm = model, most =",
        "    limit, question = task, said = reply, turn = step",
        "    …",
        "            if said.startswith('call'):",
        "                history.append(said)",
        "  -         elif said is not None:",
        "  +         elif reply:",
        "                return said",
        "        return None",
    ]


def test_names_that_change_places_are_a_difference() -> None:
    one = "def f(a, b):\n    x = a\n    y = b\n    return x - y\n"
    other = "def f(a, b):\n    x = a\n    y = b\n    return y - x\n"

    assert [line for line in diff(one, other) if line[2:3] in "+-"][1:] == [
        "  -     return x - y",
        "  +     return y - x",
    ]


def test_a_name_stands_for_one_other_only() -> None:
    _, _, names = paired(bare("a = f()\nb = g()\na = h()\n"), bare("c = f()\nc = g()\nd = h()\n"))

    assert names == {"a": "c"}


def test_names_that_the_file_has_not_given_stay() -> None:
    assert "  -     return min(x)" in diff("def f(x):\n    return min(x)\n", "def f(x):\n    return max(x)\n")


def test_names_within_an_f_string_are_paired_too() -> None:
    one, other = 'def f(a):\n    return f"{a}: {a!r}"\n', 'def f(b):\n    return f"{b}: {b!r}"\n'

    assert diff(one, other) == ["  But for names and comments, the code is the same."]


def test_a_dataclass_keeps_its_fields() -> None:
    assert "  - class R:" not in diff("@d\nclass R:\n    a: int\n", "@d\nclass R:\n    a: int\n    b: str\n")
    assert "  +     b: str" in diff("@d\nclass R:\n    a: int\n", "@d\nclass R:\n    a: int\n    b: str\n")


@pytest.mark.parametrize("problem", every(ROOT), ids=lambda problem: problem.name)
def test_every_alternative_can_be_laid_out_in_80_columns(problem: Problem) -> None:
    for file in problem.alternatives:
        for wanted in (False, True):
            lines = list(code_lines(problem, file, Paint(wanted)))
            assert [line for line in lines if len(line) > 80 + 9 * wanted] == []
        assert any(line.startswith("  The reference: ") for line in lines)


def test_a_file_that_is_no_python_has_no_diff(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text("def solve(:\n", encoding="utf-8")

    told = list(code_lines(find(ROOT, "069"), file, Paint(False)))

    assert told[:3] == [
        "  Your file cannot be laid out beside the reference.",
        "",
        "  The reference: solutions/problem_069/reference.py",
    ]


def test_a_file_in_another_encoding_is_read_as_python_reads_it(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_bytes("# coding: latin-1\ndef solve():\n    return 'é'\n".encode("latin-1"))

    assert any("return 'é'" in line for line in code_lines(find(ROOT, "069"), file, Paint(False)))


def test_a_long_attempt_gets_its_size_and_a_sentence(tmp_path: Path) -> None:
    attempt = tmp_path / "attempt.py"
    attempt.write_text("".join(f"def f{number}():\n    return {number}\n" for number in range(300)))
    lines = list(code_lines(find(ROOT, "069"), attempt, Paint(False)))
    assert any(line.split()[:2] == ["yours", "899"] for line in lines)
    assert "  Your code is longer than 400 lines, too long for a diff that anybody would read." in lines
    attempt.write_text("x = 1\n" * 50_000)
    assert "  Your file is too large to be laid out beside the reference." in list(
        code_lines(find(ROOT, "069"), attempt, Paint(False))
    )


def test_a_long_diff_is_cut_with_a_note(tmp_path: Path) -> None:
    attempt = tmp_path / "attempt.py"
    attempt.write_text("".join(f"x{number} = {number}\n" for number in range(300)))
    lines = list(code_lines(find(ROOT, "069"), attempt, Paint(False)))
    assert len(lines) < 135
    assert any(line.startswith("    … ") and line.endswith(" more lines") for line in lines)
