"""Verdicts: what the judge says of one test, and of one attempt at one problem."""

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Literal

from judge.explain import Failure

Status = Literal["pass", "fail", "error"]


@dataclass(frozen=True)
class Test:
    """A collected test, known before any attempt is loaded."""

    name: str
    rule: str
    function: Callable[..., object] = field(repr=False)

    @property
    def code(self) -> str:
        """The test's own lines; looked up only when asked for, since that takes longer than most tests."""
        return _source(self.function)


@cache
def _source(function: Callable[..., object]) -> str:
    return inspect.getsource(function)


@dataclass(frozen=True)
class TestVerdict:
    """How one test came out. `seconds` is wall time; `output` is what the attempt printed, already cut."""

    test: Test
    status: Status
    failure: Failure | None = None
    output: str = ""
    seconds: float = 0.0


@dataclass(frozen=True)
class Verdict:
    """How an attempt came out. `message` is set where there is something to say that no single test says.

    `unjudgeable`: not one test could be run. `unconfirmed`: all tests reported a pass, but that does not stand.
    `digest` is the SHA-256 of the judged file, None where it could not be read.
    """

    problem: str
    solution: str
    tests: tuple[TestVerdict, ...]
    seconds: float
    message: str | None = None
    candidate: str | None = None
    unjudgeable: bool = False
    unconfirmed: bool = False
    digest: str | None = None

    @property
    def file(self) -> str:
        """The name of the judged file, without its folders."""
        return self.solution.replace("\\", "/").rpartition("/")[2]

    @property
    def passed(self) -> int:
        return sum(test.status == "pass" for test in self.tests)

    @property
    def total(self) -> int:
        return len(self.tests)

    @property
    def status(self) -> Status:
        """`pass` only if every test reported a pass, and that was confirmed; `error` if nothing could be judged."""
        if self.unjudgeable or self.unconfirmed or not self.tests:
            return "error"
        return "pass" if self.passed == self.total else "fail"

    def as_json(self, *, with_code: bool = True) -> str:
        """Return one line: an Exercism test-runner version 3 document with more keys.

        A line of a cohort has `digest` as well, by which a file that was replaced since then is known.
        `with_code` adds the source of each test, which takes longer to look up than most tests take to run.
        """
        return json.dumps(
            {
                "version": 3,
                "problem": self.problem,
                "candidate": self.candidate,
                "solution": self.solution,
                **({"digest": self.digest} if self.candidate is not None else {}),
                "status": self.status,
                "message": self.message,
                "passed": self.passed,
                "total": self.total,
                "seconds": round(self.seconds, 3),
                "tests": [_test(test, self.file, with_code) for test in self.tests],
            },
            ensure_ascii=False,
        )


def _test(verdict: TestVerdict, file: str, with_code: bool) -> dict[str, object]:
    return {
        "name": verdict.test.name,
        "rule": verdict.test.rule,
        "status": verdict.status,
        "message": "\n".join(verdict.failure.lines(file)) if verdict.failure else None,
        "output": verdict.output or None,
        "test_code": verdict.test.code if with_code else None,
        "seconds": round(verdict.seconds, 4),
    }
