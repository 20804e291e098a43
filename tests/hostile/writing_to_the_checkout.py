"""Writes a file into the checkout."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    (ROOT / "written").write_text("x")
