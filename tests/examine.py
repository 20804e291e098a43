"""Judges and plays everything in one problem's folders, in a process of its own; prints what it found as JSON.

Run as ``python -m tests.examine problem_119``. The tests of the folders start one such process for each problem, so
that a problem's tests are collected once and not once for every mistake.
"""

import importlib
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from judge import session, supervise
from judge.loading import load, public_names
from judge.plain import same
from judge.problem import Problem, find

# Alternatives must agree on every script. To play them all takes a minute or two, which only CI spends each time (with
# the variable EVERY_SCRIPT); elsewhere they play every so many-th.
STRIDE = 11

ROOT = Path(__file__).resolve().parent.parent


def examine(problem: Problem) -> dict[str, Any]:
    """Return the verdict on the reference, the stub, and every alternative and mistake, and how they play."""
    return {
        "verdicts": session.collect(problem, lambda items: _verdicts(problem, items)),
        "scenarios": _play(problem),
    }


def solutions(problem: Problem, kind: str) -> list[Path]:
    """Return the files of one kind, ``alternatives`` or ``mistakes``, sorted by name."""
    return sorted((problem.solutions / kind).glob("*.py"))


def _verdicts(problem: Problem, items: list[pytest.Item]) -> dict[str, dict[str, Any]]:
    files = [problem.stub, problem.solutions / "reference.py"]
    files += [*solutions(problem, "alternatives"), *solutions(problem, "mistakes")]
    return {
        _key(file): json.loads(supervise.judge(items, problem, file, _key(file)).as_json(with_code=False))
        for file in files
    }


def _play(problem: Problem) -> dict[str, Any]:
    space = importlib.import_module(f"problems.{problem.name}.scenarios")
    public = public_names(problem.stub)
    reference = load(problem.solutions / "reference.py", public)
    alternatives = {_key(file): load(file, public) for file in solutions(problem, "alternatives")}
    mistakes = {_key(file): load(file, public) for file in solutions(problem, "mistakes")}
    stride = 1 if os.environ.get("EVERY_SCRIPT") else STRIDE
    differs: dict[str, int] = {}
    count = 0
    for count, scenario in enumerate(space.scenarios(), start=1):
        expected = space.observe(reference, scenario)
        for name, module in {**mistakes, **(alternatives if count % stride == 0 else {})}.items():
            if not same(space.observe(module, scenario), expected):
                differs[name] = count - 1
                mistakes.pop(name, None)
                alternatives.pop(name, None)
    return {"count": count, "differs": differs, "agree": sorted([*mistakes, *alternatives])}


def _key(file: Path) -> str:
    return file.name if file.parent.name.startswith("problem_") else f"{file.parent.name}/{file.name}"


if __name__ == "__main__":
    json.dump(examine(find(ROOT, sys.argv[1])), sys.stdout)
