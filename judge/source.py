"""A function of a test as a reader of a verdict wants it: ``<lambda>`` or ``tool`` does not tell what it does."""

import ast
import functools
import re
import types
from collections.abc import Callable
from pathlib import Path

from judge.plain import is_plain, same

_FILE = "test_solution.py"  # an attempt's functions may say of themselves that they stand anywhere
_MADE_BY = re.compile(r"(?!test_)(\w+)\.<locals>\.\w+")


def source_of(function: types.FunctionType, show: Callable[[object], str]) -> str | None:
    """Return what to call `function` beyond its name, None where there is nothing better.

    A lambda of a test is its source on one line, in which `show` writes the variables of the function around it. A
    function that a helper of a test has made is a call of the helper: ``raising(ValueError('no'))``.
    """
    code = function.__code__
    if Path(code.co_filename).name != _FILE:
        return None
    try:
        values = [show(cell.cell_contents) for cell in function.__closure__ or ()]
    except ValueError:  # A variable that has no value yet.
        return None
    if code.co_name == "<lambda>":
        return _written(code, dict(zip(code.co_freevars, values, strict=True)))
    made_by = _MADE_BY.fullmatch(function.__qualname__)
    return f"{made_by[1]}({', '.join(values)})" if made_by and values else None


def _written(code: types.CodeType, values: dict[str, str]) -> str | None:
    try:
        found = [node for node in _lambdas(code.co_filename) if _is_at(node, code)]
    except (OSError, SyntaxError):  # The file is gone by now, or half saved.
        return None
    if not found:
        return None
    innermost = min(found, key=lambda node: len(ast.unparse(node)))
    return " ".join(ast.unparse(_Filled(values).visit(ast.parse(ast.unparse(innermost)))).split())


def _is_at(node: ast.Lambda, code: types.CodeType) -> bool:
    """Tell whether every instruction of `code` stands within the body of `node`."""
    places = [(line, column) for line, _, column, _ in code.co_positions() if line is not None and column]
    if not places:
        return node.lineno == code.co_firstlineno and _is_constant(node.body, code)
    begins, ends = (node.body.lineno, node.body.col_offset), (node.body.end_lineno, node.body.end_col_offset)
    return all(begins <= place < ends for place in places)


def _is_constant(body: ast.expr, code: types.CodeType) -> bool:
    """Tell whether `body` is one of the constants of `code`; Python 3.12 does not say where one is returned."""
    try:
        return any(same(ast.literal_eval(body), constant) for constant in filter(is_plain, code.co_consts))
    except ValueError:
        return False


@functools.lru_cache(maxsize=4)
def _lambdas(file: str) -> list[ast.Lambda]:
    return [node for node in ast.walk(ast.parse(Path(file).read_bytes())) if isinstance(node, ast.Lambda)]


class _Filled(ast.NodeTransformer):
    """Puts texts in the place of names."""

    def __init__(self, values: dict[str, str]) -> None:
        self._values = values

    def visit_Name(self, node: ast.Name) -> ast.Name:
        value = self._values.get(node.id, node.id)
        return ast.Name(f"({value})" if value.startswith("lambda") else value, node.ctx)
