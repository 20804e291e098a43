"""Check `branches`: the tests, and the scenarios, each take every branch of the reference, each way."""

import ast
import functools
from collections.abc import Callable, Iterator
from types import ModuleType

import pytest

from judge.audit.fault import Fault
from judge.audit.trial import passes
from judge.child import put
from judge.loading import load, public_names
from judge.player import scenarios_module
from judge.problem import Problem
from judge.referee import apart

_MARK = "_took"  # the function that is told of each branch as it is taken

Branch = tuple[int, str, bool]  # the line, what decides, and which way


def faults(problem: Problem, items: list[pytest.Item]) -> Iterator[Fault]:
    """Yield each branch of the reference that no test or no scenario takes."""

    def test(solution: ModuleType, _: set[Branch]) -> None:
        put(items[0].config, problem.reference, solution)
        passes(items)

    def play(solution: ModuleType, left: set[Branch]) -> None:
        space = scenarios_module(problem)
        for scenario in space.scenarios():
            if not left:
                return
            space.observe(solution, scenario)

    for nothing, use in (("no test", test), ("no scenario", play)):
        for line, decides, way in apart(functools.partial(_not_taken, problem, use)):
            yield Fault(
                f"reference.py, line {line}: {nothing} {_way(decides, way)}",
                "write one that does, or take the branch out",
            )


def _way(decides: str, way: bool) -> str:
    if decides.startswith("for "):
        return f"{'gets into' if way else 'gets to the end of'} `{decides}`"
    return f"finds `{decides}` {str(way).lower()}"


def _not_taken(problem: Problem, use: Callable[[ModuleType, set[Branch]], None]) -> list[Branch]:
    """Return the branches of the reference that are not taken while `use` uses it; it may stop when none is left."""
    file = problem.reference
    marking = _Marking()
    tree = ast.fix_missing_locations(marking.visit(ast.parse(file.read_bytes())))
    solution = load(file, public_names(problem.stub), ast.unparse(tree).encode())
    left = set(marking.branches)

    def took(line: int, text: str, decided: object) -> object:
        left.discard((line, text, bool(decided)))
        return decided

    setattr(solution, _MARK, took)
    use(solution, left)
    return sorted(left)


class _Marking(ast.NodeTransformer):
    """Makes code tell which branches it takes; `branches` are all that there are."""

    def __init__(self) -> None:
        self.branches: set[Branch] = set()

    def _decided(self, test: ast.expr) -> ast.expr:
        line, text = test.lineno, ast.unparse(test)
        self.branches |= {(line, text, True), (line, text, False)}
        return ast.Call(ast.Name(_MARK, ast.Load()), [ast.Constant(line), ast.Constant(text), test], [])

    def _passed(self, line: int, text: str, way: bool) -> ast.stmt:
        self.branches.add((line, text, way))
        told: list[ast.expr] = [ast.Constant(line), ast.Constant(text), ast.Constant(way)]
        return ast.Expr(ast.Call(ast.Name(_MARK, ast.Load()), told, []))

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            node.test = self._decided(node.test)
        elif isinstance(node, ast.BoolOp):
            deciding: list[ast.expr] = [self._decided(value) for value in node.values[:-1]]
            node.values = [*deciding, node.values[-1]]
        elif isinstance(node, ast.comprehension):
            node.ifs = [self._decided(test) for test in node.ifs]
        elif isinstance(node, ast.For):
            text = f"for {ast.unparse(node.target)}"
            node.body.insert(0, self._passed(node.lineno, text, True))
            node.orelse.insert(0, self._passed(node.lineno, text, False))
        elif isinstance(node, ast.ExceptHandler):
            node.body.insert(0, self._passed(node.lineno, "except", True))
        elif isinstance(node, ast.match_case):
            node.body.insert(0, self._passed(node.pattern.lineno, ast.unparse(node.pattern), True))
        return super().generic_visit(node)
