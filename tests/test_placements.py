"""What the notes of problem 120 show for each place of the budget's check is what that place leaves behind."""

import contextlib
import importlib
import io
import re
from pathlib import Path

import pytest

from judge.loading import load, public_names
from judge.problem import find

ROOT = Path(__file__).resolve().parent.parent
PROBLEM = find(ROOT, "problem_120")
NOTES = (PROBLEM.solutions / "notes.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("heading", "file"),
    [
        ("After the reply", "mistakes/budget_checked_after_the_reply.py"),
        ("A wrapper that raises", "mistakes/model_wrapper_raises.py"),
        ("At the top of the turn", "reference.py"),
    ],
)
def test_the_notes_show_what_each_placement_leaves_behind(heading: str, file: str) -> None:
    section = NOTES.partition(f"\n### {heading}\n")[2].partition("\n#")[0]

    assert f"`{Path(file).name}`" in section
    assert _blocks(section, "text") == [_played(file)]


def test_the_notes_compare_three_placements_on_one_script() -> None:
    section = NOTES.partition("\n## Three places for the check\n")[2].partition("\n## ")[0]

    assert len(_blocks(section, "python")) == 1
    assert len(re.findall("^### ", section, re.MULTILINE)) == len(_blocks(section, "text")) == 3


def _blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of `text` in one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _played(file: str) -> str:
    """Return what the script in the notes prints with the `run_agent` of a file."""
    (script,) = _blocks(NOTES, "python")
    solution = load(PROBLEM.solutions / file, public_names(PROBLEM.stub))
    names = {**vars(importlib.import_module("problems.problem_120.lab")), "run_agent": solution.run_agent}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(script, names)
    return printed.getvalue()
