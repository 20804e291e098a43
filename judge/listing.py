"""The list of problems in their parts, with what this checkout remembers of each."""

import sys
from pathlib import Path

from judge.advice import RUNNER
from judge.problem import PARTS, Problem, every
from judge.progress import FILE_NAME, Progress
from judge.standing import Standing
from judge.terminal import Paint, warn, write

_STAR = "★"


def run(root: Path, *, color: bool, now: float) -> int:
    """Print the list and return the exit status; `now` is a Unix timestamp."""
    problems = every(root)
    progress = Progress(root / FILE_NAME)
    standings = progress.all()
    paint = Paint.for_stream(sys.stdout, allowed=color)
    width = max((len(problem.title) for problem in problems), default=0)
    lines: list[str] = []
    for part, name in PARTS.items():
        inside = [problem for problem in problems if problem.part == part]
        if inside:
            lines += [paint(f"Part {part} · {name}", "bold"), ""]
            lines += [
                line for problem in inside for line in _entry(problem, standings.get(problem.name), width, now, paint)
            ]
            lines.append("")
    solved = sum(standing.solved for standing in map(standings.get, (problem.name for problem in problems)) if standing)
    following = _next(problems, standings)
    lines += _path(problems, paint)
    lines.append(f"{solved} of {len(problems)} solved." + (f"  Next: {RUNNER} {following}" if following else ""))
    write(lines)
    warn(progress.take_warning())
    return 0


def _entry(problem: Problem, standing: Standing | None, width: int, now: float, paint: Paint) -> list[str]:
    needs = f"needs {' '.join(problem.needs)}" if problem.needs else ""
    star = _STAR if problem.essential else " "
    facts = f"{problem.difficulty:<7} {problem.minutes:>3} min {star}  {needs}".rstrip()
    standing = standing or Standing(problem.name)
    mark, colour = _mark(standing)
    title = f"  {paint(mark, colour)} {problem.number}  {problem.title}"
    return [title, *(f"         {line}" for line in (paint(facts, "dim"), _history(standing, now)) if line)]


def _path(problems: list[Problem], paint: Paint) -> list[str]:
    """Return how to go through the list, and what to do where there is only an hour."""
    order = [problem.number for problem in _in_order(problems)]
    needs_none_below = all(
        order.index(need) < order.index(problem.number)
        for problem in problems
        for need in problem.needs
        if need in order
    )
    lines = ["From the top down: each needs only what stands above it."] if needs_none_below else []
    if essential := [problem for problem in _in_order(problems) if problem.essential]:
        minutes = sum(problem.minutes for problem in essential)
        numbers = ", ".join(problem.number for problem in essential)
        lines.append(f"{_STAR} With about an hour left before an interview: {numbers} ({minutes} min).")
    return [paint(line, "dim") for line in lines] + [""] * bool(lines)


def _mark(standing: Standing) -> tuple[str, str]:
    if standing.solved_before_but_fails_now:
        return "!", "yellow"
    return ("✓", "green") if standing.solved else ("·", "dim")


def _history(standing: Standing, now: float) -> str:
    """Return one line on how far the candidate has come, or nothing for a problem not begun."""
    parts: list[str] = []
    if standing.solved_before_but_fails_now and standing.last:
        parts.append(f"was solved, now {standing.last.passed} of {standing.last.total}")
    elif standing.first_solved is not None and standing.first_run is not None:
        parts.append(f"solved after {duration(standing.first_solved - standing.first_run)}")
    elif standing.best:
        parts.append(f"best {standing.best.passed} of {standing.best.total}")
    if standing.attempts:
        parts.append("1 attempt" if standing.attempts == 1 else f"{standing.attempts} attempts")
    if standing.first_run is not None and not standing.solved:
        parts.append(f"begun {duration(now - standing.first_run)} ago")
    if standing.hints:
        parts.append("1 hint" if standing.hints == 1 else f"{standing.hints} hints")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """Return a length of time as people say it: ``40 s``, ``12 min``, ``3 h``, ``2 days``."""
    if seconds < 90:
        return f"{max(seconds, 0):.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 36 * 3600:
        return f"{seconds / 3600:.0f} h"
    return f"{seconds / 86400:.0f} days"


def _next(problems: list[Problem], standings: dict[str, Standing]) -> str | None:
    """Return the number to go on with: what fails again, what is begun, or the first whose needs are met."""
    solved = {name.removeprefix("problem_") for name, standing in standings.items() if standing.solved}
    again = [problem for problem in problems if standings.get(problem.name, Standing("")).solved_before_but_fails_now]
    open_ones = [problem for problem in _in_order(problems) if problem.number not in solved]
    begun = [problem for problem in open_ones if standings.get(problem.name, Standing("")).attempts]
    ready = [problem for problem in open_ones if solved.issuperset(problem.needs)]
    found = [*again, *begun, *ready, *open_ones]
    return found[0].number if found else None


def _in_order(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.part, problem.number))
