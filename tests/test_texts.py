"""What came from elsewhere is shown without letting it say anything to a terminal."""

import pytest

from judge.texts import few_lines, printable, printable_line


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain · text\n\tin lines", "plain · text\n\tin lines"),
        ("windows\r\nlines", "windows\nlines"),
        ("\x1b[2J", "\\x1b[2J"),
        ("half \ud800", "half \\ud800"),
        ("\u202eright to left", "\\u202eright to left"),
        ("हिन्दी ที่นี่ é", "हिन्दी ที่นี่ é"),
        ("e" + "\u0301" * 5, "e" + "\u0301" * 3 + "\\u0301" * 2),
    ],
)
def test_what_steers_a_terminal_or_cannot_be_encoded_is_spelled_out(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_a_line_stays_one_line() -> None:
    assert printable_line("two\nlines\r\n\tand\u2028more") == "two\\nlines\\r\\n\\tand\\u2028more"


def test_no_line_of_a_reason_looks_like_one_of_the_report() -> None:
    assert few_lines("\n\n fine\n\n  10 of 10 passed\nb\nc\nd") == "fine\n    10 of 10 passed\n    b\n    c"
    assert few_lines("one line") == "one line"
    assert few_lines(" \n") == ""
