"""Runs the project's own tests, with the interpreter that the bootstrap has made ready."""

from pathlib import Path

import pytest


def run(root: Path) -> int:
    """Run the tests in tests/ and return 0 if they pass, else 1."""
    status = pytest.main([str(root / "tests"), "--rootdir", str(root), "-c", str(root / "pyproject.toml"), "-q"])
    return 0 if status == pytest.ExitCode.OK else 1
