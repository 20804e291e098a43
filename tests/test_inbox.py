"""What comes from a child may have been made up by an attempt: only so much of it is shown, and nothing odd."""

import pytest

from judge.inbox import Distrust, failure_of, seconds_of, text_of

FAILURE = {"script": None, "expected": None, "got": None, "line": 3, "sentence": "Wrong.", "is_error": False}


def test_a_text_has_so_many_lines_and_letters_and_no_runs_of_blank_lines() -> None:
    assert text_of("a\n  b\n\n\n \n\nc\n" + "\n" * 3_000) == "a\n  b\n\nc"
    assert text_of("x\n" * 1_990).split("\n") == [*"x" * 19, "… 1971 more lines"]
    assert len(text_of("\x1b" * 60_000)) == 4_000
    with pytest.raises(Distrust):
        text_of(None)


@pytest.mark.parametrize(
    ("line", "shown"), [(3, 3), (None, None), (0, None), (-1, None), (10**7, None), (10**400, None)]
)
def test_a_line_that_no_file_has_is_left_out(line: int | None, shown: int | None) -> None:
    failure = failure_of({**FAILURE, "line": line})
    assert failure is not None
    assert failure.line == shown


def test_a_duration_is_within_the_parents_own_clock() -> None:
    assert [seconds_of(told, most=2.0) for told in (1.5, -1e308, 1e308)] == [1.5, 0.0, 2.0]
    assert seconds_of(1.5, most=-0.1) == 0.0
    for told in (float("nan"), 1, "1", None):
        with pytest.raises(Distrust):
            seconds_of(told, most=2.0)
