"""Plain data: exact built-in types, copied and compared without running anybody's code.

An attempt may hand back objects that lie: a subclass of ``str`` that equals everything, a ``repr`` that never ends.
Here such an object becomes a short text that says what it was, so that it equals no expected value.
"""

import functools
import marshal
import struct
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

# Types of objects that hold no others and run nobody's code. A bare object holds nothing at all.
LEAVES = frozenset({type(None), bool, int, float, complex, str, bytes, type(Ellipsis), object})
_KINDS = (LEAVES - {object}) | {dict, list, tuple, set, frozenset}
_MAX_DEPTH = 200
_MOST_ITEMS = 5_000_000
_MANY_KEYS = 1_000
# Version 2 writes no back references, so equal data in equal order gives equal bytes.
_MARSHAL_VERSION = 2
_CONSTANTS = {b"N": None, b"T": True, b"F": False, b".": ..., b"S": StopIteration}
_ROWS: dict[bytes, type[Any]] = {b"(": tuple, b"[": list, b"<": set, b">": frozenset}


class TooDeep(ValueError):
    """A value is nested more deeply than it can be read with care."""


def dumps(value: object) -> bytes | None:
    """Return `value` as bytes, or None if it holds anything but exact built-in data (or a cycle, or is too deep).

    `is_plain` is stricter: within a container this also lets pass what marshal writes besides. That is whatever offers
    a buffer, as bytes, and code objects, and the class StopIteration.
    """
    if type(value) not in _KINDS:
        return None
    try:
        return marshal.dumps(value, _MARSHAL_VERSION)  # type: ignore[arg-type]  # what it refuses is the point
    except (ValueError, MemoryError):
        return None


def loads(written: bytes) -> Any:
    """Return the value that `dumps` wrote. Raises ValueError for anything else, and TooDeep from 200 levels on.

    It is for bytes that come from an attempt's process: `marshal.loads` may crash on bytes that were made up.
    """
    try:
        value, end = _read(written, 0, _MAX_DEPTH)
    except TypeError:
        raise ValueError("a set or a key that cannot be one") from None
    if end != len(written):
        raise ValueError("more bytes than one value")
    return value


def _read(written: bytes, at: int, depth: int) -> tuple[Any, int]:
    """Return the value that begins at index `at`, and the index behind it. Codes as in CPython's Python/marshal.c."""
    if depth == 0:
        raise TooDeep("nested too deeply")
    code, at = written[at : at + 1], at + 1
    if code in _CONSTANTS:
        return _CONSTANTS[code], at
    if code == b"i":
        return int.from_bytes(_take(written, at, 4), "little", signed=True), at + 4
    if code == b"g":
        return struct.unpack("<d", _take(written, at, 8))[0], at + 8
    if code == b"y":
        return complex(*struct.unpack("<dd", _take(written, at, 16))), at + 16
    if code == b"{":
        return _read_dict(written, at, depth)
    count, at = int.from_bytes(_take(written, at, 4), "little", signed=True), at + 4
    if code == b"l":
        digits = struct.unpack(f"<{abs(count)}H", _take(written, at, 2 * abs(count)))
        # By its binary digits, since to add up many large numbers takes long.
        number = int("".join(f"{digit:015b}" for digit in reversed(digits)) or "0", 2)
        return number if count >= 0 else -number, at + 2 * len(digits)
    if code == b"s":
        return _take(written, at, count), at + count
    if code == b"u":
        return _take(written, at, count).decode("utf-8", "surrogatepass"), at + count
    if code not in _ROWS or not 0 <= count <= len(written) - at:
        raise ValueError("not what dumps writes")
    items = []
    for _ in range(count):
        item, at = _read(written, at, depth - 1)
        items.append(item)
    if code in b"<>":
        _check_hashes(items)
    return _ROWS[code](items), at


def _read_dict(written: bytes, at: int, depth: int) -> tuple[dict[Any, Any], int]:
    keys, values = [], []
    while written[at : at + 1] != b"0":
        key, at = _read(written, at, depth - 1)
        value, at = _read(written, at, depth - 1)
        keys.append(key)
        values.append(value)
    _check_hashes(keys)
    return dict(zip(keys, values, strict=True)), at + 1


def _check_hashes(keys: list[Any]) -> None:
    """Raise ValueError for keys that were chosen to have one hash: a dict or set of them takes minutes to make."""
    if len(keys) > _MANY_KEYS and 2 * len(set(map(hash, keys))) < len(keys):
        raise ValueError("made up to take long")


def _take(written: bytes, at: int, count: int) -> bytes:
    if count < 0 or at + count > len(written):
        raise ValueError("cut off")
    return written[at : at + count]


def in_order(value: Any) -> Any:
    """Return a copy of plain data with every dict in one fixed order, so that equal data gives equal bytes."""
    kind = type(value)
    if kind is dict:
        return {key: _in_order_within(item) for key, item in sorted(value.items(), key=_order)}
    if kind is tuple and _is_kept(value):
        return _KEPT, _written_in_order(value[1])
    return kind(map(_in_order_within, value)) if kind in (list, tuple) else value


def _in_order_within(value: Any) -> Any:
    if type(value) is dict:
        return _known_in_order(marshal.dumps(value, _MARSHAL_VERSION))
    return in_order(value) if type(value) in (list, tuple) else value


@functools.lru_cache(maxsize=4096)
def _written_in_order(written: bytes) -> bytes:
    return marshal.dumps(in_order(marshal.loads(written)), _MARSHAL_VERSION)


@functools.lru_cache(maxsize=4096)
def _known_in_order(written: bytes) -> Any:
    # The same few messages stand in thousands of transcripts; to sort each once takes half the time.
    return in_order(marshal.loads(written))


def _order(pair: tuple[Any, Any]) -> tuple[str, str]:
    return type(pair[0]).__name__, repr(pair[0])


def plain(value: object) -> Any:
    """Return a deep copy of `value` in which every object that is not plain data is a text naming its type.

    The copy shares nothing with the original, so it also serves as a snapshot of a transcript at one moment.
    """
    written = dumps(value)
    return unwritten(written) if written is not None else copied(value)


class _Keeping:
    """How `kept` keeps what it can write: as a copy, or as it was written."""

    as_written = False


KEEPING = _Keeping()
_KEPT = "as written"


def kept(value: object) -> Any:
    """Return `value` as it is now, for an observation: a copy, as `plain` makes one, unless bytes are all it is for.

    Then `KEEPING` says so, and `opened` reads what comes of it.
    """
    return kept_as(dumps(value), value)


def kept_as(written: bytes | None, value: object) -> Any:
    """Return what `kept` does, for a `value` that `dumps` has already written, or could not write."""
    if written is None:
        return copied(value)
    return (_KEPT, written) if KEEPING.as_written else unwritten(written)


def _is_kept(pair: tuple[Any, ...]) -> bool:
    return len(pair) == 2 and pair[0] == _KEPT and type(pair[1]) is bytes


def opened(value: Any) -> Any:
    """Return a copy of plain data in which all is read that `kept` has left as it was written.

    What only looks like that, since an attempt has made it up, stays as it is. Raises TooDeep as `loads` does.
    """
    kind = type(value)
    if kind is dict:
        return {key: opened(item) for key, item in value.items()}
    if kind is tuple and _is_kept(value):
        try:
            return loads(value[1])
        except TooDeep:
            raise
        except ValueError:
            return value
    return kind(map(opened, value)) if kind in (list, tuple) else value


def unwritten(written: bytes) -> Any:
    """Return the value that `dumps` wrote in this very process."""
    return marshal.loads(written)


def is_plain(value: object) -> bool:
    """Tell whether `value` is made of exact built-in data types only."""
    # marshal alone would not do: it writes whatever offers a buffer as bytes, also a bytearray with an `==` of its own.
    return dumps(value) is not None and _is_exact(value)


def _is_exact(value: object) -> bool:
    """Tell whether only exact built-in types (and bare objects) are met in `value`; False for what is endless."""
    waiting: list[Any] = [value]
    for _ in range(_MOST_ITEMS):
        if not waiting:
            return True
        item = waiting.pop()
        kind = type(item)
        if kind is dict:
            # Most hold nothing but texts and numbers, which is known without looking at one after the other.
            if not (LEAVES.issuperset(map(type, item)) and LEAVES.issuperset(map(type, item.values()))):
                waiting += item.keys()
                waiting += item.values()
        elif kind in (list, tuple, set, frozenset):
            if not LEAVES.issuperset(map(type, item)):
                waiting += item
        elif kind not in LEAVES:
            return False
    return False


def copied(value: object, known: Mapping[int, str] = MappingProxyType({})) -> Any:
    """Return a copy as `plain` does, item by item; the objects whose `id` is `known` have a text of their own there."""
    return _copy(value, known, _MAX_DEPTH)


def _copy(value: Any, known: Mapping[int, str], depth: int) -> Any:
    if id(value) in known:
        return known[id(value)]
    kind = type(value)
    if kind in LEAVES:
        return value
    if depth == 0:
        return "<nested too deeply or in a circle>"
    if kind is dict:
        return {_copy(key, known, depth - 1): _copy(item, known, depth - 1) for key, item in value.items()}
    if kind in (list, tuple, set, frozenset):
        return kind(_copy(item, known, depth - 1) for item in value)
    return f"<{_article(kind)} object, which is not plain data>"


def _article(kind: type) -> str:
    name: str = type.__dict__["__name__"].__get__(kind)  # A metaclass may have a __name__ of its own, which is code.
    return f"{'an' if name[:1] in 'AEIOUaeiou' else 'a'} {name}"


def same(left: object, right: object) -> bool:
    """Tell whether two plain values are equal and of equal types at every depth: 1 is not True, NaN is NaN.

    For values of which `is_plain` is not known, see `Exactly`.
    """
    first, second = dumps(left), dumps(right)
    if first is not None and first == second:
        return True
    return _same(left, right)


def _same(left: Any, right: Any) -> bool:
    if type(left) is not type(right):
        return False
    if type(left) is dict:
        # By their bytes, since 1, 1.0 and True are one key to a dict.
        others = {dumps(key): item for key, item in right.items()}
        keys = [dumps(key) for key in left]
        return (
            keys.count(None) == 0
            and others.keys() == set(keys)
            and all(map(_same, left.values(), map(others.get, keys)))
        )
    if type(left) in (set, frozenset):
        return {dumps(item) for item in left} == {dumps(item) for item in right}
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
        return _is_exact(got) and same(got, self.value)

    def __repr__(self) -> str:
        return repr(self.value)


def exactly(value: Any) -> Exactly:
    """Return what equals `value` and nothing else: ``1 == exactly(True)`` and ``2.0 == exactly(2)`` are false."""
    return Exactly(value)
