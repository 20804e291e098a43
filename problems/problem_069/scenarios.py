"""Every short script for problem 069, under every turn limit that it has enough replies for, smallest first."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from judge.plain import plain, same
from problems.problem_069.lab import Script

SPACE = "scripts of up to 5 replies, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (265, 277, 23462, 23466)


class Touchy:
    """What nobody may compare, test, print or go through, as an array of numbers or a query may be."""

    def refuse(self, *_: object) -> Any:
        raise TypeError("do not touch")

    __eq__ = __bool__ = __len__ = __iter__ = __str__ = __repr__ = __format__ = refuse
    __hash__ = None  # type: ignore[assignment]  # nobody may hash it either


def final(text: str) -> tuple:
    return ("final", text)


def call(tool: str, /, **args: Any) -> tuple:
    return ("call", tool, args)


# The alphabet, from plain to odd. Scripts of one and two replies use all of it, longer ones less.
DONE, EMPTY = final("done"), final("")
ADD = call("add", a=2, b=3)
CALLS = [
    ADD,
    call("get_order", order_id="A-7"),
    call("time_out"),
    call("refund", amount=5),
    call("echo", value=""),
    call("take", items=[1, 2]),
    call("clock"),
    call(" clock"),
    *(call("echo", value=value) for value in (None, [], {}, False, 0.0, "error: ValueError: no", [[1], [2]])),
    call("add", a=0, b=0),
    call("add", a=2),
    call("add", a=2, b=3, c=4),
    call("clock", now=True),
    call("add", a=2, b="3"),
    call("look_up", key="B-9"),
    call("look_up", key="look_up"),
    call("stop"),
    call("several"),
    call("shut"),
    call("fill"),
    call("exhaust"),
    call("silent"),
    call("unprintable"),
    call("wordless"),
    call("take_inside", order={"items": [1, 2]}),
    call("seen", item=1),
    call("pair"),
    call("note", name="n", script=[1], tools={}, args={}, self=None),
    call("note", fn=1, f=2, func=3, tool=4, obj=5, result=6, reply=7),
    call("order", b=1, a=2),
    call("bell"),
    call("final"),
    call("ask_again"),
    call(""),
    call("keys"),
    call("give_error"),
    call("give_interrupt"),
    call("give_label"),
    call("give_generator"),
    call("give_coroutine"),
    call("interrupt"),
    call("leave"),
    call("power_cut"),
    call("spill", items=[1, 2]),
    call("interrupted_text"),
]
# One of each for all runs: an attempt that prints it prints the same address each time.
NUMBERS = map(str, [1])
GENERATOR = (number for number in (1, 2))
# Kinds of results that are too rare to stand beside other calls.
RESULTS: dict[str, Callable[[], Any]] = {
    "a set": lambda: {1, 2},
    "an empty set": set,
    "a frozenset": lambda: frozenset({1}),
    "bytes": lambda: b"12:00",
    "a NaN": lambda: float("nan"),
    "a range": lambda: range(3),
    "a map": lambda: NUMBERS,
    "the keys of a dict": {"a": 1}.keys,
    "a function": lambda: call,
    "what nobody may compare": Touchy,
}
GIVEN = [call("give", kind=kind) for kind in RESULTS]
# Errors, names and tools that are as rare.
RARE = [
    call(name)
    for name in ("refuse", "annotate", "drop", "say_long", "wrapped", " u\r\n", "a\nb", "cafe\u0301", "\ud800")
]
FIRST = [*CALLS[:4], call("clock"), call(" clock"), call("echo", value=None), call("silent")]
FEW = [*CALLS[:6], call("echo", value=None), call("add", a=2)]
THREE = [*FEW, call("silent"), call("seen", item=1), call("ask_again"), call("interrupt")]
FOUR = CALLS[:6]
FIVE = CALLS[:3]
LONG = [30, 300]
PLAYED_TWICE_UP_TO = 2


def scenarios() -> Iterator[dict]:
    """Yield every script, shortest first, with each turn limit for which it holds enough replies.

    Of equal length, those come first that show more: calls before finals, and few scripts go on after a final. The
    shortest are played twice in a row, so that what one run leaves for the next shows at once.
    """
    for script in _scripts():
        length = len(script)
        plays = 2 if length <= PLAYED_TWICE_UP_TO else 1
        has_final = any(reply[0] == "final" for reply in script)
        for max_turns in _limits(length, has_final):
            yield {"script": list(script), "max_turns": max_turns, "plays": plays}
    for length in LONG:
        for max_turns in (length - 1, length):
            yield {"script": [ADD] * (length - 1) + [DONE], "max_turns": max_turns, "plays": 1}
    for one in RARE:
        yield {"script": [one, DONE], "max_turns": 2, "plays": 1}


def _limits(length: int, has_final: bool) -> range:
    """Return the turn limits to play: one beyond the script if it ends by itself, and zero while it is short."""
    return range(0 if length < 2 else 1, length + 2 if has_final else length + 1)


def _scripts() -> Iterator[tuple]:
    yield ()
    yield from ((one,) for one in [DONE, *CALLS, EMPTY, final(" spaces \n")])
    yield from ((one, DONE) for one in [*CALLS, *GIVEN])
    yield from ((one, one) for one in CALLS)
    yield from _going_on_after_a_final(2, CALLS)
    yield from ((one, EMPTY) for one in FIRST)
    pairs = [pair for pair in product(FIRST, repeat=2) if pair[0] != pair[1]]
    yield from pairs
    yield from ((one, EMPTY) for one in CALLS if one not in FIRST)
    yield from (pair for pair in product(CALLS, repeat=2) if pair[0] != pair[1] and pair not in pairs)
    for length, calls in [(3, THREE), (4, FOUR), (5, FIVE)]:
        for end in (DONE, EMPTY):
            yield from ((*body, end) for body in product(calls, repeat=length - 1))
        yield from product(calls, repeat=length)
        yield from _going_on_after_a_final(length, calls)


def _going_on_after_a_final(length: int, calls: list) -> Iterator[tuple]:
    """Yield scripts with a final that is not the last reply; few, since nothing comes after it."""
    for place in range(length - 1):
        for body in product(calls[:3], repeat=place):
            for end in (DONE, EMPTY):
                for after in (ADD, final("late"), calls[1]):
                    yield (*body, end, *[after] * (length - place - 1))


def observe(solution: Any, scenario: dict) -> dict:
    """Play a scenario on fresh copies of everything and return what a caller, the model and the tools could see."""
    run = _Run(solution, [], [], [])
    replies = plain(scenario["script"])
    tools = {name: TOOLS[name].wrap(TOOLS[name].act, run) for _, name, *rest in replies if rest and name in TOOLS}
    tools_before = dict(tools)
    outcomes = [(*_play(run, replies, tools, scenario["max_turns"]), len(run.events)) for _ in range(scenario["plays"])]
    (first, raised, so_far), (second, raised_again, _) = outcomes[0], outcomes[-1]
    twice = len(outcomes) > 1
    return {
        "events": plain(run.events),
        "events of the first run": so_far,
        "returned": plain(first),
        "raised": raised,
        "again": (plain(second), raised_again) if twice else None,
        "missing from the log": _missing(run.given, [_log(first), _log(second)]),
        "one log for both": twice and _log(first) is not None and _log(first) is _log(second),
        "script": plain(replies),
        "tools left alone": tools == tools_before,
    }


def _play(run: "_Run", replies: list, tools: dict, max_turns: int) -> tuple[Any, str | None]:
    script = Script(replies, lambda number: run.events.append(("model", number)))
    try:
        return run.solution.solve(script, tools, max_turns), None
    except (Exception, SystemExit, PowerCut) as exc:
        return None, _described(exc)
    except KeyboardInterrupt as exc:
        return None, _described(_of_a_tool(exc))


def _described(exc: BaseException) -> str:
    kind = type(exc).__name__
    try:
        return f"{kind}: {exc}{_additions(exc)}"
    except Exception:
        return f"{kind}: (its str() raises)"
    except KeyboardInterrupt as interrupt:
        return f"{kind}: (its str() raises {type(_of_a_tool(interrupt)).__name__})"


def _additions(exc: BaseException) -> str:
    """Return what an exception says beyond its own text: its cause, and the notes that were added to it."""
    cause = exc.__cause__
    notes = "".join(f", note: {note}" for note in getattr(exc, "__notes__", ()))
    return (f", caused by {type(cause).__name__}" if cause is not None else "") + notes


def _of_a_tool(interrupt: KeyboardInterrupt) -> KeyboardInterrupt:
    """Return `interrupt` if a tool raised it. One from the keyboard goes on to whoever waits for the comparison."""
    if interrupt.args != (PRESSED,):
        raise interrupt
    return interrupt


def _missing(given: list, logs: list[list | None]) -> list[str]:
    """Return the type of each object that a tool has given and that is itself in no log, where all runs have one."""
    if None in logs:
        return []
    logged = {id(entry[1]) for log in logs for entry in log if type(entry) is tuple and len(entry) == 2}
    return [type(one).__name__ for one in given if id(one) not in logged]


def _log(returned: Any) -> list | None:
    return returned[2] if type(returned) is tuple and len(returned) == 3 and type(returned[2]) is list else None


# The tools. Each first tells the run that it was called, and with what.

PRESSED = "pressed while a tool ran"


class _Run(NamedTuple):
    """What the tools of one scenario work on: the attempt, what has happened so far, and what `seen` collects.

    `given` are the objects that are to be in the log themselves.
    """

    solution: Any
    events: list
    items: list
    given: list


class _Falsy(partial):
    def __bool__(self) -> bool:
        return False


class Tool(NamedTuple):
    """A tool; a remark for the reader of a script where its name does not say what it does; the rule it stands for."""

    act: Callable
    remark: str = ""
    rule: str = ""
    wrap: Callable = partial


def _add(run: _Run, /, a: Any, b: Any) -> Any:
    run.events.append(("tool", "add", {"a": a, "b": b}))
    return a + b


def _clock(run: _Run, /) -> str:
    run.events.append(("tool", "clock", {}))
    return "12:00"


def _echo(run: _Run, /, value: Any) -> Any:
    run.events.append(("tool", "echo", {"value": plain(value)}))
    run.given.append(value)
    return value


def _take(run: _Run, /, items: Any) -> Any:
    run.events.append(("tool", "take", {"items": plain(items)}))
    return items.pop(0)


def _take_inside(run: _Run, /, order: Any) -> Any:
    run.events.append(("tool", "take_inside", {"order": plain(order)}))
    return order["items"].pop(0)


def _seen(run: _Run, /, item: Any) -> list:
    run.events.append(("tool", "seen", {"item": item}))
    run.items.append(item)
    return run.items


def _pair(run: _Run, /) -> tuple:
    run.events.append(("tool", "pair", {}))
    return ("final", "not an answer")


def _note(run: _Run, /, **fields: Any) -> dict:
    run.events.append(("tool", "note", plain(fields)))
    run.given.append(fields)
    return fields


def _bell(run: _Run, /) -> str:
    run.events.append(("tool", "bell", {}))
    return "rang"


def _look_up(run: _Run, /, key: Any) -> Any:
    run.events.append(("tool", "look_up", {"key": key}))
    return {}[key]


def _ask_again(run: _Run, /) -> list:
    run.events.append(("tool", "ask_again", {}))
    script = Script([call("inner"), final("inner")])
    returned = run.solution.solve(script, {"inner": lambda: 1}, 2)
    # A snapshot of how the log begins, because one that two runs share would hold itself, or double each time.
    return plain([part[:3] if type(part) is list else part for part in returned])


def _order(run: _Run, /, **fields: Any) -> list:
    run.events.append(("tool", "order", plain(fields)))
    return list(fields)


def _final(run: _Run, /) -> str:
    run.events.append(("tool", "final", {}))
    return "not an answer"


def _refund(run: _Run, /, amount: Any) -> None:
    event = ("tool", "refund", {"amount": amount})
    run.events.append(event)
    raise TimeoutError(f"attempt {run.events.count(event)}")


def _spill(run: _Run, /, items: Any) -> None:
    run.events.append(("tool", "spill", {"items": plain(items)}))
    items.clear()
    raise KeyboardInterrupt(PRESSED)


def _power_cut(run: _Run, /) -> None:
    run.events.append(("tool", "power_cut", {}))
    raise PowerCut("at noon") from ValueError("a fuse")


def _give(run: _Run, /, kind: Any) -> Any:
    run.events.append(("tool", "give", {"kind": kind}))
    run.given.append(RESULTS[kind]())
    return run.given[-1]


def _giving(name: str, make: Callable[[], Any]) -> Callable:
    def act(run: _Run, /) -> Any:
        run.events.append(("tool", name, {}))
        run.given.append(make())
        return run.given[-1]

    return act


def _raising(name: str, make: Callable[[], BaseException]) -> Callable:
    def act(run: _Run, /) -> None:
        run.events.append(("tool", name, {}))
        raise make()

    return act


def _drop(run: _Run, /) -> str:
    event = ("tool", "drop", {})
    run.events.append(event)
    if run.events.count(event) == 1:
        raise ConnectionError("dropped")
    return "there again"


def _wrapped(run: _Run, /) -> str:
    run.events.append(("tool", "wrapped", {}))
    return "wrapped"


def _wrapping(act: Callable, run: _Run) -> Callable:
    tool = partial(act, run)
    tool.__wrapped__ = partial(_clock, run)  # type: ignore[attr-defined]  # as functools.wraps does it
    return tool


class Shop:
    class Closed(Exception):
        pass


class _Unprintable(Exception):
    def __str__(self) -> str:
        raise Shop.Closed("no text for this error")


class _Wordless(Exception):
    def __str__(self) -> Any:
        return None


class _Refused(Exception):
    def __str__(self) -> str:
        return "refused"


def _annotated() -> ValueError:
    error = ValueError("no")
    error.add_note("a note")
    return error


class PowerCut(BaseException):
    """What a tool raises that is no Exception, and none that Python brings along."""


class _InterruptedText(Exception):
    def __str__(self) -> str:
        raise KeyboardInterrupt(PRESSED)


class Label(str):
    pass


async def _later() -> str:
    return "later"


COROUTINE = _later()
COROUTINE.close()  # Or Python would warn that nobody has awaited it. To await it now raises a RuntimeError.


def _two_failures() -> ExceptionGroup:
    return ExceptionGroup("two things failed", [ValueError("one"), KeyError("two")])


TOOLS = {
    "add": Tool(_add),
    "clock": Tool(_clock),
    "echo": Tool(_echo),
    "take": Tool(_take, "removes and returns items[0]"),
    "take_inside": Tool(_take_inside, "removes the first item"),
    "seen": Tool(_seen, "returns one list, longer each time"),
    "pair": Tool(_pair, 'returns ("final", "not an answer")'),
    "note": Tool(_note),
    "bell": Tool(_bell, "a callable that is falsy", "R9", _Falsy),
    "order": Tool(_order, "returns the names in order", "R6"),
    "final": Tool(_final, "a tool of this name"),
    "give": Tool(_give, "returns something of this kind", "R7"),
    "give_error": Tool(_giving("give_error", partial(ValueError, "returned")), "returns a ValueError", "R7"),
    "give_interrupt": Tool(
        _giving("give_interrupt", partial(KeyboardInterrupt, PRESSED)), "returns a KeyboardInterrupt", "R7"
    ),
    "give_label": Tool(_giving("give_label", partial(Label, "A-7")), "returns a subclass of str", "R7"),
    "give_generator": Tool(_giving("give_generator", lambda: GENERATOR), "returns a generator", "R7"),
    "give_coroutine": Tool(_giving("give_coroutine", lambda: COROUTINE), "returns a coroutine", "R7"),
    "refund": Tool(_refund, "TimeoutError that counts the attempts"),
    "ask_again": Tool(_ask_again, "runs solve itself", "R14"),
    "look_up": Tool(_look_up, "raises KeyError(key)", "R10"),
    "time_out": Tool(
        _raising("time_out", partial(TimeoutError, "orders service timed out after 5 s")), "raises TimeoutError", "R10"
    ),
    "stop": Tool(_raising("stop", partial(StopIteration, "no more")), "raises StopIteration", "R10"),
    "several": Tool(_raising("several", _two_failures), "raises an ExceptionGroup", "R10"),
    "shut": Tool(
        _raising("shut", partial(Shop.Closed, "until nine\nor ten ")), "raises Shop.Closed, a text of two lines", "R10"
    ),
    "fill": Tool(_raising("fill", partial(OSError, "disk full\n")), "raises OSError, a text that ends its line", "R10"),
    "exhaust": Tool(_raising("exhaust", partial(MemoryError, "too big")), "raises MemoryError", "R12"),
    "refuse": Tool(_raising("refuse", partial(_Refused, "raw")), "raises an error with a __str__ of its own", "R10"),
    "annotate": Tool(_raising("annotate", _annotated), "raises an error with a note", "R10"),
    "say_long": Tool(_raising("say_long", partial(ValueError, "long " * 6_000)), "raises a text of 30,000", "R10"),
    "drop": Tool(_drop, "ConnectionError the first time", "R6"),
    "wrapped": Tool(_wrapped, "wraps another function", "R6", _wrapping),
    "silent": Tool(_raising("silent", ValueError), "raises ValueError()", "R11"),
    "unprintable": Tool(_raising("unprintable", _Unprintable), "raises an error whose str() raises", "R11"),
    "wordless": Tool(_raising("wordless", _Wordless), "raises an error whose str() is None", "R11"),
    "power_cut": Tool(_power_cut, "raises a BaseException of its own", "R12"),
    "spill": Tool(_spill, "empties items, raises KeyboardInterrupt", "R12"),
    "interrupt": Tool(_raising("interrupt", partial(KeyboardInterrupt, PRESSED)), "raises KeyboardInterrupt", "R12"),
    "leave": Tool(_raising("leave", partial(SystemExit, "left by a tool")), "raises SystemExit", "R12"),
    "interrupted_text": Tool(_raising("interrupted_text", _InterruptedText), "its error's str() is interrupted", "R12"),
}
UNKNOWN = Tool(lambda run: None, "no such tool", "R9")


def runs(seen: dict) -> list[dict]:
    """Return what was seen run by run, in a reader's words."""
    events, so_far = seen["events"], seen["events of the first run"]
    told = [{"events": events[:so_far], "returned": seen["returned"], "raised": seen["raised"]}]
    if seen["again"] is not None:
        returned, raised = seen["again"]
        told.append({"events": events[so_far:], "returned": returned, "raised": raised})
        told[-1]["same log object as in run 1"] = seen["one log for both"]
    told[-1]["results that are not in the log themselves"] = seen["missing from the log"]
    told[-1] |= {"the script afterwards": seen["script"], "tools left alone": seen["tools left alone"]}
    return told


def conversation(scenario: dict) -> list[str]:
    """Return the script as a person reads it, one line per reply, after a line with the settings."""
    settings = f"max_turns={scenario['max_turns']}" + ("  played twice" if scenario["plays"] > 1 else "")
    return [settings, *map(_line, scenario["script"])]


def _line(reply: tuple) -> str:
    if reply[0] == "final":
        return f"model: final {reply[1]!r}"
    _, name, args = reply
    given = ", ".join(f"{key}={value!r}" for key, value in args.items())
    line = f"model: call {name if name.isidentifier() else repr(name)}({given})"
    remark = TOOLS.get(name, UNKNOWN).remark
    return f"{line}   ({remark})" if remark else line


# Which rule a difference is about.


def rule(scenario: dict, reference: dict, attempt: dict) -> str:
    """Return the rule that decides the first difference between what the reference and the attempt did."""
    if "'Script' object" in (attempt["raised"] or ""):
        return "R13"  # It tried to change the script.
    if scenario["max_turns"] == 0 and any(attempt[key] != reference[key] for key in ("events", "returned", "raised")):
        return "R5"
    for number, want in enumerate(reference["events"]):
        got = attempt["events"][number] if number < len(attempt["events"]) else None
        if got != want:
            return _rule_of_event(scenario, reference, attempt, number, want, got)
    if len(attempt["events"]) > len(reference["events"]):
        return _rule_of_going_on(reference, attempt["events"][len(reference["events"])])
    if not same((attempt["returned"], attempt["raised"]), (reference["returned"], reference["raised"])):
        return _rule_of_outcome(scenario, reference, attempt)
    if attempt["missing from the log"] != reference["missing from the log"]:
        return "R7"
    left_alone = attempt["script"] == reference["script"] and attempt["tools left alone"]
    return "R14" if left_alone else "R13"


def _rule_of_event(scenario: dict, reference: dict, attempt: dict, number: int, want: tuple, got: tuple | None) -> str:
    """Name the rule for the first event that differs; both did the same up to there."""
    before = reference["events"][:number]
    if got is not None and got[0] == "model" and got[1] > _replies_read(reference):
        return _rule_of_going_on(reference, got)
    if want[0] == "model":
        if got is not None and got[0] == "tool":
            return "R6"
        on_last_turn = want[1] == scenario["max_turns"] and scenario["script"][want[1] - 1][0] == "final"
        return _rule_of_last_reply(scenario, before, otherwise="R4" if on_last_turn else "R3")
    played_before = before.count(("model", 1)) > 1
    if got is not None and got[:2] == want[:2]:
        return "R13" if played_before else "R6"
    if want in before and not played_before:
        return "R6"  # The same call, asked for again.
    if got is not None and got == ("model", before[-1][1] + 1):
        return "R2"
    if want not in before and same(attempt["returned"], reference["returned"]):
        return "R14"  # The result is there, but no tool of this run gave it.
    return _rule_of_last_reply(scenario, before, otherwise="R14" if played_before else "R6")


def _rule_of_going_on(reference: dict, got: tuple) -> str:
    """Name the rule for something that was done after the reference had ended its run."""
    if reference["raised"] is not None:
        return "R12"
    if reference["returned"][0] == "done":
        return "R1"
    return "R3" if got[0] == "model" else "R6"


def _rule_of_outcome(scenario: dict, reference: dict, attempt: dict) -> str:
    """Name the rule for what was returned or raised where all events agree."""
    if reference["raised"] is not None:
        return "R12"
    status, answer, log = reference["returned"]
    of_status = "R1" if status == "done" else "R3"
    if attempt["raised"] is not None and attempt["raised"].startswith(("NoReplyLeft", "Runaway")):
        return of_status
    got = attempt["returned"]
    if type(got) is not tuple or len(got) != 3:
        return _rule_of_last_reply(scenario, reference["events"], otherwise=of_status)
    if not same(got[:2], (status, answer)):
        on_last_turn = status == "done" and _replies_read(reference) == scenario["max_turns"]
        return "R4" if on_last_turn and got[0] != "done" else of_status
    if type(got[2]) is list and len(got[2]) == len(log):
        for reply, entry, other in zip(scenario["script"], log, got[2], strict=False):
            if not same(entry, other):
                return _rule_of_call(reply, otherwise="R7")
    return "R14" if call("ask_again") in scenario["script"] else "R8"


def _replies_read(observation: dict) -> int:
    return max((event[1] for event in observation["events"] if event[0] == "model"), default=0)


def _rule_of_last_reply(scenario: dict, events: list, otherwise: str) -> str:
    """Name the rule for the reply that was read last, if that is a call which stands for a rule."""
    numbers = [event[1] for event in events if event[0] == "model"]
    return _rule_of_call(scenario["script"][numbers[-1] - 1], otherwise) if numbers else otherwise


def _rule_of_call(reply: tuple, otherwise: str) -> str:
    if reply[0] == "final":
        return otherwise
    _, name, args = reply
    if (name == "clock" and args) or (name == "add" and (args.keys() != {"a", "b"} or type(args["b"]) is str)):
        return "R10"
    return TOOLS.get(name, UNKNOWN).rule or otherwise
