"""Every small tool under every small call for problem 068, and short sequences of calls, smallest first."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, IntEnum
from itertools import product
from typing import Any, NamedTuple

from judge.plain import in_order, plain, same

SPACE = "sequences of up to 3 calls, of every kind of tool with every kind of arguments"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    181,
    194,
    198,
    201,
    206,
    208,
    209,
    210,
    227,
    234,
    235,
    236,
    238,
    239,
    242,
    244,
    246,
    248,
    251,
    252,
    253,
    255,
    257,
    258,
    261,
    264,
    265,
    268,
    270,
    275,
    285,
    293,
    320,
    1413,
)


def observe(solution: Any, scenario: dict) -> dict:
    """Dispatch the calls of a scenario in order, and return what the tools were given and what came back.

    Equal calls are one object, so that what a tool does to its arguments would show the next time. Calls end at the
    first that raises.
    """
    _run.start(solution)
    tools = {name: TOOLS[name].act for name in scenario["tools"]}
    tools_before = _identities(tools)
    known: dict[str, dict] = {}
    calls: list[dict] = []
    for position, (name, arguments) in enumerate(scenario["calls"], start=1):
        fresh = {"id": f"c{position}", "name": name, "arguments": plain(arguments)}
        calls.append(known.setdefault(repr((name, arguments)), fresh))
    given = [call["arguments"] for call in calls]
    returned: list[Any] = []
    snapshots: list[Any] = []
    ends: list[int] = []
    raised = None
    for call, (name, arguments) in zip(calls, scenario["calls"], strict=True):
        try:
            returned.append(solution.dispatch(tools, call))
            snapshots.append(_without_reason(plain(returned[-1]), name, arguments))
        except (Exception, SystemExit, PowerCut) as exc:
            raised = _described(exc)
        except KeyboardInterrupt as exc:
            raised = _described(_of_a_tool(exc))
        ends.append(len(_run.events))
        if raised is not None:
            break
    return {
        "events": plain(_run.events),
        "ends": ends,
        "returned": snapshots,
        "raised": raised,
        "results afterwards": [
            _without_reason(plain(each), *call) for each, call in zip(returned, scenario["calls"], strict=False)
        ],
        "calls afterwards": plain(calls),
        "arguments afterwards": plain(given),
        "tools left alone": _identities(tools) == tools_before,
    }


def _identities(tools: dict) -> list[tuple]:
    return [(name, id(tool)) for name, tool in tools.items()]


def _without_reason(returned: Any, name: str, arguments: Any) -> Any:
    """Put `REASON` for the words which are the attempt's own, if they name one of the arguments at fault."""
    if type(returned) is dict and type(returned.get("content")) is str and name in TOOLS and type(arguments) is dict:
        prefix, found, reason = returned["content"].partition("bad arguments: ")
        if found and not prefix and any(each in reason for each in TOOLS[name].misfits(arguments)):
            returned["content"] = "bad arguments: REASON"
    return returned


def _described(exc: BaseException) -> str:
    kind = type(exc).__name__
    try:
        cause, notes = exc.__cause__, getattr(exc, "__notes__", ())
        because = f", caused by {type(cause).__name__}" if cause is not None else ""
        return f"{kind}: {exc}{because}" + "".join(f", note: {note}" for note in notes)
    except Exception:
        return f"{kind}: (its str() raises)"
    except PowerCut as cut:
        return f"{kind}: (its str() raises {type(cut).__name__})"


def _of_a_tool(interrupt: KeyboardInterrupt) -> KeyboardInterrupt:
    """Return `interrupt` if a tool raised it. One from the keyboard goes on to whoever waits for the comparison."""
    if interrupt.args != (PRESSED,):
        raise interrupt
    return interrupt


def runs(seen: dict) -> list[dict]:
    """Return what was seen call by call, in a reader's words."""
    told, start = [], 0
    for number, end in enumerate(seen["ends"]):
        raised = seen["raised"] if number == len(seen["returned"]) else None
        returned = None if raised is not None else seen["returned"][number]
        told.append({"events": seen["events"][start:end], "returned": returned, "raised": raised})
        told[-1]["the call afterwards"] = seen["calls afterwards"][number]
        told[-1]["its arguments afterwards"] = seen["arguments afterwards"][number]
        start = end
    told[-1] |= {"all results afterwards": seen["results afterwards"], "tools left alone": seen["tools left alone"]}
    return told


# The tools. Each first tells the run that it was called, and with what.

PRESSED = "pressed while a tool ran"


class _Run:
    """What the tools work on while one scenario is played: the attempt, what has happened, what `keep` collects."""

    def start(self, solution: Any) -> None:
        self.solution = solution
        self.events: list[tuple] = []
        self.kept: list[list] = []

    def tell(self, tool: str, /, **arguments: Any) -> None:
        self.events.append(("tool", tool, plain(arguments)))


_run = _Run()


class Tool(NamedTuple):
    """A tool; a remark for the reader of a script; what it needs and takes by name; the rule on what it returns."""

    act: Callable
    remark: str = ""
    needs: tuple = ()
    takes: tuple = ()
    takes_any: bool = False
    rule: str = ""

    def misfits(self, arguments: dict) -> set:
        """Return the names of the arguments at fault: missing, or not taken by name."""
        surplus = set() if self.takes_any else arguments.keys() - {*self.takes}
        return surplus | {name for name in self.needs if name not in arguments or name not in self.takes}


def _add(left: Any, right: Any = 1) -> Any:
    _run.tell("add", left=left, right=right)
    return left + right


def _clock() -> str:
    _run.tell("clock")
    return "12:00"


def _echo(value: Any) -> Any:
    _run.tell("echo", value=value)
    return value


def _take(items: list) -> Any:
    _run.tell("take", items=items)
    return items.pop(0)


def _take_inside(order: dict) -> Any:
    _run.tell("take_inside", order=order)
    return order["items"].pop(0)


def _keep(items: list) -> int:
    _run.tell("keep", items=items)
    for earlier in _run.kept:
        earlier.clear()
    _run.kept.append(items)
    return len(items)


def _dig(items: Any) -> int:
    _run.tell("dig", items=items)
    while type(items[0]) is list and items[0]:
        items = items[0]
    items.clear()
    return len(items)


def _fill(items: Any) -> int:
    _run.tell("fill", items=items)
    if type(items) is dict:
        items["added"] = 0
    else:
        items.append(0)
    return len(items)


def _spill(items: list) -> None:
    _run.tell("spill", items=items)
    items.clear()
    raise KeyboardInterrupt(PRESSED)


def _refund(amount: Any) -> None:
    _run.tell("refund", amount=amount)
    raise TimeoutError(f"attempt {len(_run.events)}")


def _fail(text: Any) -> None:
    _run.tell("fail", text=text)
    raise ValueError(text)


def _look_up(key: Any) -> Any:
    _run.tell("look_up", key=key)
    return {}[key]


def _misread(text: Any) -> None:
    _run.tell("misread", text=text)
    raise TypeError(text)


def _delegate(left: Any) -> Any:
    _run.tell("delegate", left=left)
    return _two(left)


def _two(left: Any, right: Any) -> Any:
    return left + right


def _recur(left: Any) -> Any:
    _run.tell("recur", left=left)
    return _recur()  # type: ignore[call-arg]  # the point of it


def _rename(name: Any, call: Any, tools: Any, self: Any) -> list:
    _run.tell("rename", name=name, call=call, tools=tools, self=self)
    return [name, call, tools, self]


def _note(**fields: Any) -> dict:
    _run.tell("note", **fields)
    return fields


def _order(**fields: Any) -> list:
    _run.tell("order", **fields)
    return list(fields)


def _several(*items: Any) -> list:
    _run.tell("several", items=items)
    return list(items)


def _by_place(left: Any = 1, /) -> Any:
    _run.tell("by_place", left=left)
    return left


def _by_name(*, left: Any, right: Any = 2) -> list:
    _run.tell("by_name", left=left, right=right)
    return [left, right]


class _Counter:
    def __init__(self, left: Any = 5) -> None:
        _run.tell("counter", left=left)
        self.count = left + 1

    def __str__(self) -> str:
        return f"counter at {self.count}"

    def __repr__(self) -> str:
        return "_Counter()"  # Python's own would hold an address, which is another in each process.


class _Scale:
    def __call__(self, left: Any) -> Any:
        _run.tell("scale", left=left)
        return left + 0.5

    def weigh(self, left: Any) -> Any:
        _run.tell("weigh", left=left)
        return left + 0.5


class _Bell(list):
    def __call__(self) -> str:
        _run.tell("bell")
        return "rang"


def _timed(function: Callable) -> Callable:
    @functools.wraps(function)
    def wrapper(*positional: Any, **named: Any) -> Any:
        _run.tell("timed", **named)
        return function(*positional, **named)

    return wrapper


def _with_session(function: Callable) -> Callable:
    @functools.wraps(function)
    def wrapper(**named: Any) -> Any:
        _run.tell("injected", **named)
        return function("s", **named)

    return wrapper


def _only_left(function: Callable) -> Callable:
    @functools.wraps(function)
    def wrapper(left: Any) -> Any:
        _run.tell("narrowed", left=left)
        return function(left, "!")

    return wrapper


class _Timed:
    @_timed
    def __init__(self, left: Any = 5) -> None:
        self.left = left

    @_timed
    def __call__(self, left: Any) -> Any:
        return left

    @_timed
    def weigh(self, left: Any) -> Any:
        return left

    def __str__(self) -> str:
        return f"timed {self.left}"

    def __repr__(self) -> str:
        return "_Timed()"


def _ask_again(name: Any) -> Any:
    _run.tell("ask_again", name=name)
    returned = _run.solution.dispatch({"inner": lambda: 1}, {"id": "inner", "name": name, "arguments": {}})
    # A copy, because a result that two calls share would hold itself; in order, because the order of keys is free.
    return in_order(plain(returned))


def _giving(name: str, make: Callable[[], Any]) -> Callable:
    def act() -> Any:
        _run.tell(name)
        return make()

    return act


def _raising(name: str, make: Callable[[], BaseException]) -> Callable:
    def act() -> None:
        _run.tell(name)
        raise make()

    return act


def _power_cut() -> None:
    _run.tell("power_cut")
    raise PowerCut("at noon") from ValueError("a fuse")


class PowerCut(BaseException):
    """What the tools raise that is no `Exception`."""


class Shop:
    """A class around others, whose own names alone count."""

    class Closed(Exception):
        """Raised by a tool."""

    class Basket:
        """Returned by a tool; has no text."""

        def __str__(self) -> str:
            raise Shop.Closed("no text for this result")

        def __repr__(self) -> str:
            return "<basket>"


class _Unprintable(Exception):
    def __str__(self) -> str:
        raise Shop.Closed("no text for this error")


class _Wordless(Exception):
    def __str__(self) -> Any:
        return None


class _Worded(Exception):
    message = "other"

    def __str__(self) -> str:
        return "its own text"


class _Silent(Exception):
    def __str__(self) -> str:
        return ""


class _CutShort(Exception):
    def __str__(self) -> str:
        raise PowerCut("while the text was made") from ValueError("a fuse")


class _CutShortResult:
    def __str__(self) -> str:
        raise PowerCut("while the result was written") from ValueError("a fuse")

    def __repr__(self) -> str:
        return "<cut short>"


class _Order:
    def __str__(self) -> str:
        return "order “A-7”"

    def __repr__(self) -> str:
        return "<order>"


class _Label(str):
    def __str__(self) -> str:
        return "shown otherwise"


class _Veiled(str):
    def __iter__(self) -> Iterator[str]:
        return iter("other letters")


@dataclass
class _Seat:
    row: int = 1


_Colour = Enum("_Colour", {"RED": "red"}, type=str)


class _Level(IntEnum):
    HIGH = 3


def _noted() -> Exception:
    exc = ValueError("no")
    exc.add_note("a note")
    exc.__cause__ = KeyError("a cause")
    return exc


def _circle() -> list:
    whole: list = [1]
    whole.append(whole)
    return whole


def _deep() -> list:
    whole: list = []
    for _ in range(100_000):
        whole = [whole]
    return whole


DAY = date(2026, 1, 5)
GIVE: dict[str, tuple[Callable[[], Any], str]] = {
    "tuple": (lambda: (1, ("two",)), "R3"),
    "mixed_keys": (lambda: {"b": 1, 2: "x", None: 3, True: 4, 1.5: 5}, "R3"),
    "nan": (lambda: [float("nan"), float("-inf")], "R3"),
    "level": (lambda: [_Level.HIGH, _Colour.RED], "R3"),
    "colour": (lambda: _Colour.RED, "R2"),
    "label": (lambda: _Label("A-7"), "R2"),
    "veiled": (lambda: _Veiled("A-7"), "R2"),
    "odd_keys": (lambda: {_Colour.RED: 1, _Label("b"): {_Level.HIGH: 2}}, "R3"),
    "day": (lambda: DAY, "R4"),
    "moment": (lambda: datetime(2026, 1, 5, 8, 30), "R4"),
    "seat": (_Seat, "R4"),
    "seat_inside": (lambda: [_Seat()], "R4"),
    "day_inside": (lambda: {"on": [DAY], "é": None}, "R4"),
    "set": (lambda: {1}, "R4"),
    "bytes": (lambda: b"", "R4"),
    "bytes_inside": (lambda: (b"x", 0), "R4"),
    "object": (_Order, "R4"),
    "returned_error": (lambda: ValueError("returned"), "R4"),
    "returned_interrupt": (lambda: KeyboardInterrupt("returned"), "R4"),
    "mute": (Shop.Basket, ""),
    "mute_inside": (lambda: {"a": [Shop.Basket()]}, ""),
    "tuple_keys": (lambda: {"a": 1, (1, 2): 3}, ""),
    "circle": (_circle, ""),
    "huge": (lambda: 10**5_000, ""),
    "cut_short_result": (_CutShortResult, ""),
}
RAISE: dict[str, Callable[[], BaseException]] = {
    "stop": lambda: StopIteration("no more"),
    "assert_it": AssertionError,
    "shut": lambda: Shop.Closed("until nine"),
    "exhaust": lambda: MemoryError("too big"),
    "overflow": lambda: RecursionError("too deep"),
    "two_parts": lambda: ValueError("two", "parts"),
    "noted": _noted,
    "worded": lambda: _Worded("a", 1),
    "worded_once": lambda: _Worded("a"),
    "silent": lambda: _Silent("a"),
    "unprintable": _Unprintable,
    "wordless": _Wordless,
    "cut_short": _CutShort,
    "interrupt": lambda: KeyboardInterrupt(PRESSED),
    "leave": lambda: SystemExit("left by a tool"),
}

_FIRST = functools.partial(_add, 2)
_TIMED = object.__new__(_Timed)  # Its `__init__` would tell a run that has not begun.
TOOLS = {
    "add": Tool(_add, "add(left, right=1)", ("left",), ("left", "right")),
    "clock": Tool(_clock),
    "Zone": Tool(_clock),
    "echo": Tool(_echo, "", ("value",), ("value",)),
    "take": Tool(_take, "takes the first item out", ("items",), ("items",), rule="R13"),
    "take_inside": Tool(_take_inside, "takes the first item out", ("order",), ("order",), rule="R13"),
    "keep": Tool(_keep, "counts its items, empties those of earlier calls", ("items",), ("items",), rule="R13"),
    "fill": Tool(_fill, "adds to what it is given", ("items",), ("items",), rule="R13"),
    "dig": Tool(_dig, "empties the innermost list", ("items",), ("items",), rule="R13"),
    "spill": Tool(_spill, "empties items, raises KeyboardInterrupt", ("items",), ("items",)),
    "refund": Tool(_refund, "raises TimeoutError", ("amount",), ("amount",)),
    "fail": Tool(_fail, "raises ValueError(text)", ("text",), ("text",)),
    "look_up": Tool(_look_up, "raises KeyError(key)", ("key",), ("key",)),
    "misread": Tool(_misread, "raises TypeError(text)", ("text",), ("text",)),
    "delegate": Tool(_delegate, "calls another function with too little", ("left",), ("left",)),
    "recur": Tool(_recur, "calls itself with too little", ("left",), ("left",)),
    "rename": Tool(_rename, "", ("name", "call", "tools", "self"), ("name", "call", "tools", "self"), rule="R12"),
    "note": Tool(_note, "note(**fields)", takes_any=True, rule="R12"),
    "order": Tool(_order, "order(**fields)", takes_any=True, rule="R12"),
    "several": Tool(_several, "several(*items)"),
    "by_place": Tool(_by_place, "by_place(left=1, /)"),
    "by_name": Tool(_by_name, "by_name(*, left, right=2)", ("left",), ("left", "right")),
    "counter": Tool(_Counter, "a class, counter(left=5)", (), ("left",)),
    "scale": Tool(_Scale(), "an object with __call__(left)", ("left",), ("left",)),
    "weigh": Tool(_Scale().weigh, "a bound method, weigh(left)", ("left",), ("left",)),
    "add_to_2": Tool(_FIRST, "partial(add, 2)", (), ("right",)),
    "add_5": Tool(functools.partial(_add, right=5), "partial(add, right=5)", ("left",), ("left", "right")),
    "bell": Tool(_Bell(), "an object with __call__() that is falsy"),
    "timed": Tool(_timed(_two), "wraps two(left, right) as (*positional, **named)", takes_any=True, rule="R11"),
    "timed_class": Tool(
        _Timed, "a class, wraps __init__(left=5) as (*positional, **named)", takes_any=True, rule="R11"
    ),
    "timed_object": Tool(_TIMED, "wraps __call__(left) as (*positional, **named)", takes_any=True, rule="R11"),
    "timed_method": Tool(_TIMED.weigh, "wraps weigh(left) as (*positional, **named)", takes_any=True, rule="R11"),
    "injected": Tool(_with_session(_two), "wraps two(left, right) as (**named), left='s'", takes_any=True, rule="R11"),
    "narrowed": Tool(_only_left(_two), "wraps two(left, right) as (left), right='!'", ("left",), ("left",), rule="R11"),
    "ask_again": Tool(_ask_again, "dispatches a call itself", ("name",), ("name",), rule="R1"),
    "give_deep": Tool(_giving("give_deep", _deep), "returns lists 100,000 deep"),
    "power_cut": Tool(_power_cut, "raises PowerCut from ValueError"),
}
for _name, (_make, _rule) in GIVE.items():
    TOOLS[f"give_{_name}"] = Tool(_giving(f"give_{_name}", _make), rule=_rule)
for _name, _made in RAISE.items():
    TOOLS[_name] = Tool(_raising(_name, _made))

# The calls, from plain to odd. Single calls and pairs use all of them, longer sequences fewer.

Call = tuple[str, Any]
NO_DICTS = [None, [], "", "{}", 0, False, [["a", 1]], '{"a": 1}', 1.5]
VALUES = [
    "",
    " é\n",
    "null",
    "Error: no",
    "[1,2]",
    "\ud83d",
    0,
    0.0,
    False,
    None,
    [],
    {},
    True,
    7,
    [1, ["ü"]],
    {"b": 1, "a": None},
    {"error": "no"},
]
ARGUMENTS: list[dict] = [
    {},
    {"left": 1},
    {"left": "x"},
    {"right": 1},
    {"right": 2, "left": 1},
    {"left": 1, "right": "x"},
    {"left": 1, "third": 3},
    {"third": 3},
    {"left": None},
    {"self": 1, "left": 1},
]
FITTED = {
    "take": [{"items": [1, 2]}, {"items": []}],
    "take_inside": [{"order": {"items": [1, 2]}}],
    "keep": [{"items": [1, 2]}, {"items": []}],
    "fill": [{"items": []}, {"items": {}}, {"items": [1]}],
    "dig": [{"items": [[1]]}, {"items": [[[1]]]}, {"items": [[{"x": 1}]]}, {"items": [[[[1]]]]}],
    "spill": [{"items": [1, 2]}],
    "refund": [{"amount": 5}, {"amount": None}],
    "fail": [{"text": text} for text in ("no", "", " ", None, "two\nlines", "x" * 300)],
    "look_up": [{"key": key} for key in ("B-9", "look_up", "")],
    "misread": [
        {"text": text}
        for text in (
            "misread() missing 1 required positional argument: 'text'",
            "_misread() got an unexpected keyword argument 'text'",
            "missing a required argument: 'text'",
            "",
        )
    ],
    "rename": [{"name": "n", "call": [1], "tools": {}, "self": None}],
    "note": [
        {"name": 1, "call": 2, "tools": 3, "self": 4, "id": 5},
        {"func": 1, "fn": 2, "f": 3, "tool": 4, "obj": 5, "arguments": 6},
        {"": 1, "order id": 2, "class": [None]},
    ],
    "order": [{"b": 1, "a": 2}, {"z": None, "y": "", "x": 0}],
    "ask_again": [{"name": "inner"}, {"name": "gone"}],
    "several": [{"items": [1]}],
    "timed_class": [{"left": 1}, {"third": 3}],
    "timed_object": [{"left": 1}, {}, {"third": 3}],
    "timed_method": [{"left": 1}, {}, {"third": 3}],
}
SIGNED = ["add", "by_name", "by_place", "several", "counter", "scale", "weigh", "add_to_2", "add_5"]
SIGNED += ["timed", "injected", "narrowed", "delegate", "recur", "note", "order", "clock"]
GONE = [("get_order", {"order_id": "A-7"}), ("", {}), ("Clock", {}), (" clock", {}), ("keys", None), ("it's", [])]


def _calls() -> Iterator[Call]:
    yield from (("clock", {}), ("add", {"left": 1, "right": 2}))
    yield from (("echo", {"value": value}) for value in VALUES)
    yield GONE[0]
    yield from ((name, arguments) for arguments in ARGUMENTS for name in SIGNED)
    yield from ((name, arguments) for name, each in FITTED.items() for arguments in each)
    yield from ((name, {}) for name in ["bell", "power_cut", *RAISE, *(f"give_{kind}" for kind in GIVE)])
    yield from GONE[1:]
    yield from ((name, no_dict) for no_dict in NO_DICTS for name in ("clock", "note", "add", "several"))


CALLS = list({repr(call): call for call in _calls()}.values())
_FEW: list[Call] = [
    ("clock", {}),
    ("add", {"left": 1, "right": 2}),
    ("get_order", {"order_id": "A-7"}),
    ("add", {"right": 1}),
    ("add", {"left": "x"}),
    ("take", {"items": [1, 2]}),
    ("take_inside", {"order": {"items": [1, 2]}}),
    ("keep", {"items": [1, 2]}),
    ("echo", {"value": 0}),
    ("echo", {"value": []}),
    ("refund", {"amount": 5}),
    ("fail", {"text": ""}),
    ("clock", None),
    ("order", {"b": 1, "a": 2}),
    ("ask_again", {"name": "inner"}),
    ("give_tuple_keys", {}),
    ("give_day_inside", {}),
    ("interrupt", {}),
]
_WRITTEN = set(map(repr, _FEW))
FEW = [call for call in CALLS if repr(call) in _WRITTEN]
OTHERS = [call for call in CALLS if repr(call) not in _WRITTEN]
TOOLSETS = [[], ["add"], ["clock", "add"], ["take", "bell", "Zone", "order", "add"]]


def scenarios() -> Iterator[dict]:
    """Yield single calls, also where their tool is not there, then pairs, then sequences of three."""
    for call in CALLS:
        yield _scenario(call)
    for call, names in product(CALLS, TOOLSETS):
        if names != _tools_for(call):
            yield {"tools": names, "calls": [call]}
    yield _scenario(("give_deep", {}))
    for call in CALLS:
        yield _scenario(call, call)
    for first, second in [*product(FEW, CALLS), *product(OTHERS, FEW)]:
        if first is not second:
            yield _scenario(first, second)
    for three in product(FEW, repeat=3):
        yield _scenario(*three)


def _scenario(*calls: Call) -> dict:
    return {"tools": _tools_for(*calls), "calls": list(calls)}


def _tools_for(*calls: Call) -> list[str]:
    """Return the names of the tools that these calls need, the last one first."""
    return list(dict.fromkeys(name for name, _ in reversed(calls) if name in TOOLS))


LONGEST = 75


def conversation(scenario: dict) -> list[str]:
    """Return the calls as a person reads them, one a line, after a line with the tools that there are."""
    return [f"tools: {', '.join(scenario['tools']) or 'none'}", *map(_line, scenario["calls"])]


def _line(call: Call) -> str:
    name, arguments = call
    given = f"arguments={arguments!r}"
    if type(arguments) is dict and all(map(str.isidentifier, arguments)):
        given = ", ".join(f"{key}={value!r}" for key, value in arguments.items())
    given = given if len(given) <= LONGEST else f"{given[:LONGEST]}…"
    remark = TOOLS[name].remark if name in TOOLS else ""
    return f"call {name if name.isidentifier() else repr(name)}({given})" + (f"   ({remark})" if remark else "")


# Which rule a difference is about.


def rule(scenario: dict, reference: dict, attempt: dict) -> str:
    """Return the rule that decides the first difference between what the reference and the attempt did."""
    wanted, got = runs(reference), runs(attempt)
    for number, want in enumerate(wanted):
        other = got[number] if number < len(got) else None
        if other is None or any(not same(want[key], other[key]) for key in ("events", "returned", "raised")):
            return _rule_of_call(scenario, number, want, other)
        if any(not same(want[key], other[key]) for key in ("the call afterwards", "its arguments afterwards")):
            return "R13"
    return "R1" if attempt["tools left alone"] else "R13"


def _rule_of_call(scenario: dict, number: int, want: dict, got: dict | None) -> str:
    """Name the rule for call `number`, which the attempt did not answer as the reference did."""
    name, arguments = scenario["calls"][number]
    if number > 0:  # Each call alone was answered alike, or a shorter scenario would have differed.
        return "R13" if name in TOOLS and TOOLS[name].rule == "R13" else "R1"
    if want["raised"] is not None:
        return "R14"
    result, other = want["returned"], got["returned"] if got is not None else None
    alike = got is not None and same(want["events"], got["events"])
    content = other.get("content") if type(other) is dict else None
    turned = not result["is_error"] and type(other) is dict and other.get("is_error") is True
    if alike and got["raised"] is None and not turned and (content is None or same(content, result["content"])):
        return "R1"
    if not result["is_error"]:
        return _rule_of_success(name, arguments, result["content"], alike)
    if name not in scenario["tools"]:
        return "R6"
    if type(arguments) is not dict:
        return "R9"
    return _rule_of_failure(scenario["calls"][number], result["content"], want["events"], got)


def _rule_of_failure(call: Call, content: str, events: list, got: dict | None) -> str:
    """Name the rule for a tool that should have failed after these events, or have been refused without any."""
    if content.startswith("bad arguments: "):
        return "R10"
    if content.startswith("bad result: "):
        return "R5"
    if got is not None and "bad arguments" in str(got["returned"]):
        return "R11"
    if got is not None and len(got["events"]) < len(events):
        name, arguments = call
        return "R11" if TOOLS[name].rule == "R11" and "self" not in arguments else "R12"
    message = content.partition(": ")[2]
    return "R7" if message.strip() else "R8"


def _rule_of_success(name: str, arguments: dict, content: str, alike: bool) -> str:
    """Name the rule for a tool that should have succeeded; `alike`, if it was run with the same arguments."""
    if name == "bell" and not alike:
        return "R6"
    if TOOLS[name].rule:
        return TOOLS[name].rule
    if not alike:
        return "R12"
    if name == "counter":
        return "R4"
    is_text = name in ("clock", "bell") or type(arguments.get("value")) is str
    return "R2" if is_text else "R3"
