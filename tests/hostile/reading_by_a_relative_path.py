"""Goes to the reference from a folder that it may read."""

# verdict: error
# says: PermissionError

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
start = os.open(ROOT / "problems", os.O_RDONLY)
file = os.open("../solutions/problem_001/reference.py", os.O_RDONLY, dir_fd=start)
exec(os.read(file, 10_000))
