"""Together the scenarios of a problem take every branch of its reference, each way."""

import ast
import importlib
from pathlib import Path

import pytest

from judge.loading import load, public_names
from judge.problem import Problem, every

ROOT = Path(__file__).resolve().parent.parent
MARK = "_took"  # the function that is told of each branch as it is taken

Branch = tuple[int, str, bool]  # the line, what decides, and which way


class Marking(ast.NodeTransformer):
    """Makes code tell which branches it takes; `branches` are all that there are."""

    def __init__(self) -> None:
        self.branches: set[Branch] = set()

    def _decided(self, test: ast.expr) -> ast.expr:
        line, text = test.lineno, ast.unparse(test)
        self.branches |= {(line, text, True), (line, text, False)}
        return ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(line), ast.Constant(text), test], [])

    def _passed(self, line: int, text: str, way: bool) -> ast.stmt:
        self.branches.add((line, text, way))
        told: list[ast.expr] = [ast.Constant(line), ast.Constant(text), ast.Constant(way)]
        return ast.Expr(ast.Call(ast.Name(MARK, ast.Load()), told, []))

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


@pytest.mark.parametrize("problem", every(ROOT), ids=lambda problem: problem.name)
def test_the_scenarios_take_every_branch_of_the_reference(problem: Problem) -> None:
    file = problem.solutions / "reference.py"
    marking = Marking()
    tree = ast.fix_missing_locations(marking.visit(ast.parse(file.read_bytes())))
    solution = load(file, public_names(problem.stub), ast.unparse(tree).encode())
    left = set(marking.branches)

    def took(line: int, text: str, decided: object) -> object:
        left.discard((line, text, bool(decided)))
        return decided

    setattr(solution, MARK, took)
    space = importlib.import_module(f"problems.{problem.name}.scenarios")
    for scenario in space.scenarios():
        space.observe(solution, scenario)
        if not left:
            break

    assert marking.branches
    assert sorted(left) == []
