"""Makes a file of the checkout one that anybody may write."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    os.chmod(ROOT / "problems/problem_001/spec.md", 0o777)
