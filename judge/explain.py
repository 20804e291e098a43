"""Why a test failed, in a candidate's words: the call, expected beside got, and a line of the candidate's own file."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.loading import describe, line_in, name_of
from judge.plain import Exactly
from judge.show import beside, show
from judge.solution import Notes

_DID_NOT_RAISE = re.compile(r"DID NOT RAISE <?(?:class ')?(?:\w+\.)*(\w+)")
_TIMEOUT = re.compile(r"^Timeout \(>[\d.]+s\)")
_RELATIONS = {"is": "the same object as ", "in": "one of ", "not in": "none of ", "!=": "other than ", "is not": "not "}

NOT_WRITTEN = " is not written yet."  # how a stub's NotImplementedError ends
TimeOut = pytest.fail.Exception  # what a time limit raises; no Exception, so that few attempts catch it
TOO_SLOW = "The time limit ran out: something never ends, or is far too slow."
NOT_RUN = "Not run: tests before this one took too long. Mend those first."
TAMPERED = "The attempt interfered with the judge, so this test has no outcome. Take that out."
DECEIVED = "With this attempt loaded, even the untouched stub passes: it interfered with the judge. Take that out."
UNTOLD = "The test failed, and what failed cannot be put into words."
SKIPPED = "The attempt skipped this test from inside; a skipped test proves nothing."


@dataclass(frozen=True)
class Failure:
    """One failed test. Each text is ready to print; those that do not apply are None.

    `is_error` tells a test that came to no outcome (too slow, skipped) from one whose outcome was wrong.
    """

    script: str | None = None
    expected: str | None = None
    got: str | None = None
    line: int | None = None
    sentence: str | None = None
    is_error: bool = False

    def lines(self, file: str) -> list[str]:
        """Return the failure as labelled lines without indentation; `file` is the name of the judged file."""
        labelled = [("script", self.script), ("expected", self.expected), ("got", self.got)]
        lines = [f"{label:<9}  {text}" for label, text in labelled if text is not None]
        if self.line is not None:
            lines.append(f"{'your code':<9}  {file}:{self.line}")
        return [self.sentence, *lines] if self.sentence else lines


@dataclass(frozen=True)
class Comparison:
    """The operands of the comparison on which an assertion failed: what the test got, and what it expected."""

    operator: str
    left: object
    right: object


def explain(error: BaseException, notes: Notes, compared: Comparison | None, attempt: Path) -> Failure:
    """Return why a test that ended with `error` failed; `compared` is its last failed comparison, if any."""
    line = line_in(error, attempt)
    kind = type(error)  # What the object itself calls its class need not be true.
    if issubclass(kind, NotImplementedError) and f"{_text(error)}.".endswith(NOT_WRITTEN):
        return Failure(line=line, sentence=f"{_text(error)}.")
    if issubclass(kind, pytest.skip.Exception | pytest.xfail.Exception):
        return Failure(notes.call, line=line, sentence=SKIPPED, is_error=True)
    if is_time_out(error):
        return Failure(notes.call, line=line, sentence=TOO_SLOW, is_error=True)
    if type(error) is pytest.fail.Exception and line is None:
        return _failed(str(error.msg), notes)
    if line:
        return Failure(notes.call, got=f"raised {describe(error)}", line=line)
    if issubclass(kind, AssertionError):
        if compared is None:
            return Failure(notes.call, got=notes.returned, line=notes.line, sentence=_text(error))
        expected, got = _compared(compared)
        return Failure(notes.call, expected, got, notes.line)
    # The test itself stumbled over what it was given, for example None where a dict is promised.
    returned = f"returned {notes.returned}" if notes.returned is not None else None
    return Failure(
        notes.call, got=returned, line=notes.line, sentence=f"What came back cannot be used: {describe(error)}."
    )


def time_out(seconds: float) -> BaseException:
    """Return what a test raises that takes longer than `seconds`; pytest-timeout, which has the rest, says it alike."""
    return TimeOut(f"Timeout (>{seconds}s)", pytrace=False)


def is_time_out(error: BaseException) -> bool:
    """Tell whether `error` is what the time limit raises."""
    return type(error) is pytest.fail.Exception and bool(_TIMEOUT.match(str(error.msg)))


def _failed(message: str, notes: Notes) -> Failure:
    returned = f"returned {notes.returned}" if notes.returned is not None else None
    if found := _DID_NOT_RAISE.match(message):
        return Failure(notes.call, f"raises {found[1] or 'an exception'}", returned or "nothing was raised", notes.line)
    return Failure(notes.call, sentence=message)


def _compared(compared: Comparison) -> tuple[str, str]:
    expected, got = _value(compared.right), _value(compared.left)
    if compared.operator == "==":
        return beside(expected, got)
    relation = _RELATIONS.get(compared.operator, f"{compared.operator} ")
    return relation + show(expected, 150), show(got, 150)


def _value(operand: object) -> object:
    return operand.value if isinstance(operand, Exactly) else operand


def _text(error: BaseException) -> str:
    return describe(error).partition(": ")[2] or name_of(type(error))
