"""The table of a cohort: sorted, as wide as a terminal, whatever the names are."""

from judge.columns import width
from judge.table import Outcome, reasons, shortened, table_lines
from judge.terminal import Paint

PASS, FAIL, ERROR = Outcome("pass", 12, 12), Outcome("fail", 11, 12), Outcome("error", 0, 12)


def lines(outcomes: dict[tuple[str, str], Outcome]) -> list[str]:
    return list(table_lines(outcomes, Paint(wanted=False)))


def test_candidates_go_down_and_problems_across() -> None:
    outcomes = {
        ("bob", "problem_119"): FAIL,
        ("alice", "problem_119"): PASS,
        ("alice", "problem_069"): ERROR,
        ("bob", "problem_070"): PASS,
    }
    assert lines(outcomes) == [
        "candidate    069  070    119",
        "alice      error    –      ✓",
        "bob            –    ✓  11/12",
    ]


def test_many_problems_fold_into_further_tables() -> None:
    outcomes = {("alice", f"problem_{number:03}"): FAIL for number in range(1, 25)} | {("bob", "problem_001"): PASS}
    shown = lines(outcomes)
    assert all(len(line) <= 80 for line in shown)
    assert [line.split()[0] for line in shown if line] == ["candidate", "alice", "bob", *["candidate", "alice"] * 2]
    assert " ".join(shown).count("11/12") == 24


def test_wide_letters_take_two_columns() -> None:
    shown = lines({("山田", "problem_119"): PASS, ("bob", "problem_119"): PASS})
    assert [width(line) for line in shown] == [width(shown[0])] * 3


def test_marks_upon_a_letter_take_no_column() -> None:
    assert [width(name) for name in ("สมชาย", "ที่นี่", "हिन्दी", "e\u0301", "a\u200db")] == [5, 2, 5, 1, 2]


def test_long_name_keeps_both_ends() -> None:
    assert shortened("a" * 30 + "@example.org") == "aaaaaaaaaaaaaaaaaaaaa…xample.org"
    assert width(shortened("山" * 40)) <= 32


def test_name_cannot_move_the_cursor() -> None:
    assert lines({("a\x1b[2Jb\n", "problem_119"): PASS})[1].startswith("a\\x1b[2Jb\\n ")


def test_blank_at_an_end_of_a_name_is_seen() -> None:
    shown = lines({(name, "problem_119"): PASS for name in (" ", "ann ", "ann")})
    assert [line.split("  ")[0] for line in shown] == ["candidate", "' '", "ann", "'ann '"]


def test_reasons_are_one_sentence_each_and_few() -> None:
    broken = Outcome("error", 0, 12, "line 3: invalid syntax\n    x = = 1\n\033[2J")
    outcomes = {(f"candidate {number:02}", "problem_119"): broken for number in range(12)} | {
        ("ann", "problem_1"): PASS
    }

    shown = list(reasons(outcomes, Paint(wanted=False)))

    assert shown[0] == "  ✗ candidate 00, 119: line 3: invalid syntax"
    assert shown[9:] == ["  ✗ candidate 09, 119: line 3: invalid syntax", "    and 2 more; --json FILE has all of them"]
    assert not list(reasons({("ann", "problem_119"): PASS}, Paint(wanted=False)))
