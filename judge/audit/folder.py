"""Check `folder`: everything is there and nothing else, and what the spec shows is true."""

import doctest
import importlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from judge.audit.fault import Fault
from judge.audit.files import short
from judge.loading import Unjudgeable, load, public_names
from judge.problem import PARTS, Problem, docstring_of, names

HEADINGS = ["Situation", "Task", "Contract", "Rules", "Examples", "In the wild", "Follow-ups"]
FEWEST = {"alternatives": 3, "mistakes": 8, "hints": 3}
_KEYS = {"title", "part", "difficulty", "minutes", "needs", "time_limit", "hints", "essential"}
_DIFFICULTIES = ("easy", "medium", "hard")
_LONGEST_RULE = 72  # characters, of a first sentence; a verdict shows it on one line
_WANTED = ("spec.md", "problem.toml", "stub.py", "test_solution.py", "scenarios.py")
_CANDIDATES_OWN = "attempt*.py"  # also the kept ones of --reset


def faults(problem: Problem) -> Iterator[Fault]:
    """Yield what is missing, superfluous, unsound or untrue in the two folders."""
    absent = list(missing(problem))
    yield from absent
    yield from _few(problem)
    yield from _stray(problem)
    yield from _front_matter(problem)
    if problem.spec.is_file():
        yield from _spec(problem)
        yield from _links(problem)
        if not absent:
            yield from _examples(problem)
    yield from _sentences(problem)
    yield from _spoilers(problem)
    yield from _unwritten(problem)


def missing(problem: Problem) -> Iterator[Fault]:
    """Yield each file without which nothing can be audited and that is not there."""
    for path in [*(problem.folder / name for name in _WANTED), problem.reference, problem.solutions / "notes.md"]:
        if not path.is_file():
            yield Fault(f"{_shown(path, problem)} is missing", "write it; CONTRIBUTING.md says what it holds")


def _few(problem: Problem) -> Iterator[Fault]:
    for kind, files in (("alternatives", problem.alternatives), ("mistakes", problem.mistakes)):
        if len(files) < FEWEST[kind]:
            folder = _shown(problem.solutions / kind, problem)
            yield Fault(f"{folder} holds {len(files)} of at least {FEWEST[kind]} files", "add some")


def _stray(problem: Problem) -> Iterator[Fault]:
    ours = {*_WANTED, "lab.py"}
    theirs = {"reference.py", "notes.md", "alternatives", "mistakes"}
    for folder, known in ((problem.folder, ours), (problem.solutions, theirs)):
        for path in sorted(folder.glob("*")):
            if path.name not in known and not path.match(_CANDIDATES_OWN) and not _is_of_a_tool(path):
                yield _is_stray(path, problem)
    for kind in ("alternatives", "mistakes"):
        for path in sorted((problem.solutions / kind).glob("*")):
            if path.suffix != ".py" and not _is_of_a_tool(path):
                yield _is_stray(path, problem)


def _is_of_a_tool(path: Path) -> bool:
    return path.name == "__pycache__" or path.name.startswith(".")


def _is_stray(path: Path, problem: Problem) -> Fault:
    return Fault(f"{_shown(path, problem)} belongs to no problem", "remove it, or move it elsewhere")


def _front_matter(problem: Problem) -> Iterator[Fault]:
    known = {name.removeprefix("problem_") for name in names(problem.root)}
    further = tomllib.loads((problem.folder / "problem.toml").read_text(encoding="utf-8")).keys() - _KEYS
    wrong = {
        f"part is {problem.part}": problem.part not in PARTS,
        f"difficulty is {problem.difficulty!r}": problem.difficulty not in _DIFFICULTIES,
        f"minutes is {problem.minutes}": not 5 <= problem.minutes <= 120,
        f"hints are {len(problem.hints)} of at least {FEWEST['hints']}": len(problem.hints) < FEWEST["hints"],
        "a hint is empty": not all(hint.strip() for hint in problem.hints),
        f"needs names {', '.join(sorted(set(problem.needs) - known))}, which is no problem": set(problem.needs) - known,
        "needs names the problem itself": problem.number in problem.needs,
        f"time_limit is {problem.time_limit:g}": not 0 < problem.time_limit <= 10,
        f"{', '.join(sorted(further))} is no key that anything reads": further,
    }
    for what in (text for text, is_wrong in wrong.items() if is_wrong):
        yield Fault(f"problem.toml: {what}", "mend it; CONTRIBUTING.md lists what each key may be")


def _spec(problem: Problem) -> Iterator[Fault]:
    text = problem.spec.read_text(encoding="utf-8")
    title = f"# {problem.number} · {problem.title}"
    if not text.startswith(f"{title}\n"):
        yield Fault(f"spec.md does not begin with the title of problem.toml, {title!r}", "make the two the same")
    if (headings := re.findall(r"^## (.+)$", text, re.MULTILINE)) != HEADINGS:
        yield Fault(f"spec.md has the sections {', '.join(headings)}", f"make them {', '.join(HEADINGS)}")
    rules = list(problem.rules)
    if not rules or rules != [f"R{number}" for number in range(1, len(rules) + 1)]:
        yield Fault(f"the rules of spec.md are numbered {', '.join(rules) or 'not at all'}", "number them from R1 on")
    for rule in problem.rules.values():
        if len(rule.text) > _LONGEST_RULE:
            yield Fault(
                f"the first sentence of {rule.id} has {len(rule.text)} characters",
                f"say it in {_LONGEST_RULE}, for a verdict shows it on one line",
            )


def _links(problem: Problem) -> Iterator[Fault]:
    for page in (problem.spec, problem.solutions / "notes.md"):
        if page.is_file():
            prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
            for target in re.findall(r"\]\(([^)#:]+)\)", prose):
                if not (page.parent / target).exists():
                    yield Fault(f"{page.name} links to {target}, which is not there", "mend the link")


def _examples(problem: Problem) -> Iterator[Fault]:
    """Run every python block with a prompt, with the names of the reference and of the lab at hand."""
    try:
        names = vars(load(problem.reference, public_names(problem.stub))).copy()
    except Unjudgeable:
        return  # Another check says so.
    if (problem.folder / "lab.py").is_file():
        names = {**vars(importlib.import_module(f"problems.{problem.name}.lab")), **names}
    text = problem.spec.read_text(encoding="utf-8")
    blocks = re.finditer(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    for block in (found for found in blocks if ">>> " in found[1]):
        line = text.count("\n", 0, block.start(1))
        example = doctest.DocTestParser().get_doctest(block[1], dict(names), "spec.md", "spec.md", line)
        said: list[str] = []
        if doctest.DocTestRunner(verbose=False).run(example, out=said.append).failed:
            shown = [told for part in said for told in part.splitlines() if told.strip("* ")]
            yield Fault(
                f"the example in spec.md, line {line + 1}, is not true", "show what comes out", tuple(shown[:12])
            )


def _sentences(problem: Problem) -> Iterator[Fault]:
    for file in [*problem.alternatives, *problem.mistakes]:
        try:
            said = docstring_of(file)
        except SyntaxError as error:
            yield Fault(f"{short(file)} is no Python ({error.msg}, line {error.lineno})", "mend it")
            continue
        if not re.fullmatch(r".{10,200}\.", said):
            yield Fault(f"{short(file)} does not say in a sentence what it is", "begin it with a docstring of one")


def _spoilers(problem: Problem) -> Iterator[Fault]:
    for file in sorted(problem.folder.glob("*.py")):
        if re.search(r"^\s*(from|import) solutions", file.read_text(encoding="utf-8"), re.MULTILINE):
            yield Fault(f"{file.name} imports a solution", "do without: problems/ never reads solutions/")


def _unwritten(problem: Problem) -> Iterator[Fault]:
    """Yield each file of text in which the author, or the template, says that there is more to write."""
    for file in (problem.spec, problem.folder / "problem.toml", problem.solutions / "notes.md"):
        lines = file.read_text(encoding="utf-8").splitlines() if file.is_file() else []
        if found := [number for number, line in enumerate(lines, start=1) if "TODO" in line]:
            where = f"line{'s' * (len(found) > 1)} {', '.join(map(str, found))}"
            yield Fault(f"{file.name} has something TODO in {where}", "write it")


def _shown(path: Path, problem: Problem) -> str:
    return path.relative_to(problem.root).as_posix()
