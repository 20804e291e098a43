"""Cuts the reference off at its first byte."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    os.truncate(ROOT / "solutions/problem_001/reference.py", 0)
