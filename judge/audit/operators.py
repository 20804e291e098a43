"""The small changes that make mutants, by the kind of node that they are made to."""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import Any

Change = tuple[str, ast.AST]


def changes(parent: ast.AST, field: str, node: ast.AST) -> Iterator[Change]:
    """Yield what can be put in the place of `node`, which stands in `field` of `parent`, each with what it means."""
    if isinstance(node, ast.expr) and field in ("test", "ifs", "guard"):
        yield from _of_condition(parent, node)
    if isinstance(node, ast.expr) and field == "iter":
        yield from _of_iterable(node)
    for kind, operator in _OPERATORS:
        if isinstance(node, kind):
            yield from operator(node)
    if isinstance(node, ast.stmt) and not isinstance(node, _KEPT):
        yield "the statement is left out", ast.Pass()


_KEPT = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Pass, ast.Global)


def _of_condition(parent: ast.AST, node: ast.expr) -> Iterator[Change]:
    yield "the condition is turned round", ast.UnaryOp(ast.Not(), node)
    yield "the condition is never true", ast.Constant(False)
    if not isinstance(parent, ast.While):
        yield "the condition is always true", ast.Constant(True)


def _of_iterable(node: ast.expr) -> Iterator[Change]:
    items = _call("list", node)
    yield "nothing is gone through", ast.List([], ast.Load())
    yield "the first one is left out", ast.Subscript(items, ast.Slice(ast.Constant(1), None), ast.Load())
    yield "the last one is left out", ast.Subscript(items, ast.Slice(None, ast.Constant(-1)), ast.Load())
    yield "they are gone through backwards", _call("reversed", items)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE, ast.NotEq),
    ast.LtE: (ast.Lt, ast.Gt, ast.Eq),
    ast.Gt: (ast.GtE, ast.LtE, ast.NotEq),
    ast.GtE: (ast.Gt, ast.Lt, ast.Eq),
    ast.Eq: (ast.NotEq, ast.Is),
    ast.NotEq: (ast.Eq, ast.IsNot),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


def _of_comparison(node: ast.Compare) -> Iterator[Change]:
    for index, operator in enumerate(node.ops):
        for other in _COMPARISONS[type(operator)]:
            changed = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield "another comparison", ast.Compare(node.left, changed, node.comparators)
    if ast.unparse(node.comparators[0]) == "None" and len(node.ops) == 1:
        yield (
            "compared with what is false, not with None",
            (
                ast.UnaryOp(ast.Not(), node.left)
                if isinstance(node.ops[0], ast.Is | ast.Eq)
                else _call("bool", node.left)
            ),
        )


def _of_bool_op(node: ast.BoolOp) -> Iterator[Change]:
    yield "and in place of or, or the reverse", ast.BoolOp(_other_bool(node.op), node.values)
    for index in range(len(node.values)):
        left = [*node.values[:index], *node.values[index + 1 :]]
        yield "a condition is left out", left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


def _other_bool(operator: ast.boolop) -> ast.boolop:
    return ast.Or() if isinstance(operator, ast.And) else ast.And()


def _of_unary(node: ast.UnaryOp) -> Iterator[Change]:
    yield "the sign or the not is left out", node.operand


_ARITHMETIC: dict[type[ast.operator], tuple[type[ast.operator], ...]] = {
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.Add, ast.FloorDiv),
    ast.Div: (ast.Mult, ast.FloorDiv),
    ast.FloorDiv: (ast.Div, ast.Mult),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.BitOr: (ast.BitAnd,),
    ast.BitAnd: (ast.BitOr,),
}


def _of_arithmetic(node: ast.BinOp) -> Iterator[Change]:
    for other in _ARITHMETIC.get(type(node.op), ()):
        yield "another operator", ast.BinOp(node.left, other(), node.right)
    yield "only the left side", node.left
    yield "only the right side", node.right
    yield "the sides change places", ast.BinOp(node.right, node.op, node.left)


def _of_augmented(node: ast.AugAssign) -> Iterator[Change]:
    for other in _ARITHMETIC.get(type(node.op), ()):
        yield "another operator", ast.AugAssign(node.target, other(), node.value)
    target = copy.copy(node.target)
    yield "set, not added to", ast.Assign([target], node.value)


def _of_constant(node: ast.Constant) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "the other truth value", ast.Constant(not value)
    elif isinstance(value, int | float):
        yield "one more", ast.Constant(value + 1)
        yield "one less", ast.Constant(value - 1)
    elif isinstance(value, str):
        yield "another text", ast.Constant(f"{value}!")
        yield "no text", ast.Constant("")
    elif value is None:
        yield "0 in place of None", ast.Constant(0)


def _of_f_string(node: ast.JoinedStr) -> Iterator[Change]:
    for index, part in enumerate(node.values):
        rest = [*node.values[:index], *node.values[index + 1 :]]
        yield "a part of the text is left out", ast.JoinedStr(rest)
        if isinstance(part, ast.FormattedValue):
            shown = ast.FormattedValue(part.value, -1 if part.conversion == ord("r") else ord("r"), part.format_spec)
            yield "shown another way", ast.JoinedStr([*node.values[:index], shown, *node.values[index + 1 :]])


def _of_call(node: ast.Call) -> Iterator[Change]:
    arguments, keywords = node.args, node.keywords
    for index in range(len(arguments)):
        before, after = arguments[:index], arguments[index + 1 :]
        yield "an argument is left out", ast.Call(node.func, [*before, *after], keywords)
        yield "None in place of an argument", ast.Call(node.func, [*before, ast.Constant(None), *after], keywords)
    for index, keyword in enumerate(keywords):
        before_it, after_it = keywords[:index], keywords[index + 1 :]
        yield "an argument is left out", ast.Call(node.func, arguments, [*before_it, *after_it])
        nothing = ast.keyword(keyword.arg, ast.Constant(None) if keyword.arg else ast.Dict([], []))
        yield "None in place of an argument", ast.Call(node.func, arguments, [*before_it, nothing, *after_it])
    if len(arguments) > 1:
        swapped = [arguments[1], arguments[0], *arguments[2:]]
        yield "two arguments change places", ast.Call(node.func, swapped, keywords)
    if len(arguments) == 1 and not isinstance(arguments[0], ast.Starred):
        yield "the argument itself, not what the call makes of it", arguments[0]
    if isinstance(node.func, ast.Attribute) and len(arguments) + len(keywords) < 2:
        yield "the object itself, not what its method makes of it", node.func.value


def _of_subscript(node: ast.Subscript) -> Iterator[Change]:
    if isinstance(node.slice, ast.Slice):
        for left_out in ("lower", "upper", "step"):
            if getattr(node.slice, left_out) is not None:
                part = copy.copy(node.slice)
                setattr(part, left_out, None)
                yield "an end of the slice is left out", ast.Subscript(node.value, part, node.ctx)


def _of_handler(node: ast.ExceptHandler) -> Iterator[Change]:
    for name in ("Exception", "BaseException", "ValueError", "LookupError"):
        yield "another exception is caught", ast.ExceptHandler(ast.Name(name, ast.Load()), node.name, node.body)
    yield "what is caught is raised again", ast.ExceptHandler(node.type, node.name, [ast.Raise()])


def _of_raise(node: ast.Raise) -> Iterator[Change]:
    if isinstance(node.exc, ast.Call):
        for name in ("RuntimeError", "KeyError", "ValueError", "BaseException"):
            error = ast.Call(ast.Name(name, ast.Load()), node.exc.args, node.exc.keywords)
            yield "another exception is raised", ast.Raise(error, node.cause)


def _of_return(node: ast.Return) -> Iterator[Change]:
    if node.value is not None:
        yield "None is returned", ast.Return(ast.Constant(None))


def _of_assignment(node: ast.Assign) -> Iterator[Change]:
    yield "None is kept", ast.Assign(node.targets, ast.Constant(None))


def _of_dict(node: ast.Dict) -> Iterator[Change]:
    for index in range(len(node.values)):
        keys = [*node.keys[:index], *node.keys[index + 1 :]]
        yield "an item is left out", ast.Dict(keys, [*node.values[:index], *node.values[index + 1 :]])


def _of_elements(node: ast.List | ast.Tuple | ast.Set) -> Iterator[Change]:
    if isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        for index in range(len(node.elts)):
            fewer = copy.copy(node)
            fewer.elts = [*node.elts[:index], *node.elts[index + 1 :]]
            yield "an item is left out", fewer


def _of_if(node: ast.If) -> Iterator[Change]:
    if node.orelse:
        yield "the other branch is left out", ast.If(node.test, node.body, [])


def _of_choice(node: ast.IfExp) -> Iterator[Change]:
    yield "the choices change places", ast.IfExp(node.test, node.orelse, node.body)


def _of_break(_: ast.Break) -> Iterator[Change]:
    yield "continue in place of break", ast.Continue()


def _of_continue(_: ast.Continue) -> Iterator[Change]:
    yield "break in place of continue", ast.Break()


def _of_try(node: ast.Try) -> Iterator[Change]:
    for index in range(len(node.handlers)):
        handlers = [*node.handlers[:index], *node.handlers[index + 1 :]]
        if handlers or node.finalbody:
            kept = node.orelse if handlers else []
            yield "an except is left out", ast.Try(node.body, handlers, kept, node.finalbody)
    if node.orelse and node.handlers:
        yield "else is part of try", ast.Try([*node.body, *node.orelse], node.handlers, [], node.finalbody)
        yield "else is left out", ast.Try(node.body, node.handlers, [], node.finalbody)
    if node.finalbody and node.handlers:
        yield "finally is left out", ast.Try(node.body, node.handlers, node.orelse, [])


def _of_match(node: ast.Match) -> Iterator[Change]:
    for index, case in enumerate(node.cases):
        before, after = node.cases[:index], node.cases[index + 1 :]
        if before or after:
            yield "a case is left out", ast.Match(node.subject, [*before, *after])
        if case.guard is not None:
            unguarded = ast.match_case(case.pattern, None, case.body)
            yield "a guard is left out", ast.Match(node.subject, [*before, unguarded, *after])


def _of_comprehension(node: ast.comprehension) -> Iterator[Change]:
    for index in range(len(node.ifs)):
        ifs = [*node.ifs[:index], *node.ifs[index + 1 :]]
        yield "a condition is left out", ast.comprehension(node.target, node.iter, ifs, node.is_async)


def _of_function(node: ast.FunctionDef) -> Iterator[Change]:
    for index in range(len(node.decorator_list)):
        bare = copy.copy(node)
        bare.decorator_list = [*node.decorator_list[:index], *node.decorator_list[index + 1 :]]
        yield "a decorator is left out", bare


_OPERATORS: tuple[tuple[type[ast.AST], Callable[[Any], Iterator[Change]]], ...] = (
    (ast.Compare, _of_comparison),
    (ast.BoolOp, _of_bool_op),
    (ast.UnaryOp, _of_unary),
    (ast.BinOp, _of_arithmetic),
    (ast.AugAssign, _of_augmented),
    (ast.Constant, _of_constant),
    (ast.JoinedStr, _of_f_string),
    (ast.Call, _of_call),
    (ast.Subscript, _of_subscript),
    (ast.ExceptHandler, _of_handler),
    (ast.Raise, _of_raise),
    (ast.Return, _of_return),
    (ast.Assign, _of_assignment),
    (ast.Dict, _of_dict),
    (ast.List, _of_elements),
    (ast.Tuple, _of_elements),
    (ast.Set, _of_elements),
    (ast.If, _of_if),
    (ast.IfExp, _of_choice),
    (ast.Break, _of_break),
    (ast.Continue, _of_continue),
    (ast.Try, _of_try),
    (ast.Match, _of_match),
    (ast.comprehension, _of_comprehension),
    (ast.FunctionDef, _of_function),
)
