"""Tests for problem 069. Each names the rule of spec.md that it checks."""

import asyncio
import functools
import inspect
import io
import json
from collections import deque
from fractions import Fraction

import pytest

from judge.plain import exactly, plain
from problems.problem_069.lab import Script, delivery_date, fetch_order, open_orders


def add(a, b):
    return a + b


def clock():
    return "12:00"


class OutOfStock(Exception):
    pass


class PowerCut(BaseException):
    pass


# What a tool, or the text of an error, may raise: each of these is an `Exception` ...
KINDS = [
    *(Exception, ValueError, TypeError, KeyError, IndexError, LookupError, AttributeError, NameError, BufferError),
    *(RuntimeError, NotImplementedError, ArithmeticError, ZeroDivisionError, OverflowError, AssertionError),
    *(OSError, ConnectionError, ConnectionResetError, BrokenPipeError, TimeoutError, PermissionError, InterruptedError),
    *(BlockingIOError, FileNotFoundError, EOFError, ImportError, ModuleNotFoundError, SyntaxError, ReferenceError),
    *(MemoryError, RecursionError, SystemError, UnicodeError, UserWarning, StopIteration, StopAsyncIteration),
    *(asyncio.InvalidStateError, OutOfStock),
]
# ... and each of these is none.
INTERRUPTS = [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError, PowerCut]

# What must stay as it stands, wherever it is said.
TEXTS = [
    *(
        "",
        " ",
        " u ",
        "\t",
        "two\r\nlines\r",
        "a\nb\n",
        "\x0b\x0c\x1c\x85\u2028",
        "a  b",
        "NUL\0",
        "\ufeffBOM",
        "\u200b",
    ),
    *("caf\u00e9", "cafe\u0301", "\ufb01", "STRASSE", "stra\u00dfe", "\U0001f600", "\ud800", "\udc80?", "\x1b[31m"),
    *("&amp; <b>", "%s %d %", "{x} {0} {}", "{", "\\n \\ \\u00e9", 'it\'s "quoted"', "'", "null", "x" * 300_000 + "y"),
]


def raising(exc):
    """Return a tool that raises `exc`, whatever it is called with."""

    def tool(**args):
        raise exc

    return tool


def python_says(tool, args):
    """Return the text of the TypeError that Python itself raises for `tool(**args)`."""
    with pytest.raises(TypeError) as caught:
        tool(**args)
    return str(caught.value)


# Examples


@pytest.mark.rule("R7")
def test_example_1_a_call_then_the_answer(solution):
    script = [("call", "fetch_order", {"order_id": "A-7"}), ("final", "It shipped on Monday.")]
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=5)
    assert returned == exactly(("done", "It shipped on Monday.", [("fetch_order", "shipped on Monday")]))


@pytest.mark.rule("R9")
def test_example_2_the_tool_that_was_renamed(solution):
    script = [
        ("call", "get_order", {"order_id": "A-7"}),
        ("call", "fetch_order", {"order_id": "A-7"}),
        ("final", "It shipped on Monday."),
    ]
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=5)
    log = [("get_order", "error: unknown tool get_order"), ("fetch_order", "shipped on Monday")]
    assert returned == exactly(("done", "It shipped on Monday.", log))


@pytest.mark.rule("R10")
def test_example_3_a_tool_that_raises(solution):
    script = [("call", "delivery_date", {"order_id": "A-7"}), ("final", "I cannot see the date just now.")]
    returned = solution.solve(script, {"delivery_date": delivery_date}, max_turns=5)
    log = [("delivery_date", "error: TimeoutError: orders service timed out after 5 s")]
    assert returned == exactly(("done", "I cannot see the date just now.", log))


@pytest.mark.rule("R10")
def test_example_4_wrong_arguments(solution):
    script = [("call", "fetch_order", {}), ("final", "Which order do you mean?")]
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=5)
    log = [("fetch_order", f"error: TypeError: {python_says(fetch_order, {})}")]
    assert returned == exactly(("done", "Which order do you mean?", log))


@pytest.mark.rule("R3")
def test_example_5_out_of_turns(solution):
    script = [
        ("call", "fetch_order", {"order_id": "A-7"}),
        ("call", "fetch_order", {"order_id": "A-8"}),
        ("final", "One shipped, one is packed."),
    ]
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=2)
    log = [("fetch_order", "shipped on Monday"), ("fetch_order", "packed")]
    assert returned == exactly(("budget", None, log))


@pytest.mark.rule("R4")
def test_example_6_an_answer_on_the_last_permitted_turn(solution):
    script = [("call", "fetch_order", {"order_id": "A-8"}), ("final", "It is packed.")]
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=2)
    assert returned == exactly(("done", "It is packed.", [("fetch_order", "packed")]))


@pytest.mark.rule("R7")
def test_example_7_zero_is_a_result(solution):
    script = [("call", "open_orders", {"customer": "C-1"}), ("final", "Nothing is open.")]
    returned = solution.solve(script, {"open_orders": open_orders}, max_turns=5)
    assert returned == exactly(("done", "Nothing is open.", [("open_orders", 0)]))


@pytest.mark.rule("R2")
def test_example_8_what_was_read(solution):
    script = Script([("call", "get_order", {}), ("call", "get_order", {}), ("call", "get_order", {})])
    returned = solution.solve(script, {"fetch_order": fetch_order}, max_turns=2)
    assert (returned[0], script.reads) == exactly(("budget", [1, 2]))


# R1: a final reply ends the run


@pytest.mark.rule("R1")
@pytest.mark.parametrize("text", ["Done.", "", " spaces stay \n", "budget", "error: ValueError: said the model", "0"])
def test_final_text_is_the_answer_as_it_stands(solution, text):
    assert solution.solve(Script([("final", text)]), {}, max_turns=3) == exactly(("done", text, []))


@pytest.mark.rule("R1")
def test_answer_stays_as_it_stands_whatever_it_holds(solution):
    for text in TEXTS:
        assert solution.solve(Script([("final", text)]), {}, max_turns=1) == exactly(("done", text, []))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("result", ["12:00", "", None], ids=repr)
def test_empty_final_after_a_call_is_the_answer_too(solution, result):
    script = Script([("call", "give", {}), ("final", "")])
    returned = solution.solve(script, {"give": lambda: result}, max_turns=3)
    assert returned == exactly(("done", "", [("give", result)]))


@pytest.mark.rule("R1")
def test_final_that_came_out_of_json_is_a_final(solution):
    script = Script([tuple(json.loads('["call", "clock", {}]')), tuple(json.loads('["final", "noon"]'))])
    returned = solution.solve(script, {"clock": clock}, max_turns=3)
    assert returned == exactly(("done", "noon", [("clock", "12:00")]))


@pytest.mark.rule("R1")
def test_nothing_is_run_after_the_final(solution):
    ran = []
    script = Script([("final", "first"), ("call", "note", {"text": "late"}), ("final", "second")])
    returned = solution.solve(script, {"note": lambda text: ran.append(text)}, max_turns=3)
    assert (returned, ran) == exactly((("done", "first", []), []))


@pytest.mark.rule("R1")
def test_nothing_is_read_after_the_final(solution):
    script = Script([("call", "clock", {}), ("final", "noon"), ("final", "one too many")])
    returned = solution.solve(script, {"clock": clock}, max_turns=9)
    assert (returned, script.reads) == exactly((("done", "noon", [("clock", "12:00")]), [1, 2]))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("max_turns", [10_000, 1_000_000])
def test_limit_far_beyond_the_script_does_not_matter(solution, max_turns):
    script = Script([("call", "clock", {}), ("final", "noon")])
    returned = solution.solve(script, {"clock": clock}, max_turns=max_turns)
    assert returned == exactly(("done", "noon", [("clock", "12:00")]))


# R2: one reply per turn


@pytest.mark.rule("R2")
@pytest.mark.parametrize("max_turns", [1, 2, 3])
def test_budget_run_reads_exactly_max_turns_replies(solution, max_turns):
    script = Script([("call", "clock", {})] * 5)
    solution.solve(script, {"clock": clock}, max_turns=max_turns)
    assert script.reads == exactly(list(range(1, max_turns + 1)))


@pytest.mark.rule("R2")
def test_budget_run_never_asks_for_more_than_the_script_holds(solution):
    script = Script([("call", "clock", {}), ("call", "clock", {})])
    returned = solution.solve(script, {"clock": clock}, max_turns=2)
    assert returned == exactly(("budget", None, [("clock", "12:00"), ("clock", "12:00")]))


@pytest.mark.rule("R2")
def test_no_reply_is_read_before_the_call_ahead_of_it_has_run(solution):
    read_when_called = []
    script = Script([("call", "look", {}), ("call", "look", {}), ("final", "done"), ("final", "spare")])
    solution.solve(script, {"look": lambda: read_when_called.append(list(script.reads))}, max_turns=3)
    assert read_when_called == exactly([[1], [1, 2]])


@pytest.mark.rule("R2")
def test_failed_calls_read_one_reply_each_too(solution):
    script = Script([("call", "gone", {}), ("call", "bad", {}), ("call", "clock", {"x": 1}), ("final", "done")])
    solution.solve(script, {"bad": raising(ValueError("no")), "clock": clock}, max_turns=3)
    assert script.reads == exactly([1, 2, 3])


# R3: out of budget


@pytest.mark.rule("R3")
def test_budget_keeps_the_log_and_has_no_answer(solution):
    script = Script([("call", "add", {"a": 1, "b": 1}), ("call", "add", {"a": 2, "b": 2}), ("final", "too late")])
    returned = solution.solve(script, {"add": add}, max_turns=2)
    assert returned == exactly(("budget", None, [("add", 2), ("add", 4)]))


@pytest.mark.rule("R3")
def test_call_of_the_last_turn_is_run_and_no_call_after_it(solution):
    ran = []
    script = Script([("call", "note", {"text": "one"}), ("call", "note", {"text": "two"}), ("final", "too late")])
    solution.solve(script, {"note": lambda text: ran.append(text)}, max_turns=1)
    assert ran == exactly(["one"])


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "failing",
    [("call", "gone", {}), ("call", "bad", {}), ("call", "clock", {"zone": "UTC"})],
    ids=["unknown tool", "raising tool", "wrong arguments"],
)
def test_failed_call_takes_a_turn(solution, failing):
    script = Script([failing, failing, ("final", "too late"), ("final", "much too late")])
    returned = solution.solve(script, {"bad": raising(ValueError("no")), "clock": clock}, max_turns=2)
    assert (returned[:2], [name for name, _ in returned[2]]) == exactly((("budget", None), [failing[1]] * 2))


@pytest.mark.rule("R3")
def test_long_run_stops_at_its_limit_too(solution):
    script = Script([("call", "clock", {})] * 257 + [("final", "too late")])
    returned = solution.solve(script, {"clock": clock}, max_turns=257)
    assert (returned[:2], len(returned[2])) == exactly((("budget", None), 257))


# R4: the last permitted turn


@pytest.mark.rule("R4")
@pytest.mark.parametrize("calls", [0, 1, 2, 5])
def test_final_on_the_last_permitted_turn_is_an_answer(solution, calls):
    script = Script([("call", "clock", {})] * calls + [("final", "noon")])
    returned = solution.solve(script, {"clock": clock}, max_turns=calls + 1)
    assert returned == exactly(("done", "noon", [("clock", "12:00")] * calls))


@pytest.mark.rule("R4")
def test_empty_final_on_the_last_permitted_turn_is_an_answer(solution):
    assert solution.solve(Script([("final", "")]), {}, max_turns=1) == exactly(("done", "", []))


# R5: no turns at all


@pytest.mark.rule("R5")
@pytest.mark.parametrize("first", [("final", "done"), ("call", "clock", {})], ids=["final first", "call first"])
def test_zero_turns_read_nothing(solution, first):
    script = Script([first, ("final", "done")])
    returned = solution.solve(script, {"clock": clock}, max_turns=0)
    assert (returned, script.reads) == exactly((("budget", None, []), []))


@pytest.mark.rule("R5")
def test_zero_turns_accept_an_empty_script(solution):
    assert solution.solve(Script([]), {}, max_turns=0) == exactly(("budget", None, []))


# R6: how a tool is called


@pytest.mark.rule("R6")
def test_tool_gets_its_arguments_and_nothing_else(solution):
    seen = []

    def note(*positional, **named):
        seen.append((positional, named))

    args = {"text": "x", "count": 0, "ratio": 1.0, "flag": True, "none": None, "deep": {"list": [1, [2]]}}
    solution.solve(Script([("call", "note", args), ("final", "done")]), {"note": note}, max_turns=2)
    assert seen == exactly([((), args)])


@pytest.mark.rule("R6")
def test_empty_arguments_call_the_tool_with_nothing(solution):
    returned = solution.solve(Script([("call", "clock", {}), ("final", "noon")]), {"clock": clock}, max_turns=2)
    assert returned == exactly(("done", "noon", [("clock", "12:00")]))


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "parameter",
    [
        "name",
        "script",
        "tools",
        "self",
        "args",
        "kwargs",
        "tool",
        "log",
        "max_turns",
        "func",
        "fn",
        "f",
        "function",
        "obj",
        "callable",
        "handler",
        "tool_name",
        "arguments",
        "params",
        "value",
        "result",
        "reply",
        "exc",
        "key",
        "default",
        "turn",
        "call",
        "class",
        "order id",
        "",
    ],
)
def test_argument_may_have_any_name(solution, parameter):
    script = Script([("call", "note", {parameter: 1}), ("final", "done")])
    returned = solution.solve(script, {"note": lambda **named: named}, max_turns=2)
    assert returned == exactly(("done", "done", [("note", {parameter: 1})]))


@pytest.mark.rule("R6")
def test_tool_with_parameters_named_like_those_of_the_loop_is_called(solution):
    def rename(name, script, tools, max_turns):
        return [name, script, tools, max_turns]

    args = {"name": "a", "script": "b", "tools": "c", "max_turns": 4}
    returned = solution.solve(Script([("call", "rename", args), ("final", "done")]), {"rename": rename}, max_turns=2)
    assert returned == exactly(("done", "done", [("rename", ["a", "b", "c", 4])]))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("names", [["b", "a"], ["zebra", "Ant", "bee", ""]], ids=repr)
def test_arguments_come_in_the_order_of_the_call(solution, names):
    script = Script([("call", "order", dict.fromkeys(names, 1)), ("final", "done")])
    returned = solution.solve(script, {"order": lambda **named: list(named)}, max_turns=2)
    assert returned == exactly(("done", "done", [("order", names)]))


@pytest.mark.rule("R6")
def test_same_call_twice_runs_twice(solution):
    count = iter(range(1, 10))
    script = Script([("call", "next_number", {}), ("call", "next_number", {}), ("final", "done")])
    returned = solution.solve(script, {"next_number": lambda: next(count)}, max_turns=3)
    assert returned == exactly(("done", "done", [("next_number", 1), ("next_number", 2)]))


@pytest.mark.rule("R6")
def test_call_that_fails_only_the_first_time_is_not_tried_again(solution):
    for kind in KINDS:
        ran = []

        def refund(amount, kind=kind, ran=ran):
            ran.append(amount)
            if len(ran) == 1:
                raise kind("no")
            return "paid back"

        script = Script([("call", "refund", {"amount": 5}), ("final", "done")])
        log = solution.solve(script, {"refund": refund}, max_turns=2)[2]
        assert (ran, log) == exactly(([5], [("refund", f"error: {kind.__name__}: {kind('no')!s}")]))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("error", [TimeoutError("too slow"), TypeError("not a number")], ids=repr)
def test_call_that_fails_every_time_is_not_tried_again(solution, error):
    ran = []

    def refund(amount):
        ran.append(amount)
        raise error

    solution.solve(Script([("call", "refund", {"amount": 5}), ("final", "done")]), {"refund": refund}, max_turns=2)
    assert ran == exactly([5])


@pytest.mark.rule("R6")
def test_tool_is_called_and_not_what_lies_behind_it(solution):
    @functools.wraps(clock)
    def wrapped():
        return "wrapped"

    class Bell:
        __wrapped__ = clock

        def __call__(self):
            return "bell"

    tools = {"wrapped": wrapped, "bell": Bell(), "half": functools.partial(add, b=2), "static": staticmethod(clock)}
    script = Script([("call", "wrapped", {}), ("call", "bell", {}), ("call", "half", {"a": 1}), ("call", "static", {})])
    log = solution.solve(script, tools, max_turns=4)[2]
    assert log == exactly([("wrapped", "wrapped"), ("bell", "bell"), ("half", 3), ("static", "12:00")])


@pytest.mark.rule("R6")
def test_texts_in_the_arguments_stay_as_they_stand(solution):
    for text in TEXTS:
        args = {text: [text, {text: text}]}
        script = Script([("call", "note", args), ("final", "done")])
        log = solution.solve(script, {"note": lambda **named: named}, max_turns=2)[2]
        assert log == exactly([("note", args)])


@pytest.mark.rule("R6")
def test_failed_call_that_is_asked_for_again_runs_again(solution):
    ran = []

    def refund(amount):
        ran.append(amount)
        if len(ran) < 3:
            raise TimeoutError(f"attempt {len(ran)}")
        return "paid back"

    script = Script([("call", "refund", {"amount": 5})] * 3 + [("final", "done")])
    log = solution.solve(script, {"refund": refund}, max_turns=4)[2]
    errors = ["error: TimeoutError: attempt 1", "error: TimeoutError: attempt 2"]
    assert (log, ran) == exactly(([("refund", result) for result in [*errors, "paid back"]], [5, 5, 5]))


@pytest.mark.rule("R6")
def test_tool_may_be_any_callable(solution):
    class Account:
        def balance(self, currency):
            return f"7 {currency}"

    script = Script([("call", "balance", {"currency": "EUR"}), ("call", "record", {"a": 1}), ("final", "done")])
    returned = solution.solve(script, {"balance": Account().balance, "record": dict}, max_turns=3)
    assert returned == exactly(("done", "done", [("balance", "7 EUR"), ("record", {"a": 1})]))


# R7: results as they are


@pytest.mark.rule("R7")
@pytest.mark.parametrize("value", [0, 0.0, False, "", None, [], {}, (), b""], ids=repr)
def test_falsy_result_is_logged_as_it_is(solution, value):
    script = Script([("call", "give", {}), ("final", "done")])
    assert solution.solve(script, {"give": lambda: value}, max_turns=2) == exactly(("done", "done", [("give", value)]))


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "value",
    [[1, [2]], {"a": {"b": []}}, 12.5, "error: ValueError: not raised", ("final", "not an answer"), "  text\n"],
    ids=repr,
)
def test_result_is_logged_as_it_is(solution, value):
    script = Script([("call", "give", {}), ("final", "done")])
    assert solution.solve(script, {"give": lambda: value}, max_turns=2) == exactly(("done", "done", [("give", value)]))


class Touchy:
    """What nobody may compare, test, hash, print or go through, as an array of numbers or a query may be."""

    def refuse(self, *_):
        raise TypeError("do not touch")

    __eq__ = __bool__ = __hash__ = __len__ = __iter__ = __str__ = __repr__ = __format__ = refuse
    __copy__ = __deepcopy__ = __reduce_ex__ = refuse


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "value",
    [[1, [2]], {"a": []}, [], {}, object(), {1, 2}, frozenset({1}), float("nan")],
    ids=["list", "dict", "[]", "{}", "object", "set", "frozenset", "nan"],
)
def test_result_is_the_very_object(solution, value):
    log = solution.solve(Script([("call", "give", {}), ("final", "done")]), {"give": lambda: value}, max_turns=2)[2]
    assert log[0][1] is value


@pytest.mark.rule("R7")
def test_iterator_that_was_returned_is_not_used_up(solution):
    numbers = iter([1, 2])
    solution.solve(Script([("call", "give", {}), ("final", "done")]), {"give": lambda: numbers}, max_turns=2)
    assert list(numbers) == exactly([1, 2])


@pytest.mark.rule("R7")
def test_exception_that_was_returned_is_no_error(solution):
    for kind in [*KINDS, *INTERRUPTS]:
        value = kind("was returned")
        given = solution.very(value)
        script = Script([("call", "give", {}), ("call", "clock", {}), ("final", "done")])
        returned = solution.solve(script, {"give": lambda got=value: got, "clock": clock}, max_turns=3)
        assert returned == exactly(("done", "done", [("give", given), ("clock", "12:00")]))


class Label(str):
    pass


class Count(int):
    pass


class Row(list):
    pass


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "value",
    [
        *(Label("A-7"), Label(), Count(1), Row([1]), deque([1]), Fraction(1, 2)),
        *(range(3), map(str, [1]), {"a": 1}.keys(), clock, ValueError, Touchy()),
    ],
    ids=lambda value: type(value).__name__,
)
def test_result_is_the_very_object_whatever_its_type(solution, value):
    given = solution.very(value)
    returned = solution.solve(Script([("call", "give", {}), ("final", "done")]), {"give": lambda: value}, max_turns=2)
    assert returned == exactly(("done", "done", [("give", given)]))


@pytest.mark.rule("R7")
def test_coroutine_that_was_returned_is_not_run(solution):
    started = []

    async def later():
        started.append(1)

    coroutine = later()
    given = solution.very(coroutine)
    try:
        returned = solution.solve(
            Script([("call", "give", {}), ("final", "done")]), {"give": lambda: coroutine}, max_turns=2
        )
        assert (returned, started) == exactly((("done", "done", [("give", given)]), []))
        assert inspect.getcoroutinestate(coroutine) == exactly("CORO_CREATED")  # It may still be awaited.
    finally:
        coroutine.close()


@pytest.mark.rule("R7")
def test_asynchronous_generator_that_was_returned_is_neither_run_nor_closed(solution):
    async def numbers():
        yield 1
        yield 2

    async def all_of(generator):
        return [number async for number in generator]

    generator = numbers()
    given = solution.very(generator)
    log = solution.solve(Script([("call", "give", {}), ("final", "done")]), {"give": lambda: generator}, max_turns=2)[2]
    assert log == exactly([("give", given)])
    with asyncio.Runner() as runner:
        assert runner.run(all_of(generator)) == exactly([1, 2])


@pytest.mark.rule("R7")
def test_result_that_could_be_closed_stays_open(solution):
    class Connection:
        def close(self, *_):
            used.append("closed")

        __enter__ = __exit__ = aclose = shutdown = close

    used = []
    connection, text = Connection(), io.StringIO("a\nb")
    results = [("connect", solution.very(connection)), ("open", solution.very(text))]
    script = Script([("call", "connect", {}), ("call", "open", {}), ("final", "done")])
    log = solution.solve(script, {"connect": lambda: connection, "open": lambda: text}, max_turns=3)[2]
    assert log == exactly(results)
    assert (used, text.closed, text.tell()) == exactly(([], False, 0))


@pytest.mark.rule("R7")
def test_text_that_was_returned_stays_as_it_stands(solution):
    for text in TEXTS:
        script = Script([("call", "give", {}), ("final", "done")])
        log = solution.solve(script, {"give": lambda text=text: text}, max_turns=2)[2]
        assert log == exactly([("give", text)])


@pytest.mark.rule("R7")
def test_generator_that_was_returned_is_not_run(solution):
    numbers = (number for number in [1, 2])
    given = solution.very(numbers)
    returned = solution.solve(Script([("call", "give", {}), ("final", "done")]), {"give": lambda: numbers}, max_turns=2)
    assert (returned, list(numbers)) == exactly((("done", "done", [("give", given)]), [1, 2]))


# R8: the log


@pytest.mark.rule("R8")
def test_every_call_is_logged_in_order_failed_ones_too(solution):
    script = Script(
        [
            ("call", "add", {"a": 1, "b": 2}),
            ("call", "gone", {}),
            ("call", "bad", {}),
            ("call", "add", {"a": 0, "b": 0}),
            ("call", "clock", {}),
            ("call", "add", {"a": 1, "b": 2}),
            ("final", "done"),
        ]
    )
    tools = {"clock": clock, "bad": raising(ValueError("no")), "add": add}
    log = [
        ("add", 3),
        ("gone", "error: unknown tool gone"),
        ("bad", "error: ValueError: no"),
        ("add", 0),
        ("clock", "12:00"),
        ("add", 3),
    ]
    assert solution.solve(script, tools, max_turns=7) == exactly(("done", "done", log))


@pytest.mark.rule("R8")
def test_failed_calls_are_logged_when_the_budget_runs_out(solution):
    script = Script([("call", "gone", {}), ("call", "bad", {}), ("final", "too late")])
    log = [("gone", "error: unknown tool gone"), ("bad", "error: ValueError: no")]
    assert solution.solve(script, {"bad": raising(ValueError("no"))}, max_turns=2) == exactly(("budget", None, log))


@pytest.mark.rule("R8")
def test_equal_calls_with_equal_results_are_logged_each(solution):
    script = Script([("call", "clock", {})] * 3 + [("call", "gone", {})] * 2 + [("final", "done")])
    log = [("clock", "12:00")] * 3 + [("gone", "error: unknown tool gone")] * 2
    assert solution.solve(script, {"clock": clock}, max_turns=6) == exactly(("done", "done", log))


@pytest.mark.rule("R8")
def test_final_alone_leaves_an_empty_log(solution):
    assert solution.solve(Script([("final", "hello")]), {"clock": clock}, max_turns=5) == exactly(("done", "hello", []))


# R9: unknown tools


@pytest.mark.rule("R9")
@pytest.mark.parametrize("name", ["get_order", "Clock", " clock", "clock()", "", "keys", "__class__", "final", "it's"])
def test_unknown_tool_is_a_result_that_names_it(solution, name):
    script = Script([("call", name, {"order_id": "A-7"}), ("call", "clock", {}), ("final", "done")])
    returned = solution.solve(script, {"clock": clock}, max_turns=3)
    assert returned == exactly(("done", "done", [(name, f"error: unknown tool {name}"), ("clock", "12:00")]))


@pytest.mark.rule("R9")
def test_name_is_taken_as_the_model_wrote_it(solution):
    for name in TEXTS:
        script = Script([("call", name, {}), ("final", "done")])
        unknown = solution.solve(script, {"clock": clock}, max_turns=2)[2]
        known = solution.solve(script, {name: clock}, max_turns=2)[2]
        assert (unknown, known) == exactly(([(name, f"error: unknown tool {name}")], [(name, "12:00")]))


@pytest.mark.rule("R9")
def test_name_that_is_only_like_a_key_of_tools_is_unknown(solution):
    for name in [
        "Clock",
        "CLOCK",
        "clock ",
        "clock\n",
        "clock\0",
        "cloc",
        "clocks",
        "cafe\u0301",
        "\ufb01nd",
        "strasse",
    ]:
        tools = dict.fromkeys(["clock", "caf\u00e9", "find", "stra\u00dfe"], clock)
        log = solution.solve(Script([("call", name, {}), ("final", "done")]), tools, max_turns=2)[2]
        assert log == exactly([(name, f"error: unknown tool {name}")])


@pytest.mark.rule("R9")
def test_without_tools_every_tool_is_unknown(solution):
    returned = solution.solve(Script([("call", "clock", {}), ("final", "done")]), {}, max_turns=2)
    assert returned == exactly(("done", "done", [("clock", "error: unknown tool clock")]))


@pytest.mark.rule("R9")
@pytest.mark.parametrize("name", ["", "final", "unknown tool", "__class__", "0"])
def test_key_of_tools_is_a_known_tool_however_odd(solution, name):
    returned = solution.solve(Script([("call", name, {}), ("final", "done")]), {name: clock}, max_turns=2)
    assert returned == exactly(("done", "done", [(name, "12:00")]))


@pytest.mark.rule("R9")
def test_callable_that_is_falsy_is_a_known_tool(solution):
    class Bell(list):
        def __call__(self):
            return "rang"

    returned = solution.solve(Script([("call", "bell", {}), ("final", "done")]), {"bell": Bell()}, max_turns=2)
    assert returned == exactly(("done", "done", [("bell", "rang")]))


# R10: tools that raise


class Shop:
    class Closed(Exception):
        pass


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("no such order"), "ValueError: no such order"),
        (TimeoutError("orders service timed out after 5 s"), "TimeoutError: orders service timed out after 5 s"),
        (KeyError("A-7"), "KeyError: 'A-7'"),
        (IndexError("list index out of range"), "IndexError: list index out of range"),
        (TypeError("unsupported operand"), "TypeError: unsupported operand"),
        (AttributeError("no attribute"), "AttributeError: no attribute"),
        (StopIteration("no more"), "StopIteration: no more"),
        (AssertionError("stock is negative"), "AssertionError: stock is negative"),
        (NotImplementedError("later"), "NotImplementedError: later"),
        (RecursionError("too deep"), "RecursionError: too deep"),
        (MemoryError("too big"), "MemoryError: too big"),
        (KeyError("bad"), "KeyError: 'bad'"),
        (FileNotFoundError(2, "No such file", "a.txt"), "FileNotFoundError: [Errno 2] No such file: 'a.txt'"),
        (ValueError("two", "parts"), "ValueError: ('two', 'parts')"),
        (ValueError(None), "ValueError: None"),
        (ValueError("  two\nlines \n"), "ValueError:   two\nlines \n"),
        (ValueError("disk full\n"), "ValueError: disk full\n"),
        (ValueError(" \n"), "ValueError:  \n"),
        (ValueError("x" * 300_000), "ValueError: " + "x" * 300_000),
        (SyntaxError("bad", ("f.py", 1, 2, "x")), "SyntaxError: bad (f.py, line 1)"),
        (json.JSONDecodeError("bad", "{", 1), "JSONDecodeError: bad: line 1 column 2 (char 1)"),
        (ImportError("no module", name="m"), "ImportError: no module"),
        (ValueError(("a",)), "ValueError: ('a',)"),
        (ValueError(("a",), 1), "ValueError: (('a',), 1)"),
        (OutOfStock("kettle"), "OutOfStock: kettle"),
        (Shop.Closed("until nine"), "Closed: until nine"),
        (
            ExceptionGroup("two failed", [ValueError("a"), KeyError("b")]),
            "ExceptionGroup: two failed (2 sub-exceptions)",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_raised_exception_is_a_result_and_the_run_goes_on(solution, error, text):
    script = Script([("call", "bad", {}), ("call", "clock", {}), ("final", "done")])
    returned = solution.solve(script, {"bad": raising(error), "clock": clock}, max_turns=3)
    assert returned == exactly(("done", "done", [("bad", f"error: {text}"), ("clock", "12:00")]))


@pytest.mark.rule("R10")
def test_text_of_an_error_stays_as_it_stands(solution):
    for text in TEXTS:
        script = Script([("call", "bad", {}), ("final", "done")])
        log = solution.solve(script, {"bad": raising(ValueError(text))}, max_turns=2)[2]
        assert log == exactly([("bad", f"error: ValueError: {text}")])


@pytest.mark.rule("R10")
def test_message_is_what_the_error_says_and_not_what_it_was_made_of(solution):
    class Refused(Exception):
        message = msg = reason = strerror = detail = "some attribute"

        def __str__(self):
            return "refused"

        def __repr__(self):
            return "Refused()"

    script = Script([("call", "bad", {}), ("final", "done")])
    log = solution.solve(script, {"bad": raising(Refused("raw"))}, max_turns=2)[2]
    assert log == exactly([("bad", "error: Refused: refused")])


@pytest.mark.rule("R10")
def test_notes_cause_and_context_of_an_error_are_no_part_of_its_message(solution):
    def bad():
        try:
            raise KeyError("the context")
        except KeyError:
            error = ValueError("no")
            error.add_note("a note")
            raise error from OSError("the cause")

    log = solution.solve(Script([("call", "bad", {}), ("final", "done")]), {"bad": bad}, max_turns=2)[2]
    assert log == exactly([("bad", "error: ValueError: no")])


@pytest.mark.rule("R10")
@pytest.mark.parametrize("args", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"A": 1, "b": 2}], ids=repr)
def test_wrong_arguments_are_a_result_in_the_words_of_python(solution, args):
    script = Script([("call", "add", args), ("call", "clock", {}), ("final", "done")])
    returned = solution.solve(script, {"add": add, "clock": clock}, max_turns=3)
    log = [("add", f"error: TypeError: {python_says(add, args)}"), ("clock", "12:00")]
    assert returned == exactly(("done", "done", log))


@pytest.mark.rule("R10")
def test_type_error_inside_a_tool_is_a_result_like_any_other(solution):
    args = {"a": 2, "b": "3"}
    returned = solution.solve(Script([("call", "add", args), ("final", "done")]), {"add": add}, max_turns=2)
    assert returned == exactly(("done", "done", [("add", f"error: TypeError: {python_says(add, args)}")]))


@pytest.mark.rule("R10")
def test_tool_may_fail_on_every_turn(solution):
    script = Script([("call", "bad", {})] * 6 + [("final", "done")])
    returned = solution.solve(script, {"bad": raising(ValueError("no"))}, max_turns=7)
    assert returned == exactly(("done", "done", [("bad", "error: ValueError: no")] * 6))


# R11: errors without a text


@pytest.mark.rule("R11")
@pytest.mark.parametrize("error", [ValueError(), ValueError(""), TimeoutError(), AssertionError()], ids=repr)
def test_error_without_text_has_an_empty_message(solution, error):
    returned = solution.solve(Script([("call", "bad", {}), ("final", "done")]), {"bad": raising(error)}, max_turns=2)
    assert returned == exactly(("done", "done", [("bad", f"error: {type(error).__name__}: ")]))


class TextRaises(Exception):
    def __str__(self):
        raise OutOfStock("no text for this error")


@pytest.mark.rule("R11")
def test_whatever_the_text_of_an_error_raises_its_message_is_empty(solution):
    for kind in KINDS:

        class TextFails(Exception):
            error = kind("no text")

            def __str__(self):
                raise self.error

        script = Script([("call", "bad", {}), ("final", "done")])
        log = solution.solve(script, {"bad": raising(TextFails("raw"))}, max_turns=2)[2]
        assert log == exactly([("bad", "error: TextFails: ")])


class TextIsNoText(Exception):
    def __str__(self):
        return None


@pytest.mark.rule("R11")
@pytest.mark.parametrize("error", [TextRaises, TextIsNoText])
def test_error_whose_text_cannot_be_had_has_an_empty_message(solution, error):
    script = Script([("call", "bad", {}), ("call", "clock", {}), ("final", "done")])
    returned = solution.solve(script, {"bad": raising(error("a", 1)), "clock": clock}, max_turns=3)
    assert returned == exactly(("done", "done", [("bad", f"error: {error.__name__}: "), ("clock", "12:00")]))


# R12: what is no Exception


def interrupts(message):
    """Return a group that is no Exception: one of its exceptions is none."""
    return BaseExceptionGroup(message, [ValueError("no"), KeyboardInterrupt()])


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", [*INTERRUPTS, interrupts])
def test_what_is_no_exception_leaves_the_run_unchanged(solution, kind):
    stop = kind("now")
    script = Script([("call", "bad", {}), ("call", "clock", {}), ("final", "done")])
    with pytest.raises(type(stop)) as caught:
        solution.solve(script, {"bad": raising(stop), "clock": clock}, max_turns=3)
    assert caught.value is stop


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_nothing_is_added_to_what_is_no_exception_and_nothing_taken(solution, kind):
    cause, stop = ValueError("the cause"), kind("now", 7)

    def bad():
        raise stop from cause

    with pytest.raises(kind) as caught:
        solution.solve(Script([("call", "clock", {}), ("call", "bad", {})]), {"bad": bad, "clock": clock}, max_turns=2)
    assert caught.value is stop
    assert stop.__cause__ is cause
    assert (stop.args, vars(stop)) == exactly((("now", 7), {}))


@pytest.mark.rule("R12")
def test_nothing_is_read_after_what_is_no_exception(solution):
    script = Script([("call", "clock", {}), ("call", "bad", {}), ("call", "clock", {}), ("final", "done")])
    with pytest.raises(KeyboardInterrupt):
        solution.solve(script, {"bad": raising(KeyboardInterrupt()), "clock": clock}, max_turns=4)
    assert script.reads == exactly([1, 2])


@pytest.mark.rule("R12")
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_interrupt_while_the_text_of_an_error_is_made_propagates(solution, kind):
    stop = kind("now")

    class TextInterrupted(Exception):
        def __str__(self):
            raise stop

    script = Script([("call", "bad", {}), ("call", "clock", {}), ("final", "done")])
    try:
        got = solution.solve(script, {"bad": raising(TextInterrupted()), "clock": clock}, max_turns=3)
    except (kind, TextInterrupted) as raised:
        got = raised
    assert got is stop
    assert script.reads == exactly([1])


# R13: what is left as it was


@pytest.mark.rule("R13")
def test_script_and_tools_are_left_as_they_were(solution):
    script = [("call", "clock", {}), ("call", "gone", {"a": 1}), ("call", "add", {"a": 1}), ("final", "done")]
    tools = {"clock": clock, "add": add}
    solution.solve(script, tools, max_turns=4)
    replies = [("call", "clock", {}), ("call", "gone", {"a": 1}), ("call", "add", {"a": 1}), ("final", "done")]
    assert (script, list(tools)) == exactly((replies, ["clock", "add"]))
    assert tools["clock"] is clock
    assert tools["add"] is add


@pytest.mark.rule("R13")
def test_tool_that_changes_a_list_does_not_change_the_script(solution):
    script = [("call", "empty", {"items": ["kettle", "cup"]}), ("final", "done")]
    solution.solve(script, {"empty": lambda items: items.clear()}, max_turns=2)
    assert script == exactly([("call", "empty", {"items": ["kettle", "cup"]}), ("final", "done")])


@pytest.mark.rule("R13")
def test_tool_that_changes_a_list_deep_inside_does_not_change_the_script(solution):
    script = [("call", "empty", {"order": {"items": [["kettle"], ["cup"]]}}), ("final", "done")]
    solution.solve(script, {"empty": lambda order: order["items"][0].clear()}, max_turns=2)
    assert script == exactly([("call", "empty", {"order": {"items": [["kettle"], ["cup"]]}}), ("final", "done")])


@pytest.mark.rule("R13")
def test_tool_that_changes_its_arguments_and_fails_leaves_the_script(solution):
    def empty(items):
        items.clear()
        raise ValueError("no")

    script = [("call", "empty", {"items": ["kettle"]}), ("call", "empty", {"items": ["cup"]}), ("final", "late")]
    solution.solve(script, {"empty": empty}, max_turns=2)
    replies = [("call", "empty", {"items": ["kettle"]}), ("call", "empty", {"items": ["cup"]}), ("final", "late")]
    assert script == exactly(replies)


@pytest.mark.rule("R13")
def test_tool_that_changes_arguments_and_is_interrupted_leaves_the_script(solution):
    def empty(items):
        items.clear()
        raise KeyboardInterrupt

    script = [("call", "empty", {"items": ["kettle"]}), ("final", "done")]
    with pytest.raises(KeyboardInterrupt):
        solution.solve(script, {"empty": empty}, max_turns=2)
    assert script == exactly([("call", "empty", {"items": ["kettle"]}), ("final", "done")])


@pytest.mark.rule("R13")
def test_script_and_tools_are_as_they_were_while_a_tool_runs_too(solution):
    seen = []

    def empty(items):
        items.clear()
        seen.append(plain((script, list(tools))))

    script = [("call", "gone", {}), ("call", "empty", {"items": ["kettle"]}), ("final", "done")]
    tools = {"empty": empty}
    solution.solve(script, tools, max_turns=3)
    replies = [("call", "gone", {}), ("call", "empty", {"items": ["kettle"]}), ("final", "done")]
    assert seen == exactly([(replies, ["empty"])])


@pytest.mark.rule("R13")
def test_tool_that_changes_what_lies_very_deep_leaves_the_script(solution):
    def nested(innermost):
        value = innermost
        for _ in range(98):
            value = [value]
        return {"value": value}

    def empty(value):
        while value:
            value = value[0] if value[0] != "kettle" else value.clear()

    script = [("call", "empty", nested(["kettle"])), ("final", "done")]
    returned = solution.solve(script, {"empty": empty}, max_turns=2)
    assert (returned, script) == exactly(
        (("done", "done", [("empty", None)]), [("call", "empty", nested(["kettle"])), ("final", "done")])
    )


@pytest.mark.rule("R13")
def test_same_arguments_in_two_calls_arrive_whole_both_times(solution):
    args = {"items": ["kettle", "cup"]}
    script = [("call", "take", args), ("call", "take", args), ("final", "done")]
    returned = solution.solve(script, {"take": lambda items: items.pop()}, max_turns=3)
    assert returned == exactly(("done", "done", [("take", "cup"), ("take", "cup")]))


# R14: two runs


@pytest.mark.rule("R14")
@pytest.mark.parametrize("max_turns", [0, 1, 2])
def test_every_run_has_its_own_log(solution, max_turns):
    script = Script([("call", "clock", {}), ("final", "noon")])
    first = solution.solve(script, {"clock": clock}, max_turns=max_turns)
    kept = list(first[2])
    second = solution.solve(script, {"clock": clock}, max_turns=max_turns)
    assert (first[2], second[2]) == exactly((kept, kept))
    assert first[2] is not second[2]


@pytest.mark.rule("R14")
def test_change_to_a_returned_log_is_not_seen_by_the_next_run(solution):
    script = Script([("call", "clock", {}), ("final", "noon")])
    solution.solve(script, {"clock": clock}, max_turns=2)[2].append("added by the caller")
    returned = solution.solve(script, {"clock": clock}, max_turns=2)
    assert returned == exactly(("done", "noon", [("clock", "12:00")]))


@pytest.mark.rule("R14")
def test_run_does_not_remember_the_tools_of_another(solution):
    script = Script([("call", "clock", {}), ("final", "noon")])
    solution.solve(script, {"clock": clock}, max_turns=2)
    without = solution.solve(script, {}, max_turns=2)
    changed = solution.solve(script, {"clock": lambda: "13:00"}, max_turns=2)
    logs = ([("clock", "error: unknown tool clock")], [("clock", "13:00")])
    assert (without[2], changed[2]) == exactly(logs)


@pytest.mark.rule("R14")
def test_tool_may_run_the_loop_itself(solution):
    def delegate(times):
        inner = Script([("call", "clock", {})] * times + [("final", "inner")])
        status, answer, log = solution.solve(inner, {"clock": clock}, max_turns=5)
        return [status, answer, list(log)]

    script = Script(
        [("call", "clock", {}), ("call", "delegate", {"times": 2}), ("call", "clock", {}), ("final", "outer")]
    )
    returned = solution.solve(script, {"clock": clock, "delegate": delegate}, max_turns=4)
    inner = ["done", "inner", [("clock", "12:00"), ("clock", "12:00")]]
    assert returned == exactly(("done", "outer", [("clock", "12:00"), ("delegate", inner), ("clock", "12:00")]))
