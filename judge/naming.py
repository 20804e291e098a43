"""Two solutions line by line, without what is no code: comments, docstrings, annotations, and how a name is spelled."""

import ast
import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

# Around a name, so that it can be found again in a line. No Python name has this sign in it.
_SIGN = "¤"
_MARKED = re.compile(f"{_SIGN}([^{_SIGN}]*){_SIGN}")


@dataclass(frozen=True)
class Line:
    """One line of code as it reads, and as it compares once names are paired."""

    text: str
    compared: str


def bare(source: str | bytes) -> ast.Module:
    """Return the tree of `source` without docstrings, annotations, and the imports that only those need.

    Comments and layout are gone with the text. Raises SyntaxError or ValueError where `source` is no Python.
    """
    tree: ast.Module = _Stripping().visit(ast.parse(source))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            node.names = [name for name in node.names if (name.asname or name.name).split(".")[0] in used]
    tree.body = [node for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom) or node.names]
    return tree


class _Stripping(ast.NodeTransformer):
    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None or not isinstance(node.target, ast.Name):
            return node  # A field of a dataclass is nothing but its annotation.
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            if ast.get_docstring(node, clean=False) is not None:
                del node.body[0]
            if not node.body and not isinstance(node, ast.Module):
                node.body.append(ast.Pass())
        return super().generic_visit(node)


def paired(attempt: ast.Module, reference: ast.Module) -> tuple[list[Line], list[Line], dict[str, str]]:
    """Return the lines of both, and which name of the attempt is taken for which other of the reference.

    Names stand for one another where they stand at the same places in lines that are otherwise alike; each stands for
    one only, and only names that the file itself has given can.
    """
    ours, theirs = _given_names(attempt), _given_names(reference)
    texts = [_lines(tree, ours | theirs, str) for tree in (attempt, reference)]
    marked = [_lines(tree, ours | theirs, lambda name: f"{_SIGN}{name}{_SIGN}") for tree in (attempt, reference)]
    votes = _votes(marked[0], marked[1])
    # A name that both have given is most likely the same one, unless the lines say otherwise.
    votes.update({(name, name): 0.5 for name in ours & theirs})
    names: dict[str, str] = {}
    for (mine, other), _ in sorted(votes.items(), key=lambda item: (-item[1], item[0])):
        if mine in ours and other in theirs and mine not in names and other not in names.values():
            names[mine] = other
    taken = set(names.values())

    def read(mine: re.Match[str]) -> str:
        return names.get(mine[1]) or (f"{mine[1]}'" if mine[1] in taken else mine[1])

    left = [Line(text, _MARKED.sub(read, line)) for text, line in zip(texts[0], marked[0], strict=True)]
    right = [Line(text, _MARKED.sub(r"\1", line)) for text, line in zip(texts[1], marked[1], strict=True)]
    return left, right, {mine: other for mine, other in names.items() if mine != other}


def _votes(left: list[str], right: list[str]) -> Counter[tuple[str, str]]:
    """Return how often a name of the one stands where a name of the other does, in lines that are otherwise alike."""
    shapes, other_shapes = ([_MARKED.sub(_SIGN, line) for line in lines] for lines in (left, right))
    votes: Counter[tuple[str, str]] = Counter()
    for at, other_at, size in difflib.SequenceMatcher(None, shapes, other_shapes, autojunk=False).get_matching_blocks():
        for line, other in zip(left[at : at + size], right[other_at : other_at + size], strict=True):
            votes.update(zip(_MARKED.findall(line), _MARKED.findall(other), strict=True))
    return votes


def _given_names(tree: ast.Module) -> set[str]:
    """Return the names that the code itself gives to a variable, an argument, a function or a class."""
    given = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given.add(node.id)
        elif isinstance(node, ast.arg):
            given.add(node.arg)
        elif isinstance(node, ast.ExceptHandler | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name:
            given.add(node.name)
    return given


def _lines(tree: ast.Module, names: Iterable[str], spelled: Callable[[str], str]) -> list[str]:
    copy = ast.parse(ast.unparse(tree))
    for node in ast.walk(copy):
        for field in ("id", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and name in names and not isinstance(node, ast.keyword | ast.alias):
                setattr(node, field, spelled(name))
    return ast.unparse(copy).splitlines()
