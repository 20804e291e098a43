"""Gives the reference a second name in its own folder."""

# verdict: error
# says: PermissionError|OSError

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
os.link(ROOT / "solutions/problem_001/reference.py", "here.py")
exec(open("here.py").read())
