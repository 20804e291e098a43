"""Values as one bounded line of text, without running code that an attempt has brought."""

import builtins
import functools
import itertools
import sys
import types
from collections.abc import Iterable, Iterator
from typing import Any

from judge.columns import padded
from judge.columns import width as columns_of
from judge.loading import name_of, on_one_line
from judge.plain import same
from judge.source import source_of

CUT = "…"
_SHORT = 60  # characters of a text that fit a line
_BRACKETS: dict[type[Any], tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
    BaseException: ("(", ")"),  # what it was made with
}
_EXCEPTIONS = frozenset(
    kind for kind in vars(builtins).values() if isinstance(kind, type) and issubclass(kind, BaseException)
)


def show(value: object, limit: int = 60, depth: int = 6) -> str:
    """Return `value` in at most `limit` characters and `depth` levels, as a reader would write it in Python."""
    text = ""
    for piece in _pieces(value, limit, depth):
        text += piece
        if len(text) > limit:
            return text[: limit - 1] + CUT
    return text


def show_call(function: str, args: Iterable[object], kwargs: dict[str, object], limit: int = 400) -> str:
    """Return the call of `function` as a test wrote it; values that only carry code are named, not printed."""
    given = [show(value, limit) for value in args] + [f"{name}={show(value, limit)}" for name, value in kwargs.items()]
    return f"{function}({', '.join(given)})"


def _pieces(value: Any, limit: int, depth: int) -> Iterator[str]:
    kind = type(value)
    if kind is str:
        yield _text(value, limit)
    elif kind is int:
        yield (
            (f"{value:_}" if abs(value) >= 10_000 else f"{value}")
            if value.bit_length() < 200
            else f"<an int of {value.bit_length():,} bits>"
        )
    elif value is None or kind in (bool, float, complex):
        yield repr(value)
    elif kind in (bytes, bytearray):
        yield repr(value[:limit])
    elif depth == 0:
        yield CUT
    elif kind is dict:
        yield from _mapping(value, limit, depth)
    elif kind in (list, tuple, set, frozenset):
        yield from _row(value, kind, limit, depth)
    elif kind is types.FunctionType:
        yield _function(value, depth)
    elif kind is types.BuiltinFunctionType:
        yield on_one_line(value.__name__)
    elif kind in _EXCEPTIONS:
        yield kind.__name__
        yield from _row(BaseException.__getattribute__(value, "args"), BaseException, limit, depth)
    elif issubclass(kind, type):
        yield name_of(value)
    elif _is_ours(kind):
        yield f"{kind.__name__}({str.__str__(value)!r})" if issubclass(kind, str) else repr(value)
    else:
        yield f"<{name_of(kind)} object>"


def _text(value: str, limit: int) -> str:
    if len(value) <= limit:
        return repr(value)
    return f"{value[: max(limit - 30, 10)]!r}{CUT} ({len(value):,} characters)"


def _mapping(value: dict[Any, Any], limit: int, depth: int) -> Iterator[str]:
    # A dict of tools reads best as the names that it maps; the functions behind them say nothing.
    if value and all(type(key) is str and type(item) is types.FunctionType for key, item in value.items()):
        yield "{" + ", ".join(f"{key!r}: {_function(item, depth)}" for key, item in value.items()) + "}"
        return
    yield "{"
    for position, (key, item) in enumerate(value.items()):
        yield ", " if position else ""
        yield from _pieces(key, limit, depth - 1)
        yield ": "
        yield from _pieces(item, limit, depth - 1)
    yield "}"


def _function(function: types.FunctionType, depth: int) -> str:
    """Return the name of a function, or where a test's own says too little what stands for it."""
    # A level less each time: what surrounds a function may hold the function itself.
    within = functools.partial(show, limit=_SHORT, depth=depth - 1)
    return (source_of(function, within) if depth > 0 else None) or on_one_line(function.__name__)


def _row(value: Iterable[object], kind: type[Any], limit: int, depth: int) -> Iterator[str]:
    items = list(value)
    opened, closed = _BRACKETS[kind]
    if kind is tuple and len(items) == 1:
        closed = ",)"
    elif kind in (set, frozenset) and not items:
        opened, closed = f"{kind.__name__}(", ")"
    yield opened
    for position, item in enumerate(items):
        yield ", " if position else ""
        yield from _pieces(item, limit, depth - 1)
    yield closed


def _is_ours(kind: type) -> bool:
    """Tell whether `kind` belongs to a problem's own modules, whose ``repr`` is made for readers."""
    module = type.__getattribute__(kind, "__module__")
    if type.__getattribute__(kind, "__repr__") is object.__repr__:
        return False  # It would tell an address, which is another each time.
    if type(module) is not str or not module.startswith(("problems.", "judge.")) or module.endswith(".attempt"):
        return False
    home = sys.modules.get(module)
    return getattr(home, type.__getattribute__(kind, "__qualname__"), None) is kind


def beside(expected: object, got: object, width: int = 66) -> tuple[str, str]:
    """Return the two values as two lines, aligned field by field; where they are long, their first difference."""
    if type(expected) is dict and type(got) is dict and expected and expected.keys() == got.keys():
        lines = _fields(expected, got, width)
        if lines:
            return lines
    whole = show(expected, width + 1), show(got, width + 1)
    if max(map(columns_of, whole)) <= width and whole[0] != whole[1]:
        return whole
    path, left, right = first_difference(expected, got)
    if not path:
        return show(expected, 3 * width), show(got, 3 * width)
    room = max(width - len(path) - 5, 20) + width
    return f"at {path}: {show(left, room)}", f"at {path}: {show(right, room)}"


def _fields(expected: dict[Any, Any], got: dict[Any, Any], width: int) -> tuple[str, str] | None:
    if not all(type(key) is str and key.isidentifier() for key in expected):
        return None
    pairs = [(f"{key}={show(expected[key], width)}", f"{key}={show(got[key], width)}") for key in expected]
    if any(
        left == right and not same(expected[key], got[key]) for key, (left, right) in zip(expected, pairs, strict=True)
    ):
        return None  # They part ways further on than is shown.
    columns = [max(map(columns_of, pair)) for pair in pairs]
    if sum(columns) + 2 * (len(columns) - 1) > width:
        return None
    left, right = (
        "  ".join(padded(text, column) for text, column in zip(side, columns, strict=True)).rstrip()
        for side in zip(*pairs, strict=True)
    )
    return left, right


class _Nothing:
    """Stands where one of two values has no more items; `show` prints it as it is, for it is the judge's own."""

    def __repr__(self) -> str:
        return "(nothing)"


NOTHING = _Nothing()


def first_difference(expected: Any, got: Any) -> tuple[str, object, object]:
    """Return where two plain values first part ways: the path in Python's words, and what stands there in each."""
    if type(expected) is type(got) is dict:
        for key in [*expected, *(key for key in got if key not in expected)]:
            if key not in expected or key not in got:
                return f"[{key!r}]", _in(expected, key), _in(got, key)
            if not same(expected[key], got[key]):
                return _below(f"[{key!r}]", expected[key], got[key])
    elif type(expected) is type(got) and type(expected) in (list, tuple):
        for index in range(max(len(expected), len(got))):
            if index >= len(expected) or index >= len(got):
                return f"[{index}]", _at(expected, index), _at(got, index)
            if not same(expected[index], got[index]):
                return _below(f"[{index}]", expected[index], got[index])
    elif type(expected) is type(got) is str:
        common = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(expected, got, strict=False)))
        # A short text is shown whole; of a long one, what stands from just before the difference.
        start = max(common - 10, 0) if max(len(expected), len(got)) > _SHORT else 0
        return (f"[{start}:]" if start else ""), expected[start:], got[start:]
    return "", expected, got


def _below(path: str, expected: object, got: object) -> tuple[str, object, object]:
    if len(show(expected, 30)) < 30 and len(show(got, 30)) < 30:
        return path, expected, got
    further, left, right = first_difference(expected, got)
    return path + further, left, right


def _in(value: dict[Any, Any], key: object) -> object:
    return value.get(key, NOTHING)


def _at(value: list[Any] | tuple[Any, ...], index: int) -> object:
    return value[index] if index < len(value) else NOTHING
