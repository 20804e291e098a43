"""What the parent hears of a child: every byte of it may have been made up by an attempt."""

import json
import math
import re
import time
from typing import Any

from judge import pipe
from judge.cell import end_of_output
from judge.explain import Failure
from judge.running import Running
from judge.texts import printable

SHOWN_OUTPUT = 2_000  # characters of a test's prints that are kept
_LONGEST_REPORT = 1_000_000  # bytes
_LONGEST_TEXT = 4_000  # characters of any one text in a report
_MOST_LINES = 20  # of any one text
_LAST_LINE = 1_000_000  # no file that is judged has more lines
_MOST_AHEAD = 10_000  # tests that a child may be ahead
_PAUSE = 0.003  # seconds
_TICK = 0.05  # seconds between two looks at a child that says nothing
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")
_READS = 64  # reads in a row, so that an endless printer does not keep the parent from looking at the clock


class Distrust(Exception):
    """The child's reports are not what an honest child sends."""


class Inbox:
    """What has come from one child and is not yet read: lines of reports, and what was printed."""

    def __init__(self, running: Running, token: str) -> None:
        self.running = running
        self._token = token
        self._listening = {running.reports, running.output}
        self._reports = b""
        self._printed = _Printed(end_of_output(token))

    @property
    def is_closed(self) -> bool:
        """Tell whether nobody is left who could send a report."""
        return self.running.reports not in self._listening

    def next_report(self, seconds: float) -> dict[str, Any] | None:
        """Return the next report, or None if the child ended, fell silent for ever, or took longer than `seconds`.

        Raises Distrust for a report that no honest child sends.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self._reports:
            ended = self.running.ended()
            left = deadline - time.monotonic()
            if self.is_closed:
                return None
            # What has come is read even when time is up: a machine that slept meanwhile is not the attempt's fault.
            late = left <= 0
            ready = pipe.ready(self._listening, 0 if ended or late else min(left, _TICK))
            if ended and not ready:
                return None
            if not ended and not late:
                time.sleep(_PAUSE)  # Then several have come, and it takes as long to wake for one as to read ten.
            self._read(ready)
            if late and b"\n" not in self._reports:
                return None
        if not self._printed.has_ended:
            # What was printed before the report was sent is in the pipe by now.
            self._read([self.running.output])
        line, _, self._reports = self._reports.partition(b"\n")
        return self._opened(line)

    def take_output(self) -> str:
        """Return what was printed in the test whose report came last, with a note of how much was cut."""
        return self._printed.take()

    def _read(self, ready: list[int]) -> None:
        for descriptor in self._listening.intersection(ready):
            for _ in range(_READS):
                chunk = pipe.read(descriptor, 65_536)
                if chunk is None:
                    break
                if not chunk:
                    self._listening.discard(descriptor)
                    break
                self._keep(descriptor, chunk)

    def _keep(self, descriptor: int, chunk: bytes) -> None:
        if descriptor == self.running.reports:
            self._reports += chunk
            # Whole reports that came before are believed first; while there are some, no more is read.
            if len(self._reports) > _LONGEST_REPORT and b"\n" not in self._reports:
                raise Distrust
        else:
            self._printed.add(chunk)

    def _opened(self, line: bytes) -> dict[str, Any]:
        try:
            report = json.loads(line.decode())
        except (ValueError, RecursionError):
            raise Distrust from None
        if type(report) is not dict or report.pop("token", None) != self._token:
            raise Distrust
        return report


class _Printed:
    """What was printed, test by test: a child may be some tests further on than the reports that are read of it."""

    def __init__(self, end: bytes) -> None:
        self._end = end
        self._whole: list[str] = []  # of tests that are over
        self._tail = b""  # where the end of a test may have begun
        self._kept = b""
        self._cut = 0

    def add(self, chunk: bytes) -> None:
        """Take in what came next. Raises Distrust where it ends more tests than there can be."""
        *ended, rest = (self._tail + chunk).split(self._end)
        for part in ended:
            self._keep(part)
            self._whole.append(self._shown())
        if len(self._whole) > _MOST_AHEAD:
            raise Distrust
        split = max(len(rest) - len(self._end) + 1, 0)
        self._keep(rest[:split])
        self._tail = rest[split:]

    @property
    def has_ended(self) -> bool:
        """Tell whether all is there that was printed in the first test that is not taken yet."""
        return bool(self._whole)

    def take(self) -> str:
        """Return what was printed in the first test that is not taken yet, be it over or not."""
        if self._whole:
            return self._whole.pop(0)
        self._keep(self._tail)
        self._tail = b""
        return self._shown()

    def _keep(self, part: bytes) -> None:
        room = max(4 * SHOWN_OUTPUT - len(self._kept), 0)
        self._kept += part[:room]
        self._cut += len(part[room:])

    def _shown(self) -> str:
        if not self._kept:
            return ""
        text = self._kept.decode("utf-8", "replace")
        cut = self._cut + len(text[SHOWN_OUTPUT:].encode())
        self._kept, self._cut = b"", 0
        return printable(text[:SHOWN_OUTPUT]) + (f"\n… cut: {cut:,} bytes more" if cut else "")


def text_of(value: object) -> str:
    """Return a text of a report as it may be shown. Raises Distrust where it is none."""
    if type(value) is not str:
        raise Distrust
    text = _BLANK_LINES.sub("\n\n", printable(value[:_LONGEST_TEXT]))[:_LONGEST_TEXT].strip("\n")
    lines = text.split("\n")
    if len(lines) <= _MOST_LINES:
        return text
    return "\n".join([*lines[: _MOST_LINES - 1], f"… {len(lines) - _MOST_LINES + 1} more lines"])


def seconds_of(value: object, most: float) -> float:
    """Return a duration of a report, within 0 and `most`. Raises Distrust where it is none."""
    if type(value) is not float or not math.isfinite(value):
        raise Distrust
    return min(max(value, 0.0), max(most, 0.0))


def failure_of(value: object) -> Failure | None:
    """Return the failure that a report tells of, if any. Raises Distrust where it is none."""
    if value is None:
        return None
    if type(value) is not dict or value.keys() != Failure.__dataclass_fields__.keys():
        raise Distrust
    line, is_error = value.pop("line"), value.pop("is_error")
    if type(line) not in (int, type(None)) or type(is_error) is not bool:
        raise Distrust
    texts = {name: None if text is None else text_of(text) for name, text in value.items()}
    plausible = line is not None and 1 <= line <= _LAST_LINE
    return Failure(line=line if plausible else None, is_error=is_error, **texts)
