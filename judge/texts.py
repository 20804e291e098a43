"""Texts that came from elsewhere, such as an attempt's process or a folder's name, made fit to be shown."""

_FEW_LINES = 4  # of a sentence that stands for the whole attempt; a syntax error has two, the second is the code


def printable(text: str) -> str:
    """Return `text` without what steers a terminal or cannot be encoded; such characters are spelled out."""
    if text.isprintable():
        return text
    return "".join(letter if letter in "\n\t" else _spelled(letter) for letter in text.replace("\r\n", "\n"))


def printable_line(text: str) -> str:
    """Return `text` as `printable` does, and on one line: what would end it is spelled out as well."""
    return "".join(map(_spelled, text))


def _spelled(letter: str) -> str:
    return letter if letter.isprintable() else letter.encode("unicode_escape").decode()


def few_lines(text: str) -> str:
    """Return a sentence of a child with at most four lines, all but the first set further in.

    In a report, no line of it then looks like one of the report's own, such as a count of tests that passed.
    """
    first, *further = [line.strip() for line in text.split("\n") if line.strip()][:_FEW_LINES] or [""]
    return "\n".join([first, *(f"    {line}" for line in further)])
