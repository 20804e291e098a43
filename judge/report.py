"""A verdict as a person reads it in a terminal: what failed, in the order of the test file; the count comes last."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from judge.columns import beginning, wrapped
from judge.explain import NOT_RUN, NOT_WRITTEN, Failure
from judge.problem import Problem
from judge.terminal import WIDTH, Paint
from judge.texts import few_lines
from judge.verdict import TestVerdict, Verdict

_INDENT = " " * 8
_LABEL = " " * 19  # where the text of a labelled line begins
_FEW = 5  # so many failures are shown in full
_OUTPUT_LINES = 8


def verdict_lines(verdict: Verdict, problem: Problem, paint: Paint) -> Iterator[str]:
    """Yield the lines of the report on `verdict`, at most 80 columns wide where the attempt's words allow."""
    yield f"{paint(problem.name, 'bold')} · {problem.title}"
    yield ""
    fallen = [test for test in verdict.tests if test.status != "pass"]
    if verdict.unjudgeable or verdict.unconfirmed:
        yield from crossed(str(verdict.message), paint)
        yield ""
    else:
        yield from _failures(fallen, problem, verdict.file, paint)
    if verdict.status == "pass" and not problem.reference.is_file():
        yield paint("  Not confirmed by a replay: solutions/ is not here.", "dim")
    yield _count(verdict, paint) + _pointer(verdict, problem, fallen)


def _failures(fallen: list[TestVerdict], problem: Problem, file: str, paint: Paint) -> Iterator[str]:
    if unwritten := _unwritten(fallen):
        yield from crossed(unwritten, paint)
        yield paint(f"    (so in {_all(fallen)} that fail)", "dim")
        yield ""
        return
    if alike := _alike(fallen):
        yield from crossed(str(_fault(alike[0])), paint)
        yield from _one_failure(replace(alike[0], failure=_without_fault(alike[0])), file, paint)
        fallen = [test for test in fallen if test not in alike]
        yield paint(
            f"    (so in {_count_of(len(alike), 'test')})" if fallen else f"    (so in {_all(alike)} that fail)", "dim"
        )
        yield ""
    not_run = [test for test in fallen if test.failure and test.failure.sentence == NOT_RUN]
    fallen = [test for test in fallen if test not in not_run]
    for position, id in enumerate(dict.fromkeys(test.test.rule for test in fallen)):
        of_rule = [test for test in fallen if test.test.rule == id]
        # A few failures are shown whole. Of many, the first of each rule says enough, and of many rules the first ones.
        in_full = of_rule if len(fallen) <= _FEW else of_rule[: position < _FEW]
        rule = problem.rules.get(id)
        yield from crossed(f"{id:<3} {_title(rule.text) if rule else ''}".rstrip(), paint)
        for test in in_full:
            yield f"{_INDENT}{test.test.name}"
            yield from _one_failure(test, file, paint)
            yield ""
        if more := len(of_rule) - len(in_full):
            told = f"and {_count_of(more, 'more test')} of {id}" if in_full else _count_of(more, "test")
            yield paint(f"{_INDENT}{told}", "dim")
            yield ""
    if not_run:
        told = f"{_count_of(len(not_run), 'test')} not run: those before took too long. Mend them first."
        yield from crossed(told, paint)
        yield ""


def crossed(text: str, paint: Paint) -> Iterator[str]:
    """Yield `text` wrapped, behind a cross; the colour comes last, since it has no width.

    Some of it may be an attempt's own words. So that no line of these looks like one of the report's, all but the first
    stand further in, and there are only so many.
    """
    first, *further = (line.strip() for line in few_lines(text).split("\n"))
    begun, *rest = _wrapped(first, "    ", "      ")
    yield f"  {paint('✗', 'red')} {begun[4:]}"
    yield from rest
    for line in further:
        yield from _wrapped(line, _INDENT, _INDENT)


def _count_of(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _all(tests: list[TestVerdict]) -> str:
    return "both tests" if len(tests) == 2 else f"all {len(tests)} tests"


def _unwritten(fallen: list[TestVerdict]) -> str | None:
    """Return the sentence for a stub, where nothing else is wrong than that functions are not written yet."""
    sentences = list(dict.fromkeys(test.failure.sentence if test.failure else None for test in fallen))
    if len(fallen) < 2 or not all(str(sentence).endswith(NOT_WRITTEN) for sentence in sentences):
        return None
    *names, last = (str(sentence).removesuffix(NOT_WRITTEN) for sentence in sentences)
    return f"{', '.join(names)} and {last} are{NOT_WRITTEN[3:]}" if names else sentences[0]


def _alike(fallen: list[TestVerdict]) -> list[TestVerdict]:
    """Return the tests that fell by one and the same fault, if they are many: it is told once, not for each rule."""
    faults = Counter(filter(None, map(_kind_of_fault, fallen)))
    for kind, number in faults.most_common(1):
        if number >= _FEW or number == len(fallen) > 1:
            return [test for test in fallen if _kind_of_fault(test) == kind]
    return []


def _kind_of_fault(verdict: TestVerdict) -> tuple[str, int | None] | None:
    """Return what makes two faults one: the sentence, or the exception's type and the line from which it came."""
    fault = _fault(verdict)
    if fault is None or verdict.failure is None:
        return None
    return (fault, None) if verdict.failure.sentence else (fault.partition(":")[0], verdict.failure.line)


def _fault(verdict: TestVerdict) -> str | None:
    """Return what went wrong where that alone tells the story: a sentence, or what was raised."""
    failure = verdict.failure
    if failure is None or failure.expected or failure.sentence == NOT_RUN:
        return None
    if failure.sentence:
        return None if failure.got else failure.sentence
    return failure.got if failure.got and failure.got.startswith("raised ") else None


def _without_fault(verdict: TestVerdict) -> Failure | None:
    return verdict.failure and replace(verdict.failure, sentence=None, got=None)


def _one_failure(verdict: TestVerdict, file: str, paint: Paint) -> Iterator[str]:
    if verdict.failure:
        if verdict.failure.sentence:
            yield from _wrapped(verdict.failure.sentence, _INDENT, _INDENT)
        for line in replace(verdict.failure, sentence=None).lines(file):
            yield from _wrapped(line, _INDENT, _LABEL)
    if verdict.output.strip():
        lines = verdict.output.rstrip().splitlines()
        for line in lines[:_OUTPUT_LINES]:
            yield paint(f"{_INDENT}printed    {beginning(line.expandtabs(), WIDTH - len(_LABEL))}", "dim")
        if len(lines) > _OUTPUT_LINES:
            yield paint(f"{_LABEL}… {len(lines) - _OUTPUT_LINES} more lines", "dim")


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
    begun, *rest = text.split("\n")
    lines = wrapped(begun, WIDTH, first, further) or [first.rstrip()]
    for part in rest:
        lines += wrapped(part, WIDTH, further, further) or [further.rstrip()]
    return lines
