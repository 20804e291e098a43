"""Plain data: exact built-in types, copied and compared without running anybody's code.

An attempt may hand back objects that lie: a subclass of ``str`` that equals everything, a ``repr`` that never ends.
Here such an object becomes a short text that says what it was, so that it equals no expected value.
"""

import marshal
from typing import Any

_LEAVES = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), object})
_MAX_DEPTH = 200
# Version 2 writes no back references, so equal data in equal order gives equal bytes.
_MARSHAL_VERSION = 2


def dumps(value: object) -> bytes | None:
    """Return `value` as bytes, or None if it holds anything but exact built-in data (or a cycle, or is too deep)."""
    try:
        return marshal.dumps(value, _MARSHAL_VERSION)  # type: ignore[arg-type]  # what it refuses is the point
    except (ValueError, MemoryError):
        return None


def plain(value: object) -> Any:
    """Return a deep copy of `value` in which every object that is not plain data is a text naming its type.

    The copy shares nothing with the original, so it also serves as a snapshot of a transcript at one moment.
    """
    written = dumps(value)
    return marshal.loads(written) if written is not None else _copy(value, _MAX_DEPTH)


def is_plain(value: object) -> bool:
    """Tell whether `value` is made of exact built-in data types only."""
    return dumps(value) is not None


def _copy(value: Any, depth: int) -> Any:
    kind = type(value)
    if kind in _LEAVES:
        return value
    if depth == 0:
        return "<nested too deeply or in a circle>"
    if kind is dict:
        return {_copy(key, depth - 1): _copy(item, depth - 1) for key, item in value.items()}
    if kind in (list, tuple, set, frozenset):
        return kind(_copy(item, depth - 1) for item in value)
    return f"<{_article(kind)} object, which is not plain data>"


def _article(kind: type) -> str:
    name = type.__getattribute__(kind, "__name__")
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def same(left: object, right: object) -> bool:
    """Tell whether two plain values are equal and of equal types at every depth: 1 is not True, NaN is NaN."""
    first, second = dumps(left), dumps(right)
    if first is not None and first == second:
        return True
    return _same(left, right)


def _same(left: Any, right: Any) -> bool:
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        return left.keys() == right.keys() and all(_same(item, right[key]) for key, item in left.items())
    if type(left) in (list, tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    return bool(left == right) or (left != left and right != right)


class Exactly:
    """What a test expects: equal only to plain data that is the same at every depth, types included."""

    __slots__ = ("value",)
    __hash__ = None  # type: ignore[assignment]  # it stands on one side of an assertion and nowhere else

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, got: object) -> bool:
        return same(got, self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def exactly(value: Any) -> Exactly:
    """Return what equals `value` and nothing else: ``1 == exactly(True)`` and ``2.0 == exactly(2)`` are false."""
    return Exactly(value)
