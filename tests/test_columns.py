"""Text is measured, cut and wrapped in columns: as a terminal shows it, and not letter by letter."""

import random
import textwrap

import pytest

from judge.columns import beginning, padded, width, wrapped


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("plain", 5), ("é", 1), ("e\u0301", 1), ("語", 2), ("ﾊﾝ", 2), ("ハン", 4), ("a\u200db", 2), ("🙂", 2)],
)
def test_a_wide_letter_takes_two_columns_and_a_mark_takes_none(text: str, columns: int) -> None:
    assert width(text) == columns


def test_a_wide_letter_is_not_cut_in_half() -> None:
    assert beginning("語語語", 5) == "語語"
    assert beginning("語語語", 6) == "語語語"
    assert beginning("e\u0301x", 1) == "e\u0301"


def test_padding_counts_columns() -> None:
    assert padded("語", 4) == "語  "
    assert padded("語語語", 4) == "語語語"


def test_no_line_is_wider_than_it_may_be() -> None:
    letters = "ab語🙂e\u0301     "
    chance = random.Random(1)
    for _ in range(2_000):
        text = "".join(chance.choices(letters, k=chance.randrange(60)))
        columns = chance.randrange(8, 30)
        lines = wrapped(text, columns, "  ", "    ")

        assert all(width(line) <= columns for line in lines)
        assert "".join("".join(lines).split()) == "".join(text.split())


def test_narrow_text_is_wrapped_as_the_standard_library_does_it() -> None:
    chance = random.Random(2)
    for _ in range(2_000):
        words = ["x" * chance.randrange(1, 15) for _ in range(chance.randrange(12))]
        text, columns = " ".join(words), chance.randrange(8, 30)
        expected = textwrap.wrap(text, columns, initial_indent="> ", subsequent_indent="  ")

        assert wrapped(text, columns, "> ", "  ") == [line.rstrip() for line in expected]


def test_where_no_letter_fits_one_goes_over_the_edge() -> None:
    assert wrapped("語語", 3, "", "   ") == ["語", "   語"]


def test_nothing_makes_no_line() -> None:
    assert wrapped("", 10) == wrapped("   ", 10, "  ") == []
