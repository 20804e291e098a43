"""Fixtures of the project's own tests, and what holds for these alone: a warning is an error."""

import compileall
import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.support import ROOT, make_checkout

# The toy problems are material: their tests are run in copies of the checkout, by the command under test.
collect_ignore = ["toy"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Make warnings errors below tests/ only: the code of a candidate, which problems/ runs, may warn."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.filterwarnings("error"))


@pytest.fixture(scope="session", autouse=True)
def _python_on_path(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have a `python` to be found, so that the command advises to type that, on systems too that have none."""
    if not shutil.which("python"):
        folder = tmp_path_factory.mktemp("bin")
        (folder / "python").symlink_to(sys.executable)
        os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.fixture(scope="session")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout that tests only read, where the path has a space and a letter beyond ASCII."""
    compileall.compile_dir(ROOT / "judge", quiet=2)  # So that no copy has to compile them again.
    return make_checkout(tmp_path_factory.mktemp("checkout") / "Übung 1")


@pytest.fixture
def checkout(untouched: Path, tmp_path: Path) -> Path:
    """A copy of the checkout for one test alone."""
    return Path(shutil.copytree(untouched, tmp_path / "Übung 1"))
