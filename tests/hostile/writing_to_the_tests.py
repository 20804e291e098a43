"""Rewrites the tests."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    (ROOT / "problems/problem_001/test_solution.py").write_text("")
