"""Reads the history of the project."""

# verdict: error
# says: PermissionError

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent
exec((ROOT / ".git" / "HEAD").read_text())
