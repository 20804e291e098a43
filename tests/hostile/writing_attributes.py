"""Hides data in the attributes of a file of the checkout."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    os.setxattr(ROOT / "problems/problem_001/spec.md", "user.written", b"x")
