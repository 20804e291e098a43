"""Verdicts as JUnit XML, which continuous integration shows: a suite for each attempt, a case for each test."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from judge.faults import UserError
from judge.texts import printable_line

Document = dict[str, Any]  # a verdict as Verdict.as_json() writes it

# What XML 1.0 has no way to write, https://www.w3.org/TR/xml/#charsets
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 1_000_000  # seconds
_ELEMENT = {"fail": "failure", "error": "error"}
_CONFIRMATION = "pass_is_confirmed_by_a_replay"


def ensure_writable(path: Path) -> None:
    """Raise UserError where `path` cannot be written: before a long run, not after it. What is there stays."""
    try:
        path.open("ab").close()
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}); name another file after --junit.") from None


def write(path: Path, documents: Iterable[Document]) -> None:
    """Write `documents` to `path`, in their order; only one is held in memory at a time. Raises UserError."""
    try:
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.write('<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="agent-loop-practice">\n')
            for document in documents:
                file.write(suite(document))
            file.write("</testsuites>\n")
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}); name another file after --junit.") from None


def suite(document: Document) -> str:
    """Return the element ``testsuite`` of one verdict. It holds a failure or an error unless the verdict is a pass."""
    tests = list(document["tests"])
    if document["status"] != "pass" and all(test["status"] == "pass" for test in tests):
        # All tests reported a pass and yet it is none: without a case of its own that would be lost.
        tests.append({"name": _CONFIRMATION, "rule": "", "status": "error", "message": document["message"]})
    candidate, problem = document.get("candidate"), document["problem"]
    # Reports group by what comes before the last dot.
    name = f"{printable_line(candidate).replace('.', '_')}.{problem}" if candidate is not None else problem
    count = {status: sum(test["status"] == status for test in tests) for status in _ELEMENT}
    attributes = {
        "name": name,
        "tests": len(tests),
        "failures": count["fail"],
        "errors": count["error"],
        "skipped": 0,
        "time": _seconds(document["seconds"]),
    }
    lines = [f"  <testsuite{_attributes(attributes)}>"]
    for key in ("candidate", "problem", "solution"):
        if document.get(key) is not None:
            told = _attributes({"name": key, "value": printable_line(str(document[key]))})
            lines.append(f"{'    <properties>' if len(lines) == 1 else '    '}<property{told}/>")
    lines[-1] += "</properties>"
    for test in tests:
        lines += _case(test, name)
    return "\n".join([*lines, "  </testsuite>", ""])


def _case(test: Document, suite_name: str) -> list[str]:
    opening = {"classname": suite_name, "name": test["name"], "time": _seconds(test.get("seconds"))}
    inside = []
    if kind := _ELEMENT.get(test["status"]):
        message = test.get("message") or "no outcome"
        summary = f"{test['rule']} {message.splitlines()[0]}".strip()
        inside.append(f"      <{kind}{_attributes({'message': summary})}>{_text(message)}</{kind}>")
    if output := test.get("output"):
        inside.append(f"      <system-out>{_text(output)}</system-out>")
    if not inside:
        return [f"    <testcase{_attributes(opening)}/>"]
    return [f"    <testcase{_attributes(opening)}>", *inside, "    </testcase>"]


def _seconds(value: object) -> float:
    """Return a duration, or 0 for what cannot be one: a line of an earlier run may hold anything."""
    return value if isinstance(value, int | float) and 0 <= value <= _LONGEST else 0


def _attributes(values: dict[str, object]) -> str:
    return "".join(f" {name}={quoteattr(_allowed(str(value)))}" for name, value in values.items())


def _text(text: str) -> str:
    # A parser would turn a bare carriage return into a line feed.
    return escape(_allowed(text), {"\r": "&#13;"})


def _allowed(text: str) -> str:
    return _FORBIDDEN.sub("", text)
