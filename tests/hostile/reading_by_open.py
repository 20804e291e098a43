"""Opens the reference and answers with it."""

# verdict: error
# says: PermissionError

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
exec((ROOT / "solutions/problem_001/reference.py").read_text())
