"""Texts that came from elsewhere, such as an attempt's process or a folder's name, made fit to be shown."""

import unicodedata
from collections.abc import Iterator

_FEW_LINES = 4  # of a sentence that stands for the whole attempt; a syntax error has two, the second is the code
_MOST_MARKS = 3  # upon one letter; a terminal draws dozens of them over the lines above and below


def printable(text: str) -> str:
    """Return `text` without what steers a terminal or cannot be encoded; such characters are spelled out."""
    return "".join(_spelled(text.replace("\r\n", "\n"), "\n\t"))


def printable_line(text: str) -> str:
    """Return `text` as `printable` does, and on one line: what would end it is spelled out as well."""
    return "".join(_spelled(text))


def _spelled(text: str, allowed: str = "") -> Iterator[str]:
    if text.isascii() and text.isprintable():
        yield text
        return
    marks = 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        shown = (letter.isprintable() and marks <= _MOST_MARKS) or letter in allowed
        yield letter if shown else letter.encode("unicode_escape").decode()


def few_lines(text: str) -> str:
    """Return a sentence of a child with at most four lines, all but the first set further in.

    In a report, no line of it then looks like one of the report's own, such as a count of tests that passed.
    """
    first, *further = [line.strip() for line in text.split("\n") if line.strip()][:_FEW_LINES] or [""]
    return "\n".join([first, *(f"    {line}" for line in further)])
