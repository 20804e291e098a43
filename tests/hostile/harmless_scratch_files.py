"""Writes temporary files and reads them again."""

# verdict: pass

import os
import tempfile
from pathlib import Path


def attack():
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write("x")
    Path("note.txt").write_text("x")
    os.replace("note.txt", "kept.txt")
    assert Path("kept.txt").read_text() == "x"
