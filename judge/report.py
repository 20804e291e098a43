"""A verdict as a person reads it in a terminal: what failed, in the order of the test file; the count comes last."""

import textwrap
from collections.abc import Iterator
from dataclasses import replace

from judge.explain import NOT_RUN
from judge.problem import Problem
from judge.terminal import WIDTH, Paint
from judge.verdict import TestVerdict, Verdict

_INDENT = " " * 8
_LABEL = " " * 19  # where the text of a labelled line begins
_FEW = 5  # so many failures are shown in full
_OUTPUT_LINES = 8


def verdict_lines(verdict: Verdict, problem: Problem, paint: Paint) -> Iterator[str]:
    """Yield the lines of the report on `verdict`, at most 80 columns wide where the attempt's words allow."""
    yield f"{paint(problem.name, 'bold')} · {problem.title}"
    yield ""
    file = verdict.solution.replace("\\", "/").rpartition("/")[2]
    fallen = [test for test in verdict.tests if test.status != "pass"]
    if verdict.unjudgeable or verdict.unconfirmed:
        yield from _wrapped(f"{paint('✗', 'red')} {verdict.message}", "  ", "    ")
        yield ""
    else:
        yield from _failures(fallen, problem, file, paint)
    yield _count(verdict, paint) + _pointer(verdict, problem, fallen)


def _failures(fallen: list[TestVerdict], problem: Problem, file: str, paint: Paint) -> Iterator[str]:
    shared = _shared_sentence(fallen)
    if shared:
        tests = f"all {len(fallen)} tests that fail" if len(fallen) > 2 else "both tests that fail"
        yield from _wrapped(f"{paint('✗', 'red')} {shared}", "  ", "    ")
        yield paint(f"    ({tests} say so)", "dim")
        yield ""
        return
    not_run = [test for test in fallen if test.failure and test.failure.sentence == NOT_RUN]
    fallen = [test for test in fallen if test not in not_run]
    rules = list(dict.fromkeys(test.test.rule for test in fallen))
    for position, id in enumerate(rules):
        of_rule = [test for test in fallen if test.test.rule == id]
        rule = problem.rules.get(id)
        yield f"  {paint('✗', 'red')} {paint(id, 'bold'):<3} {_title(rule.text) if rule else ''}"
        # A few failures are shown whole. Of many, the first of each rule says enough, and of many rules the first ones.
        in_full = of_rule if len(fallen) <= _FEW else of_rule[: position < _FEW]
        for test in in_full:
            yield f"{_INDENT}{test.test.name}"
            yield from _one_failure(test, file, paint)
            yield ""
        if more := len(of_rule) - len(in_full):
            if in_full:
                yield paint(f"{_INDENT}and {_tests(more, 'more test')} of {id}", "dim")
            else:
                yield paint(f"{_INDENT}{_tests(more, 'test')}", "dim")
            yield ""
    if not_run:
        told = f"{_tests(len(not_run), 'test')} not run: those before took too long. Mend them first."
        yield f"  {paint('✗', 'red')} {told}"
        yield ""


def _tests(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _shared_sentence(fallen: list[TestVerdict]) -> str | None:
    """Return the sentence that all failures consist of, so that a stub does not fill the screen."""
    told = {replace(test.failure, script=None, line=None) for test in fallen if test.failure}
    only = told.pop() if len(told) == 1 and len(fallen) > 1 else None
    return only.sentence if only and only.sentence and not only.expected and not only.got else None


def _one_failure(verdict: TestVerdict, file: str, paint: Paint) -> Iterator[str]:
    if verdict.failure:
        if verdict.failure.sentence:
            yield from _wrapped(verdict.failure.sentence, _INDENT, _INDENT)
        for line in replace(verdict.failure, sentence=None).lines(file):
            yield from _wrapped(line, _INDENT, _LABEL)
    if verdict.output.strip():
        lines = verdict.output.rstrip().splitlines()
        for line in lines[:_OUTPUT_LINES]:
            yield paint(f"{_INDENT}printed    {line[: WIDTH - len(_LABEL)]}", "dim")
        if len(lines) > _OUTPUT_LINES:
            yield paint(f"{_LABEL}… {len(lines) - _OUTPUT_LINES} more lines (all of it with --json)", "dim")


def _count(verdict: Verdict, paint: Paint) -> str:
    colour = "green" if verdict.status == "pass" else "red"
    return f"  {paint(f'{verdict.passed} of {verdict.total} passed', colour)}   {verdict.seconds:.2f} s"


def _pointer(verdict: Verdict, problem: Problem, fallen: list[TestVerdict]) -> str:
    if verdict.unjudgeable or not fallen:
        return ""
    ids = [id for id in problem.rules if any(test.test.rule == id for test in fallen)]
    if not ids:
        return ""
    place = problem.rules[ids[0]]
    what = f"{place.id} is in spec.md, line" if len(ids) == 1 else "the rules are in spec.md, from line"
    return f"{'':8}{what} {place.line}"


def _title(text: str) -> str:
    """Return a rule's sentence as it reads after its number; names such as JSON keep their capitals."""
    word = text.split(maxsplit=1)[0] if text.strip() else ""
    return text[:1].lower() + text[1:] if word == "A" or word[1:].islower() else text


def _wrapped(text: str, first: str, further: str) -> list[str]:
    """Return `text` on lines of at most 80 columns; long scripts continue under where they began."""
    if len(first) + len(text) <= WIDTH and "\n" not in text:
        return [first + text]
    wrapped: list[str] = []
    for part in text.split("\n"):
        lead = further if wrapped else first
        wrapped += textwrap.wrap(
            part, WIDTH, initial_indent=lead, subsequent_indent=further, break_on_hyphens=False, drop_whitespace=True
        ) or [lead.rstrip()]
    return wrapped
