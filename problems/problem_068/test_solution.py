"""Tests for problem 068. Each names the rule of spec.md that it checks."""

import asyncio
import contextlib
import functools
import json
from collections import OrderedDict, deque, namedtuple
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from pathlib import PurePosixPath
from types import MappingProxyType, SimpleNamespace
from uuid import UUID

import pytest

from judge.plain import exactly, plain


def call(name, arguments, id="c1"):
    return {"id": id, "name": name, "arguments": arguments}


def success(name, content, id="c1"):
    return {"role": "tool", "tool_call_id": id, "name": name, "content": content, "is_error": False}


def failure(name, content, id="c1"):
    return {"role": "tool", "tool_call_id": id, "name": name, "content": content, "is_error": True}


def run(solution, tool, **arguments):
    """Return what a call of `tool`, under the name `it`, gives."""
    return solution.dispatch({"it": tool}, call("it", arguments))


def giving(value):
    return lambda: value


def raising(exc):
    """Return a tool that raises `exc`, whatever it is called with."""

    def tool(**arguments):
        raise exc

    return tool


def without_reason(returned, *at_fault):
    """Return `returned` with `...` for the words after `bad arguments: `, if these name one of the arguments."""
    if type(returned) is not dict or type(returned.get("content")) is not str:
        return returned
    prefix, found, reason = returned["content"].partition("bad arguments: ")
    if prefix or not found or not any(name in reason for name in at_fault):
        return returned
    return {**returned, "content": "bad arguments: ..."}


MISFIT = failure("it", "bad arguments: ...")


def python_says(tool, *positional, **named):
    """Return the text of the TypeError that Python itself raises for this call."""
    with pytest.raises(TypeError) as caught:
        tool(*positional, **named)
    return str(caught.value)


# Examples


def seats_left(train):
    return 0


def next_train(to):
    return {"to": to, "on": date(2026, 1, 5), "changes": None}


@pytest.mark.rule("R3")
def test_example_1_zero_is_a_result(solution):
    returned = solution.dispatch({"seats_left": seats_left}, call("seats_left", {"train": "RJ 63"}))
    assert returned == exactly(success("seats_left", "0"))


@pytest.mark.rule("R4")
def test_example_2_a_result_with_a_date_in_it(solution):
    returned = solution.dispatch({"next_train": next_train}, call("next_train", {"to": "Köln"}))
    assert returned == exactly(success("next_train", '{"to": "Köln", "on": "2026-01-05", "changes": null}'))


@pytest.mark.rule("R6")
def test_example_3_an_unknown_tool(solution):
    tools = {"seats_left": seats_left, "next_train": next_train}
    returned = solution.dispatch(tools, call("get_seats", {}, id="c2"))
    assert returned == exactly(failure("get_seats", "unknown tool get_seats; available: next_train, seats_left", "c2"))


@pytest.mark.rule("R10")
def test_example_4_arguments_that_do_not_fit(solution):
    returned = solution.dispatch({"it": seats_left}, call("it", {"trian": "RJ 63"}))
    assert without_reason(returned, "train", "trian") == exactly(MISFIT)


@pytest.mark.rule("R11")
def test_example_5_a_bug_inside_the_tool(solution):
    def total(price, count):
        return price * count + "EUR"

    text = f"TypeError: {python_says(total, 20, 2)}"
    assert run(solution, total, price=20, count=2) == exactly(failure("it", text))


@pytest.mark.rule("R8")
def test_example_6_an_error_without_a_text(solution):
    returned = solution.dispatch({"book": raising(TimeoutError)}, call("book", {"train": "RJ 63"}, id="c5"))
    assert returned == exactly(failure("book", "TimeoutError", "c5"))


@pytest.mark.rule("R13")
def test_example_7_a_tool_that_changes_its_arguments(solution):
    asked = call("it", {"stops": ["Wien", "Linz"]})
    returned = solution.dispatch({"it": lambda stops: stops.pop(0)}, asked)
    assert (returned, asked) == exactly((success("it", "Wien"), call("it", {"stops": ["Wien", "Linz"]})))


# R1: one result with all five keys


@pytest.mark.rule("R1")
@pytest.mark.parametrize("id", ["c1", "", "call_00f", "it"], ids=repr)
@pytest.mark.parametrize(
    ("name", "arguments", "content", "is_error"),
    [
        ("clock", {}, "12:00", False),
        ("gone", {}, "unknown tool gone; available: bad, circle, clock", True),
        ("clock", None, "bad arguments: expected a dict, got NoneType", True),
        ("bad", {}, "ValueError: no", True),
        ("circle", {}, "bad result: list cannot be turned into text", True),
    ],
    ids=["success", "unknown tool", "no dict", "raised", "no text"],
)
def test_every_path_returns_the_five_keys(solution, id, name, arguments, content, is_error):
    circle = []
    circle.append(circle)
    tools = {"clock": lambda: "12:00", "bad": raising(ValueError("no")), "circle": giving(circle)}
    returned = solution.dispatch(tools, call(name, arguments, id))
    expected = {"role": "tool", "tool_call_id": id, "name": name, "content": content, "is_error": is_error}
    assert returned == exactly(expected)


@pytest.mark.rule("R1")
def test_arguments_that_do_not_fit_return_the_five_keys_too(solution):
    returned = solution.dispatch({"clock": lambda: "12:00"}, call("clock", {"timezone": "UTC"}, id="c9"))
    assert without_reason(returned, "timezone") == exactly(failure("clock", "bad arguments: ...", "c9"))


@pytest.mark.rule("R1")
def test_name_is_the_one_in_the_call_and_not_the_one_of_the_function(solution):
    returned = solution.dispatch({"free_seats": seats_left}, call("free_seats", {"train": "RJ 63"}))
    assert returned == exactly(success("free_seats", "0"))


@pytest.mark.rule("R1")
def test_each_result_is_a_dict_of_its_own(solution):
    tools = {"clock": lambda: "12:00", "bad": raising(ValueError("no"))}
    calls = [call("clock", {}, "c1"), call("bad", {}, "c2"), call("gone", {}, "c3"), call("clock", {}, "c4")]
    returned = [solution.dispatch(tools, each) for each in calls]
    expected = [
        success("clock", "12:00", "c1"),
        failure("bad", "ValueError: no", "c2"),
        failure("gone", "unknown tool gone; available: bad, clock", "c3"),
        success("clock", "12:00", "c4"),
    ]
    assert returned == exactly(expected)


@pytest.mark.rule("R1")
def test_equal_results_are_two_dicts(solution):
    tools = {"clock": lambda: "12:00"}
    asked = call("clock", {})
    first = solution.dispatch(tools, asked)
    assert solution.dispatch(tools, asked) is not first


@pytest.mark.rule("R1")
def test_same_call_runs_its_tool_every_time(solution):
    count = iter(range(1, 9))
    asked = call("it", {})
    tools = {"it": lambda: next(count)}
    returned = [solution.dispatch(tools, asked) for _ in range(3)]
    assert returned == exactly([success("it", "1"), success("it", "2"), success("it", "3")])


@pytest.mark.rule("R1")
def test_tools_of_an_earlier_call_are_forgotten(solution):
    solution.dispatch({"clock": lambda: "12:00", "bell": lambda: "rang"}, call("clock", {}))
    returned = [solution.dispatch({"bell": lambda: "silent"}, call(name, {})) for name in ("bell", "clock")]
    expected = [success("bell", "silent"), failure("clock", "unknown tool clock; available: bell")]
    assert returned == exactly(expected)


@pytest.mark.rule("R1")
def test_tool_may_dispatch_a_call_itself(solution):
    def ask(name):
        return solution.dispatch(tools, call(name, {}, "inner"))

    tools = {"ask": ask, "clock": lambda: "12:00"}
    returned = [solution.dispatch(tools, call("ask", {"name": name}, "outer")) for name in ("clock", "gone")]
    inner = success("clock", "12:00", "inner"), failure("gone", "unknown tool gone; available: ask, clock", "inner")
    written = [json.loads(each["content"]) for each in returned]
    assert written == exactly([*inner])
    assert [{**each, "content": ""} for each in returned] == exactly([success("ask", "", "outer")] * 2)


# R2: strings


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "  two\nlines \n",
        "null",
        "0",
        '"quoted"',
        '{"a": 1}',
        '{"b":1,  "a":2}',
        "[1,2]",
        "1e2",
        "error: no",
        "Error",
        "ValueError: not raised",
        "bad arguments: not mine",
        "unknown tool x",
        "Köln 🚄",
        "\ud83d",
        "\x00",
        "x" * 20_000,
        "long " * 60_000,
    ],
    ids=lambda text: ascii(text)[:30],
)
def test_string_is_the_content_as_it_stands(solution, text):
    assert run(solution, giving(text)) == exactly(success("it", text))


class Label(str):
    pass


class Shout(str):
    def __str__(self):
        return self.upper()

    def __repr__(self):
        return "Shout"


class Mute(str):
    def __str__(self):
        raise ValueError("no text")


class Veiled(str):
    """A string that says something else to everybody who asks it."""

    def __iter__(self):
        return iter("other")

    def __str__(self, *_):
        return "other"

    __repr__ = __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __format__ = __getitem__ = __str__
    join = format = replace = strip = removeprefix = expandtabs = translate = lower = __str__

    def __len__(self):
        return 5

    def __contains__(self, part):
        return True

    def encode(self, *_):
        return b"other"


Colour = Enum("Colour", {"RED": "red"}, type=str)


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("text", "characters"),
    [
        (Label("A-7"), "A-7"),
        (Label(""), ""),
        (Shout("quiet"), "quiet"),
        (Mute("quiet"), "quiet"),
        (Veiled("quiet"), "quiet"),
        (Veiled(""), ""),
        (Colour.RED, "red"),
    ],
    ids=["Label", "empty Label", "Shout", "Mute", "Veiled", "empty Veiled", "Colour"],
)
def test_instance_of_a_subclass_of_str_gives_a_plain_str_of_its_characters(solution, text, characters):
    assert run(solution, giving(text)) == exactly(success("it", characters))


# R3: JSON


class Level(IntEnum):
    HIGH = 3


class Row(list):
    pass


Stop = namedtuple("Stop", "name platform")


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (False, "false"),
        (None, "null"),
        ([], "[]"),
        ({}, "{}"),
        ((), "[]"),
        (OrderedDict(), "{}"),
    ],
    ids=repr,
)
def test_falsy_result_is_written(solution, value, text):
    assert run(solution, giving(value)) == exactly(success("it", text))


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (7, "7"),
        (True, "true"),
        (1.0, "1.0"),
        (1e100, "1e+100"),
        (10**30, "1" + "0" * 30),
        ([1, [2, [None]]], "[1, [2, [null]]]"),
        ({"b": 1, "a": [True, ""]}, '{"b": 1, "a": [true, ""]}'),
        ((1, "two", (3,)), '[1, "two", [3]]'),
        (["Köln", "🚄"], '["Köln", "🚄"]'),
        (["\ud83d"], '["\ud83d"]'),
        (["\x7f"], '["\x7f"]'),
        (['say "hi"\n'], '["say \\"hi\\"\\n"]'),
        ({"is_error": True, "content": "no"}, '{"is_error": true, "content": "no"}'),
        ({"error": "out of stock"}, '{"error": "out of stock"}'),
        (Level.HIGH, "3"),
        ([Level.HIGH, Colour.RED, Label("x")], '[3, "red", "x"]'),
        (Row([1]), "[1]"),
        (Stop("Linz", 4), '["Linz", 4]'),
        (OrderedDict(b=1, a=2), '{"b": 1, "a": 2}'),
        ([Shout("x"), Mute("y"), {"a": Veiled("z")}], '["x", "y", {"a": "z"}]'),
        (float("nan"), "NaN"),
        ([float("inf"), float("-inf")], "[Infinity, -Infinity]"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_result_that_is_no_string_is_written_as_json(solution, value, text):
    assert run(solution, giving(value)) == exactly(success("it", text))


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({2: "b", 1: "a"}, '{"2": "b", "1": "a"}'),
        ({"a": 1, 2: "b", None: 3, True: 4, 1.5: 5}, '{"a": 1, "2": "b", "null": 3, "true": 4, "1.5": 5}'),
        ([{"x": {0: 0, "0": 1}}], '[{"x": {"0": 0, "0": 1}}]'),
        ({Colour.RED: 1, "b": {Colour.RED: 2}}, '{"red": 1, "b": {"red": 2}}'),
        ({Label("b"): 1, Shout("a"): [{Mute("c"): 2}]}, '{"b": 1, "a": [{"c": 2}]}'),
        ({Level.HIGH: 1, False: 0, -1: 2}, '{"3": 1, "false": 0, "-1": 2}'),
        ({1e100: 1, 10**30: 2, float("inf"): 3}, '{"1e+100": 1, "1' + "0" * 30 + '": 2, "Infinity": 3}'),
        ({"é\n": 1, "": 2, '"': 3}, '{"é\\n": 1, "": 2, "\\"": 3}'),
    ],
    ids=["numbers", "mixed", "the same twice", "enum", "strings", "small numbers", "large numbers", "odd strings"],
)
def test_keys_that_are_no_strings_become_strings_in_their_own_order(solution, value, text):
    assert run(solution, giving(value)) == exactly(success("it", text))


@pytest.mark.rule("R3")
def test_result_nested_100_deep_is_written(solution):
    deep = functools.reduce(lambda inner, _: [inner], range(99), [])
    assert run(solution, giving(deep)) == exactly(success("it", "[" * 100 + "]" * 100))


# R4: what JSON lacks


class Order:
    def __str__(self):
        return "order “A-7”"

    def __repr__(self):
        return "<Order>"


class Suit(Enum):
    HEARTS = 1


class Sign:
    """An object that has another text of its own in the place where `str()` does not look."""

    def __init__(self):
        self.__str__ = self.__repr__ = lambda: "other"

    def __str__(self):
        return "gate 4"


@dataclass
class Seat:
    row: int = 1


class Price:
    """An object with a method for every habit of turning objects into data."""

    def __str__(self):
        return "EUR 5"

    def other(self, *_):
        return {"amount": 5}

    __json__ = to_dict = to_json = as_dict = asdict = _asdict = dict = json = model_dump = model_dump_json = other
    isoformat = tolist = item = keys = items = hex = __iter__ = other


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (date(2026, 1, 5), '"2026-01-05"'),
        (datetime(2026, 1, 5, 8, 30), '"2026-01-05 08:30:00"'),
        (time(8, 30), '"08:30:00"'),
        (timedelta(minutes=90), '"1:30:00"'),
        (Decimal("1.50"), '"1.50"'),
        (Decimal(2), '"2"'),
        (Fraction(1, 2), '"1/2"'),
        (UUID(int=7), '"00000000-0000-0000-0000-000000000007"'),
        (PurePosixPath("a/b"), '"a/b"'),
        (Seat(), '"Seat(row=1)"'),
        (Price(), '"EUR 5"'),
        (SimpleNamespace(row=1), '"namespace(row=1)"'),
        (deque([1]), '"deque([1])"'),
        (MappingProxyType({"a": 1}), "\"{'a': 1}\""),
        ({"a": 1}.keys(), "\"dict_keys(['a'])\""),
        (bytearray(b"x"), "\"bytearray(b'x')\""),
        ({1}, '"{1}"'),
        (set(), '"set()"'),
        (frozenset(), '"frozenset()"'),
        (b"", "\"b''\""),
        (b"\xff", "\"b'\\\\xff'\""),
        (1j, '"1j"'),
        (range(3), '"range(0, 3)"'),
        (Order(), '"order “A-7”"'),
        (Sign(), '"gate 4"'),
        (Suit.HEARTS, '"Suit.HEARTS"'),
        (ValueError("returned"), '"returned"'),
        (ValueError(), '""'),
        (KeyboardInterrupt("returned"), '"returned"'),
        (..., '"Ellipsis"'),
        (int, "\"<class 'int'>\""),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_json_lacks_is_the_string_of_its_str(solution, value, text):
    assert run(solution, giving(value)) == exactly(success("it", text))


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([date(2026, 1, 5), 0, None], '["2026-01-05", 0, null]'),
        ({"on": {"at": [date(2026, 1, 5)]}, "ok": True}, '{"on": {"at": ["2026-01-05"]}, "ok": true}'),
        ((b"x", {2}), '["b\'x\'", "{2}"]'),
        ([Order()], '["order “A-7”"]'),
        ([Seat(), {"seat": Seat(2)}], '["Seat(row=1)", {"seat": "Seat(row=2)"}]'),
        ({"at": datetime(2026, 1, 5, 8, 30)}, '{"at": "2026-01-05 08:30:00"}'),
        ((Decimal("1.50"), Price(), Fraction(1, 2)), '["1.50", "EUR 5", "1/2"]'),
        ({"e": ValueError("no")}, '{"e": "no"}'),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_what_json_lacks_stands_as_a_string_inside_what_it_has(solution, value, text):
    assert run(solution, giving(value)) == exactly(success("it", text))


@pytest.mark.rule("R4")
def test_generator_that_was_returned_is_not_used_up(solution):
    numbers = (number for number in [1, 2])
    returned = run(solution, lambda: [numbers])
    assert (returned, list(numbers)) == exactly((success("it", json.dumps([str(numbers)])), [1, 2]))


# R5: results that cannot be turned into text


class StrRaises:
    def __init__(self, error=ValueError):
        self.error = error

    def __str__(self):
        raise self.error("no text")

    def __repr__(self):
        return "<StrRaises>"


class Depot:
    class Shelf(StrRaises):
        pass


class StrIsNoString:
    def __str__(self):
        return None


def circle(kind):
    inside = []
    whole = {"list": inside} if kind is dict else [inside]
    inside.append(whole)
    return whole


TOO_DEEP = functools.reduce(lambda inner, _: [inner], range(100_000), [])


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (StrRaises, "StrRaises"),
        (lambda: StrRaises(KeyError), "StrRaises"),
        (lambda: StrRaises(AttributeError), "StrRaises"),
        (lambda: StrRaises(RecursionError), "StrRaises"),
        (lambda: StrRaises(StopIteration), "StrRaises"),
        (StrIsNoString, "StrIsNoString"),
        (Depot.Shelf, "Shelf"),
        (lambda: [1, StrRaises()], "list"),
        (lambda: {"a": (StrIsNoString(),)}, "dict"),
        (lambda: ({(1, 2): "a"},), "tuple"),
        (lambda: {"a": 1, date(2026, 1, 5): 2}, "dict"),
        (lambda: OrderedDict([(b"a", 1)]), "OrderedDict"),
        (lambda: circle(list), "list"),
        (lambda: circle(dict), "dict"),
        (lambda: TOO_DEEP, "list"),
        (lambda: {"a": TOO_DEEP}, "dict"),
        (lambda: 10**5_000, "int"),
        (lambda: [10**5_000], "list"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_result_that_cannot_be_turned_into_text_is_an_error_of_the_call(solution, make, kind):
    assert run(solution, lambda: make()) == exactly(failure("it", f"bad result: {kind} cannot be turned into text"))


# R6: unknown tools


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (["a"], "a"),
        (["b", "a"], "a, b"),
        (["b", "B", "a", "10", "9", "é", "z"], "10, 9, B, a, b, z, é"),
        (["a,b", "a", "a b", " a"], " a, a, a b, a,b"),
        (["it's", '"', "a\nb", "{x}", "%s", "none"], "\", %s, a\nb, it's, none, {x}"),
        (["a", "A", "_", "-", "a_b", "aB", "e\u0301", "\u00e9"], "-, A, _, a, aB, a_b, e\u0301, \u00e9"),
        ([f"t{number}" for number in range(30)], ", ".join(sorted(f"t{number}" for number in range(30)))),
        (["x" * 500, "y"], "x" * 500 + ", y"),
        ([], "none"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_unknown_tool_lists_those_that_exist_in_order(solution, names, listed):
    returned = solution.dispatch(dict.fromkeys(names, lambda: "12:00"), call("get_order", {"order": "A-7"}))
    assert returned == exactly(failure("get_order", f"unknown tool get_order; available: {listed}"))


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "name", ["Clock", " clock", "clock()", "", "keys", "__class__", "it's", "two\nlines", "a,b", "{x} %s", '"']
)
def test_unknown_tool_is_named_as_in_the_call(solution, name):
    returned = solution.dispatch({"clock": lambda: "12:00"}, call(name, {}))
    assert returned == exactly(failure(name, f"unknown tool {name}; available: clock"))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("arguments", [None, [], "", 0, {"a": 1}], ids=repr)
def test_unknown_tool_is_asked_first(solution, arguments):
    returned = solution.dispatch({"clock": lambda: "12:00"}, call("get_order", arguments))
    assert returned == exactly(failure("get_order", "unknown tool get_order; available: clock"))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("name", ["none", " ", "0", "unknown tool", "__class__", "get_order\n"])
def test_key_of_tools_is_a_known_tool_however_odd(solution, name):
    returned = solution.dispatch({name: lambda: "12:00"}, call(name, {}))
    assert returned == exactly(success(name, "12:00"))


class Bell(list):
    def __call__(self):
        return "rang"


@pytest.mark.rule("R6")
def test_tool_that_is_falsy_is_a_known_tool(solution):
    assert run(solution, Bell()) == exactly(success("it", "rang"))


# R7: tools that raise


class OutOfStock(Exception):
    pass


class WrongUnit(TypeError):
    pass


class Shop:
    class Closed(Exception):
        pass


class Own(Exception):
    """An exception with a text of its own, and another one wherever else one could look."""

    message = msg = detail = reason = text = strerror = "other"

    def __str__(self):
        return "own text"

    def __repr__(self):
        return "Own('other')"


class OwnKey(KeyError):
    __str__ = Own.__str__


class OwnSystem(OSError):
    __str__ = Own.__str__


class OwnGroup(ExceptionGroup):
    __str__ = Own.__str__


class OwnLike(Exception):
    """An exception that has another text of its own in the place where `str()` does not look."""

    def __init__(self, text):
        super().__init__(text)
        self.__str__ = lambda: "other"


KINDS = [
    *(Exception, ValueError, TypeError, LookupError, IndexError, AttributeError, NameError, UnboundLocalError),
    *(RuntimeError, NotImplementedError, RecursionError, ArithmeticError, ZeroDivisionError, OverflowError),
    *(AssertionError, OSError, ConnectionError, ConnectionResetError, TimeoutError, PermissionError),
    *(FileNotFoundError, BlockingIOError, InterruptedError, EOFError, ImportError, ModuleNotFoundError, MemoryError),
    *(BufferError, SystemError, ReferenceError, SyntaxError, UnicodeError, StopIteration, StopAsyncIteration),
    *(UserWarning, DeprecationWarning, asyncio.QueueEmpty, asyncio.InvalidStateError, OutOfStock, WrongUnit),
]
TEXTS = [
    *(
        "no",
        "é",
        "e\u0301",
        "&amp;",
        "%s",
        "{x}",
        "{",
        "a\r\nb",
        "\x00",
        " no ",
        "\ud83d",
        "ValueError",
        "no\n",
        "'no'",
    ),
    *("bad arguments: city", "unknown tool it", "Error: no", "x" * 300_000),
]


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("no such order"), "ValueError: no such order"),
        (KeyError("A-7"), "KeyError: 'A-7'"),
        (KeyError("it"), "KeyError: 'it'"),
        (LookupError("it"), "LookupError: it"),
        (IndexError("out of range"), "IndexError: out of range"),
        (AttributeError("no attribute"), "AttributeError: no attribute"),
        (StopIteration("no more"), "StopIteration: no more"),
        (StopAsyncIteration("no more"), "StopAsyncIteration: no more"),
        (AssertionError("negative"), "AssertionError: negative"),
        (NotImplementedError("later"), "NotImplementedError: later"),
        (RuntimeError("no"), "RuntimeError: no"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (MemoryError("too big"), "MemoryError: too big"),
        (FileNotFoundError(2, "No such file", "a.txt"), "FileNotFoundError: [Errno 2] No such file: 'a.txt'"),
        (ValueError("two", "parts"), "ValueError: ('two', 'parts')"),
        (ValueError(None), "ValueError: None"),
        (ValueError(0), "ValueError: 0"),
        (ValueError("  two\nlines \n"), "ValueError:   two\nlines \n"),
        (ValueError("one of: "), "ValueError: one of: "),
        (ValueError(": no."), "ValueError: : no."),
        (ValueError("x" * 5_000), "ValueError: " + "x" * 5_000),
        (OutOfStock("kettle"), "OutOfStock: kettle"),
        (WrongUnit("kg"), "WrongUnit: kg"),
        (Shop.Closed("until nine"), "Closed: until nine"),
        (ExceptionGroup("two", [ValueError("a"), KeyError("b")]), "ExceptionGroup: two (2 sub-exceptions)"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_raised_exception_is_its_type_and_its_message(solution, error, text):
    assert run(solution, raising(error)) == exactly(failure("it", text))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("kind", KINDS)
def test_exception_of_any_kind_is_its_type_and_its_message(solution, kind):
    returned = [run(solution, raising(kind(text)), city="Linz") for text in ("no", "tool() missing 'city'")]
    texts = [f"{kind.__name__}: no", f"{kind.__name__}: tool() missing 'city'"]
    assert returned == exactly([failure("it", text) for text in texts])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:30])
def test_message_stands_as_it_is(solution, text):
    returned = [run(solution, raising(kind(text))) for kind in (ValueError, TypeError, OutOfStock)]
    assert returned == exactly([failure("it", f"{kind}: {text}") for kind in ("ValueError", "TypeError", "OutOfStock")])


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "error",
    [Own(), Own("x"), Own("x", "y"), Own(None), OwnKey("x"), OwnSystem(2, "x"), OwnGroup("x", [ValueError("y")])],
    ids=lambda error: f"{type(error).__name__}{error.args!r}",
)
def test_message_is_the_str_of_the_exception_and_nothing_else_of_it(solution, error):
    assert run(solution, raising(error)) == exactly(failure("it", f"{type(error).__name__}: own text"))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("kind", [ValueError, TypeError, OutOfStock])
def test_neither_notes_nor_causes_belong_to_the_message(solution, kind):
    def from_another():
        raise kind("no") from KeyError("cause")

    def while_another():
        try:
            raise KeyError("context")
        except KeyError:
            raise kind("no")  # noqa: B904  # a context and no cause is the point

    noted, odd = kind("no"), kind("no")
    noted.add_note("a note")
    odd.message = odd.detail = odd.msg = "other"
    tools = [from_another, while_another, raising(noted), raising(odd)]
    assert [run(solution, tool) for tool in tools] == exactly([failure("it", f"{kind.__name__}: no")] * 4)


@pytest.mark.rule("R7")
def test_text_is_asked_of_the_class_of_the_exception(solution):
    assert run(solution, raising(OwnLike("no"))) == exactly(failure("it", "OwnLike: no"))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("error", [TimeoutError("too slow"), TypeError("no number"), TypeError("order")], ids=repr)
def test_failed_tool_is_not_run_a_second_time(solution, error):
    ran = []

    def refund(order):
        ran.append(order)
        raise error

    returned = run(solution, refund, order="A-7")
    assert (returned, ran) == exactly((failure("it", f"{type(error).__name__}: {error}"), ["A-7"]))


# R8: errors without a message


class TextRaises(Exception):
    def __str__(self):
        raise OutOfStock("no text for this error")


class TextRaisesTypeError(TypeError):
    def __str__(self):
        raise TypeError("no text for this error")


class TextIsNoString(Exception):
    def __str__(self):
        return None


class TextIsEmpty(Exception):
    def __str__(self):
        return ""


class KeyTextIsEmpty(KeyError):
    __str__ = TextIsEmpty.__str__


NO_TEXT = [kind() for kind in [*KINDS, KeyError] if kind is not SyntaxError]  # whose text would be "None"
NO_TEXT += [ValueError(""), TypeError(""), OutOfStock(""), TextIsEmpty("x"), TextIsEmpty("x", 1), KeyTextIsEmpty("x")]


@pytest.mark.rule("R8")
@pytest.mark.parametrize("error", NO_TEXT, ids=repr)
def test_error_with_an_empty_message_is_its_type_alone(solution, error):
    assert run(solution, raising(error)) == exactly(failure("it", type(error).__name__))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("kind", [TextRaises, TextRaisesTypeError, TextIsNoString])
def test_note_does_not_stand_for_a_message(solution, kind):
    errors = [kind("a", 1), ValueError(), TypeError("")]
    for error in errors:
        error.add_note("a note")
        error.__cause__ = KeyError("cause")
        assert run(solution, raising(error)) == exactly(failure("it", type(error).__name__))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("kind", [TextRaises, TextRaisesTypeError, TextIsNoString])
def test_error_whose_message_cannot_be_had_is_its_type_alone(solution, kind):
    assert run(solution, raising(kind("a", 1))) == exactly(failure("it", kind.__name__))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("blanks", [" ", "\n", " \t "], ids=repr)
def test_message_of_blanks_is_not_empty(solution, blanks):
    assert run(solution, raising(ValueError(blanks))) == exactly(failure("it", f"ValueError: {blanks}"))


# R9: arguments that are no dict


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        (None, "NoneType"),
        ([], "list"),
        (["a"], "list"),
        ([["a", 1]], "list"),
        ("", "str"),
        ("{}", "str"),
        ('{"a": 1}', "str"),
        (0, "int"),
        (7, "int"),
        (1.5, "float"),
        (False, "bool"),
        (True, "bool"),
    ],
    ids=repr,
)
def test_arguments_that_are_no_dict_are_refused(solution, arguments, kind):
    ran = []

    def anything(*positional, **named):
        ran.append((positional, named))

    returned = solution.dispatch({"it": anything}, call("it", arguments))
    assert (returned, ran) == exactly((failure("it", f"bad arguments: expected a dict, got {kind}"), []))


@pytest.mark.rule("R9")
def test_that_they_are_no_dict_is_said_of_a_tool_without_parameters_too(solution):
    returned = solution.dispatch({"it": lambda: "12:00"}, call("it", None))
    assert returned == exactly(failure("it", "bad arguments: expected a dict, got NoneType"))


# R10: arguments that do not fit


def weather(city, unit="C", *, days=1):
    raise AssertionError("was run")


def positional(city, unit="C", /):
    raise AssertionError("was run")


def several(*cities):
    raise AssertionError("was run")


def keyword_only(*, city):
    raise AssertionError("was run")


class Station:
    def __init__(self, city):
        raise AssertionError("was run")

    def __call__(self, city):
        raise AssertionError("was run")

    def trains(self, city):
        raise AssertionError("was run")

    @classmethod
    def nearest(cls, city):
        raise AssertionError("was run")


STATION = object.__new__(Station)


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("tool", "arguments", "at_fault"),
    [
        (weather, {}, ["city"]),
        (weather, {"unit": "F"}, ["city"]),
        (weather, {"city": "Linz", "country": "AT"}, ["country"]),
        (weather, {"town": "Linz"}, ["city", "town"]),
        (weather, {"City": "Linz"}, ["city", "City"]),
        (weather, {"city": "Linz", "country": None}, ["country"]),
        (weather, {"city": "Linz", "unit": "C", "days": 2, "country": "AT"}, ["country"]),
        (lambda: "12:00", {"zone": "UTC"}, ["zone"]),
        (keyword_only, {}, ["city"]),
        (keyword_only, {"city": "Linz", "zone": 1}, ["zone"]),
        (positional, {"city": "Linz"}, ["city"]),
        (positional, {}, ["city"]),
        (several, {"cities": ["Linz"]}, ["cities"]),
        (Station, {}, ["city"]),
        (Station, {"city": "Linz", "zone": 1}, ["zone"]),
        (STATION, {}, ["city"]),
        (STATION, {"city": "Linz", "self": 1}, ["self"]),
        (STATION.trains, {}, ["city"]),
        (STATION.trains, {"town": "Linz"}, ["city", "town"]),
        (Station.nearest, {"cls": 1, "city": "Linz"}, ["cls"]),
        (functools.partial(weather, days=2), {}, ["city"]),
        (functools.partial(weather, "Linz"), {"city": "Wien"}, ["city"]),
        (functools.partial(STATION.trains), {"zone": 1, "city": "Linz"}, ["zone"]),
    ],
)
def test_arguments_that_do_not_fit_are_refused_with_a_reason(solution, tool, arguments, at_fault):
    returned = solution.dispatch({"it": tool}, call("it", arguments))
    assert without_reason(returned, *at_fault) == exactly(MISFIT)


@pytest.mark.rule("R10")
def test_tool_that_the_arguments_do_not_fit_is_not_run(solution):
    ran = []

    def note(text, priority=0):
        ran.append(text)

    returned = [run(solution, note, text="a", colour="red"), run(solution, note, priority=1), run(solution, note)]
    expected = [MISFIT] * 3
    assert ([without_reason(each, "text", "colour") for each in returned], ran) == exactly((expected, []))


# R11: a TypeError inside the tool


def timed(function):
    """Wrap as decorators usually do."""

    @functools.wraps(function)
    def wrapper(*positional, **named):
        return function(*positional, **named)

    return wrapper


def with_session(function):
    """Wrap a function whose first parameter only the wrapper knows of."""

    @functools.wraps(function)
    def wrapper(**named):
        return function("session", **named)

    return wrapper


def only_city(function):
    @functools.wraps(function)
    def wrapper(city):
        return function(city=city)

    return wrapper


def find(session, city):
    return f"{session}: {city}"


@pytest.mark.rule("R11")
def test_type_error_raised_by_the_tool_is_one(solution):
    def add(a, b=1):
        return a + b

    returned = [run(solution, add, a="x"), run(solution, add, a=1, b=None), run(solution, raising(TypeError("no")))]
    texts = [python_says(add, "x"), python_says(add, 1, None), "no"]
    assert returned == exactly([failure("it", f"TypeError: {text}") for text in texts])


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    "text",
    [
        "it() missing 1 required positional argument: 'city'",
        "tool() got an unexpected keyword argument 'city'",
        "missing a required argument: 'city'",
        "bad arguments: city",
    ],
)
def test_words_of_a_type_error_do_not_count(solution, text):
    assert run(solution, raising(TypeError(text)), city="Linz") == exactly(failure("it", f"TypeError: {text}"))


@pytest.mark.rule("R11")
def test_wrong_call_inside_the_tool_is_the_fault_of_the_tool(solution):
    def inner(city, unit):
        return city

    def outer(city):
        return inner(city)

    text = f"TypeError: {python_says(inner, 'Linz')}"
    assert run(solution, outer, city="Linz") == exactly(failure("it", text))


@pytest.mark.rule("R11")
def test_tool_that_calls_itself_wrongly_is_at_fault_too(solution):
    def again(city):
        return again()

    text = f"TypeError: {python_says(again)}"
    assert run(solution, again, city="Linz") == exactly(failure("it", text))


@pytest.mark.rule("R11")
def test_type_error_inside_any_kind_of_tool_is_one(solution):
    class Total:
        def __init__(self, price):
            self.price = price + 1

        def __call__(self, price):
            return price + 1

        def of(self, price):
            return price + 1

    total = Total(1)
    tools = [Total, total, total.of, functools.partial(total.of), lambda price: price + 1]
    returned = [run(solution, tool, price="x") for tool in tools]
    assert returned == exactly([failure("it", f"TypeError: {python_says(total, 'x')}")] * 5)


@pytest.mark.rule("R11")
@pytest.mark.parametrize("arguments", [{}, {"city": "Linz"}, {"session": "s", "city": "Linz", "x": 1}], ids=repr)
def test_wrapper_accepts_everything_and_what_it_wraps_fails_inside(solution, arguments):
    returned = solution.dispatch({"it": timed(find)}, call("it", arguments))
    assert returned == exactly(failure("it", f"TypeError: {python_says(find, **arguments)}"))


class Timed:
    @timed
    def __init__(self, city):
        self.city = city

    @timed
    def __call__(self, city):
        return city

    @timed
    def trains(self, city):
        return city

    @classmethod
    @timed
    def nearest(cls, city):
        return city

    def __str__(self):
        return self.city


TIMED = Timed("Wien")


@pytest.mark.rule("R11")
@pytest.mark.parametrize("arguments", [{}, {"town": "Linz"}, {"city": "Linz", "zone": 1}], ids=repr)
@pytest.mark.parametrize(
    ("tool", "wrapped"),
    [
        (Timed, functools.partial(Timed.__init__, TIMED)),
        (TIMED, TIMED.__call__),
        (TIMED.trains, TIMED.trains),
        (Timed.nearest, Timed.nearest),
        (functools.partial(timed(seats_left)), seats_left),
        (functools.partial(Timed), functools.partial(Timed.__init__, TIMED)),
        (functools.partial(TIMED), TIMED.__call__),
        (timed(TIMED.trains), TIMED.trains),
        (timed(timed(seats_left)), seats_left),
    ],
    ids=[
        *("class", "object", "method", "class method", "partial", "partial of a class", "partial of an object"),
        *("wrapped method", "wrapped twice"),
    ],
)
def test_any_kind_of_tool_counts_as_its_wrapper(solution, tool, wrapped, arguments):
    returned = run(solution, tool, **arguments)
    assert returned == exactly(failure("it", f"TypeError: {python_says(wrapped, **arguments)}"))


@pytest.mark.rule("R11")
def test_wrapper_that_fills_in_an_argument_is_run(solution):
    assert run(solution, with_session(find), city="Linz") == exactly(success("it", "session: Linz"))


@pytest.mark.rule("R11")
def test_wrapper_that_takes_less_than_what_it_wraps_refuses_the_rest(solution):
    returned = run(solution, only_city(weather), city="Linz", unit="F")
    assert without_reason(returned, "unit") == exactly(MISFIT)


# R12: how a tool is run


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    "parameter",
    [
        *("name", "call", "tools", "self", "id", "arguments", "args", "kwargs", "tool", "func", "fn", "f", "function"),
        *("obj", "value", "result", "exc", "key", "default", "handler", "callable", "content", "is_error", "cls"),
        *("class", "order id", ""),
    ],
)
def test_argument_may_have_any_name(solution, parameter):
    returned = solution.dispatch({"it": lambda **named: named}, call("it", {parameter: 1}))
    assert returned == exactly(success("it", json.dumps({parameter: 1})))


@pytest.mark.rule("R12")
def test_tool_with_parameters_named_like_those_of_the_dispatcher_is_run(solution):
    def rename(name, call, tools, self):
        return [name, call, tools, self]

    returned = run(solution, rename, name="a", call="b", tools="c", self="d")
    assert returned == exactly(success("it", '["a", "b", "c", "d"]'))


@pytest.mark.rule("R12")
def test_every_argument_arrives_once_and_as_it_is(solution):
    seen = []

    def note(*positional, **named):
        seen.append((positional, named))

    arguments = {"text": "", "count": 0, "ratio": 1.0, "flag": False, "none": None, "list": [], "deep": {"a": [1, [2]]}}
    solution.dispatch({"it": note}, call("it", arguments))
    assert seen == exactly([((), arguments)])


@pytest.mark.rule("R12")
@pytest.mark.parametrize("names", [["b", "a"], ["zebra", "Ant", "bee", ""]], ids=repr)
def test_arguments_arrive_in_the_order_of_the_call(solution, names):
    returned = solution.dispatch({"it": lambda **named: list(named)}, call("it", dict.fromkeys(names, 1)))
    assert returned == exactly(success("it", json.dumps(names)))


@pytest.mark.rule("R12")
def test_arguments_are_matched_by_name_and_not_by_place(solution):
    returned = run(solution, lambda first, second: [first, second], second=2, first=1)
    assert returned == exactly(success("it", "[1, 2]"))


def join(city, unit="C", *, days=1):
    return f"{city} {unit} {days}"


class Ticket:
    def __init__(self, city, unit="C", *, days=1):
        self.text = join(city, unit, days=days)

    def __str__(self):
        return self.text

    def __call__(self, city, unit="C", *, days=1):
        return join(city, unit, days=days)


def rest(**named):
    return join(**named)


def optional_positional(unit="C", /):
    return f"unit {unit}"


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("tool", "arguments", "content"),
    [
        (lambda: "12:00", {}, "12:00"),
        (join, {"city": "Linz"}, "Linz C 1"),
        (join, {"city": "Linz", "days": 3}, "Linz C 3"),
        (join, {"days": 3, "unit": "F", "city": None}, "None F 3"),
        (rest, {"city": "Linz"}, "Linz C 1"),
        (optional_positional, {}, "unit C"),
        (lambda *cities: list(cities), {}, "[]"),
        (Ticket, {"city": "Linz", "unit": "F"}, '"Linz F 1"'),
        (Ticket("Wien"), {"city": "Linz"}, "Linz C 1"),
        (Ticket("Wien").__call__, {"city": "Linz"}, "Linz C 1"),
        (functools.partial(join, "Linz"), {"unit": "F"}, "Linz F 1"),
        (functools.partial(join, days=2), {"city": "Linz"}, "Linz C 2"),
        (functools.partial(join, days=2), {"city": "Linz", "days": 5}, "Linz C 5"),
        (functools.partial(functools.partial(join, unit="F"), "Linz"), {}, "Linz F 1"),
        (functools.partial(Ticket, days=2), {"city": "Linz"}, '"Linz C 2"'),
    ],
)
def test_any_kind_of_tool_is_run_with_what_it_was_given(solution, tool, arguments, content):
    assert solution.dispatch({"it": tool}, call("it", arguments)) == exactly(success("it", content))


@pytest.mark.rule("R12")
def test_no_other_tool_is_run(solution):
    ran = []
    tools = {name: functools.partial(ran.append, name) for name in ("a", "b", "c")}
    tools = {name: (lambda act=act: act()) for name, act in tools.items()}
    solution.dispatch(tools, call("b", {}))
    assert ran == exactly(["b"])


# R13: what is left as it was


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("clock", {}),
        ("join", {"city": "Linz"}),
        ("gone", {"a": [1]}),
        ("clock", {"a": [1]}),
        ("clock", [1, [2]]),
        ("bad", {"a": {"b": [1]}}),
    ],
    ids=["no arguments", "defaults", "unknown tool", "no fit", "no dict", "raised"],
)
def test_call_and_tools_are_left_as_they_were(solution, name, arguments):
    tools = {"clock": lambda: "12:00", "bad": raising(ValueError("no")), "join": join}
    before = list(tools.items())
    asked = call(name, arguments)
    kept = plain(asked)
    solution.dispatch(tools, asked)
    assert asked == exactly(kept)
    assert [key for key, _ in tools.items()] == exactly(["clock", "bad", "join"])
    assert all(tool is tools[key] for key, tool in before)
    assert asked["arguments"] is arguments


@pytest.mark.rule("R13")
@pytest.mark.parametrize("error", [None, ValueError("no"), KeyboardInterrupt("now")], ids=repr)
def test_call_does_not_change_under_a_tool_that_changes_its_arguments(solution, error):
    seen = []
    asked = call("it", {"items": ["kettle", "cup"], "order": {"lines": [["kettle"], ["cup"]]}})

    def empty(items, order):
        items.clear()
        order["lines"][0].clear()
        order["extra"] = 1
        seen.append(plain(asked))
        if error is not None:
            raise error

    before = plain(asked)
    with contextlib.suppress(KeyboardInterrupt):
        solution.dispatch({"it": empty}, asked)
    assert (seen, asked) == exactly(([before], before))


def fill(value):
    """Add something to every list and dict in `value`."""
    for inner in value.values() if type(value) is dict else value:
        if type(inner) in (dict, list):
            fill(inner)
    if type(value) is dict:
        value["added"] = 0
    else:
        value.append(0)


def empty(value):
    """Take everything out of every list and dict in `value`, the deepest first."""
    for inner in value.values() if type(value) is dict else value:
        if type(inner) in (dict, list):
            empty(inner)
    value.clear()


def nests(depth):
    """Return every nest of lists and dicts of this depth, in each of which some have two members."""
    inner = nests(depth - 1) if depth else [0]
    return [outer(value) for outer in (lambda v: [v], lambda v: [0, v], lambda v: {"a": v}) for value in inner]


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    "arguments",
    [{"value": []}, {"value": {}}, {"value": [[]]}, {"value": [{}]}, {"value": {"a": []}}, {"value": {"a": {"b": {}}}}],
    ids=repr,
)
def test_call_does_not_change_under_a_tool_that_fills_what_is_empty(solution, arguments):
    asked = call("it", arguments)
    before = plain(asked)
    solution.dispatch({"it": fill}, asked)
    assert asked == exactly(before)


@pytest.mark.rule("R13")
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_call_does_not_change_under_a_tool_that_changes_what_lies_deep(solution, depth):
    for change in (fill, empty):
        for value in nests(depth):
            asked = call("it", {"value": value})
            before = plain(asked)
            solution.dispatch({"it": change}, asked)
            assert asked == exactly(before)


@pytest.mark.rule("R13")
@pytest.mark.parametrize("wrap", [lambda inner: [inner], lambda inner: {"a": inner}], ids=["lists", "dicts"])
def test_call_does_not_change_under_a_tool_that_changes_what_lies_98_deep(solution, wrap):
    asked = call("it", {"value": functools.reduce(lambda inner, _: wrap(inner), range(98), [])})
    before = plain(asked)
    solution.dispatch({"it": fill}, asked)
    assert asked == exactly(before)


@pytest.mark.rule("R13")
def test_tool_that_changes_later_what_it_was_given_does_not_change_the_call(solution):
    kept = []
    asked = call("it", {"items": ["kettle"], "order": {"lines": [1]}})

    def keep(items, order):
        kept.extend([items, order["lines"]])

    solution.dispatch({"it": keep}, asked)
    for given in kept:
        given.append("cup")
    assert (asked, kept) == exactly(
        (call("it", {"items": ["kettle"], "order": {"lines": [1]}}), [["kettle", "cup"], [1, "cup"]])
    )


@pytest.mark.rule("R13")
def test_call_that_changes_later_does_not_change_what_the_tool_was_given(solution):
    kept = []
    asked = call("it", {"items": ["kettle"]})
    solution.dispatch({"it": lambda items: kept.append(items)}, asked)
    asked["arguments"]["items"].append("cup")
    assert kept == exactly([["kettle"]])


@pytest.mark.rule("R13")
def test_same_call_gets_a_new_copy_every_time(solution):
    asked = call("it", {"items": [1, 2], "order": {"lines": [3]}})

    def take(items, order):
        return [items.pop(), order["lines"].pop()]

    returned = [solution.dispatch({"it": take}, asked) for _ in range(3)]
    assert returned == exactly([success("it", "[2, 3]")] * 3)


@pytest.mark.rule("R13")
def test_tool_may_change_the_dict_of_all_that_it_was_given(solution):
    asked = call("it", {"a": 1, "b": [2]})

    def clear(**named):
        named["b"].append(3)
        named.clear()
        return "cleared"

    returned = solution.dispatch({"it": clear}, asked)
    assert (returned, asked) == exactly((success("it", "cleared"), call("it", {"a": 1, "b": [2]})))


@pytest.mark.rule("R13")
def test_arguments_nested_100_deep_are_given(solution):
    deep = functools.reduce(lambda inner, _: [inner], range(98), [])
    returned = run(solution, lambda value: value, value=deep)
    assert returned == exactly(success("it", "[" * 99 + "]" * 99))


# R14: what is no Exception


class PowerCut(BaseException):
    pass


OTHERS = [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError, PowerCut]


def what_leaves(solution, tool, kind):
    """Return what leaves `dispatch`, an exception of `kind`, or what it returned instead."""
    try:
        return run(solution, tool)
    except kind as left:
        return left


class TextRaisesThis(Exception):
    def __init__(self, error, cause):
        self.error, self.cause = error, cause

    def __str__(self):
        raise self.error from self.cause


class ThisStrRaises:
    def __init__(self, error, cause):
        self.error, self.cause = error, cause

    def __str__(self):
        raise self.error from self.cause

    def __repr__(self):
        return "<ThisStrRaises>"


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_no_exception_leaves_as_it_is(solution, kind):
    cause, stop = ValueError("the cause"), kind("now", 7)

    def bad():
        raise stop from cause

    assert what_leaves(solution, bad, kind) is stop
    assert stop.__cause__ is cause
    assert (stop.args, vars(stop)) == exactly((("now", 7), {}))


@pytest.mark.rule("R14")
def test_group_with_an_interrupt_in_it_leaves_too(solution):
    stop = BaseExceptionGroup("both", [ValueError("no"), KeyboardInterrupt("now")])
    assert what_leaves(solution, raising(stop), BaseExceptionGroup) is stop


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", OTHERS)
def test_interrupt_while_the_text_of_an_error_is_made_leaves(solution, kind):
    cause, stop = ValueError("the cause"), kind("now", 7)
    assert what_leaves(solution, raising(TextRaisesThis(stop, cause)), kind) is stop
    assert stop.__cause__ is cause
    assert (stop.args, vars(stop)) == exactly((("now", 7), {}))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("inside", [False, True], ids=["whole", "inside"])
def test_interrupt_while_a_result_is_written_leaves(solution, kind, inside):
    cause, stop = ValueError("the cause"), kind("now", 7)
    value = ThisStrRaises(stop, cause)
    assert what_leaves(solution, giving([1, {"a": value}] if inside else value), kind) is stop
    assert stop.__cause__ is cause
    assert stop.args == exactly(("now", 7))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", OTHERS)
def test_call_after_an_interrupt_is_a_call_like_any_other(solution, kind):
    what_leaves(solution, raising(kind("now")), kind)
    assert run(solution, lambda: "12:00") == exactly(success("it", "12:00"))
