"""A problem folder: found by what a person types, and read with its rules."""

from pathlib import Path

import pytest

from judge.faults import UserError
from judge.problem import every, find, names, read, read_rules, shown
from tests.support import TOY

FRONT = """
title = "One turn"
part = 1
difficulty = "easy"
minutes = 5
needs = ["069"]
time_limit = 2
hints = ["a", "b", "c"]
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder with the problems 005, 070 and 119."""
    for name in ("problem_119", "problem_005", "problem_070"):
        folder = tmp_path / "problems" / name
        folder.mkdir(parents=True)
        (folder / "problem.toml").write_text(FRONT, encoding="utf-8")
    (tmp_path / "problems" / "problem_999").write_text("no folder", encoding="utf-8")
    (tmp_path / "problems" / "__pycache__").mkdir()
    return tmp_path


# --- Finding ---------------------------------------------------------------------------------------------------------


def test_problems_are_the_folders_in_the_order_of_their_numbers(root: Path) -> None:
    assert names(root) == ["problem_005", "problem_070", "problem_119"]
    assert [problem.number for problem in every(root)] == ["005", "070", "119"]


@pytest.mark.parametrize(
    "typed",
    [
        "5",
        "05",
        "005",
        "0005",
        "problem_005",
        "problems/problem_005",
        "problems/problem_005/",
        "./problems/problem_005",
    ],
)
def test_a_problem_is_found_by_whatever_names_it(root: Path, typed: str) -> None:
    assert find(root, typed).name == "problem_005"


def test_a_problem_is_found_by_a_path_from_elsewhere(root: Path) -> None:
    assert find(root, f"/somewhere else/{root.name}/problems/problem_070/").folder == root / "problems" / "problem_070"


@pytest.mark.parametrize(
    ("typed", "near"),
    [("problem_0070", "problem_070"), ("problem119", "problem_119"), ("prolbem_070", "problem_070")],
)
def test_a_mistyped_problem_gets_the_nearest_name(root: Path, typed: str, near: str) -> None:
    with pytest.raises(UserError, match=f"There is no problem '{typed}'; did you mean {near}\\?"):
        find(root, typed)


@pytest.mark.parametrize("typed", ["", ".", "/", "..", "loop", "²", "-5", "1" * 5000], ids=lambda typed: typed[:9])
def test_what_resembles_no_problem_gets_the_list(root: Path, typed: str) -> None:
    with pytest.raises(UserError, match=r"see the list: python3? runner\.py$"):
        find(root, typed)


def test_without_any_problem_there_is_nothing_to_find(tmp_path: Path) -> None:
    assert names(tmp_path) == []
    with pytest.raises(UserError, match="There is no problem '5'"):
        find(tmp_path, "5")


# --- The front matter ------------------------------------------------------------------------------------------------


def test_the_front_matter_is_read_into_plain_types(root: Path) -> None:
    problem = read(root / "problems" / "problem_070")

    assert (problem.title, problem.part, problem.difficulty, problem.minutes) == ("One turn", 1, "easy", 5)
    assert (problem.needs, problem.hints) == (("069",), ("a", "b", "c"))
    assert problem.time_limit == 2.0 and isinstance(problem.time_limit, float)


def test_a_problem_knows_where_its_files_are(root: Path) -> None:
    problem = read(root / "problems" / "problem_070")

    assert problem.root == root
    assert problem.attempt == root / "problems" / "problem_070" / "attempt.py"
    assert problem.solutions == root / "solutions" / "problem_070"


def test_a_missing_front_matter_is_told_with_how_to_restore_it(root: Path) -> None:
    (root / "problems/problem_070/problem.toml").unlink()

    with pytest.raises(
        UserError, match=r"problem\.toml is missing; restore it with: git checkout -- problems/problem_"
    ):
        find(root, "70")


@pytest.mark.parametrize("key", ["title", "part", "difficulty", "minutes", "needs", "time_limit", "hints"])
def test_a_key_that_is_missing_is_named(root: Path, key: str) -> None:
    kept = [line for line in FRONT.splitlines() if not line.startswith(key)]
    (root / "problems/problem_070/problem.toml").write_text("\n".join(kept), encoding="utf-8")

    with pytest.raises(UserError, match=f"problems/problem_070/problem.toml has no '{key}'; add it."):
        find(root, "70")


@pytest.mark.parametrize(
    "text",
    [b"title = ", b"\xff\xfe", FRONT.replace("minutes = 5", 'minutes = "soon"').encode(), b"needs = 5\n"],
    ids=["no TOML", "no UTF-8", "a word for a number", "half of it"],
)
def test_a_front_matter_that_cannot_be_used_is_a_fault_that_names_the_file(root: Path, text: bytes) -> None:
    (root / "problems/problem_070/problem.toml").write_bytes(text)

    with pytest.raises(UserError, match=r"^problems/problem_070/problem\.toml "):
        find(root, "70")


def test_a_text_where_a_list_of_hints_belongs_is_a_fault(root: Path) -> None:
    text = FRONT.replace('["a", "b", "c"]', '"look closer"')
    (root / "problems/problem_070/problem.toml").write_text(text, encoding="utf-8")

    with pytest.raises(UserError):
        find(root, "70")


# --- The rules -------------------------------------------------------------------------------------------------------


def test_rules_are_read_with_their_line_and_first_sentence() -> None:
    rules = read_rules("# 001\n\n## Rules\n\n- **R1** The first thing. And more.\n- **R2** The second.\n")

    assert list(rules) == ["R1", "R2"]
    assert (rules["R1"].text, rules["R1"].line) == ("The first thing", 5)
    assert rules["R1"].full == "The first thing. And more."
    assert (rules["R2"].text, rules["R2"].line) == ("The second", 6)


def test_a_rule_goes_on_over_lines_that_are_indented() -> None:
    rules = read_rules("- **R1** One thing that\n  takes two lines. And\n  a third.\n\nNot a part of it.\n")

    assert rules["R1"].text == "One thing that takes two lines"
    assert rules["R1"].full == "One thing that takes two lines. And a third."


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Counts from 1.5 up. More.", "Counts from 1.5 up"),
        ("`x.y` is kept. More.", "`x.y` is kept"),
        ("It is cut with ... at the end. More.", "It is cut with ... at the end"),
        ("Without an end", "Without an end"),
        ("Ends here.", "Ends here"),
        ("Asks a.b? Yes. No.", "Asks a.b? Yes"),
    ],
)
def test_a_sentence_ends_at_a_full_stop_before_a_space(text: str, sentence: str) -> None:
    assert read_rules(f"- **R1** {text}\n")["R1"].text == sentence


@pytest.mark.parametrize(
    "line", ["* **R1** x.", "- R1 x.", "  - **R1** x.", "- **R** x.", "- **X1** x.", "- **R1**"], ids=repr
)
def test_what_is_not_written_as_a_rule_is_none(line: str) -> None:
    assert read_rules(f"{line}\n") == {}


def test_windows_line_ends_change_nothing() -> None:
    text = "- **R1** One\n  thing. More.\n- **R2** Two.\n"

    assert read_rules(text.replace("\n", "\r\n")) == read_rules(text)


def test_the_rules_of_a_problem_come_from_its_spec() -> None:
    assert list(read(TOY / "problems" / "problem_001").rules) == ["R1", "R2", "R3", "R4", "R5"]


# --- shown -----------------------------------------------------------------------------------------------------------


def test_a_path_inside_is_shown_from_the_root(root: Path) -> None:
    assert shown(root / "problems" / "problem_070" / "attempt.py", root) == "problems/problem_070/attempt.py"


def test_a_path_outside_is_shown_in_full(root: Path) -> None:
    outside = root.parent / "mine.py"

    assert shown(outside, root) == outside.as_posix()
