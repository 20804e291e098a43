"""A problem folder, read: its front matter, its rules, and how to find it by the name a person types."""

import ast
import difflib
import re
import tomllib
from collections.abc import Collection
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from judge.advice import RUNNER
from judge.faults import UserError

PARTS = {1: "The loop", 2: "Record and view", 3: "Budgets and production"}

_RULE = re.compile(r"^- \*\*(R\d+)\*\* (.+)")
_SENTENCE_END = re.compile(r"(?<=[^.])\.(?:\s|$)")


@dataclass(frozen=True)
class Rule:
    """One numbered rule of a spec: `text` is its first sentence, `line` counts from 1 in spec.md."""

    id: str
    text: str
    line: int
    full: str


@dataclass(frozen=True)
class Problem:
    """What the front matter of a problem says, and where its files are."""

    folder: Path
    title: str
    part: int
    difficulty: str
    minutes: int
    needs: tuple[str, ...]
    time_limit: float
    hints: tuple[str, ...] = field(repr=False)
    essential: bool = False  # worth the last hour before an interview

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def number(self) -> str:
        return self.name.removeprefix("problem_")

    @property
    def root(self) -> Path:
        return self.folder.parent.parent

    @property
    def solutions(self) -> Path:
        return self.root / "solutions" / self.name

    @property
    def reference(self) -> Path:
        return self.solutions / "reference.py"

    @property
    def alternatives(self) -> list[Path]:
        """The other right answers, sorted by name."""
        return sorted((self.solutions / "alternatives").glob("*.py"))

    @property
    def mistakes(self) -> list[Path]:
        """The known wrong answers, sorted by name."""
        return sorted((self.solutions / "mistakes").glob("*.py"))

    @property
    def attempt(self) -> Path:
        return self.folder / "attempt.py"

    @property
    def stub(self) -> Path:
        return self.folder / "stub.py"

    @property
    def spec(self) -> Path:
        return self.folder / "spec.md"

    @property
    def tests(self) -> Path:
        return self.folder / "test_solution.py"

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The rules of spec.md by their id, in the order of the page."""
        return read_rules(self.spec.read_text(encoding="utf-8"))


def read_rules(spec: str) -> dict[str, Rule]:
    """Return the rules that the text of a spec.md lists as ``- **R1** One sentence. More.``, by id."""
    rules: dict[str, Rule] = {}
    lines = spec.splitlines()
    for number, line in enumerate(lines, start=1):
        if found := _RULE.match(line):
            id, *words = found.groups()
            for further in lines[number:]:
                if not further.startswith("  ") or not further.strip():
                    break
                words.append(further.strip())
            full = " ".join(words)
            rules[id] = Rule(id, _SENTENCE_END.split(full, maxsplit=1)[0], number, full)
    return rules


def read(folder: Path) -> Problem:
    """Return the problem in `folder`. Raises UserError where its problem.toml cannot be used."""
    front = folder / "problem.toml"
    try:
        with front.open("rb") as file:
            told = tomllib.load(file)
        return Problem(
            folder=folder,
            title=str(told["title"]),
            part=int(told["part"]),
            difficulty=str(told["difficulty"]),
            minutes=int(told["minutes"]),
            needs=tuple(str(number) for number in told["needs"]),
            time_limit=float(told["time_limit"]),
            hints=tuple(_list(told["hints"])),
            essential=told.get("essential") is True,
        )
    except FileNotFoundError:
        raise UserError(f"{_short(front)} is missing; restore it with: git checkout -- {_short(front)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValueError, TypeError) as fault:
        raise UserError(
            f"{_short(front)} cannot be read ({fault}); mend it, or run: git checkout -- {_short(front)}"
        ) from None
    except KeyError as missing:
        raise UserError(f"{_short(front)} has no {missing.args[0]!r}; add it.") from None


def _list(value: object) -> list[str]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return [str(item) for item in value]


def _short(path: Path) -> str:
    return "/".join(path.parts[-3:])


def docstring_of(file: Path) -> str:
    """Return the docstring of a Python file on one line, "" where it has none. Raises SyntaxError."""
    return " ".join((ast.get_docstring(ast.parse(file.read_bytes())) or "").split())


def names(root: Path) -> list[str]:
    """Return the names of all problem folders below `root`, sorted by number."""
    return sorted(path.name for path in (root / "problems").glob("problem_*") if path.is_dir())


def find(root: Path, typed: str) -> Problem:
    """Return the problem that a person means by ``119``, ``problem_119`` or a path to its folder.

    Raises UserError, with the nearest name if there is one, where there is no such problem.
    """
    known = names(root)
    name = Path(typed.rstrip("/\\")).name if typed.strip("./\\") else typed
    if name.isdecimal() and len(name) < 10:
        name = f"problem_{int(name):03d}"
    if name in known:
        return read(root / "problems" / name)
    near = nearest(name, known)
    guess = f"did you mean {near}?" if near else f"see the list: {RUNNER}"
    raise UserError(f"There is no problem {typed!r}; {guess}")


def nearest(name: str, known: Collection[str]) -> str | None:
    """Return which of the problem names that are `known` is most like `name`, if any is."""
    # The common beginning would make any number look like any other.
    numbers = {each.removeprefix("problem_"): each for each in known}
    close = difflib.get_close_matches(name.removeprefix("problem_"), numbers, n=1, cutoff=0.6)
    if close:
        return numbers[close[0]]
    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.9)), None)


def every(root: Path) -> list[Problem]:
    """Return all problems below `root`, sorted by number."""
    return [read(root / "problems" / name) for name in names(root)]


def shown(path: Path, root: Path) -> str:
    """Return `path` with forward slashes, relative to the project root where it lies inside."""
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
