"""Hints and starting over: what a candidate asks for besides a verdict."""

from pathlib import Path

from judge.advice import RUNNER
from judge.attempt import is_unedited, reset_attempt
from judge.columns import wrapped
from judge.problem import find, shown
from judge.progress import FILE_NAME, Progress
from judge.terminal import WIDTH, warn, write


def hint(root: Path, typed: str) -> int:
    """Show the hints taken so far and the next one; return the exit status."""
    problem = find(root, typed)
    progress = Progress(root / FILE_NAME)
    taken = progress.of(problem.name).hints
    last = len(problem.hints)
    if taken < last:
        taken = max(progress.hint(problem.name), 1)
    lines = [f"{problem.name} · {problem.title}", ""]
    for number, text in enumerate(problem.hints[:taken], start=1):
        lines += wrapped(text, WIDTH, f"  {number} of {last}  ", " " * 10)
        lines.append("")
    if taken < last:
        lines += [f"  The next one: {RUNNER} {problem.number} --hint", ""]
    elif (notes := problem.solutions / "notes.md").is_file():
        lines += ["  That was the last hint. The rest is told, and spoiled, in", f"  {shown(notes, root)}", ""]
    else:
        lines += ["  That was the last hint.", ""]
    write(lines)
    warn(progress.take_warning())
    return 0


def reset(root: Path, typed: str) -> int:
    """Put a fresh stub in place of the attempt, keep the old one, and say where; return the exit status."""
    problem = find(root, typed)
    fresh = shown(problem.attempt, root)
    if problem.attempt.is_file() and is_unedited(problem.attempt, problem.stub):
        lines = [f"{fresh} is still the stub; there is nothing to keep."]
    elif kept := reset_attempt(problem.folder):
        lines = [f"{fresh} is the stub again.", f"Your attempt is kept beside it as {kept.name}."]
    else:
        lines = [f"{fresh} is made from the stub; there was no attempt to keep."]
    progress = Progress(root / FILE_NAME)
    progress.start_over(problem.name)
    write(lines)
    warn(progress.take_warning())
    return 0
