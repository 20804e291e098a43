"""Two solutions as code: how long, how branched, how deep; and a diff that looks past names and comments."""

import ast
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.terminal import Paint

_BRANCHES = (
    ast.If,
    ast.IfExp,
    ast.For,
    ast.While,
    ast.Try,
    ast.ExceptHandler,
    ast.BoolOp,
    ast.match_case,
    ast.comprehension,
)
_DEEPER = (ast.If, ast.For, ast.While, ast.Try, ast.With, ast.Match, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Shape:
    """The size of a solution: `lines` of code without comments and docstrings, `branches`, deepest `nesting`."""

    lines: int
    branches: int
    nesting: int


def shape(source: str) -> Shape:
    """Return the shape of `source`."""
    tree = _bare(source)
    branches = sum(isinstance(node, _BRANCHES) for node in ast.walk(tree))
    return Shape(len(ast.unparse(tree).splitlines()), branches, _nesting(tree))


def code_lines(reference: Path, attempt: Path, paint: Paint) -> Iterator[str]:
    """Yield the two shapes beside each other, then a unified diff from the attempt to the reference."""
    texts = [path.read_text(encoding="utf-8-sig") for path in (reference, attempt)]
    yield paint(f"  {'':<12}{'lines':>7}{'branches':>10}{'nesting':>9}", "dim")
    for name, text in zip(("reference", "yours"), texts, strict=True):
        size = shape(text)
        yield f"  {name:<12}{size.lines:>7}{size.branches:>10}{size.nesting:>9}"
    yield ""
    left, right = (ast.unparse(_bare(text)).splitlines() for text in reversed(texts))
    if _nameless(texts[0]) == _nameless(texts[1]):
        yield "  But for names and comments, the code is the same."
        return
    for line in list(difflib.unified_diff(left, right, "yours", "reference", lineterm="", n=2)):
        colour = {"+": "green", "-": "red", "@": "dim"}.get(line[:1])
        yield f"  {paint(line, colour) if colour else line}"


def _bare(source: str) -> ast.Module:
    """Return the tree of `source` without docstrings; comments and layout are gone with the text."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return tree


def _nesting(node: ast.AST, depth: int = 0) -> int:
    """Return how many blocks stand inside one another at the deepest place; `elif` is not deeper than its `if`."""
    deepest = depth
    for child in ast.iter_child_nodes(node):
        is_elif = isinstance(node, ast.If) and isinstance(child, ast.If) and node.orelse == [child]
        deepest = max(deepest, _nesting(child, depth + (isinstance(child, _DEEPER) and not is_elif)))
    return deepest


def _nameless(source: str) -> str:
    """Return `source` in one spelling, its local names numbered in the order in which they come."""
    tree = _bare(source)
    numbers: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = numbers.setdefault(node.id, f"name{len(numbers)}")
        elif isinstance(node, ast.arg):
            node.arg = numbers.setdefault(node.arg, f"name{len(numbers)}")
    return ast.unparse(tree)
