"""Text in the columns of a terminal, where a letter takes one, a wide one such as 語 two, and some take none."""

import re
import unicodedata

_NO_WIDTH = ("Mn", "Me", "Cf")  # marks upon the letter before, and what is not shown
_WORD = re.compile(r"(\s*)(\S+)", re.ASCII)  # a no-break space holds together


def width(text: str) -> int:
    """Return how many columns `text` takes."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(letter: str) -> int:
    if unicodedata.category(letter) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def beginning(text: str, columns: int) -> str:
    """Return as much of `text` as fits into so many columns."""
    taken = 0
    for place, letter in enumerate(text):
        taken += _width(letter)
        if taken > columns:
            return text[:place]
    return text


def padded(text: str, columns: int) -> str:
    """Return `text` with spaces behind it, in so many columns; what takes more stays as it is."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int, first: str = "", further: str = "") -> list[str]:
    """Return `text` as one paragraph on lines of at most so many columns, behind `first` and then behind `further`.

    Lines are broken at white space, which is dropped there, and within a word only where it is longer than a line.
    """
    lines: list[str] = []
    line, begun = first, False
    for gap, word in _WORD.findall(text.expandtabs()):
        lead = line + " " * len(gap)
        if width(lead + word[0]) > columns or width(lead + word) > columns >= width(further + word):
            lines += [line] if begun else []
            lead = further if begun else line
        line, begun = _broken(lead + word, len(lead), columns, further, lines), True
    return [*lines, line] if begun else []


def hanging(text: str, before: str, columns: int, further: str | None = None) -> list[str]:
    """Return `text` on lines of at most so many columns, one at least; its own indent comes before each.

    So does `before`, and from the second line on `further`, or two columns more where it is not given.
    """
    indent = before + " " * (len(text) - len(text.lstrip()))
    return wrapped(text.strip(), columns, indent, indent + "  " if further is None else before + further) or [""]


def _broken(line: str, lead: int, columns: int, further: str, lines: list[str]) -> str:
    """Move what of `line`, whose last word begins at `lead`, is too long for one to `lines`; return the rest."""
    while width(line) > columns and len(line) > lead + 1:
        fits = beginning(line, columns)
        # Where there is no room for a letter, one goes over the edge.
        head = fits if len(fits) > lead else line[: lead + 1]
        lines.append(head)
        line, lead = further + line[len(head) :], len(further)
    return line
