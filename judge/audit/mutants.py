"""Mutants: copies of a solution with one small change each, of the kinds that people make by mistake."""

import ast
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from judge.audit.operators import changes


@dataclass(frozen=True)
class Mutant:
    """The whole `source` after the change `what` on `line`, which is that of the original file."""

    line: int
    what: str
    source: str


def mutants(source: str) -> Iterator[Mutant]:
    """Yield every mutant of `source` once, in the order of its lines. They are laid out as ast.unparse does it."""
    tree = ast.parse(source)
    seen = {ast.unparse(tree)}
    for place in list(_places(tree)):
        for what, node in changes(place.parent, place.field, place.node):
            place.put(ast.fix_missing_locations(ast.copy_location(node, place.node)))
            text = ast.unparse(tree)
            place.put(place.node)
            if text not in seen and _compiles(text):
                seen.add(text)
                yield Mutant(_line(place.node), what, text)


def _line(node: ast.AST) -> int:
    """Return the line of `node`, or of the first one in it that has a line: some kinds have none."""
    return next((int(each.lineno) for each in ast.walk(node) if hasattr(each, "lineno")), 0)


def _compiles(text: str) -> bool:
    with warnings.catch_warnings():
        # Where a literal is compared with `is`, it depends on the Python whether that is another behaviour.
        warnings.simplefilter("error", SyntaxWarning)
        try:
            compile(text, "mutant", "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            return False
    return True


class _Place(NamedTuple):
    """Where a node stands in its parent: in a field, or somewhere in one that is a list."""

    parent: ast.AST
    field: str
    at: int | None
    node: ast.AST

    def put(self, node: ast.AST) -> None:
        if self.at is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.at] = node


_ANNOTATIONS = ("annotation", "returns", "bases", "type_comment")


def _places(parent: ast.AST) -> Iterator[_Place]:
    for field, value in ast.iter_fields(parent):
        if field in _ANNOTATIONS:
            continue
        for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(node, ast.AST) and not _is_docstring(node):
                yield _Place(parent, field, at, node)
                yield from _places(node)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
