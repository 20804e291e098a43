"""Makes a link to the reference in its own folder."""

# verdict: error
# says: PermissionError

import os
from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
os.symlink(ROOT / "solutions/problem_001/reference.py", "here.py")
exec(open("here.py").read())
