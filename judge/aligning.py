"""The functions of one solution in the order of those of another that do the same work, whatever they are called."""

import ast
import difflib
from collections.abc import Iterable

_ALIKE = 0.6  # of their lines, without names, are the same
_MOST = 40  # definitions; each is held against each
_SAME_NAME = 0.3  # as much as so many more lines would

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def aligned(attempt: ast.Module, reference: ast.Module) -> ast.Module:
    """Return `attempt` with its functions and classes in the order in which `reference` has those most like them.

    Where a definition stands does not change what it does; a diff would show one that has moved as removed and added.
    """
    mine, theirs = _definitions(attempt), _definitions(reference)
    if max(len(mine), len(theirs)) > _MOST:
        return attempt
    places = {id(own): theirs.index(other) for own, other in _pairs(mine, theirs)}
    in_order = iter(sorted((node for node in mine if id(node) in places), key=lambda node: places[id(node)]))
    body = [next(in_order) if id(node) in places else node for node in attempt.body]
    return ast.Module(body, attempt.type_ignores)


def _definitions(tree: ast.Module) -> list[Definition]:
    return [node for node in tree.body if isinstance(node, Definition)]


def _pairs(mine: list[Definition], theirs: list[Definition]) -> Iterable[tuple[Definition, Definition]]:
    """Return who does the same work as whom, the likest first; each is in one pair at most."""
    shapes = {id(node): _shape(node) for node in [*mine, *theirs]}
    ranked = sorted(
        ((_likeness(own, other, shapes), at, to) for at, own in enumerate(mine) for to, other in enumerate(theirs)),
        key=lambda found: (-found[0], found[1], found[2]),
    )
    taken: dict[int, int] = {}
    for likeness, at, to in ranked:
        if likeness >= _ALIKE and at not in taken and to not in taken.values():
            taken[at] = to
    return [(mine[at], theirs[to]) for at, to in taken.items()]


def _likeness(own: Definition, other: Definition, shapes: dict[int, list[str]]) -> float:
    if type(own) is not type(other):
        return 0.0
    lines = difflib.SequenceMatcher(None, shapes[id(own)], shapes[id(other)], autojunk=False).ratio()
    return lines + (_SAME_NAME if own.name == other.name else 0.0)


def _shape(node: Definition) -> list[str]:
    """Return the lines of a definition with all names spelled alike."""
    copy = ast.parse(ast.unparse(node))
    for each in ast.walk(copy):
        for field in ("id", "arg", "name"):
            if isinstance(getattr(each, field, None), str) and not isinstance(each, ast.keyword | ast.alias):
                setattr(each, field, "_")
    return ast.unparse(copy).splitlines()
