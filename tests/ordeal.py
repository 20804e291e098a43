"""Judges many attempts at one problem in one process; prints for each what became of it, and what it left behind.

Run as ``python tests/ordeal.py CHECKOUT PROBLEM FILE...`` in the environment that the judge is to see; each line that
it prints is JSON. It is a process of its own so that its memory, its children and its folder are the judge's alone.
"""

import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest


def run(root: Path, name: str, attempts: list[Path]) -> None:
    """Judge the files `attempts` at the problem `name` of the checkout at `root`, one after the other."""
    from judge import seal, session, supervise
    from judge.problem import find

    problem = find(root, name)

    def judge_all(items: list[pytest.Item]) -> bool:
        for attempt in attempts:
            began = time.monotonic()
            verdict = seal.confirm(supervise.judge(items, problem, attempt, attempt.name), problem, attempt)
            print(json.dumps(told(json.loads(verdict.as_json(with_code=False)), time.monotonic() - began)), flush=True)
        return True

    session.collect(problem, judge_all)


def told(verdict: dict[str, Any], seconds: float) -> dict[str, Any]:
    """Return the verdict with what it took, and what is left of the attempt now."""
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return {
        "verdict": verdict,
        "seconds": seconds,
        "peak_memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // unit,  # MiB of this process
        "files": os.listdir(tempfile.gettempdir()),
        "has_children": has_children(),
    }


def has_children() -> bool:
    """Tell whether this process has any child, be it one that has ended."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


if __name__ == "__main__":
    sys.path[0] = sys.argv[1]
    run(Path(sys.argv[1]), sys.argv[2], [Path(file) for file in sys.argv[3:]])
