"""Plain data: copied and compared type-exactly, without running anybody's code."""

import marshal
import struct
from typing import Any, ClassVar

import pytest

from judge.plain import KEEPING, TooDeep, dumps, exactly, is_plain, kept, loads, opened, plain, same


class Liar:
    """Equals everything, and takes note of being asked."""

    asked: ClassVar[list[object]] = []

    def __eq__(self, other: object) -> bool:
        self.asked.append(other)
        return True

    def __hash__(self) -> int:
        self.asked.append(None)
        return 1


class Text(str):
    """A text that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = str.__hash__


class Bytes(bytes):
    """Bytes that equal everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = bytes.__hash__


class Buffer(bytearray):
    """A buffer that equals everything."""

    def __eq__(self, other: object) -> bool:
        return True


class Whole(int):
    pass


class Row(list[int]):
    pass


class Table(dict[str, int]):
    pass


def nested(depth: int) -> list[Any]:
    """Return a list in a list in a list, `depth` of them."""
    value: list[Any] = []
    for _ in range(depth - 1):
        value = [value]
    return value


PLAIN = [
    None,
    True,
    False,
    0,
    -1,
    10**5000,
    0.5,
    float("inf"),
    "",
    "ü\ud800",
    b"",
    [],
    [1, [2, (3,)]],
    (),
    (1,),
    {},
    {"a": {"b": [None]}},
    set(),
    {1, "a", (2,)},
    frozenset({1}),
    1j,
    ...,
]
NOT_PLAIN = [
    object(),
    Liar(),
    Text("a"),
    Whole(1),
    Row([1]),
    Table(a=1),
    Bytes(b"a"),
    Buffer(b"a"),
    bytearray(b"a"),
    memoryview(b"a"),
    len,
    int,
    iter([]),
    [Liar()],
    {"a": Text("a")},
]


@pytest.mark.parametrize("value", PLAIN, ids=lambda value: "huge" if value == 10**5000 else ascii(value))
def test_plain_data_is_plain_and_equals_its_copy(value: object) -> None:
    assert is_plain(value)
    assert same(plain(value), value)
    assert type(plain(value)) is type(value)


@pytest.mark.parametrize("value", NOT_PLAIN, ids=lambda value: type(value).__name__)
def test_everything_else_is_not_plain(value: object) -> None:
    assert not is_plain(value)
    assert dumps(value) is None


def test_plain_data_a_thousand_deep_is_still_plain() -> None:
    assert is_plain(nested(1000))


def test_a_copy_shares_nothing_with_the_original() -> None:
    transcript = [{"role": "user", "content": ["hi"]}]

    snapshot = plain(transcript)
    transcript[0]["content"] = "changed"
    transcript.append({})

    assert snapshot == [{"role": "user", "content": ["hi"]}]


def test_a_copy_shares_nothing_where_it_is_not_all_plain() -> None:
    inner = [1]

    copied = plain([inner, Liar()])
    inner.append(2)

    assert copied[0] == [1]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Liar(), "<a Liar object, which is not plain data>"),
        (Text("a"), "<a Text object, which is not plain data>"),
        (OSError(), "<an OSError object, which is not plain data>"),
        (len, "<a builtin_function_or_method object, which is not plain data>"),
        (int, "<a type object, which is not plain data>"),
    ],
)
def test_what_is_not_plain_becomes_a_text_that_names_its_type(value: object, text: str) -> None:
    assert plain({"a": (1, [value])}) == {"a": (1, [text])}


def test_copying_keeps_the_kind_of_every_container() -> None:
    copied = plain([(1, Liar()), {2}, frozenset({3}), {4: [5]}])

    assert [type(item) for item in copied] == [tuple, set, frozenset, dict]


def test_copying_and_comparing_run_no_code_of_the_object() -> None:
    liar = Liar()
    Liar.asked.clear()

    copied = plain([liar, {"key": liar}])

    assert not same(copied, ["anything", {"key": 1}])
    assert not same([liar], [1])
    assert Liar.asked == []


def test_a_circle_ends_in_a_text() -> None:
    circle: list[Any] = [1]
    circle.append(circle)

    copied = plain(circle)

    assert copied[0] == copied[1][0] == 1
    assert "<nested too deeply or in a circle>" in str(copied)


def test_a_dict_that_holds_itself_ends_in_a_text() -> None:
    circle: dict[str, Any] = {}
    circle["self"] = circle

    assert "<nested too deeply or in a circle>" in str(plain(circle))


def test_nesting_beyond_any_use_ends_in_a_text() -> None:
    copied = plain(nested(100_000))

    assert "<nested too deeply or in a circle>" in str(copied)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (1, True),
        (0, False),
        (2, 2.0),
        (1, 1 + 0j),
        ("a", b"a"),
        ([1], (1,)),
        ([], ()),
        ({}, []),
        ({1}, frozenset({1})),
        ({"a": 1}, {"a": True}),
        ([[1, [2]]], [[1, [2.0]]]),
        ({"a": 1}, {"a": 1, "b": 2}),
        ({"a": 1, "b": 2}, {"a": 1}),
        ([1, 2], [1]),
        ([1, 2], [2, 1]),
        (None, False),
        (None, "None"),
        ({1}, {True}),
        ({1: "a"}, {True: "a"}),
        ({1: "a"}, {1.0: "a"}),
        ({(1, 2)}, {(1, 2.0)}),
        (bytearray(b"a"), b"a"),
    ],
    ids=repr,
)
def test_values_that_differ_in_type_or_content_are_not_the_same(left: object, right: object) -> None:
    assert not same(left, right)
    assert not same(right, left)
    assert left != exactly(right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ([{"a": 1, "b": [2]}], [{"b": [2], "a": 1}]),
        ({"a", "b", "c", "d"}, {"d", "c", "b", "a"}),
        (float("nan"), float("nan")),
        ([float("nan")], [float("nan")]),
        ({"b": float("nan"), "a": 1}, {"a": 1, "b": float("nan")}),
        (0.0, -0.0),
        (10**5000, 10**5000),
    ],
    ids=["dict", "dict inside", "set", "nan", "nan inside", "nan in another order", "zero", "huge"],
)
def test_order_of_keys_and_identity_do_not_matter(left: object, right: object) -> None:
    assert same(left, right)
    assert left == exactly(right)


def test_exactly_is_not_fooled_by_an_object_that_equals_everything_inside() -> None:
    assert {"a": Liar()} != exactly({"a": 1})
    assert [Text("a")] != exactly(["a"])
    assert [Buffer(b"a")] != exactly(["a"])


def test_exactly_shows_what_is_expected() -> None:
    assert repr(exactly({"a": 1})) == "{'a': 1}"


def test_exactly_works_on_either_side() -> None:
    assert exactly([1]) == [1]
    assert exactly([1]) != [True]


def test_exactly_has_no_hash() -> None:
    with pytest.raises(TypeError):
        hash(exactly(1))


@pytest.mark.parametrize("kind", [b"<", b">", b"{"])
def test_keys_that_were_chosen_to_have_one_hash_are_refused_at_once(kind: bytes) -> None:
    keys = [marshal.dumps(number * ((1 << 61) - 1), 2) for number in range(1, 60_000)]
    rest = b"N".join([*keys, b"0"]) if kind == b"{" else struct.pack("<i", len(keys)) + b"".join(keys)

    with pytest.raises(ValueError, match="made up"):
        loads(kind + rest)


def test_a_number_of_a_million_digits_is_read_at_once() -> None:
    number = -(1 << 4_000_000) + 12_345

    assert loads(marshal.dumps(number, 2)) == number


def test_what_was_kept_is_a_copy_whatever_happens_to_the_original_later() -> None:
    record = [{"a": [1]}, Text("b")]
    assert kept(record) == (was := [{"a": [1]}, "<a Text object, which is not plain data>"])
    record[0]["a"].append(2)  # type: ignore[index]
    assert was[0] == {"a": [1]}


def test_what_was_kept_as_written_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [*PLAIN, {"a": [1, {"b": ()}]}, [Text("b")], ("as written", 1)]
    seen = {"events": [("model", kept(value)) for value in values], "raised": None}
    monkeypatch.setattr(KEEPING, "as_written", True)
    as_written = {"events": [("model", kept(value)) for value in values], "raised": None}
    assert dumps(as_written) != dumps(seen)
    assert dumps(opened(as_written)) == dumps(seen) == dumps(opened(seen))


def test_what_was_made_up_is_read_with_care() -> None:
    assert opened({"events": [("as written", b"?????")]}) == {"events": [("as written", b"?????")]}
    with pytest.raises(TooDeep):
        opened({"events": [("as written", dumps(nested(300)))]})
