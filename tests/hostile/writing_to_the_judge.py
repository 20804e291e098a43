"""Writes a compiled module in the place of one of the judge's."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

from pathlib import Path

import judge

ROOT = Path(judge.__file__).parent.parent


def attack():
    (ROOT / "judge/plain.py").unlink()
