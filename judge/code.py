"""Two solutions as code: how long, how branched, how deep; and a diff that looks past names and comments."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.aligning import aligned
from judge.columns import hanging
from judge.naming import Line, bare, paired
from judge.problem import Problem, shown
from judge.terminal import WIDTH, Paint

_BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.Try,
    ast.TryStar,
    ast.ExceptHandler,
    ast.BoolOp,
    ast.match_case,
    ast.comprehension,
)
_DEEPER = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.Try,
    ast.TryStar,
    ast.With,
    ast.AsyncWith,
    ast.Match,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
)

# The comparison takes place in the judge's own process, and its time grows with the square of the lines.
_LARGEST = 200_000  # bytes of a file that is looked at
_LONG = 400  # lines of code of which there is a diff
_MOST = 120  # lines of a diff that are shown


@dataclass(frozen=True)
class Shape:
    """The size of a solution: `lines` of code without comments and docstrings, `branches`, deepest `nesting`."""

    lines: int
    branches: int
    nesting: int


def shape(source: str | bytes) -> Shape:
    """Return the shape of `source`."""
    tree = bare(source)
    branches = sum(isinstance(node, _BRANCHES) for node in ast.walk(tree))
    return Shape(len(ast.unparse(tree).splitlines()), branches, _nesting(tree))


def code_lines(problem: Problem, attempt: Path, paint: Paint) -> Iterator[str]:
    """Yield the two shapes beside each other, a diff from the attempt to the reference, and where to read on."""
    reference = problem.reference
    try:
        theirs, mine = (path.read_bytes() for path in (reference, attempt))
        if len(mine) > _LARGEST:
            yield "  Your file is too large to be laid out beside the reference."
        else:
            yield from [*_shapes(theirs, mine, paint), "", *_shortened_diff(mine, theirs, paint)]
    except (OSError, SyntaxError, ValueError, RecursionError):
        yield "  Your file cannot be laid out beside the reference."
    yield ""
    yield f"  The reference: {shown(reference, problem.root)}"
    notes = problem.solutions / "notes.md"
    if notes.is_file():
        yield f"  Why it is so:  {shown(notes, problem.root)}"


def _shortened_diff(mine: bytes, theirs: bytes, paint: Paint) -> Iterator[str]:
    if shape(mine).lines > _LONG:
        yield f"  Your code is longer than {_LONG} lines, too long for a diff that anybody would read."
        return
    lines = list(diff_lines(mine, theirs, paint))
    yield from lines[:_MOST]
    if len(lines) > _MOST:
        yield f"    … {len(lines) - _MOST:,} more lines"


def _shapes(reference: bytes, attempt: bytes, paint: Paint) -> Iterator[str]:
    yield paint(f"  {'':<12}{'lines':>7}{'branches':>10}{'nesting':>9}", "dim")
    for name, source in (("reference", reference), ("yours", attempt)):
        size = shape(source)
        yield f"  {name:<12}{size.lines:>7}{size.branches:>10}{size.nesting:>9}"


def diff_lines(attempt: bytes | str, reference: bytes | str, paint: Paint) -> Iterator[str]:
    """Yield a unified diff of the code alone; lines that differ in the spelling of names only count as equal."""
    written, other = bare(attempt), bare(reference)
    moved = aligned(written, other)
    mine, theirs, names = paired(moved, other)
    matcher = difflib.SequenceMatcher(
        None, [line.compared for line in mine], [line.compared for line in theirs], autojunk=False
    )
    groups = [group for group in matcher.get_grouped_opcodes(2) if any(code[0] != "equal" for code in group)]
    if not groups:
        beside = "names and comments" if moved.body == written.body else "names, comments and the order of functions"
        yield f"  But for {beside}, the code is the same."
        return
    yield f"  {paint('- yours', 'red')}   {paint('+ reference', 'green')}   (without comments, docstrings, annotations)"
    if names:
        told = ", ".join(f"{name} = {other}" for name, other in sorted(names.items()))
        yield from hanging(f"Read as the same name, yours first: {told}", "  ", WIDTH)
    for group in groups:
        yield paint("    …", "dim")
        for kind, start, end, other_start, other_end in group:
            if kind == "equal":
                yield from _coded(" ", mine[start:end], None, paint)
            else:
                yield from _coded("-", mine[start:end], "red", paint)
                yield from _coded("+", theirs[other_start:other_end], "green", paint)


def _coded(sign: str, lines: list[Line], colour: str | None, paint: Paint) -> Iterator[str]:
    for line in lines:
        for text in hanging(line.text, "", WIDTH - 4, "    " + " " * (len(line.text) - len(line.text.lstrip()))):
            whole = f"  {sign} {text}".rstrip()
            yield paint(whole, colour) if colour else whole


def _nesting(node: ast.AST, depth: int = 0) -> int:
    """Return how many blocks stand inside one another at the deepest place; `elif` is not deeper than its `if`."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, _nesting(child, depth + (isinstance(child, _DEEPER) and not is_elif)))
    return deepest
