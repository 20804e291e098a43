"""Opens the reference through the root folder in /proc."""

# verdict: error
# says: PermissionError

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
exec(Path("/proc/self/root" + str(ROOT), "solutions/problem_001/reference.py").read_text())
