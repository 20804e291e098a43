"""The reference with other private names, other orders of its dicts, other words where the spec fixes none."""

import ast
import re
from collections.abc import Iterator

from judge.loading import public_names
from judge.problem import Problem

_RENAMED = "_{}_by_another_name"
_TWO_WORDS = re.compile(r"\w+\W+\w+")


def disguises(problem: Problem) -> Iterator[tuple[str, str]]:
    """Yield what has been changed, and the source after that, for each disguise that changes anything."""
    source = problem.reference.read_text(encoding="utf-8")
    plain = ast.unparse(ast.parse(source))
    for what, disguise in (
        ("its private names", _Renaming(_private(problem, source))),
        ("the order of its dicts", _Reordering()),
        ("words that the spec does not fix", _Rewording(_fixed(problem))),
    ):
        changed = ast.unparse(ast.fix_missing_locations(disguise.visit(ast.parse(source))))
        if changed != plain:
            yield what, changed


def _private(problem: Problem, source: str) -> set[str]:
    """Return the names that the reference defines at its top and the stub does not."""
    public = public_names(problem.stub)
    defined = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            defined |= {target.id for target in targets if isinstance(target, ast.Name)}
    return defined - {*public.functions, *public.classes}


def _fixed(problem: Problem) -> str:
    """Return all that a candidate is given to read."""
    files = [problem.spec, problem.stub, problem.folder / "lab.py"]
    return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self.names = names

    def _other(self, name: str) -> str:
        return _RENAMED.format(name.strip("_")) if name in self.names else name

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self._other(node.id), node.ctx), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = self._other(node.name)
        return self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.name = self._other(node.name)
        return self.generic_visit(node)


class _Reordering(ast.NodeTransformer):
    """Turns round the dicts that functions write down; those of a module may be tables, whose order has a meaning."""

    def __init__(self) -> None:
        self.within = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.within += 1
        self.generic_visit(node)
        self.within -= 1
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        # Where a dict is spread in another, what stands last wins.
        if self.within and None not in node.keys:
            node.keys, node.values = node.keys[::-1], node.values[::-1]
        return node


class _Rewording(ast.NodeTransformer):
    def __init__(self, fixed: str) -> None:
        self.fixed = " ".join(fixed.split())

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if isinstance(value, str) and _TWO_WORDS.search(value) and " ".join(value.split()) not in self.fixed:
            return ast.copy_location(ast.Constant(f"{value} (in other words)"), node)
        return node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)  # Docstrings may stay.
