"""The rules of spec.md as tests."""

import asyncio
import json
from contextlib import suppress

import pytest

from judge.plain import exactly, plain
from problems.problem_120.lab import (
    MAX_CALLS,
    SYSTEM,
    call,
    crash,
    error_message,
    fail,
    forever,
    make_tool,
    read_tool,
    reply,
    say,
    scripted,
    shape,
    show,
    stuck,
    text_of,
    tokens,
    tool_specs,
    user_message,
    validate,
)

CONFIG = call("read", {"path": "config.py"})
MISSING = call("read", {"path": "missing.py"})
WAIT = call("wait")

TEXTS = [
    " ",
    " a b \n",
    "\r\n",
    "\0",
    "caf\u00e9",
    "cafe\u0301",
    "&amp; <b>",
    "100 % %s {x} \\n",
    "\ufeffa",
    "0",
    "null",
    "a" * 300_000,
]
STOP_REASONS = ["toolUse", "stop", "length", "aborted", "max_tokens", "error_max_turns", "Error", "ERROR", " error", ""]


class Unheard(Exception):
    """A kind of exception that nobody can have provided for."""


class PowerCut(BaseException):
    """Another one, which is no `Exception`."""


def bad_json(text):
    return json.JSONDecodeError(text, "", 0)


EXCEPTIONS = [
    *[Unheard, ValueError, bad_json, UnicodeError, TypeError, LookupError, IndexError, KeyError],
    *[AttributeError, NameError, UnboundLocalError, ImportError, ModuleNotFoundError, SyntaxError, BufferError],
    *[RuntimeError, NotImplementedError, RecursionError, ReferenceError, SystemError, MemoryError, AssertionError],
    *[ArithmeticError, FloatingPointError, OverflowError, ZeroDivisionError, EOFError, Warning, UserWarning],
    *[OSError, ConnectionError, BrokenPipeError, ConnectionAbortedError, ConnectionRefusedError, ConnectionResetError],
    *[TimeoutError, InterruptedError, BlockingIOError, PermissionError, FileNotFoundError, FileExistsError],
    *[ChildProcessError, ProcessLookupError, IsADirectoryError, NotADirectoryError],
    *[StopIteration, StopAsyncIteration, Exception],
]
INTERRUPTS = [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError, PowerCut]


def assistant(*texts, **fields):
    return {"role": "assistant", "content": [{"type": "text", "text": text} for text in texts], **fields}


def answered(text, **fields):
    return assistant(text, stop_reason="stop", **fields)


def failed(error, *texts, **fields):
    return assistant(*texts, stop_reason="error", error_message=error, **fields)


def stopped(spent, budget):
    return failed(f"Agent stopped after spending {spent} of {budget} input tokens")


def asks(*call_ids, **fields):
    blocks = [{"type": "toolCall", "id": each, "name": "read", "arguments": {"path": "config.py"}} for each in call_ids]
    return {"role": "assistant", "content": blocks, "stop_reason": "toolUse", **fields}


def result(call_id, content, name="read", is_error=False):
    return {
        "role": "toolResult",
        "tool_call_id": call_id,
        "tool_name": name,
        "content": content,
        "is_error": is_error,
    }


def raises(error):
    def execute(arguments):
        raise error

    return execute


class Keeper:
    """A model that keeps the very lists it was sent, where the lab's keeps copies."""

    def __init__(self, model):
        self.model = model
        self.sent = []

    def __repr__(self):
        return repr(self.model)

    def complete(self, system, messages, specs):
        self.sent.append(messages)
        return self.model.complete(system, messages, specs)


class Patient:
    """A model that makes `calls` calls at `price` tokens each and then answers; the lab's gives up after MAX_CALLS."""

    def __init__(self, calls, price):
        self.calls = calls
        self.price = price
        self.asked = 0

    def __repr__(self):
        return f"<model that makes {self.calls} calls at {self.price} input tokens each and then answers>"

    def complete(self, system, messages, specs):
        self.asked += 1
        return asks("c1", usage={"input": self.price}) if self.asked <= self.calls else answered("Done.")


class Reciter:
    """A model that returns these very messages, one at each request."""

    def __init__(self, *messages):
        self.messages = messages
        self.asked = 0

    def __repr__(self):
        return f"<model that returns {list(self.messages)}>"

    def complete(self, system, messages, specs):
        self.asked += 1
        return self.messages[self.asked - 1]


# R1


@pytest.mark.rule("R1")
@pytest.mark.parametrize("prompt", ["Hello?", ""])
def test_prompt_is_appended_once_to_the_callers_list(solution, prompt):
    messages = []

    solution.run_agent(scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], prompt)

    assert [message for message in messages if message["role"] == "user"] == exactly([user_message(prompt)])
    assert messages[0] == exactly(user_message(prompt))


@pytest.mark.rule("R1")
def test_same_prompt_again_is_appended_again(solution):
    messages = [user_message("Hello?"), answered("Hello."), user_message("Hello?")]

    solution.run_agent(scripted(say("Hello again.")), SYSTEM, messages, [], "Hello?")

    assert shape(messages) == exactly("U A U U A")


@pytest.mark.rule("R1")
def test_what_was_in_the_list_stays_in_place(solution):
    before = [
        user_message("One."),
        failed("503", usage={"input": 5}),
        user_message("Two."),
        answered("Well.", usage=None),
        user_message(""),
        assistant("Old."),
        assistant("", stop_reason="", usage={}),
        asks("c1", usage={"input": None, "output": 2, "cache": {"input": 4}}),
        result("c1", ""),
        answered("a", usage={"input": 0}),
        failed("", "", usage=None),
        assistant("b", usage=None),
        stopped(7, 6),
    ]
    before += before[2:4]
    messages = list(before)
    as_it_was = plain(before)

    solution.run_agent(scripted(say("Done.", usage=8)), SYSTEM, messages, [], "Three.", max_input_tokens=3)

    assert messages == exactly([*as_it_was, user_message("Three."), answered("Done.", usage={"input": 8})])
    assert [now is then for now, then in zip(messages, before, strict=False)] == exactly([True] * len(before))


@pytest.mark.rule("R1")
def test_prompt_stays_as_it_is(solution):
    for prompt in TEXTS:
        messages = []

        solution.run_agent(scripted(say("Done.")), SYSTEM, messages, [], prompt)

        assert messages[0] == exactly(user_message(prompt))


@pytest.mark.rule("R1")
def test_failed_reply_is_not_taken_out_of_the_record_by_the_next_run(solution):
    messages = []
    model = scripted(fail("503"), say("Hello."))

    solution.run_agent(model, SYSTEM, messages, [], "Hello?")
    solution.run_agent(model, SYSTEM, messages, [], "And now?")

    assert messages == exactly(
        [user_message("Hello?"), failed("503"), user_message("And now?"), assistant("Hello.", stop_reason="stop")]
    )


@pytest.mark.rule("R1")
def test_all_of_a_stopped_run_is_in_the_list(solution):
    messages = []
    model = scripted(reply("Let me see.", CONFIG, usage=4), reply(CONFIG, usage=7), say("Never asked for."))

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    first = asks("c1", usage={"input": 4})
    first["content"].insert(0, {"type": "text", "text": "Let me see."})
    assert messages == exactly(
        [
            user_message("Go on."),
            first,
            result("c1", "TIMEOUT = 30\n"),
            asks("c2", usage={"input": 7}),
            result("c2", "TIMEOUT = 30\n"),
            stopped(11, 10),
        ]
    )


@pytest.mark.rule("R1")
def test_failed_reply_and_stop_stay_in_the_record_of_the_next_run(solution):
    messages = []
    model = scripted(fail("503", usage=9), reply(CONFIG, usage=9), say("Hello."))

    for prompt in ("One.", "Two.", "Three."):
        solution.run_agent(model, SYSTEM, messages, [read_tool()], prompt, max_input_tokens=8)

    assert shape(messages) == exactly("U A(error) U A[c1] R(c1) A(error) U A")


# R2


@pytest.mark.rule("R2")
def test_request_is_system_text_view_and_specs(solution):
    model = scripted(reply(CONFIG, usage=5), reply(CONFIG, usage=5), say("Done."))
    tools = [read_tool(), make_tool("list", lambda arguments: "config.py")]
    specs = tool_specs(tools)

    solution.run_agent(model, "Be brief.", [], tools, "Go on.", max_input_tokens=10)

    assert [(sent.system, sent.specs) for sent in model.calls] == exactly([("Be brief.", specs)] * 3)
    assert tool_specs(tools) == exactly(specs)


@pytest.mark.rule("R2")
def test_without_tools_the_specs_are_empty(solution):
    model = scripted(say("Done."))

    solution.run_agent(model, "", [], [], "Go on.")

    assert [(sent.system, sent.messages, sent.specs) for sent in model.calls] == exactly(
        [("", [user_message("Go on.")], [])]
    )


@pytest.mark.rule("R2")
def test_model_is_sent_the_view_and_not_the_record(solution):
    model = scripted(reply(CONFIG, usage=5), say("Done."))
    broken_off = failed("connection lost", "The fi", usage={"input": 3})
    messages = [user_message("One."), failed("503"), user_message("Two."), broken_off]

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Three.")

    first = [user_message("One."), user_message("Two."), broken_off, user_message("Three.")]
    second = [*first, asks("c1", usage={"input": 5}), result("c1", "TIMEOUT = 30\n")]
    assert [sent.messages for sent in model.calls] == exactly([first, second])


@pytest.mark.rule("R2")
def test_every_request_carries_what_has_happened_so_far(solution):
    model = scripted(reply(CONFIG), reply(MISSING, CONFIG), say("Done."))

    solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.")

    assert [shape(sent.messages) for sent in model.calls] == exactly(
        ["U", "U A[c1] R(c1)", "U A[c1] R(c1) A[c2,c3] R(c2) R(c3)"]
    )


@pytest.mark.rule("R2")
def test_each_request_gets_a_list_of_its_own(solution):
    model = Keeper(scripted(reply(CONFIG), reply(MISSING), say("Done.")))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert [shape(sent) for sent in model.sent] == exactly(["U", "U A[c1] R(c1)", "U A[c1] R(c1) A[c2] R(c2)"])
    assert [sent is messages for sent in model.sent] == exactly([False] * 3)


@pytest.mark.rule("R2")
def test_messages_with_an_empty_text_are_sent(solution):
    model = scripted(say("Done."))
    before = [user_message(""), failed("lost", ""), user_message(""), answered("")]

    solution.run_agent(model, SYSTEM, plain(before), [], "")

    assert [sent.messages for sent in model.calls] == exactly([[*before, user_message("")]])


@pytest.mark.rule("R2")
def test_texts_are_sent_as_they_are(solution):
    for text in TEXTS:
        model = scripted(say("Done."))
        before = [user_message(text), answered(text), failed(text, text), user_message(text)]

        solution.run_agent(model, text, plain(before), [], text)

        assert model.calls[0].system == exactly(text)
        assert model.calls[0].messages == exactly([*before, user_message(text)])


@pytest.mark.rule("R2")
def test_object_that_stands_in_the_record_twice_is_sent_twice(solution):
    model = scripted(say("Done."))
    pair = [user_message("One."), answered("Two.")]

    solution.run_agent(model, SYSTEM, pair * 3, [], "One.")

    assert model.calls[0].messages == exactly([*plain(pair * 3), user_message("One.")])


# R3


@pytest.mark.rule("R3")
@pytest.mark.parametrize("text", ["Done.", ""])
def test_reply_without_calls_ends_the_run(solution, text):
    model = scripted(say(text, usage=3), say("Never asked for."))
    messages = []

    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=3)

    assert returned == exactly(answered(text, usage={"input": 3}))
    assert (shape(messages), model.remaining) == exactly(("U A", 1))


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("usage", "recorded"),
    [
        (..., {}),
        (None, {"usage": None}),
        ({}, {"usage": {}}),
        (0, {"usage": {"input": 0}}),
        (7, {"usage": {"input": 7}}),
        ({"input": None}, {"usage": {"input": None}}),
        (
            {"input": 7, "output": 2, "total": 9, "cache": {"read": [1]}},
            {"usage": {"input": 7, "output": 2, "total": 9, "cache": {"read": [1]}}},
        ),
    ],
    ids=["absent", "None", "empty", "0", "7", "input None", "other keys"],
)
def test_usage_stays_on_the_reply_as_it_was(solution, usage, recorded):
    messages = []
    script = [reply(CONFIG, usage=usage), say("Done.", usage=usage)]

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=1_000)

    assert messages[1::2] == exactly([asks("c1", **recorded), answered("Done.", **recorded)])


@pytest.mark.rule("R3")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_calls_are_run_whatever_the_stop_reason(solution, stop_reason):
    messages = []
    model = scripted(reply("Let me see.", CONFIG, stop_reason=stop_reason), say("Done."))

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert shape(messages) == exactly("U A[c1] R(c1) A")


@pytest.mark.rule("R3")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_text_alone_ends_the_run_whatever_the_stop_reason(solution, stop_reason):
    model = scripted(reply("Now let me read it.", stop_reason=stop_reason), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert messages == exactly([user_message("Go on."), assistant("Now let me read it.", stop_reason=stop_reason)])


@pytest.mark.rule("R3")
def test_texts_beside_a_call_stay_as_they_came(solution):
    texts = [{"type": "text", "text": text} for text in ("", " ", "Now.\n", "")]
    messages = []

    solution.run_agent(
        scripted(reply("", " ", CONFIG, "Now.\n", ""), say("Done.")), SYSTEM, messages, [read_tool()], "Go on."
    )

    assert messages[1]["content"] == exactly([*texts[:2], *asks("c1")["content"], *texts[2:]])


@pytest.mark.rule("R3")
def test_texts_of_a_reply_stay_as_they_came(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(scripted(reply(text, CONFIG), say(text)), SYSTEM, messages, [read_tool()], "Go on.")

        assert messages[1]["content"][0] == exactly({"type": "text", "text": text})
        assert messages[3] == exactly(answered(text))


@pytest.mark.rule("R3")
def test_arguments_of_a_call_stay_as_they_came(solution):
    arguments = {"path": "config.py", "": None, "deep": {"a": [1, 2.5, True, None, {}, []], "b": 2**60}}
    messages = []

    solution.run_agent(
        scripted(reply(call("read", arguments)), say("Done.")), SYSTEM, messages, [read_tool()], "Go on."
    )

    assert messages[1]["content"][0]["arguments"] == exactly(arguments)


# R4


@pytest.mark.rule("R4")
def test_calls_of_one_reply_are_answered_in_order(solution):
    messages = []

    solution.run_agent(scripted(reply(MISSING, CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    missing = result("c1", "File not found: missing.py. Files here: config.py", is_error=True)
    assert messages[2:-1] == exactly([missing, result("c2", "TIMEOUT = 30\n")])


@pytest.mark.rule("R4")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_every_call_is_run_whatever_the_stop_reason(solution, stop_reason):
    messages = []
    tool = make_tool("upper", lambda arguments: arguments["text"].upper(), "text")
    calls = [call("upper", {"text": text}) for text in "aba"]

    solution.run_agent(
        scripted(reply(*calls, stop_reason=stop_reason), say("Done.")), SYSTEM, messages, [tool], "Go on."
    )

    assert messages[2:-1] == exactly([result(f"c{at + 1}", text, name="upper") for at, text in enumerate("ABA")])


@pytest.mark.rule("R4")
def test_each_of_150_calls_in_a_reply_is_answered(solution):
    messages = []

    solution.run_agent(scripted(reply(*[CONFIG] * 150), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    assert messages[2:-1] == exactly([result(f"c{at}", "TIMEOUT = 30\n") for at in range(1, 151)])


@pytest.mark.rule("R4")
def test_equal_calls_are_each_run_once(solution):
    ran = []
    tool = make_tool("note", lambda arguments: ran.append(arguments) or "noted", "text")
    again = call("note", {"text": "x"})
    messages = []

    solution.run_agent(scripted(reply(again, again), reply(again), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert (ran, shape(messages)) == exactly(([{"text": "x"}] * 3, "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"))


@pytest.mark.rule("R4")
def test_unknown_tool_gets_a_result_and_its_neighbours_run(solution):
    messages = []

    solution.run_agent(scripted(reply(call("open"), CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    unknown = result("c1", "Tool open not found", name="open", is_error=True)
    assert messages[2:] == exactly([unknown, result("c2", "TIMEOUT = 30\n"), answered("Done.")])


@pytest.mark.rule("R4")
def test_result_without_text_is_appended(solution):
    messages = []
    tool = make_tool("touch", lambda arguments: "")

    solution.run_agent(scripted(reply(call("touch")), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert messages[2:-1] == exactly([result("c1", "", name="touch")])


@pytest.mark.rule("R4")
def test_failing_tool_gets_a_result_whatever_it_raises(solution):
    for kind in EXCEPTIONS:
        error = kind("broke")
        tools = [make_tool("wait", raises(error)), read_tool()]
        messages = []

        solution.run_agent(scripted(reply(WAIT, CONFIG), say("Done.")), SYSTEM, messages, tools, "Go on.")

        broke = result("c1", str(error), name="wait", is_error=True)
        assert messages[2:-1] == exactly([broke, result("c2", "TIMEOUT = 30\n")])


@pytest.mark.rule("R4")
def test_text_of_a_result_stays_as_it_is(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(
            scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool({"config.py": text})], ""
        )

        assert messages[2] == exactly(result("c1", text))


@pytest.mark.rule("R4")
def test_any_id_is_answered_under_that_id(solution):
    ids = ["", " ", "c1", "C1", "0", "None", "caf\u00e9", "cafe\u0301", "call_1|fc_1", "a" * 500]
    model = Reciter(asks(*ids), asks(*ids[::-1]), answered("Done."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert [message["tool_call_id"] for message in messages if message["role"] == "toolResult"] == exactly(
        [*ids, *ids[::-1]]
    )


@pytest.mark.rule("R4")
def test_id_of_an_earlier_turn_may_come_again(solution):
    messages = []

    solution.run_agent(Patient(3, price=1), SYSTEM, messages, [read_tool()], "Go on.")

    assert shape(messages) == exactly("U A[c1] R(c1) A[c1] R(c1) A[c1] R(c1) A")


@pytest.mark.rule("R4")
@pytest.mark.parametrize("between", [(), ("c2",)], ids=["at once", "later"])
def test_call_with_the_id_of_an_earlier_one_is_run_for_itself(solution, between):
    texts = iter(["one", "two", "three"])
    tool = make_tool("read", lambda arguments: next(texts), "path")
    model = Reciter(asks("c1"), *map(asks, between), asks("c1"), answered("Done."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [tool], "Go on.")

    results = [message for message in messages if message["role"] == "toolResult"]
    told = zip(["c1", *between, "c1"], ["one", "two", "three"], strict=False)
    assert results == exactly([result(call_id, text) for call_id, text in told])


@pytest.mark.rule("R4")
def test_id_of_an_earlier_run_may_come_again(solution):
    messages = []
    for _ in range(2):
        solution.run_agent(scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    assert shape(messages) == exactly("U A[c1] R(c1) A U A[c1] R(c1) A")


@pytest.mark.rule("R4")
def test_result_is_appended_before_the_next_call_starts(solution):
    messages = []
    seen = []
    tool = make_tool("look", lambda arguments: seen.append(shape(messages)) or "seen")

    solution.run_agent(scripted(reply(call("look"), call("look")), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert seen == exactly(["U A[c1,c2]", "U A[c1,c2] R(c1)"])


# R5


@pytest.mark.rule("R5")
@pytest.mark.parametrize("error", ["503 overloaded", "", " "])
@pytest.mark.parametrize("texts", [(), ("The file sa",), ("",)], ids=["empty", "partial", "empty text"])
@pytest.mark.parametrize("price", [0, 10, 11], ids=["at no cost", "within the budget", "over the budget"])
def test_failed_reply_is_appended_and_ends_the_run(solution, texts, price, error):
    model = scripted(fail(error, *texts, usage=price), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert messages == exactly([user_message("Go on."), failed(error, *texts, usage={"input": price})])
    assert model.remaining == exactly(1)


@pytest.mark.rule("R5")
@pytest.mark.parametrize("error", ["connection lost", ""])
@pytest.mark.parametrize("price", [10, 11], ids=["within the budget", "over the budget"])
def test_calls_of_a_failed_reply_are_not_run(solution, price, error):
    ran = []
    tool = make_tool("wipe", lambda arguments: ran.append(arguments) or "wiped")
    model = scripted(fail(error, "I will wipe", call("wipe"), usage=price), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [tool], "Go on.", max_input_tokens=10)

    assert (ran, shape(messages), model.remaining) == exactly(([], "U A[c1](error)", 1))


@pytest.mark.rule("R5")
def test_failure_after_other_turns_is_the_end(solution):
    messages = []
    script = [reply(CONFIG, usage=6), fail("503", usage=6), say("Never asked for.")]

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert messages[3:] == exactly([failed("503", usage={"input": 6})])


@pytest.mark.rule("R5")
def test_texts_of_a_failed_reply_stay_as_they_came(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(scripted(fail(text, text)), SYSTEM, messages, [read_tool()], "Go on.")

        assert messages[1] == exactly(failed(text, text))


# R6


@pytest.mark.rule("R6")
def test_spent_is_the_sum_over_the_replies(solution):
    model = scripted(*[reply(CONFIG, usage=price) for price in (5, 30, 0, 7, 58, 1)])

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=100)

    assert stop == exactly(stopped(101, 100))
    assert model.remaining == exactly(0)


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "usage",
    [
        ...,
        None,
        {},
        0,
        {"input": None},
        {"output": 40},
        {"output": 30, "total": 70},
        {"input": None, "output": 30, "total": 70},
        {"input": 0, "output": 30, "total": 70},
        {"input_tokens": 40, "prompt_tokens": 40, "cache_read": 40},
        {"details": {"input": 40}},
        {"Input": 40, "INPUT": 40, " input": 40, "inputs": 40, "": 40, "usage": {"input": 40}},
        {"input": 0, "details": {"input": 40}, "requests": [{"input": 40}]},
    ],
    ids=[
        "absent",
        "None",
        "empty",
        "0",
        "input None",
        "output alone",
        "output and total",
        "input None beside others",
        "input 0 beside others",
        "other names",
        "inside another key",
        "names that are nearly the same",
        "input 0 and inside other keys",
    ],
)
def test_reply_that_does_not_say_counts_nothing(solution, usage):
    messages = []
    script = [reply(CONFIG, usage=6), reply(CONFIG, usage=usage), reply(CONFIG, usage=5)]

    stop = solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert stop == exactly(stopped(11, 10))
    assert shape(messages) == exactly("U A[c1] R(c1) A[c2] R(c2) A[c3] R(c3) A(error)")


@pytest.mark.rule("R6")
def test_other_keys_do_not_count(solution):
    usage = {"output": 40, "input": 6, "total": 46, "cache_read": 3, "details": {"input": 5}, "parts": [{"input": 1}]}
    model = scripted(reply(CONFIG, usage=usage), reply(CONFIG, usage=usage))

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=10)

    assert stop == exactly(stopped(12, 10))


@pytest.mark.rule("R6")
def test_reply_with_several_calls_counts_once(solution):
    model = scripted(reply(CONFIG, MISSING, CONFIG, usage=4), reply(CONFIG, CONFIG, usage=4), reply(CONFIG, usage=4))

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=10)

    assert stop == exactly(stopped(12, 10))


@pytest.mark.rule("R6")
def test_equal_replies_count_each(solution):
    model = Patient(2, price=60)

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=100)

    assert (stop, model.asked) == exactly((stopped(120, 100), 2))


@pytest.mark.rule("R6")
def test_reply_equal_to_an_old_one_counts(solution):
    model = Patient(2, price=60)
    messages = [
        user_message("Go on."),
        asks("c1", usage={"input": 60}),
        result("c1", "TIMEOUT = 30\n"),
        answered("Done."),
    ]

    stop = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=100)

    assert (stop, model.asked) == exactly((stopped(120, 100), 2))


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("first", "second"),
    [
        (["c1"], ["c1"]),
        (["c1", "c2"], ["c1", "c2"]),
        (["c1", "c2"], ["c2", "c1"]),
        (["c1", "c2"], ["c2"]),
        ([""], [""]),
    ],
    ids=["the same", "the same two", "in another order", "one of two", "empty"],
)
def test_reply_with_ids_of_an_earlier_one_counts(solution, first, second):
    model = Reciter(asks(*first, usage={"input": 60}), asks(*second, usage={"input": 50}), answered("Never asked for."))

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=100)

    assert (stop, model.asked) == exactly((stopped(110, 100), 2))


@pytest.mark.rule("R6")
def test_reply_counts_whatever_its_stop_reason(solution):
    for stop_reason in STOP_REASONS:
        model = scripted(reply(CONFIG, stop_reason=stop_reason, usage=11), say("Never asked for."))

        stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=10)

        assert (stop, model.remaining) == exactly((stopped(11, 10), 1))


@pytest.mark.rule("R6")
def test_reply_counts_whatever_it_holds_and_its_calls_come_to(solution):
    for content in (["Let me see.", CONFIG], ["", CONFIG], [CONFIG, "Now."], [call("open")], [MISSING], [call("read")]):
        model = scripted(reply(*content, usage=11), say("Never asked for."))

        stop = solution.run_agent(model, SYSTEM, [], [read_tool({"config.py": ""})], "Go on.", max_input_tokens=10)

        assert (stop, model.remaining) == exactly((stopped(11, 10), 1))


@pytest.mark.rule("R6")
def test_large_numbers_are_added_exactly(solution):
    model = scripted(reply(CONFIG, usage=10**12), reply(CONFIG, usage=10**12 - 1), reply(CONFIG, usage=2))

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=2 * 10**12)

    assert stop == exactly(stopped(2 * 10**12 + 1, 2 * 10**12))


# R7


@pytest.mark.rule("R7")
def test_usage_that_was_in_the_list_before_does_not_count(solution):
    messages = [user_message("One."), answered("Two.", usage={"input": 900}), user_message("Three.")]
    messages += [asks("c1", usage={"input": 900}), result("c1", ""), failed("503", usage={"input": 900})]
    model = scripted(stuck(MISSING, usage=4))

    stop = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert stop == exactly(stopped(12, 10))


@pytest.mark.rule("R7")
def test_next_run_on_the_same_list_and_model_begins_at_0(solution):
    messages = []
    model = scripted(stuck(MISSING, usage=4))

    stops = [
        solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=budget)
        for budget in (5, 5, 9)
    ]

    assert stops == exactly([stopped(8, 5), stopped(8, 5), stopped(12, 9)])
    assert len(model.calls) == exactly(2 + 2 + 3)


@pytest.mark.rule("R7")
def test_run_without_a_budget_leaves_nothing_for_the_next(solution):
    messages = []
    model = scripted(reply(CONFIG, usage=50), say("Done.", usage=50), reply(CONFIG, usage=4), say("Done.", usage=50))

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")
    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=4)

    assert returned == exactly(answered("Done.", usage={"input": 50}))


@pytest.mark.rule("R7")
def test_run_inside_a_tool_spends_nothing_of_the_run_around_it(solution):
    def delegate(arguments):
        inner = scripted(reply(CONFIG, usage=90), say("Inner.", usage=90))
        return text_of(solution.run_agent(inner, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=90))

    model = scripted(stuck(call("delegate"), usage=4))
    messages = []

    stop = solution.run_agent(model, SYSTEM, messages, [make_tool("delegate", delegate)], "Go on.", max_input_tokens=10)

    assert stop == exactly(stopped(12, 10))
    assert messages[2::2] == exactly([result(each, "Inner.", name="delegate") for each in ("c1", "c2", "c3")])


@pytest.mark.rule("R7")
def test_run_inside_a_tool_on_the_same_model_counts_for_itself(solution):
    def delegate(arguments):
        return text_of(solution.run_agent(model, SYSTEM, [], [], "Go on.", max_input_tokens=0))

    ask = call("delegate")
    script = [reply(ask, usage=6), say("Inner.", usage=90), reply(ask, usage=5), say("Inner.", usage=90)]
    model = scripted(*script, say("Never asked for."))

    stop = solution.run_agent(model, SYSTEM, [], [make_tool("delegate", delegate)], "Go on.", max_input_tokens=10)

    assert (stop, model.remaining) == exactly((stopped(11, 10), 1))


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("inside", "budget", "takes"),
    [
        ([reply(MISSING, usage=90), reply(MISSING, usage=90), say("Inner.", usage=90)], None, 3),
        ([reply(MISSING, usage=90), fail("503", usage=90)], 90, 2),
        ([stuck(MISSING, usage=90)], 90, 2),
        ([crash(ValueError("no answer"))], 90, 1),
        ([reply(MISSING, usage=90), crash(ValueError("no answer"))], None, 2),
        ([reply(MISSING, usage=1), reply(WAIT, usage=1)], 90, 2),
    ],
    ids=["answers", "fails", "is stopped", "raises", "raises later", "is interrupted"],
)
def test_run_inside_a_tool_counts_for_itself_however_it_ends(solution, inside, budget, takes):
    taken = []

    def delegate(arguments):
        inner = scripted(*inside)
        tools = [make_tool("wait", raises(PowerCut()))]
        with suppress(ValueError, PowerCut):
            solution.run_agent(inner, SYSTEM, [], tools, "Go on.", max_input_tokens=budget)
        taken.append(len(inner.calls))
        return "Over."

    model = scripted(*[reply(call("delegate"), usage=60)] * 3, say("Never asked for."))

    stop = solution.run_agent(model, SYSTEM, [], [make_tool("delegate", delegate)], "Go on.", max_input_tokens=100)

    assert (stop, model.remaining, taken) == exactly((stopped(120, 100), 2, [takes, takes]))


@pytest.mark.rule("R7")
def test_runs_inside_runs_inside_a_run_count_each_for_itself(solution):
    asked = [0, 0, 0]

    def run_at(depth):
        def deeper(arguments):
            run_at(depth + 1)
            return "Over."

        tools = [make_tool("deeper", deeper)] if depth < 2 else []
        model = scripted(stuck(call("deeper"), usage=60))
        solution.run_agent(model, SYSTEM, [], tools, "Go on.", max_input_tokens=100)
        asked[depth] += len(model.calls)

    run_at(0)

    assert asked == exactly([2, 4, 8])


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "broken",
    [
        [crash(ValueError("no answer"))],
        [reply(MISSING, usage=60), crash(ValueError("no answer"))],
        [reply(MISSING, usage=60), reply(WAIT, usage=60)],
    ],
    ids=["at once", "later", "in a tool"],
)
def test_next_run_after_one_that_raised_begins_at_0(solution, broken):
    tools = [make_tool("wait", raises(PowerCut()))]
    with pytest.raises((ValueError, PowerCut)):
        solution.run_agent(scripted(*broken), SYSTEM, [], tools, "Go on.", max_input_tokens=100)
    model = scripted(stuck(MISSING, usage=60))

    stop = solution.run_agent(model, SYSTEM, [], tools, "Go on.", max_input_tokens=100)

    assert (len(model.calls), stop) == exactly((2, stopped(120, 100)))


# R8


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    ("budget", "turns"), [(0, 1), (9, 1), (10, 2), (11, 2), (19, 2), (20, 3), (10 * (MAX_CALLS - 1), MAX_CALLS)]
)
def test_turn_begins_up_to_the_budget_and_not_above(solution, budget, turns):
    model = scripted(stuck(MISSING, usage=10))

    solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=budget)

    assert len(model.calls) == exactly(turns)


@pytest.mark.rule("R8")
def test_one_token_over_is_over(solution):
    model = scripted(reply(CONFIG, usage=11), say("Never asked for."))

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=10)

    assert (stop, model.remaining) == exactly((stopped(11, 10), 1))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("usage", [0, None, ...], ids=["0", "None", "absent"])
def test_budget_of_0_lets_everything_pass_that_costs_nothing(solution, usage):
    script = [reply(CONFIG, usage=usage), reply(CONFIG, usage=usage), say("Done.", usage=usage)]
    messages = []

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=0)

    assert shape(messages) == exactly("U A[c1] R(c1) A[c2] R(c2) A")


@pytest.mark.rule("R8")
def test_next_request_is_not_guessed_at(solution):
    model = scripted(reply(CONFIG, usage=9), say("Done.", usage=100))

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=10)

    assert returned == exactly(answered("Done.", usage={"input": 100}))


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("calls", "price", "budget"), [(101, 0, 0), (101, 1, 101), (101, 1, 10**15), (51, 0, 10)])
def test_nothing_but_the_budget_ends_a_run(solution, calls, price, budget):
    model = Patient(calls, price)

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=budget)

    assert (model.asked, returned) == exactly((calls + 1, answered("Done.")))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("budget", [2**31, 2**32 + 1, 10**15])
def test_budget_may_be_large(solution, budget):
    model = Patient(3, price=10**8)

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_input_tokens=budget)

    assert (model.asked, returned) == exactly((4, answered("Done.")))


# R9


@pytest.mark.rule("R9")
@pytest.mark.parametrize("settings", [{}, {"max_input_tokens": None}], ids=["not given", "None"])
def test_without_a_budget_the_model_is_asked_until_it_answers(solution, settings):
    model = Patient(101, price=10**12)

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", **settings)

    assert (model.asked, returned) == exactly((102, answered("Done.")))


# R10


@pytest.mark.rule("R10")
@pytest.mark.parametrize(("price", "budget"), [(1, 0), (2, 1), (11, 10), (1_234_567, 1_000_000)])
def test_budget_is_said_by_a_stop_message(solution, price, budget):
    messages = []
    model = scripted(stuck(MISSING, usage=price))

    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=budget)

    assert [returned, messages[-1]] == exactly([stopped(price, budget)] * 2)
    assert shape(messages) == exactly("U A[c1] R(c1) A(error)")


@pytest.mark.rule("R10")
def test_model_is_not_asked_for_a_last_word(solution):
    model = scripted(reply(CONFIG, usage=11), say("In short, no."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert (messages[3:], len(model.calls)) == exactly(([stopped(11, 10)], 1))


# R11


@pytest.mark.rule("R11")
@pytest.mark.parametrize("calls", [[CONFIG], [CONFIG, MISSING, CONFIG]], ids=["one call", "three calls"])
def test_calls_of_the_turn_that_crosses_are_run_and_answered(solution, calls):
    ran = []
    reading = read_tool()
    tool = make_tool("read", lambda arguments: ran.append(arguments["path"]) or reading["execute"](arguments), "path")
    messages = []

    solution.run_agent(
        scripted(reply(*calls, usage=11), say("Never asked for.")),
        SYSTEM,
        messages,
        [tool],
        "Go on.",
        max_input_tokens=10,
    )

    assert ran == exactly([each.arguments["path"] for each in calls])
    assert shape(messages[2:]) == exactly(" ".join([*(f"R(c{at})" for at in range(1, len(calls) + 1)), "A(error)"]))


@pytest.mark.rule("R11")
def test_reply_that_crosses_is_kept_as_it_came(solution):
    messages = []

    solution.run_agent(
        scripted(reply(CONFIG, usage={"input": 11, "output": 3})),
        SYSTEM,
        messages,
        [read_tool()],
        "Go on.",
        max_input_tokens=10,
    )

    assert messages[1] == exactly(asks("c1", usage={"input": 11, "output": 3}))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("text", ["Done.", ""])
@pytest.mark.parametrize("before", [[], [reply(CONFIG, usage=10)]], ids=["first turn", "second turn"])
def test_answer_that_crosses_is_an_answer(solution, before, text):
    messages = []
    model = scripted(*before, say(text, usage=11), say("Never asked for."))

    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert [returned, messages[-1]] == exactly([answered(text, usage={"input": 11})] * 2)
    assert (len(messages), model.remaining) == exactly((2 + 2 * len(before), 1))


# R12


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    "script",
    [
        [say("Done.")],
        [say("", usage=11)],
        [reply(CONFIG, usage=10), say("Done.", usage=10)],
        [fail("503")],
        [fail("lost", "The fi", usage=11)],
        [fail("lost", CONFIG)],
        [stuck(MISSING, usage=6)],
    ],
    ids=["answer", "crossing answer", "call and answer", "failed", "broke off", "broke off in a call", "stopped"],
)
def test_returned_message_is_the_object_that_ends_the_list(solution, script):
    messages = [user_message("One."), answered("Done."), user_message("Two."), failed("503")]
    messages += [user_message("Three."), failed("lost", "The fi", usage={"input": 11})]
    messages += [user_message("Four."), answered("", usage={"input": 11}), user_message("Five."), stopped(12, 10)]

    returned = solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=10)

    assert returned is messages[-1]
    assert returned["role"] == exactly("assistant")


# R13


@pytest.mark.rule("R13")
@pytest.mark.parametrize("budget", [0, 1, 2])
@pytest.mark.parametrize(
    "script",
    [
        [stuck(MISSING, usage=1)],
        [reply(CONFIG, MISSING, usage=1), stuck(CONFIG, usage=2)],
        [fail("503", usage=3)],
        [fail("lost", "The fi")],
        [say("", usage=3)],
    ],
    ids=["stopped", "stopped after two calls", "failed", "broke off", "crossing answer"],
)
def test_next_prompt_is_accepted(solution, script, budget):
    messages = []
    model = scripted(say("Here I am."))

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_input_tokens=budget)
    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Are you there?", max_input_tokens=budget)

    assert [complaint for sent in model.calls for complaint in validate(sent.messages)] == exactly([])
    assert returned == exactly(answered("Here I am."))


@pytest.mark.rule("R13")
def test_failures_and_stops_do_not_spoil_the_conversation(solution):
    messages = []
    model = scripted(fail("503", usage=9), reply(CONFIG, usage=9), fail("503"), reply(CONFIG, usage=9), say("Here."))

    for _ in range(5):
        returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Are you there?", max_input_tokens=8)

    assert text_of(returned) == exactly("Here.")
    assert validate(messages, record=True) == exactly([])


# R14


@pytest.mark.rule("R14")
@pytest.mark.parametrize("settings", [{}, {"max_input_tokens": 3}], ids=["no budget", "budget of 3"])
@pytest.mark.parametrize(
    ("before", "recorded"), [([], "U A U"), ([reply(CONFIG, usage=3)], "U A U A[c1] R(c1)")], ids=["first", "later"]
)
def test_what_complete_raises_is_raised_whatever_its_kind(solution, before, recorded, settings):
    for kind in [*EXCEPTIONS, *INTERRUPTS]:
        error = kind("no answer")
        model = scripted(*before, crash(error), say("Never asked for."))
        messages = [user_message("One."), answered("Two.")]

        with pytest.raises(type(error)) as raised:
            solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", **settings)

        assert raised.value is error
        assert (shape(messages), model.remaining) == exactly((recorded, 1))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", INTERRUPTS)
@pytest.mark.parametrize(
    ("script", "recorded"),
    [
        ([reply(WAIT, usage=2)], "U A[c1]"),
        ([reply("Wait.", WAIT, CONFIG, usage=2)], "U A[c1,c2]"),
        ([reply(CONFIG, WAIT, CONFIG, usage=2)], "U A[c1,c2,c3] R(c1)"),
        ([reply(CONFIG, CONFIG, WAIT, usage=2)], "U A[c1,c2,c3] R(c1) R(c2)"),
        ([reply(CONFIG, usage=1), reply(WAIT, usage=2)], "U A[c1] R(c1) A[c2]"),
    ],
    ids=["only call", "first call", "second call", "last call", "second turn"],
)
def test_interrupted_tool_leaves_what_had_happened(solution, script, recorded, kind):
    had_happened = []
    error = kind("stop")

    def wait(arguments):
        had_happened.append(plain(messages))
        raise error

    messages = [user_message("One."), answered("Two.")]
    tools = [read_tool(), make_tool("wait", wait)]
    model = scripted(*script, say("Never asked for."))

    with pytest.raises(kind) as raised:
        solution.run_agent(model, SYSTEM, messages, tools, "Go on.", max_input_tokens=1)

    assert (raised.value is error, shape(messages), model.remaining) == exactly((True, f"U A {recorded}", 1))
    assert [messages] == exactly(had_happened)


# Examples


@pytest.mark.rule("R10")
def test_example_1_a_model_that_asks_for_ever(solution):
    def ask_again(request):
        return reply(MISSING, usage=tokens(request))

    model = scripted(forever(ask_again))
    messages = []

    stop = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Open missing.py.", max_input_tokens=1_000)

    assert stop["error_message"] == exactly("Agent stopped after spending 1131 of 1000 input tokens")
    assert (len(model.calls), model.bill, stop is messages[-1]) == exactly((5, 1131, True))


@pytest.mark.rule("R11")
def test_example_2_the_turn_that_crosses_the_budget_is_a_whole_turn(solution):
    model = scripted(reply(MISSING, usage=1_000), reply(MISSING, usage=1), say("There is none.", usage=1_000))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Open missing.py.", max_input_tokens=1_000)
    after_stop = show(messages).splitlines()
    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Well?", max_input_tokens=1_000)

    assert after_stop == exactly(
        [
            "U          Open missing.py.",
            "A[c1]      read(path='missing.py')",
            "R(c1)      File not found: missing.py. Files here: config.py",
            "A[c2]      read(path='missing.py')",
            "R(c2)      File not found: missing.py. Files here: config.py",
            "A(error)   Agent stopped after spending 1001 of 1000 input tokens",
        ]
    )
    assert shape(model.calls[2].messages) == exactly("U A[c1] R(c1) A[c2] R(c2) U")
    assert shape(messages) == exactly("U A[c1] R(c1) A[c2] R(c2) A(error) U A")


@pytest.mark.rule("R11")
def test_example_3_an_answer_is_an_answer_whatever_it_cost(solution):
    model = scripted(say("Forty-two.", usage=7_500_000))
    messages = []

    returned = solution.run_agent(model, SYSTEM, messages, [], "What is the answer?", max_input_tokens=0)

    assert returned == exactly(answered("Forty-two.", usage={"input": 7_500_000}))
    assert shape(messages) == exactly("U A")


@pytest.mark.rule("R6")
def test_example_4_what_counts_and_what_does_not(solution):
    model = scripted(
        reply(MISSING),
        reply(MISSING, usage=None),
        reply(MISSING, usage={"output": 900}),
        reply(MISSING, usage={"input": None}),
        reply(MISSING, MISSING, MISSING, usage={"input": 70, "output": 900, "total": 970}),
        reply(MISSING, usage=31),
    )

    stop = solution.run_agent(model, SYSTEM, [], [read_tool()], "Open missing.py.", max_input_tokens=100)

    assert stop == exactly(error_message("Agent stopped after spending 101 of 100 input tokens"))
