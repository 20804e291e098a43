"""What spec.md promises, rule by rule."""

import asyncio
import functools
import json
from enum import StrEnum
from itertools import combinations_with_replacement

import pytest

from judge.plain import exactly, plain
from problems.problem_119.lab import call, final, scripted

ASKED = {"role": "user", "content": "Go"}


def calls(name, args):
    return {"role": "assistant", "tool": name, "args": args}


def result_of(name, content, is_error=False):
    return {"role": "tool", "name": name, "content": content, "is_error": is_error}


def ending(result):
    return {"stop_reason": result.stop_reason, "output": result.output, "steps": result.steps}


def add(a, b):
    return a + b


def ping():
    return "pong"


def echo(**args):
    return "ok"


def fail(**args):
    raise ValueError("boom")


TOOLS = {"add": add, "ping": ping, "echo": echo, "fail": fail}


class OutOfStock(Exception):
    pass


class Stop(BaseException):
    pass


# What a tool, a text or a model may raise: each of these is an `Exception` ...
KINDS = [
    *(Exception, ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError, NotImplementedError),
    *(ZeroDivisionError, AssertionError, OSError, ConnectionError, TimeoutError, PermissionError, FileNotFoundError),
    *(MemoryError, RecursionError, json.JSONDecodeError, OutOfStock),
]
OF_ITERATORS = [StopIteration, StopAsyncIteration]  # A model raises neither.
# ... and each of these is none.
INTERRUPTS = [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError, Stop]

# What must stay as it stands, wherever it is said.
TEXTS = [
    *("", " ", " u ", "two\r\nlines\r", "a\nb\n", "\x0b\x0c\x1c\x85\u2028", "NUL\0", "\ufeffBOM"),
    *("caf\u00e9", "cafe\u0301", "\ufb01", "stra\u00dfe", "\U0001f600", "\ud800", "&amp; <b>", "%s %d %"),
    *("{x} {0} {}", "\\n \\ \\u00e9", 'it\'s "quoted"', "x" * 3_000 + "y"),
]
LONG = "x" * 100_000 + "y"


def an(kind):
    """Return an exception of this kind with a text."""
    return kind("bad", "{", 1) if kind is json.JSONDecodeError else kind("no")


# R1: the model and the steps


@pytest.mark.rule("R1")
def test_model_is_sent_the_task_first_and_then_every_message_so_far(solution):
    model = scripted(call("add", {"a": 1, "b": 2}), call("fail"), final("done"))
    solution.run_agent(model, TOOLS, "Go")
    first = [ASKED]
    second = [*first, calls("add", {"a": 1, "b": 2}), result_of("add", "3")]
    third = [*second, calls("fail", {}), result_of("fail", "ValueError: boom", is_error=True)]
    assert model.sent == exactly([first, second, third])


@pytest.mark.rule("R1")
def test_nothing_is_left_out_of_what_the_model_is_sent_however_long_the_run(solution):
    replies = iter([*[call("add", {"a": number, "b": 0}) for number in range(49)], final("done")])
    lengths, latest = [], []

    def model(transcript):
        lengths.append(len(transcript))
        latest[:] = transcript
        return next(replies)

    result = solution.run_agent(model, TOOLS, "Go", max_steps=50)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 50})
    messages = [ASKED]
    for number in range(49):
        messages += [calls("add", {"a": number, "b": 0}), result_of("add", str(number))]
    assert (lengths, latest) == exactly((list(range(1, 100, 2)), messages))


@pytest.mark.rule("R1")
def test_transcript_begins_with_the_task_as_it_was_given(solution):
    result = solution.run_agent(scripted(final("done")), {}, "")
    assert result.transcript == exactly([{"role": "user", "content": ""}, {"role": "assistant", "content": "done"}])


@pytest.mark.rule("R1")
def test_task_is_sent_and_kept_as_it_stands(solution):
    for text in TEXTS:
        model = scripted(final("done"))
        result = solution.run_agent(model, {}, text)
        assert (result.transcript[0], model.sent) == exactly((ASKED | {"content": text}, [[ASKED | {"content": text}]]))


@pytest.mark.rule("R1")
@pytest.mark.parametrize("last", [final("done"), final("done", usage=11), call("ping"), call("fail")])
def test_model_is_not_called_again_after_the_end(solution, last):
    model = scripted(call("ping"), last, final("too much"))
    solution.run_agent(model, TOOLS, "Go", max_tokens=10, max_consecutive_errors=0, max_repeats=1)
    assert len(model.sent) == exactly(2)


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (final("done"), "final"),
        (final("done", usage=11), "token_budget"),
        (call("ping"), "repeated_call"),
        (call("fail"), "tool_errors"),
        (call("echo"), "max_steps"),
    ],
)
def test_steps_counts_the_calls_of_the_model_at_every_exit(solution, last, reason):
    model = scripted(call("ping"), call("add", {"a": 1, "b": 2}), last)
    result = solution.run_agent(model, TOOLS, "Go", max_steps=3, max_tokens=10, max_consecutive_errors=0, max_repeats=1)
    assert (result.stop_reason, result.steps) == exactly((reason, 3))


# R2: the final


@pytest.mark.rule("R2")
def test_final_ends_the_run_and_its_content_is_the_output(solution):
    result = solution.run_agent(scripted(final("42")), TOOLS, "Go")
    assert ending(result) == exactly({"stop_reason": "final", "output": "42", "steps": 1})


@pytest.mark.rule("R2")
def test_final_is_appended_to_the_transcript(solution):
    result = solution.run_agent(scripted(final("42", usage=7)), TOOLS, "Go")
    assert result.transcript == exactly([ASKED, {"role": "assistant", "content": "42"}])


@pytest.mark.rule("R2")
def test_output_is_the_final_content_and_not_the_last_tool_result(solution):
    result = solution.run_agent(scripted(call("ping"), final("done")), TOOLS, "Go")
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 2})


@pytest.mark.rule("R2")
def test_empty_final_is_a_final(solution):
    result = solution.run_agent(scripted(final(""), final("too much")), TOOLS, "Go")
    assert ending(result) == exactly({"stop_reason": "final", "output": "", "steps": 1})
    assert result.transcript == exactly([ASKED, {"role": "assistant", "content": ""}])


@pytest.mark.rule("R2")
def test_content_of_the_final_stays_as_it_stands(solution):
    for text in TEXTS:
        result = solution.run_agent(scripted(final(text)), TOOLS, "Go")
        assert (result.output, result.transcript[1]) == exactly((text, {"role": "assistant", "content": text}))


@pytest.mark.rule("R2")
@pytest.mark.parametrize("max_steps", [1, 2, 3, 12])
def test_final_on_the_last_permitted_step_is_a_final(solution, max_steps):
    model = scripted(*[call("echo", {"n": n}) for n in range(max_steps - 1)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=max_steps)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": max_steps})


# R3: the tool call


@pytest.mark.rule("R3")
def test_call_and_result_are_appended(solution):
    result = solution.run_agent(scripted(call("add", {"a": 1, "b": 2}, usage=5), final("3")), TOOLS, "Go")
    assert result.transcript == exactly(
        [ASKED, calls("add", {"a": 1, "b": 2}), result_of("add", "3"), {"role": "assistant", "content": "3"}]
    )


@pytest.mark.rule("R3")
def test_call_without_arguments_is_recorded_with_empty_ones(solution):
    result = solution.run_agent(scripted(call("ping"), final("done")), TOOLS, "Go")
    assert result.transcript[1:3] == exactly([calls("ping", {}), result_of("ping", "pong")])


@pytest.mark.rule("R3")
def test_each_call_is_run_once_in_the_order_of_the_replies(solution):
    ran = []
    tools = {"first": lambda: ran.append("first"), "second": lambda: ran.append("second")}
    solution.run_agent(scripted(call("second"), call("first"), call("second"), final("done")), tools, "Go")
    assert ran == exactly(["second", "first", "second"])


@pytest.mark.rule("R3")
def test_failing_tool_is_run_once(solution):
    ran = []

    def break_down():
        ran.append("break_down")
        raise ValueError("boom")

    solution.run_agent(scripted(call("break_down"), final("done")), {"break_down": break_down}, "Go")
    assert ran == exactly(["break_down"])


@pytest.mark.rule("R3")
def test_tool_that_raises_only_the_first_time_is_not_tried_again(solution):
    for kind in [*KINDS, *OF_ITERATORS]:
        ran = []

        def get(kind=kind, ran=ran):
            ran.append("get")
            if len(ran) == 1:
                raise an(kind)
            return "ok"

        result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
        failed = result_of("get", f"{kind.__name__}: {an(kind)!s}", is_error=True)
        assert (ran, result.transcript[2]) == exactly((["get"], failed))


@pytest.mark.rule("R3")
def test_tool_whose_result_or_error_has_no_text_is_run_once(solution):
    ran = []

    class Wordless(Exception):
        def __str__(self):
            raise TimeoutError("no words")

    def get():
        ran.append("get")
        return Wordless()

    def fail():
        ran.append("fail")
        raise Wordless

    solution.run_agent(scripted(call("get"), call("fail"), final("done")), {"get": get, "fail": fail}, "Go")
    assert ran == exactly(["get", "fail"])


@pytest.mark.rule("R3")
def test_tool_is_called_and_not_what_lies_behind_it(solution):
    @functools.wraps(ping)
    def wrapped():
        return "wrapped"

    class Clock:
        __wrapped__ = ping

        def __call__(self):
            return "clock"

        def method(self):
            return "method"

    half = functools.partial(add, b=2)
    tools = {"wrapped": wrapped, "clock": Clock(), "method": Clock().method, "half": half, "dict": dict}
    model = scripted(
        *[call(name) for name in ["wrapped", "clock", "method"]], call("half", {"a": 1}), call("dict", {"a": 1})
    )
    result = solution.run_agent(model, tools, "Go", max_steps=5)
    contents = [message["content"] for message in result.transcript[2::2]]
    assert contents == exactly(["wrapped", "clock", "method", "3", "{'a': 1}"])


@pytest.mark.rule("R3")
def test_texts_in_the_arguments_stay_as_they_stand(solution):
    for text in TEXTS:
        got = []
        tools = {"keep": lambda got=got, /, **given: got.append(plain(given))}
        args = {text: [text, {text: text}]}
        result = solution.run_agent(scripted(call("keep", args), final("done")), tools, "Go")
        assert (got, result.transcript[1]) == exactly(([args], calls("keep", args)))


@pytest.mark.rule("R3")
def test_tool_gets_the_arguments_of_the_call(solution):
    got = []
    args = {"text": "é", "number": 1.0, "flag": True, "nothing": None, "deep": {"list": [1, {"x": []}]}}
    tools = {"keep": lambda **given: got.append(plain(given))}
    solution.run_agent(scripted(call("keep", args), final("done")), tools, "Go")
    assert got == exactly([args])


@pytest.mark.rule("R3")
def test_arguments_come_in_the_order_of_the_call(solution):
    tools = {"names": lambda **given: " ".join(given)}
    result = solution.run_agent(scripted(call("names", {"b": 1, "c": 2, "a": 3}), final("done")), tools, "Go")
    assert result.transcript[2] == exactly(result_of("names", "b c a"))


@pytest.mark.rule("R3")
def test_argument_may_have_any_name(solution):
    of_a_helper = ["fn", "func", "function", "f", "callable", "callback", "handler", "target", "method", "key"]
    of_a_loop = ["name", "args", "kwargs", "tool", "tools", "model", "task", "call", "reply", "transcript", "max_steps"]
    names = [*of_a_helper, *of_a_loop, "self", "cls", "result", "error", "message", "not a name"]
    tools = {"names": lambda **given: ", ".join(given)}
    result = solution.run_agent(scripted(call("names", dict.fromkeys(names, 1)), final("done")), tools, "Go")
    assert result.transcript[2] == exactly(result_of("names", ", ".join(names)))


# R4: the token budget


@pytest.mark.rule("R4")
def test_final_answer_over_budget_does_not_count(solution):
    result = solution.run_agent(scripted(final("done", usage=10_001)), TOOLS, "Go", max_tokens=10_000)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 1})


@pytest.mark.rule("R4")
@pytest.mark.parametrize("over", [final("done", usage=6), call("ping", usage=6), call("missing", usage=6)])
def test_reply_over_budget_is_not_appended(solution, over):
    result = solution.run_agent(scripted(call("echo", usage=5), over, final("too much")), TOOLS, "Go", max_tokens=10)
    assert result.transcript == exactly([ASKED, calls("echo", {}), result_of("echo", "ok")])


@pytest.mark.rule("R4")
def test_tool_asked_for_over_budget_is_not_run(solution):
    ran = []
    tools = {"pay": lambda: ran.append("pay")}
    result = solution.run_agent(scripted(call("pay", usage=11), final("done")), tools, "Go", max_tokens=10)
    assert ran == exactly([])
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 1})


@pytest.mark.rule("R4")
def test_usage_adds_up_over_all_replies(solution):
    model = scripted(*[call("echo", {"n": n}, usage=4) for n in range(3)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=11)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 3})


@pytest.mark.rule("R4")
def test_sum_equal_to_the_budget_is_within_it(solution):
    model = scripted(call("ping", usage=4), call("echo", usage=4), final("done", usage=2))
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=10)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R4")
def test_sum_is_exact_whatever_the_usages(solution):
    usages = [1, 10, 100, 200, 10**9 + 1, 5 * 10**11]
    for first, second in combinations_with_replacement(usages, 2):
        for limit, reason in [(first + second, "final"), (first + second - 1, "token_budget")]:
            replies = iter([call("ping", usage=first), final("done", usage=second)])
            result = solution.run_agent(lambda _, left=replies: next(left), TOOLS, "Go", max_tokens=limit)
            assert (first, second, limit, result.stop_reason) == exactly((first, second, limit, reason))


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("usage", "limit", "reason"),
    [
        (10**12, 10**12, "final"),
        (10**12, 10**12 - 1, "token_budget"),
        (10**12 - 1, 10**12 - 1, "final"),
        (10**12 - 1, 10**12 - 2, "token_budget"),
        (10**12, 0, "token_budget"),
    ],
)
def test_budget_is_exact_for_the_largest_usage(solution, usage, limit, reason):
    result = solution.run_agent(scripted(final("done", usage=usage)), TOOLS, "Go", max_tokens=limit)
    assert result.stop_reason == exactly(reason)


@pytest.mark.rule("R4")
@pytest.mark.parametrize(("limit", "reason"), [(11, "token_budget"), (12, "final")])
def test_usage_of_twelve_replies_adds_up(solution, limit, reason):
    model = scripted(*[call("echo", {"n": n}, usage=1) for n in range(11)], final("done", usage=1))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=12, max_tokens=limit)
    assert (result.stop_reason, result.steps) == exactly((reason, 12))


@pytest.mark.rule("R4")
@pytest.mark.parametrize("free", [{}, {"usage": None}, {"usage": 0}])
def test_reply_without_usage_costs_nothing(solution, free):
    model = scripted(call("ping", usage=10), {**call("echo"), **free}, {**final("done"), **free})
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=10)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R4")
@pytest.mark.parametrize(("usage", "reason"), [(None, "final"), (0, "final"), (1, "token_budget")])
def test_budget_of_zero_allows_only_what_is_free(solution, usage, reason):
    result = solution.run_agent(scripted(final("done", usage=usage)), TOOLS, "Go", max_tokens=0)
    assert result.stop_reason == exactly(reason)


@pytest.mark.rule("R4")
def test_usage_of_failing_and_unknown_calls_counts(solution):
    model = scripted(call("fail", usage=5), call("missing", usage=5), final("done", usage=1))
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=10)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 3})


@pytest.mark.rule("R4")
@pytest.mark.parametrize(("usage", "reason"), [(10_000, "final"), (10_001, "token_budget")])
def test_budget_is_10_000_by_default(solution, usage, reason):
    result = solution.run_agent(scripted(final("done", usage=usage)), TOOLS, "Go")
    assert result.stop_reason == exactly(reason)


@pytest.mark.rule("R4")
def test_max_tokens_is_the_fifth_argument(solution):
    result = solution.run_agent(scripted(final("done", usage=1)), TOOLS, "Go", 8, 0)
    assert result.stop_reason == exactly("token_budget")


# R5: what a tool returns


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    ("returned", "content"),
    [
        ("two words", "two words"),
        (3, "3"),
        (2.5, "2.5"),
        ({"b": [1, None], "a": "é"}, "{'b': [1, None], 'a': 'é'}"),
        (0, "0"),
        (0.0, "0.0"),
        (False, "False"),
        (None, "None"),
        ("", ""),
        ([], "[]"),
        ({}, "{}"),
        (b"raw", "b'raw'"),
        (int, "<class 'int'>"),
        (("a",), "('a',)"),
        (("a", 1), "('a', 1)"),
        ((), "()"),
        ({"a"}, "{'a'}"),
        (range(3), "range(0, 3)"),
        (True, "True"),
        (-0.0, "-0.0"),
        (1e16, "1e+16"),
        (float("nan"), "nan"),
        (10**40, "1" + "0" * 40),
        (["caf\u00e9", "\n"], "['caf\u00e9', '\\n']"),
    ],
)
def test_result_is_recorded_as_its_str(solution, returned, content):
    result = solution.run_agent(scripted(call("get"), final("done")), {"get": lambda: returned}, "Go")
    assert result.transcript[2] == exactly(result_of("get", content))


@pytest.mark.rule("R5")
def test_result_of_any_class_is_recorded_as_its_str_and_in_no_other_form(solution):
    class Order:
        def __str__(self):
            return "order 7"

        def __repr__(self):
            return "Order(7)"

        def __format__(self, spec):
            return "7"

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": Order}, "Go")
    assert result.transcript[2] == exactly(result_of("get", "order 7"))


@pytest.mark.rule("R5")
def test_text_that_a_tool_returns_stays_as_it_stands(solution):
    for text in [*TEXTS, LONG]:
        result = solution.run_agent(scripted(call("get"), final("done")), {"get": lambda text=text: text}, "Go")
        assert result.transcript[2] == exactly(result_of("get", text))


class Label(str):
    pass


class Loud(str):
    def __str__(self):
        return f"{self.upper()}!"


class Color(StrEnum):
    RED = "red"


class Count(int):
    def __repr__(self):
        return "Count()"


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    ("returned", "content"),
    [(Label("a"), "a"), (Loud("a"), "A!"), (Color.RED, "red"), (Count(7), "Count()")],
    ids=["Label", "Loud", "Color", "Count"],
)
def test_result_of_a_subclass_is_recorded_as_the_plain_text_of_its_str(solution, returned, content):
    result = solution.run_agent(scripted(call("get"), final("done")), {"get": lambda: returned}, "Go")
    assert result.transcript[2] == exactly(result_of("get", content))


@pytest.mark.rule("R5")
@pytest.mark.parametrize("error", [False, True], ids=["first", "after an error"])
def test_result_that_could_be_run_or_gone_through_is_recorded_as_its_str_and_left_alone(solution, error):
    ran = []

    async def later():
        ran.append("a coroutine")

    async def one_by_one():
        ran.append("an asynchronous generator")
        yield 1

    def numbers():
        ran.append("a generator")
        yield 1

    class Awaitable:
        def __await__(self):
            ran.append("an awaitable")
            return iter([])

    coroutine = later()
    items = iter([1])
    others = [one_by_one(), numbers(), Awaitable(), items, map(ran.append, ["a map"]), lambda: ran.append("a function")]
    try:
        for returned in [coroutine, *others, later, ping, functools.partial(ping), OutOfStock]:
            model = scripted(*[call("fail")] * error, call("get"), final("done"))
            result = solution.run_agent(model, {"get": lambda got=returned: got, "fail": fail}, "Go")
            assert result.transcript[-2] == exactly(result_of("get", str(returned)))
        assert (ran, list(items)) == exactly(([], [1]))
    finally:
        coroutine.close()


@pytest.mark.rule("R5")
@pytest.mark.parametrize("returned", ["ValueError: boom", "error: no such file", "LookupError: unknown tool get"])
def test_result_that_reads_like_an_error_is_none(solution, returned):
    result = solution.run_agent(scripted(call("get"), final("done")), {"get": lambda: returned}, "Go")
    assert result.transcript[2] == exactly(result_of("get", returned))


@pytest.mark.rule("R5")
def test_exception_that_is_returned_is_no_error(solution):
    for kind in [*KINDS, *OF_ITERATORS, *INTERRUPTS]:
        returned = an(kind)
        result = solution.run_agent(scripted(call("get"), final("done")), {"get": lambda got=returned: got}, "Go")
        assert result.transcript[2] == exactly(result_of("get", str(returned)))


# R6: a tool that fails


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("raised", "content"),
    [
        (ValueError("boom"), "ValueError: boom"),
        (TimeoutError("no answer after 5 s"), "TimeoutError: no answer after 5 s"),
        (KeyError("id"), "KeyError: 'id'"),
        (LookupError("nothing there"), "LookupError: nothing there"),
        (OSError(2, "gone"), "FileNotFoundError: [Errno 2] gone"),
        (StopIteration("over"), "StopIteration: over"),
        (NotImplementedError("later"), "NotImplementedError: later"),
        (AssertionError(), "AssertionError: "),
        (Exception(1, "two"), "Exception: (1, 'two')"),
        (ValueError("  two\nlines\n"), "ValueError:   two\nlines\n"),
        (ExceptionGroup("both", [ValueError("boom")]), "ExceptionGroup: both (1 sub-exception)"),
        (json.JSONDecodeError("bad", "{", 1), "JSONDecodeError: bad: line 1 column 2 (char 1)"),
        (SyntaxError("bad", ("f.py", 1, 2, "x")), "SyntaxError: bad (f.py, line 1)"),
        (ValueError(None), "ValueError: None"),
        (ValueError(("a",)), "ValueError: ('a',)"),
        (ValueError(("a",), 1), "ValueError: (('a',), 1)"),
        (ImportError("no module", name="m"), "ImportError: no module"),
    ],
)
def test_what_a_tool_raises_is_its_result(solution, raised, content):
    def get():
        raise raised

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
    assert result.transcript[1:3] == exactly([calls("get", {}), result_of("get", content, is_error=True)])
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 2})


@pytest.mark.rule("R6")
def test_text_of_an_error_stays_as_it_stands(solution):
    for text in [*TEXTS, LONG]:

        def get(text=text):
            raise ValueError(text)

        result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
        assert result.transcript[2] == exactly(result_of("get", f"ValueError: {text}", is_error=True))


@pytest.mark.rule("R6")
def test_message_is_what_the_error_says_and_not_what_it_was_made_of(solution):
    class Refused(Exception):
        message = msg = reason = strerror = detail = "some attribute"

        def __str__(self):
            return "refused"

        def __repr__(self):
            return "Refused()"

    def get():
        error = Refused("raw")
        error.add_note("a note")
        raise error from ValueError("the cause")

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
    assert result.transcript[2] == exactly(result_of("get", "Refused: refused", is_error=True))


@pytest.mark.rule("R6")
def test_type_of_an_error_is_the_bare_name_of_its_class(solution):
    class SoldOut(ValueError):
        pass

    def get():
        raise SoldOut("no more")

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
    assert result.transcript[2] == exactly(result_of("get", "SoldOut: no more", is_error=True))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("args", [{}, {"a": 1}, {"a": 1, "b": 2, "c": 3}, {"b": 2, "x": 1}])
def test_arguments_that_do_not_fit_are_a_failure_of_the_tool(solution, args):
    with pytest.raises(TypeError) as misfit:
        add(**args)
    result = solution.run_agent(scripted(call("add", args), final("done")), {"add": add}, "Go")
    assert result.transcript[2] == exactly(result_of("add", f"TypeError: {misfit.value}", is_error=True))


@pytest.mark.rule("R6")
def test_error_that_cannot_say_its_message_has_an_empty_one(solution):
    for kind in [*KINDS[::3], *OF_ITERATORS]:

        class Wordless(Exception):
            kind_of_error = kind

            def __str__(self):
                raise an(self.kind_of_error)

        def get(wordless=Wordless):
            raise wordless("raw")

        result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
        assert result.transcript[2] == exactly(result_of("get", "Wordless: ", is_error=True))


@pytest.mark.rule("R6")
def test_result_that_has_no_text_is_a_failure_of_the_tool(solution):
    for kind in [*KINDS[::3], *OF_ITERATORS]:

        class Wordless:
            kind_of_error = kind

            def __str__(self):
                raise an(self.kind_of_error)

        result = solution.run_agent(scripted(call("get"), final("done")), {"get": Wordless}, "Go")
        assert result.transcript[2] == exactly(result_of("get", f"{kind.__name__}: {an(kind)!s}", is_error=True))


@pytest.mark.rule("R6")
def test_str_that_is_no_text_is_like_one_that_raises(solution):
    class Textless(Exception):
        def __str__(self):
            return 7

    def fail():
        raise Textless("raw")

    with pytest.raises(TypeError) as no_text:
        str(Textless())
    model = scripted(call("get"), call("fail"), final("done"))
    result = solution.run_agent(model, {"get": Textless, "fail": fail}, "Go")
    of_get = result_of("get", f"TypeError: {no_text.value}", is_error=True)
    assert result.transcript[2::2] == exactly([of_get, result_of("fail", "Textless: ", is_error=True)])


# R7: a tool that does not exist


@pytest.mark.rule("R7")
@pytest.mark.parametrize("name", ["get_order", "", "two words", "__class__", "keys"])
def test_unknown_tool_is_a_failure(solution, name):
    result = solution.run_agent(scripted(call(name, {"id": 7}), final("done")), TOOLS, "Go")
    assert result.transcript[1:3] == exactly(
        [calls(name, {"id": 7}), result_of(name, f"LookupError: unknown tool {name}", is_error=True)]
    )
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 2})


@pytest.mark.rule("R7")
def test_name_of_a_tool_is_taken_as_it_stands(solution):
    for text in TEXTS:
        unknown = solution.run_agent(scripted(call(text), final("done")), TOOLS, "Go").transcript[1:3]
        known = solution.run_agent(scripted(call(text), final("done")), {text: ping}, "Go").transcript[1:3]
        said = f"LookupError: unknown tool {text}"
        assert unknown == exactly([calls(text, {}), result_of(text, said, is_error=True)])
        assert known == exactly([calls(text, {}), result_of(text, "pong")])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("name", ["Ping", "PING", " ping", "ping ", "ping\n", "ping\0", "pin", "pings", "cafe\u0301"])
def test_name_that_is_only_like_that_of_a_tool_is_unknown(solution, name):
    result = solution.run_agent(scripted(call(name), final("done")), {"ping": ping, "caf\u00e9": ping}, "Go")
    assert result.transcript[2] == exactly(result_of(name, f"LookupError: unknown tool {name}", is_error=True))


@pytest.mark.rule("R7")
def test_every_tool_is_unknown_where_there_are_none(solution):
    result = solution.run_agent(scripted(call("ping"), final("done")), {}, "Go")
    assert result.transcript[2] == exactly(result_of("ping", "LookupError: unknown tool ping", is_error=True))


@pytest.mark.rule("R7")
def test_unknown_tool_counts_as_a_failure(solution):
    result = solution.run_agent(scripted(call("missing"), final("done")), TOOLS, "Go", max_consecutive_errors=0)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": 1})


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("raised", "content"),
    [
        (KeyError(7), "KeyError: 7"),
        (KeyError("get"), "KeyError: 'get'"),
        (LookupError(7), "LookupError: 7"),
        (IndexError(7), "IndexError: 7"),
    ],
)
def test_lookup_that_fails_inside_a_tool_does_not_make_it_unknown(solution, raised, content):
    def get():
        raise raised

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": get}, "Go")
    assert result.transcript[2] == exactly(result_of("get", content, is_error=True))


@pytest.mark.rule("R7")
def test_tool_that_counts_as_false_is_a_tool_all_the_same(solution):
    class Handlers(list):
        def __call__(self):
            return "none yet"

    result = solution.run_agent(scripted(call("get"), final("done")), {"get": Handlers()}, "Go")
    assert result.transcript[2] == exactly(result_of("get", "none yet"))


# R8: how often a call may be made


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_repeats", [0, 1, 2, 3, 12])
def test_call_may_be_made_max_repeats_times(solution, max_repeats):
    model = scripted(*[call("ping")] * (max_repeats + 1), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=50, max_repeats=max_repeats)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": max_repeats + 1})


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_repeats", [1, 2, 3, 12])
def test_call_made_exactly_max_repeats_times_is_no_reason_to_stop(solution, max_repeats):
    model = scripted(*[call("ping")] * max_repeats, final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=50, max_repeats=max_repeats)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": max_repeats + 1})


@pytest.mark.rule("R8")
@pytest.mark.parametrize("name", ["ping", "missing"])
def test_repeated_call_is_not_appended(solution, name):
    result = solution.run_agent(scripted(call("echo"), call(name), call(name)), TOOLS, "Go", max_repeats=1)
    assert [message.get("tool", message.get("name")) for message in result.transcript] == exactly(
        [None, "echo", "echo", name, name]
    )


@pytest.mark.rule("R8")
def test_repeated_call_is_not_run(solution):
    ran = []
    tools = {"pay": lambda: ran.append("pay")}
    solution.run_agent(scripted(call("pay"), call("pay"), final("done")), tools, "Go", max_repeats=1)
    assert ran == exactly(["pay"])


@pytest.mark.rule("R8")
def test_repeats_are_counted_over_the_whole_run_and_not_in_a_row(solution):
    model = scripted(call("ping"), call("echo"), call("ping"), call("fail"), call("ping"), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_repeats=2)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 5})


@pytest.mark.rule("R8")
def test_repeat_is_seen_after_forty_other_calls(solution):
    others = [call("echo", {"n": n}) for n in range(40)]
    replies = iter([call("ping"), *others, call("ping"), final("done")])
    result = solution.run_agent(lambda _: next(replies), TOOLS, "Go", max_steps=50, max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 42})


@pytest.mark.rule("R8")
def test_names_are_compared_by_their_letters(solution):
    # Each is another object, as names are that come out of JSON.
    calls_of_ping = [call("".join(("pi", "ng"))) for _ in range(2)]
    result = solution.run_agent(scripted(*calls_of_ping, final("done")), TOOLS, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 2})


@pytest.mark.rule("R8")
def test_limit_of_0_lets_no_call_of_an_unknown_tool_through(solution):
    result = solution.run_agent(scripted(call("missing"), final("done")), TOOLS, "Go", max_repeats=0)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 1})
    assert result.transcript == exactly([ASKED])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("name", ["fail", "missing"])
def test_calls_that_fail_count_as_repeats(solution, name):
    model = scripted(call(name), call(name), call(name), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_consecutive_errors=9, max_repeats=2)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 3})


@pytest.mark.rule("R8")
def test_repeated_call_with_another_result_is_still_repeated(solution):
    results = iter(["queued", "running", "done"])
    model = scripted(call("poll"), call("poll"), call("poll"), final("done"))
    result = solution.run_agent(model, {"poll": lambda: next(results)}, "Go", max_repeats=2)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 3})


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("times", "reason"), [(2, "final"), (3, "repeated_call")])
def test_max_repeats_is_2_by_default(solution, times, reason):
    result = solution.run_agent(scripted(*[call("ping")] * times, final("done")), TOOLS, "Go")
    assert result.stop_reason == exactly(reason)


@pytest.mark.rule("R8")
def test_max_repeats_is_the_seventh_argument(solution):
    result = solution.run_agent(scripted(call("ping"), final("done")), TOOLS, "Go", 8, 10, 2, 0)
    assert result.stop_reason == exactly("repeated_call")


# R9: which calls are equal


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"q": {"a": 1, "b": 2}}, {"q": {"b": 2, "a": 1}}),
        ({"q": {"x": {"a": 1, "b": 2}}, "n": 0}, {"n": 0, "q": {"x": {"b": 2, "a": 1}}}),
        ({"q": [{"a": 1, "b": 2}]}, {"q": [{"b": 2, "a": 1}]}),
        ({"q": [[{"a": 1, "b": []}]]}, {"q": [[{"b": [], "a": 1}]]}),
        ({}, None),
        (None, {}),
    ],
)
def test_order_of_keys_makes_no_difference_at_any_depth(solution, first, second):
    result = solution.run_agent(scripted(call("echo", first), call("echo", second)), TOOLS, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 2})


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"a": 1}, {"a": 2}),
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, {}),
        ({"a": 1}, {"a": 1, "b": 1}),
        ({"a": 1, "b": 2}, {"a": 2, "b": 1}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
        ({"a": [1]}, {"a": [1, 1]}),
        ({"a": [[1], 2]}, {"a": [1, [2]]}),
        ({"q": {"a": 1}}, {"q": {"a": 2}}),
        ({"a": "x"}, {"a": "X"}),
        ({"a": "x"}, {"a": " x"}),
        ({"a": None}, {"a": "None"}),
        ({"a": None}, {"a": "null"}),
        ({"a": None}, {}),
        ({"a": {}}, {"a": []}),
        ({"a": "{}"}, {"a": {}}),
        ({"a": [0.0]}, {"a": [-0.0]}),
    ],
)
def test_other_arguments_make_another_call(solution, first, second):
    model = scripted(call("echo", first), call("echo", second), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R9")
def test_arguments_that_look_alike_make_different_calls(solution):
    pairs = [
        ({"a": "x" * 30_000 + "1"}, {"a": "x" * 30_000 + "2"}),
        ({"a": "\u00e9"}, {"a": "e\u0301"}),
        ({"\u00e9": 1}, {"e\u0301": 1}),
        ({"q": {"\u00e9": 1}}, {"q": {"e\u0301": 1}}),
        ({"a": "\ud800"}, {"a": "\ud801"}),
        ({"a": "\ud800"}, {"a": "?"}),
        ({"a": "\ud800"}, {"a": "\ufffd"}),
        ({"\ud800": 1}, {"\udfff": 1}),
        ({"a": "x"}, {"a": "x\n"}),
        ({"a": "x\n"}, {"a": "x\r\n"}),
        ({"a": "x"}, {"a": "x\0"}),
        ({"a": "x y"}, {"a": "x  y"}),
        ({"a": "x y"}, {"a": "xy"}),
        ({"a": "\u00df"}, {"a": "ss"}),
        ({"a": "\u00e9"}, {"a": "\\u00e9"}),
        ({"a": 1}, {"A": 1}),
        ({"a": 1}, {"a ": 1}),
        ({"a": "1, b: 2"}, {"a": "1", "b": "2"}),
        ({"a": 'x", "b": "y'}, {"a": "x", "b": "y"}),
        ({"a": "[1]"}, {"a": [1]}),
        ({"a": [1, 2]}, {"a": [12]}),
        ({"a": []}, {"a": [[]]}),
        ({"a": [{}]}, {"a": [[]]}),
        ({"a": ["x", "y"]}, {"a": "xy"}),
        ({"a": 2**53}, {"a": 2**53 + 1}),
        ({"a": 10**40}, {"a": 10**40 + 1}),
        ({"a": 0.1 + 0.2}, {"a": 0.3}),
        ({"a": 1e22}, {"a": 10**22}),
        ({"a": 5e-324}, {"a": 0.0}),
        # Pairs that Python's hash, a sum, CRC-32 and Adler-32 take for one.
        ({"a": -1}, {"a": -2}),
        ({"a": 0}, {"a": 2**61 - 1}),
        ({"a": "xy"}, {"a": "yx"}),
        ({"a": "plumless"}, {"a": "buckeroo"}),
        ({"a": "aca"}, {"a": "bab"}),
    ]
    for first, second in pairs:
        model = scripted(call("echo", first), call("echo", second), final("done"))
        result = solution.run_agent(model, TOOLS, "Go", max_repeats=1)
        assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    "args",
    [{"a": "\ud800"}, {"\udfff": 1}, {"a": "x" * 30_000}, {"a": "\u00e9"}, {"a": 10**40}, {"a": "\0"}],
    ids=["surrogate", "surrogate in a key", "30,000 characters", "accent", "large number", "NUL"],
)
def test_same_arguments_make_the_same_call_whatever_they_hold(solution, args):
    model = scripted(call("echo", args), call("echo", json.loads(json.dumps(args))), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 2})


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (call("t", {"a": 1}), call('t"a": 1')),
        (call("t", {"a": 1}), call('t{"a": 1}')),
        (call("t", {"a": 1}), call('t {"a": 1}')),
        (call("t", {"a": 1}), call('t:{"a": 1}')),
        (call("t", {"a": "b"}), call("t", {"ab": ""})),
        (call("t", {"a": 1}), call("ta", {"": 1})),
        (call("t"), call("t{}")),
        (call("t"), call("t ")),
        (call("t"), call("T")),
        (call("caf\u00e9"), call("cafe\u0301")),
        (call(""), call("null")),
    ],
)
def test_name_and_arguments_are_compared_each_for_itself(solution, first, second):
    model = scripted(first, second, final("done"))
    result = solution.run_agent(model, {}, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R9")
def test_numbers_are_compared_as_they_are_written(solution):
    values = [1, 1.0, True, "1", 0, 0.0, -0.0, False]
    model = scripted(*[call("echo", {"a": value}) for value in values], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=9, max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 9})


@pytest.mark.rule("R9")
def test_same_arguments_for_another_tool_make_another_call(solution):
    model = scripted(call("echo", {"a": 1}), call("other", {"a": 1}), call("missing", {"a": 1}), final("done"))
    tools = {"echo": lambda a: a, "other": lambda a: a}
    result = solution.run_agent(model, tools, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 4})


# R10: failures in a row


@pytest.mark.rule("R10")
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 12])
def test_one_failure_more_than_allowed_in_a_row_ends_the_run(solution, limit):
    model = scripted(*[call("fail", {"n": n}) for n in range(limit + 1)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=50, max_consecutive_errors=limit)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": limit + 1})


@pytest.mark.rule("R10")
@pytest.mark.parametrize("limit", [1, 2, 3, 12])
def test_as_many_failures_in_a_row_as_allowed_are_no_reason_to_stop(solution, limit):
    model = scripted(*[call("fail", {"n": n}) for n in range(limit)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=50, max_consecutive_errors=limit)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": limit + 1})


@pytest.mark.rule("R10")
def test_failure_that_ends_the_run_is_appended(solution):
    result = solution.run_agent(scripted(call("fail"), final("done")), TOOLS, "Go", max_consecutive_errors=0)
    assert result.transcript == exactly(
        [ASKED, calls("fail", {}), result_of("fail", "ValueError: boom", is_error=True)]
    )


@pytest.mark.rule("R10")
def test_success_ends_the_row(solution):
    model = scripted(
        *[call(name, {"n": n}) for n, name in enumerate(["fail", "echo", "fail", "echo", "fail"])], final("x")
    )
    result = solution.run_agent(model, TOOLS, "Go", max_consecutive_errors=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "x", "steps": 6})


@pytest.mark.rule("R10")
def test_row_begins_at_zero_after_a_success(solution):
    names = ["fail", "fail", "echo", "fail", "fail", "fail"]
    model = scripted(*[call(name, {"n": n}) for n, name in enumerate(names)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_consecutive_errors=2)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": 6})


@pytest.mark.rule("R10")
@pytest.mark.parametrize("returned", [0, None, "", [], "ValueError: boom"])
def test_success_ends_the_row_whatever_it_returns(solution, returned):
    model = scripted(call("fail", {"n": 1}), call("get"), call("fail", {"n": 2}), final("done"))
    result = solution.run_agent(model, {**TOOLS, "get": lambda: returned}, "Go", max_consecutive_errors=1)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 4})


@pytest.mark.rule("R10")
def test_failure_of_any_kind_is_part_of_the_row(solution):
    def get(kind):
        raise an(kinds[kind])

    kinds = dict(enumerate([*KINDS, *OF_ITERATORS]))
    model = scripted(*[call("get", {"kind": kind}) for kind in kinds], final("done"))
    limits = {"max_steps": 50, "max_consecutive_errors": len(kinds) - 1}
    result = solution.run_agent(model, {"get": get}, "Go", **limits)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": len(kinds)})


@pytest.mark.rule("R10")
def test_failures_of_different_tools_make_one_row(solution):
    model = scripted(call("fail"), call("missing"), call("add", {"a": 1}), final("done"))
    result = solution.run_agent(model, TOOLS, "Go", max_consecutive_errors=2)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": 3})


@pytest.mark.rule("R10")
@pytest.mark.parametrize(("times", "reason"), [(2, "final"), (3, "tool_errors")])
def test_max_consecutive_errors_is_2_by_default(solution, times, reason):
    model = scripted(*[call("fail", {"n": n}) for n in range(times)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go")
    assert result.stop_reason == exactly(reason)


@pytest.mark.rule("R10")
def test_max_consecutive_errors_is_the_sixth_argument(solution):
    result = solution.run_agent(scripted(call("fail"), final("done")), TOOLS, "Go", 8, 10, 0)
    assert result.stop_reason == exactly("tool_errors")


# R11: the number of steps


@pytest.mark.rule("R11")
@pytest.mark.parametrize("max_steps", [1, 2, 3, 12])
def test_run_ends_after_max_steps_steps(solution, max_steps):
    model = scripted(*[call("echo", {"n": n}) for n in range(max_steps)], final("too much"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=max_steps)
    assert ending(result) == exactly({"stop_reason": "max_steps", "output": None, "steps": max_steps})
    assert len(model.sent) == exactly(max_steps)


@pytest.mark.rule("R11")
def test_call_of_the_last_permitted_step_is_run_and_answered(solution):
    result = solution.run_agent(scripted(call("ping"), final("too much")), TOOLS, "Go", max_steps=1)
    assert result.transcript == exactly([ASKED, calls("ping", {}), result_of("ping", "pong")])


@pytest.mark.rule("R11")
def test_no_step_at_all_calls_no_model(solution):
    model = scripted(final("too much"))
    result = solution.run_agent(model, TOOLS, "Go", max_steps=0)
    assert ending(result) == exactly({"stop_reason": "max_steps", "output": None, "steps": 0})
    assert (result.transcript, model.sent) == exactly(([ASKED], []))


@pytest.mark.rule("R11")
@pytest.mark.parametrize(("before", "reason"), [(7, "final"), (8, "max_steps")])
def test_max_steps_is_8_by_default(solution, before, reason):
    model = scripted(*[call("echo", {"n": n}) for n in range(before)], final("done"))
    result = solution.run_agent(model, TOOLS, "Go")
    assert (result.stop_reason, result.steps) == exactly((reason, 8))


@pytest.mark.rule("R11")
def test_limits_may_be_huge(solution):
    model = scripted(call("ping", usage=10**9), call("ping", usage=10**9), final("done", usage=10**9))
    huge = dict.fromkeys(["max_steps", "max_tokens", "max_consecutive_errors", "max_repeats"], 10**12)
    result = solution.run_agent(model, TOOLS, "Go", **huge)
    assert ending(result) == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R11")
def test_max_steps_is_the_fourth_argument(solution):
    result = solution.run_agent(scripted(call("ping"), final("too much")), TOOLS, "Go", 1)
    assert result.stop_reason == exactly("max_steps")


# R12: two reasons in one step


@pytest.mark.rule("R12")
def test_token_budget_comes_before_repeated_call(solution):
    model = scripted(call("ping", usage=10), call("ping", usage=1))
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=10, max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 2})


@pytest.mark.rule("R12")
@pytest.mark.parametrize("name", ["fail", "missing"])
def test_token_budget_comes_before_tool_errors(solution, name):
    model = scripted(call(name, usage=11))
    result = solution.run_agent(model, TOOLS, "Go", max_tokens=10, max_consecutive_errors=0)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 1})


@pytest.mark.rule("R12")
@pytest.mark.parametrize("name", ["fail", "missing"])
def test_repeated_call_comes_before_tool_errors(solution, name):
    model = scripted(call(name), call(name))
    result = solution.run_agent(model, TOOLS, "Go", max_consecutive_errors=1, max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 2})


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (call("echo", usage=11), "token_budget"),
        (final("done", usage=11), "token_budget"),
        (final("done"), "final"),
        (call("ping"), "repeated_call"),
        (call("fail"), "tool_errors"),
        (call("missing"), "tool_errors"),
        (call("echo"), "max_steps"),
    ],
)
def test_every_other_reason_comes_before_max_steps(solution, last, reason):
    model = scripted(call("ping"), last)
    result = solution.run_agent(model, TOOLS, "Go", max_steps=2, max_tokens=10, max_consecutive_errors=0, max_repeats=1)
    assert (result.stop_reason, result.steps) == exactly((reason, 2))


# R13: what passes through


@pytest.mark.rule("R13")
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_base_exception_of_a_tool_reaches_the_caller(solution, kind):
    ran = []
    error = kind("stop")

    def get():
        ran.append("get")
        raise error

    model = scripted(call("get"), final("done"))
    with pytest.raises(kind) as caught:
        solution.run_agent(model, {"get": get}, "Go")
    assert caught.value is error
    assert (ran, len(model.sent)) == exactly((["get"], 1))


@pytest.mark.rule("R13")
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_base_exception_from_the_text_of_a_result_reaches_the_caller(solution, kind):
    error = kind("stop")

    class Stopping:
        def __str__(self):
            raise error

    model = scripted(call("get"), final("done"))
    with pytest.raises(kind) as caught:
        solution.run_agent(model, {"get": Stopping}, "Go")
    assert caught.value is error
    assert len(model.sent) == exactly(1)


@pytest.mark.rule("R13")
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_base_exception_from_the_text_of_an_error_reaches_the_caller(solution, kind):
    error = kind("stop")

    class StoppingError(Exception):
        def __str__(self):
            raise error

    def get():
        raise StoppingError

    model = scripted(call("get"), final("done"))
    with pytest.raises(kind) as caught:
        solution.run_agent(model, {"get": get}, "Go")
    assert caught.value is error
    assert len(model.sent) == exactly(1)


@pytest.mark.rule("R13")
@pytest.mark.parametrize("steps_before", [0, 1])
def test_what_the_model_raises_reaches_the_caller(solution, steps_before):
    for kind in [*INTERRUPTS, *KINDS]:
        error = an(kind)
        asked = []

        def model(transcript, error=error, asked=asked):
            asked.append(len(transcript))
            if len(asked) == steps_before + 1:
                raise error
            return call("ping")

        with pytest.raises(kind) as caught:
            solution.run_agent(model, TOOLS, "Go")
        assert caught.value is error
        assert (kind.__name__, asked) == exactly((kind.__name__, [1, 3][: steps_before + 1]))


# R14: nothing is changed, nothing is left behind


@pytest.mark.rule("R14")
def test_replies_and_tools_are_left_as_they_were(solution):
    model = scripted(call("ping", usage=1), call("echo", {"q": [1]}), call("missing"), final("done", usage=2))
    tools = dict(TOOLS)
    solution.run_agent(model, tools, "Go")
    assert list(model.replies) == exactly(
        [call("ping", usage=1), call("echo", {"q": [1]}), call("missing"), final("done", usage=2)]
    )
    assert list(tools.items()) == list(TOOLS.items())


def spoil(q):
    """Change everything that can be reached from the arguments."""
    q["list"][0]["new"] = 1
    q["list"].append({"more": 1})
    q["deep"]["x"] = None
    del q["gone"]
    return "ok"


@pytest.mark.rule("R14")
def test_transcript_keeps_the_arguments_as_the_model_gave_them(solution):
    model = scripted(call("spoil", {"q": {"list": [{}], "deep": {"x": 1}, "gone": 0}}), final("done"))
    result = solution.run_agent(model, {"spoil": spoil}, "Go")
    given = {"q": {"list": [{}], "deep": {"x": 1}, "gone": 0}}
    assert result.transcript[1:3] == exactly([calls("spoil", given), result_of("spoil", "ok")])
    assert model.sent[1][1] == exactly(calls("spoil", given))


@pytest.mark.rule("R14")
def test_reply_keeps_its_arguments_whatever_the_tool_does_to_them(solution):
    model = scripted(call("spoil", {"q": {"list": [{}], "deep": {"x": 1}, "gone": 0}}), final("done"))
    solution.run_agent(model, {"spoil": spoil}, "Go")
    assert model.replies[0] == exactly(call("spoil", {"q": {"list": [{}], "deep": {"x": 1}, "gone": 0}}))


@pytest.mark.rule("R14")
def test_repeat_is_seen_although_the_tool_changed_its_arguments(solution):
    same_reply_twice = [call("spoil", {"q": {"list": [{}], "deep": {}, "gone": 0}})] * 2
    result = solution.run_agent(scripted(*same_reply_twice), {"spoil": spoil}, "Go", max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 2})


@pytest.mark.rule("R14")
def test_tool_gets_its_arguments_anew_at_every_call(solution):
    got = []

    def take(q):
        got.append(plain(q))
        q.clear()

    solution.run_agent(scripted(*[call("take", {"q": {"x": 1}})] * 2, final("done")), {"take": take}, "Go")
    assert got == exactly([{"x": 1}, {"x": 1}])


@pytest.mark.rule("R14")
def test_tool_that_changes_its_arguments_later_changes_no_transcript(solution):
    kept = []
    tools = {"keep": lambda q: kept.append(q), "spoil_kept": lambda: [q.clear() for q in kept]}
    model = scripted(call("keep", {"q": {"x": 1}}), call("spoil_kept"), final("done"))
    result = solution.run_agent(model, tools, "Go")
    assert result.transcript[1] == exactly(calls("keep", {"q": {"x": 1}}))
    assert [sent[1:2] for sent in model.sent] == exactly([[], *[[calls("keep", {"q": {"x": 1}})]] * 2])


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "before_the_end",
    [
        [call("ping"), call("ping")],
        [call("fail", {"n": 1}), call("fail", {"n": 2})],
        [call("ping", usage=9_000)],
        [call("echo", {"n": n}) for n in range(7)],
    ],
)
def test_run_starts_with_no_counts_of_an_earlier_one(solution, before_the_end):
    endings = [ending(solution.run_agent(scripted(*before_the_end, final("x")), TOOLS, "Go")) for _ in range(3)]
    steps = len(before_the_end) + 1
    assert endings == exactly([{"stop_reason": "final", "output": "x", "steps": steps}] * 3)


@pytest.mark.rule("R14")
def test_runs_share_no_transcript(solution):
    first = solution.run_agent(scripted(call("ping"), final("one")), TOOLS, "Go")
    second = solution.run_agent(scripted(final("two")), TOOLS, "Go")
    assert first.transcript == exactly(
        [ASKED, calls("ping", {}), result_of("ping", "pong"), {"role": "assistant", "content": "one"}]
    )
    assert second.transcript == exactly([ASKED, {"role": "assistant", "content": "two"}])


@pytest.mark.rule("R14")
def test_caller_that_changes_a_transcript_changes_no_later_one(solution):
    first = solution.run_agent(scripted(call("ping"), final("one")), TOOLS, "Go")
    args = first.transcript[1]["args"]
    args["changed"] = True
    second = plain(solution.run_agent(scripted(call("ping"), final("two")), TOOLS, "Go").transcript)
    args.clear()  # so that this test alone fails where the two share a dict
    assert second[1:3] == exactly([calls("ping", {}), result_of("ping", "pong")])


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ([call("ping"), call("ask"), call("ping")], "repeated_call"),
        ([call("ping", usage=6), call("ask"), call("echo", usage=5)], "token_budget"),
        ([call("ping"), call("fail"), call("ask", {"then_fail": True})], "tool_errors"),
        ([call("ping"), call("ask"), call("echo")], "max_steps"),
    ],
)
def test_run_inside_a_tool_clears_no_count_of_the_run_around_it(solution, script, reason):
    def ask(then_fail=False):
        inside = solution.run_agent(scripted(final("inside")), {}, "Inside").output
        if then_fail:
            raise ValueError(inside)
        return inside

    limits = {"max_steps": 3, "max_tokens": 10, "max_consecutive_errors": 1, "max_repeats": 1}
    result = solution.run_agent(scripted(*script), {**TOOLS, "ask": ask}, "Go", **limits)
    assert ending(result) == exactly({"stop_reason": reason, "output": None, "steps": 3})


@pytest.mark.rule("R14")
def test_run_inside_a_tool_has_counts_and_a_transcript_of_its_own(solution):
    def ask_another():
        model = scripted(call("ping", usage=9), call("fail"), final("inside", usage=1))
        return solution.run_agent(model, TOOLS, "Inside", max_tokens=10, max_consecutive_errors=1, max_repeats=1).output

    model = scripted(call("ping", usage=9), call("ask"), call("echo", usage=1), call("ping"))
    result = solution.run_agent(model, {**TOOLS, "ask": ask_another}, "Go", max_tokens=10, max_repeats=1)
    assert ending(result) == exactly({"stop_reason": "repeated_call", "output": None, "steps": 4})
    assert result.transcript == exactly(
        [
            ASKED,
            calls("ping", {}),
            result_of("ping", "pong"),
            calls("ask", {}),
            result_of("ask", "inside"),
            calls("echo", {}),
            result_of("echo", "ok"),
        ]
    )


# The examples of spec.md


@pytest.mark.rule("R3")
def test_example_1_a_call_then_the_answer(solution):
    model = scripted(call("add", {"a": 1, "b": 2}, usage=40), final("3", usage=60))
    result = solution.run_agent(model, {"add": lambda a, b: a + b}, "What is 1 + 2?")
    assert ending(result) == exactly({"stop_reason": "final", "output": "3", "steps": 2})
    assert result.transcript == exactly(
        [
            {"role": "user", "content": "What is 1 + 2?"},
            {"role": "assistant", "tool": "add", "args": {"a": 1, "b": 2}},
            {"role": "tool", "name": "add", "content": "3", "is_error": False},
            {"role": "assistant", "content": "3"},
        ]
    )


@pytest.mark.rule("R4")
def test_example_2_the_answer_that_came_too_dear(solution):
    model = scripted(call("add", {"a": 1, "b": 2}, usage=100), final("3", usage=1))
    result = solution.run_agent(model, {"add": lambda a, b: a + b}, "What is 1 + 2?", max_tokens=100)
    assert ending(result) == exactly({"stop_reason": "token_budget", "output": None, "steps": 2})
    assert result.transcript[-1] == exactly({"role": "tool", "name": "add", "content": "3", "is_error": False})


@pytest.mark.rule("R9")
def test_example_3_the_same_call_in_other_words(solution):
    model = scripted(
        call("find", {"where": {"city": "Lima", "open": True}}),
        call("find", {"where": {"open": True, "city": "Lima"}}),
        final("never read"),
    )
    result = solution.run_agent(model, {"find": lambda where: []}, "Which shops are open?", max_repeats=1)
    assert (result.stop_reason, result.steps, len(result.transcript)) == exactly(("repeated_call", 2, 3))


@pytest.mark.rule("R10")
def test_example_4_failures_in_a_row(solution):
    shelf = {"a": 0}
    tools = {"load": lambda id: shelf[id], "ping": lambda: ""}
    model = scripted(call("load", {"id": "b"}), call("ping"), call("load", {"id": "c"}), call("save"))
    result = solution.run_agent(model, tools, "Load b or c.", max_consecutive_errors=1)
    assert ending(result) == exactly({"stop_reason": "tool_errors", "output": None, "steps": 4})
    assert result.transcript[2::2] == exactly(
        [
            result_of("load", "KeyError: 'b'", is_error=True),
            result_of("ping", ""),
            result_of("load", "KeyError: 'c'", is_error=True),
            result_of("save", "LookupError: unknown tool save", is_error=True),
        ]
    )


@pytest.mark.rule("R11")
def test_example_5_the_last_permitted_step(solution):
    tools = {"ping": lambda: "pong"}
    within = solution.run_agent(scripted(call("ping"), final("pong")), tools, "Ping.", max_steps=2)
    beyond = solution.run_agent(scripted(call("ping"), final("never read")), tools, "Ping.", max_steps=1)
    assert within.stop_reason == exactly("final")
    assert ending(beyond) == exactly({"stop_reason": "max_steps", "output": None, "steps": 1})
    assert beyond.transcript[-1] == exactly(result_of("ping", "pong"))
