"""The rules of spec.md as tests."""

import asyncio
import json
from contextlib import suppress

import pytest

from judge.plain import exactly, plain
from problems.problem_005.lab import (
    MAX_CALLS,
    SYSTEM,
    call,
    crash,
    fail,
    make_tool,
    read_tool,
    reply,
    say,
    scripted,
    shape,
    stuck,
    text_of,
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


def result(call_id, content, name="read", is_error=False):
    return {
        "role": "toolResult",
        "tool_call_id": call_id,
        "tool_name": name,
        "content": content,
        "is_error": is_error,
    }


def failed(error, *texts):
    return assistant(*texts, stop_reason="error", error_message=error)


def asks(*call_ids, path="config.py", **fields):
    blocks = [{"type": "toolCall", "id": each, "name": "read", "arguments": {"path": path}} for each in call_ids]
    return {"role": "assistant", "content": blocks, "stop_reason": "toolUse", **fields}


def stopped(max_turns):
    return failed(f"Agent stopped after max_turns={max_turns}")


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
    """A model that makes `calls` calls, one at a time, and then answers; the lab's gives up after MAX_CALLS."""

    def __init__(self, calls):
        self.calls = calls
        self.asked = 0

    def __repr__(self):
        return f"<model that makes {self.calls} calls and then answers>"

    def complete(self, system, messages, specs):
        self.asked += 1
        return asks("c1") if self.asked <= self.calls else assistant("Done.", stop_reason="stop")


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
@pytest.mark.parametrize("text", ["boom", "", " boom\n"])
def test_error_message_is_a_failed_reply_without_content(solution, text):
    message = solution.error_message(text)

    assert message == exactly({"role": "assistant", "content": [], "stop_reason": "error", "error_message": text})


@pytest.mark.rule("R1")
def test_text_of_an_error_message_stays_as_it_is(solution):
    for text in TEXTS:
        assert solution.error_message(text)["error_message"] == exactly(text)


@pytest.mark.rule("R1")
def test_two_error_messages_share_nothing(solution):
    first = solution.error_message("boom")
    second = solution.error_message("boom")
    first["content"].append({"type": "text", "text": "changed"})
    first["error_message"] = "changed"

    others = plain([second, solution.error_message("boom")])
    first["content"].clear()  # So that a list shared by all fails this test, and none of another rule.

    assert others == exactly([failed("boom"), failed("boom")])


# R2


@pytest.mark.rule("R2")
@pytest.mark.parametrize("prompt", ["Hello?", ""])
def test_prompt_is_appended_once_to_the_callers_list(solution, prompt):
    messages = []

    solution.run_agent(scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], prompt)

    assert [message for message in messages if message["role"] == "user"] == exactly([user_message(prompt)])
    assert messages[0] == exactly(user_message(prompt))


@pytest.mark.rule("R2")
def test_prompt_is_appended_when_no_turn_is_permitted(solution):
    messages = []

    solution.run_agent(scripted(say("Hello.")), SYSTEM, messages, [], "Hello?", max_turns=0)

    asked = user_message("Hello?")
    assert (messages[:1], messages.count(asked)) == exactly(([asked], 1))


@pytest.mark.rule("R2")
def test_same_prompt_again_is_appended_again(solution):
    messages = [user_message("Hello?"), assistant("Hello.", stop_reason="stop")]

    solution.run_agent(scripted(say("Hello again.")), SYSTEM, messages, [], "Hello?")

    assert shape(messages) == exactly("U A U A")


@pytest.mark.rule("R2")
def test_prompt_is_appended_behind_an_equal_one_without_an_answer(solution):
    messages = [user_message("Hello?")]

    solution.run_agent(scripted(say("Hello.")), SYSTEM, messages, [], "Hello?")

    assert shape(messages) == exactly("U U A")


@pytest.mark.rule("R2")
def test_what_was_in_the_list_stays_in_place(solution):
    before = [user_message("One."), failed("503"), user_message("Two."), failed("lost", "Wel"), user_message("")]
    before += [assistant("Old."), user_message(" a\n"), assistant("", stop_reason=""), asks("c1"), result("c1", "")]
    before += [assistant("a", "", "b", stop_reason="length"), before[0], before[2], stopped(7), failed("", "")]
    messages = list(before)
    as_it_was = plain(before)

    solution.run_agent(scripted(say("Well.")), SYSTEM, messages, [read_tool()], "Three.")

    assert messages == exactly([*as_it_was, user_message("Three."), assistant("Well.", stop_reason="stop")])
    assert [now is then for now, then in zip(messages, before, strict=False)] == exactly([True] * len(before))


@pytest.mark.rule("R2")
def test_arguments_in_old_messages_stay_as_they_were(solution):
    asked = asks("c1")
    asked["content"][0]["arguments"] = {"path": "", "": None, "deep": {"a": [1, 2.5, True, None, {}, []], "b": 2**60}}
    messages = [user_message("One."), asked, result("c1", "boom", is_error=True), assistant("Old.")]
    as_it_was = plain(messages)

    solution.run_agent(scripted(say("Well.")), SYSTEM, messages, [read_tool()], "Two.")

    assert messages[:4] == exactly(as_it_was)


@pytest.mark.rule("R2")
def test_prompt_stays_as_it_is(solution):
    for prompt in TEXTS:
        messages = []

        solution.run_agent(scripted(say("Done.")), SYSTEM, messages, [], prompt)

        assert messages[0] == exactly(user_message(prompt))


@pytest.mark.rule("R2")
def test_failed_reply_is_not_taken_out_of_the_record_by_the_next_run(solution):
    messages = []
    model = scripted(fail("503"), say("Hello."))

    solution.run_agent(model, SYSTEM, messages, [], "Hello?")
    solution.run_agent(model, SYSTEM, messages, [], "And now?")

    assert messages == exactly(
        [user_message("Hello?"), failed("503"), user_message("And now?"), assistant("Hello.", stop_reason="stop")]
    )


# R3


@pytest.mark.rule("R3")
def test_request_is_system_text_view_and_specs(solution):
    model = scripted(reply(CONFIG), say("Done."))
    tools = [read_tool(), make_tool("list", lambda arguments: "config.py")]
    specs = tool_specs(tools)

    solution.run_agent(model, "Be brief.", [], tools, "Go on.", max_turns=2)

    assert [(sent.system, sent.specs) for sent in model.calls] == exactly([("Be brief.", specs)] * 2)
    assert tool_specs(tools) == exactly(specs)


@pytest.mark.rule("R3")
def test_without_tools_the_specs_are_empty(solution):
    model = scripted(say("Done."))

    solution.run_agent(model, "", [], [], "Go on.")

    assert [(sent.system, sent.messages, sent.specs) for sent in model.calls] == exactly(
        [("", [user_message("Go on.")], [])]
    )


@pytest.mark.rule("R3")
def test_model_is_sent_the_view_and_not_the_record(solution):
    model = scripted(reply(CONFIG), say("Done."))
    messages = [user_message("One."), failed("503")]

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Two.")

    first = [user_message("One."), user_message("Two.")]
    second = [*first, asks("c1"), result("c1", "TIMEOUT = 30\n")]
    assert [sent.messages for sent in model.calls] == exactly([first, second])


@pytest.mark.rule("R3")
def test_every_request_carries_what_has_happened_so_far(solution):
    model = scripted(reply(CONFIG), reply(MISSING, CONFIG), say("Done."))

    solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.")

    assert [shape(sent.messages) for sent in model.calls] == exactly(
        ["U", "U A[c1] R(c1)", "U A[c1] R(c1) A[c2,c3] R(c2) R(c3)"]
    )


@pytest.mark.rule("R3")
def test_messages_with_an_empty_text_are_sent(solution):
    model = scripted(say("Done."))
    before = [user_message(""), failed("lost", ""), user_message(""), assistant("", stop_reason="stop")]

    solution.run_agent(model, SYSTEM, plain(before), [], "")

    assert [sent.messages for sent in model.calls] == exactly([[*before, user_message("")]])


@pytest.mark.rule("R3")
def test_texts_are_sent_as_they_are(solution):
    for text in TEXTS:
        model = scripted(say("Done."))
        before = [user_message(text), assistant(text, stop_reason="stop"), failed(text, text), user_message(text)]

        solution.run_agent(model, text, plain(before), [], text)

        assert model.calls[0].system == exactly(text)
        assert model.calls[0].messages == exactly([*before, user_message(text)])


@pytest.mark.rule("R3")
def test_object_that_stands_in_the_record_twice_is_sent_twice(solution):
    model = scripted(say("Done."))
    pair = [user_message("One."), assistant("Two.", stop_reason="stop")]

    solution.run_agent(model, SYSTEM, pair * 3, [], "One.")

    assert model.calls[0].messages == exactly([*plain(pair * 3), user_message("One.")])


# R4


@pytest.mark.rule("R4")
def test_view_is_a_new_list_when_nothing_is_left_out(solution):
    messages = [user_message("One."), assistant("Two.", stop_reason="stop")]

    view = solution.context_for_model(messages)

    assert view == exactly([user_message("One."), assistant("Two.", stop_reason="stop")])
    assert (view is messages) == exactly(False)


@pytest.mark.rule("R4")
def test_view_of_an_empty_record_is_a_new_list(solution):
    messages = []

    view = solution.context_for_model(messages)
    view.append(user_message("One."))

    assert (messages, solution.context_for_model([])) == exactly(([], []))


@pytest.mark.rule("R4")
def test_making_a_view_leaves_the_record_alone(solution):
    messages = [user_message("One."), failed("503"), failed("lost", "Wel"), assistant(), assistant("Old.")]
    before = plain(messages)

    solution.context_for_model(messages)

    assert messages == exactly(before)


@pytest.mark.rule("R4")
def test_same_record_gives_the_same_view_twice(solution):
    messages = [user_message("One."), failed("503"), user_message("Two.")]

    views = [solution.context_for_model(messages), solution.context_for_model(messages)]

    assert views == exactly([[user_message("One."), user_message("Two.")]] * 2)
    assert (views[0] is views[1]) == exactly(False)


@pytest.mark.rule("R4")
def test_view_is_of_the_record_as_it_is_now(solution):
    messages = [user_message("One."), user_message("Two.")]
    solution.context_for_model(messages)
    messages[1] = user_message("Three.")

    view = solution.context_for_model(messages)

    assert view == exactly([user_message("One."), user_message("Three.")])


@pytest.mark.rule("R4")
def test_each_request_gets_a_list_of_its_own(solution):
    model = Keeper(scripted(reply(CONFIG), reply(MISSING), say("Done.")))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert [shape(sent) for sent in model.sent] == exactly(["U", "U A[c1] R(c1)", "U A[c1] R(c1) A[c2] R(c2)"])


@pytest.mark.rule("R4")
def test_record_itself_is_never_sent(solution):
    model = Keeper(scripted(reply(CONFIG), say("Done.")))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert [sent is messages for sent in model.sent] == exactly([False, False])


# R5


@pytest.mark.rule("R5")
@pytest.mark.parametrize("text", ["Done.", ""])
def test_reply_without_calls_ends_the_run(solution, text):
    model = scripted(say(text), say("Never asked for."))
    messages = []

    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert returned == exactly(assistant(text, stop_reason="stop"))
    assert (shape(messages), model.remaining) == exactly(("U A", 1))


@pytest.mark.rule("R5")
def test_reply_is_appended_as_it_came(solution):
    messages = []

    solution.run_agent(scripted(reply("Let me see.", CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    asked = asks("c1")
    asked["content"].insert(0, {"type": "text", "text": "Let me see."})
    assert messages[1] == exactly(asked)


@pytest.mark.rule("R5")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_calls_are_run_whatever_the_stop_reason(solution, stop_reason):
    messages = []

    solution.run_agent(
        scripted(reply("Let me see.", CONFIG, stop_reason=stop_reason), say("Done.")),
        SYSTEM,
        messages,
        [read_tool()],
        "Go on.",
    )

    assert shape(messages) == exactly("U A[c1] R(c1) A")


@pytest.mark.rule("R5")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_text_alone_ends_the_run_whatever_the_stop_reason(solution, stop_reason):
    model = scripted(reply("Now let me read it.", stop_reason=stop_reason), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert messages == exactly([user_message("Go on."), assistant("Now let me read it.", stop_reason=stop_reason)])


@pytest.mark.rule("R5")
def test_texts_beside_a_call_stay_as_they_came(solution):
    texts = [{"type": "text", "text": text} for text in ("", " ", "Now.\n", "")]
    messages = []

    solution.run_agent(
        scripted(reply("", " ", CONFIG, "Now.\n", ""), say("Done.")), SYSTEM, messages, [read_tool()], "Go on."
    )

    assert messages[1]["content"] == exactly([*texts[:2], *asks("c1")["content"], *texts[2:]])


@pytest.mark.rule("R5")
def test_texts_of_a_reply_stay_as_they_came(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(scripted(reply(text, CONFIG), say(text)), SYSTEM, messages, [read_tool()], "Go on.")

        assert messages[1]["content"][0] == exactly({"type": "text", "text": text})
        assert messages[3] == exactly(assistant(text, stop_reason="stop"))


@pytest.mark.rule("R5")
def test_arguments_of_a_call_stay_as_they_came(solution):
    arguments = {"path": "config.py", "": None, "deep": {"a": [1, 2.5, True, None, {}, []], "b": 2**60}}
    messages = []

    solution.run_agent(
        scripted(reply(call("read", arguments)), say("Done.")), SYSTEM, messages, [read_tool()], "Go on."
    )

    assert messages[1]["content"][0]["arguments"] == exactly(arguments)


# R6


@pytest.mark.rule("R6")
def test_calls_of_one_reply_are_answered_in_order(solution):
    messages = []

    solution.run_agent(scripted(reply(MISSING, CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    missing = result("c1", "File not found: missing.py. Files here: config.py", is_error=True)
    assert messages[2:-1] == exactly([missing, result("c2", "TIMEOUT = 30\n")])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("stop_reason", STOP_REASONS)
def test_every_call_is_run_whatever_the_stop_reason(solution, stop_reason):
    messages = []
    tool = make_tool("upper", lambda arguments: arguments["text"].upper(), "text")
    calls = [call("upper", {"text": text}) for text in "aba"]

    solution.run_agent(
        scripted(reply(*calls, stop_reason=stop_reason), say("Done.")), SYSTEM, messages, [tool], "Go on."
    )

    assert messages[2:-1] == exactly([result(f"c{at + 1}", text, name="upper") for at, text in enumerate("ABA")])


@pytest.mark.rule("R6")
def test_each_of_150_calls_in_a_reply_is_answered(solution):
    messages = []

    solution.run_agent(scripted(reply(*[CONFIG] * 150), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    assert messages[2:-1] == exactly([result(f"c{at}", "TIMEOUT = 30\n") for at in range(1, 151)])


@pytest.mark.rule("R6")
def test_equal_calls_are_each_run_once(solution):
    ran = []
    tool = make_tool("note", lambda arguments: ran.append(arguments) or "noted", "text")
    messages = []

    again = call("note", {"text": "x"})
    solution.run_agent(scripted(reply(again, again), reply(again), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert (ran, shape(messages)) == exactly(([{"text": "x"}] * 3, "U A[c1,c2] R(c1) R(c2) A[c3] R(c3) A"))


@pytest.mark.rule("R6")
def test_unknown_tool_gets_a_result_and_its_neighbours_run(solution):
    messages = []

    solution.run_agent(scripted(reply(call("open"), CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    unknown = result("c1", "Tool open not found", name="open", is_error=True)
    assert messages[2:] == exactly([unknown, result("c2", "TIMEOUT = 30\n"), assistant("Done.", stop_reason="stop")])


@pytest.mark.rule("R6")
def test_call_without_any_tool_gets_a_result(solution):
    messages = []

    solution.run_agent(scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [], "Go on.")

    assert messages[2:-1] == exactly([result("c1", "Tool read not found", is_error=True)])


@pytest.mark.rule("R6")
def test_result_without_text_is_appended(solution):
    messages = []
    tool = make_tool("touch", lambda arguments: "")

    solution.run_agent(scripted(reply(call("touch")), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert messages[2:-1] == exactly([result("c1", "", name="touch")])


@pytest.mark.rule("R6")
def test_failing_tool_gets_a_result_whatever_it_raises(solution):
    for kind in EXCEPTIONS:
        error = kind("broke")
        tools = [make_tool("wait", raises(error)), read_tool()]
        messages = []

        solution.run_agent(scripted(reply(WAIT, CONFIG), say("Done.")), SYSTEM, messages, tools, "Go on.")

        broke = result("c1", str(error), name="wait", is_error=True)
        assert messages[2:-1] == exactly([broke, result("c2", "TIMEOUT = 30\n")])


@pytest.mark.rule("R6")
def test_text_of_a_result_stays_as_it_is(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(
            scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool({"config.py": text})], ""
        )

        assert messages[2] == exactly(result("c1", text))


@pytest.mark.rule("R6")
def test_any_id_is_answered_under_that_id(solution):
    ids = ["", " ", "c1", "C1", "0", "None", "caf\u00e9", "cafe\u0301", "call_1|fc_1", "a" * 500]
    model = Reciter(asks(*ids), asks(*ids[::-1]), assistant("Done.", stop_reason="stop"))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert [message["tool_call_id"] for message in messages if message["role"] == "toolResult"] == exactly(
        [*ids, *ids[::-1]]
    )


@pytest.mark.rule("R6")
def test_id_of_an_earlier_turn_may_come_again(solution):
    messages = []

    solution.run_agent(Patient(3), SYSTEM, messages, [read_tool()], "Go on.")

    assert shape(messages) == exactly("U A[c1] R(c1) A[c1] R(c1) A[c1] R(c1) A")


@pytest.mark.rule("R6")
@pytest.mark.parametrize("between", [(), ("c2",)], ids=["at once", "later"])
def test_call_with_the_id_of_an_earlier_one_is_run_for_itself(solution, between):
    texts = iter(["one", "two", "three"])
    tool = make_tool("read", lambda arguments: next(texts), "path")
    model = Reciter(asks("c1"), *map(asks, between), asks("c1"), assistant("Done.", stop_reason="stop"))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [tool], "Go on.")

    results = [message for message in messages if message["role"] == "toolResult"]
    told = zip(["c1", *between, "c1"], ["one", "two", "three"], strict=False)
    assert results == exactly([result(call_id, text) for call_id, text in told])


@pytest.mark.rule("R6")
def test_id_of_an_earlier_run_may_come_again(solution):
    messages = []
    for _ in range(2):
        solution.run_agent(scripted(reply(CONFIG), say("Done.")), SYSTEM, messages, [read_tool()], "Go on.")

    assert shape(messages) == exactly("U A[c1] R(c1) A U A[c1] R(c1) A")


@pytest.mark.rule("R6")
def test_result_is_appended_before_the_next_call_starts(solution):
    messages = []
    seen = []
    tool = make_tool("look", lambda arguments: seen.append(shape(messages)) or "seen")

    solution.run_agent(scripted(reply(call("look"), call("look")), say("Done.")), SYSTEM, messages, [tool], "Go on.")

    assert seen == exactly(["U A[c1,c2]", "U A[c1,c2] R(c1)"])


# R7


@pytest.mark.rule("R7")
@pytest.mark.parametrize("error", ["503 overloaded", "", " "])
@pytest.mark.parametrize("texts", [(), ("The file sa",), ("",)], ids=["empty", "partial", "empty text"])
def test_failed_reply_is_appended_and_ends_the_run(solution, texts, error):
    model = scripted(reply(CONFIG), fail(error, *texts), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.")

    assert messages[3:] == exactly([failed(error, *texts)])
    assert model.remaining == exactly(1)


@pytest.mark.rule("R7")
@pytest.mark.parametrize("error", ["connection lost", ""])
def test_calls_of_a_failed_reply_are_not_run(solution, error):
    ran = []
    tool = make_tool("wipe", lambda arguments: ran.append(arguments) or "wiped")
    model = scripted(fail(error, "I will wipe", call("wipe")), say("Never asked for."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [tool], "Go on.")

    assert (ran, shape(messages), model.remaining) == exactly(([], "U A[c1](error)", 1))


@pytest.mark.rule("R7")
def test_failed_reply_with_nothing_but_a_call_is_not_run(solution):
    messages = []

    solution.run_agent(scripted(fail("connection lost", CONFIG)), SYSTEM, messages, [read_tool()], "Go on.")

    assert messages == exactly(
        [user_message("Go on."), asks("c1", stop_reason="error", error_message="connection lost")]
    )


@pytest.mark.rule("R7")
def test_texts_of_a_failed_reply_stay_as_they_came(solution):
    for text in TEXTS:
        messages = []

        solution.run_agent(scripted(fail(text, text)), SYSTEM, messages, [read_tool()], "Go on.")

        assert messages[1] == exactly(failed(text, text))


@pytest.mark.rule("R7")
def test_failure_on_the_last_permitted_turn_is_the_end(solution):
    messages = []

    solution.run_agent(scripted(reply(CONFIG), fail("503")), SYSTEM, messages, [read_tool()], "Go on.", max_turns=2)

    assert messages[3:] == exactly([failed("503")])


# R8


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_turns", [0, 1, 2, 3, MAX_CALLS])
def test_stuck_model_is_called_max_turns_times(solution, max_turns):
    model = scripted(stuck(MISSING))

    solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_turns=max_turns)

    assert len(model.calls) == exactly(max_turns)


@pytest.mark.rule("R8")
def test_several_calls_in_a_reply_are_one_turn(solution):
    model = scripted(stuck(CONFIG))
    many = scripted(reply(CONFIG, CONFIG, CONFIG), reply(CONFIG, CONFIG), say("Done."))

    solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_turns=2)
    returned = solution.run_agent(many, SYSTEM, [], [read_tool()], "Go on.", max_turns=3)

    assert (len(model.calls), returned) == exactly((2, assistant("Done.", stop_reason="stop")))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_turns", [0, 1, 2])
@pytest.mark.parametrize("prompt", ["Go on.", ""])
@pytest.mark.parametrize(
    "before",
    [
        [user_message("Go on.")],
        [user_message("One."), assistant("Two.", stop_reason="stop")] * 20,
        [user_message(""), assistant("Old.")],
        [user_message("One."), failed("503")],
        [user_message("Go on."), asks("c1"), result("c1", ""), stopped(1)],
        [user_message("Go on."), stopped(0)],
    ],
    ids=["a question", "long", "old", "failed", "stopped", "stopped at once"],
)
def test_what_is_in_the_list_takes_and_gives_no_turns(solution, before, prompt, max_turns):
    model = scripted(stuck(MISSING))

    stop = solution.run_agent(model, SYSTEM, list(before), [read_tool()], prompt, max_turns=max_turns)

    assert (len(model.calls), stop) == exactly((max_turns, stopped(max_turns)))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_turns", [51, 101, 102])
def test_no_other_limit_than_the_callers_ends_a_run(solution, max_turns):
    answers, asks_on = Patient(max_turns - 1), Patient(max_turns)

    answer = solution.run_agent(answers, SYSTEM, [], [read_tool()], "Go on.", max_turns=max_turns)
    stop = solution.run_agent(asks_on, SYSTEM, [], [read_tool()], "Go on.", max_turns=max_turns)

    assert (answer, stop) == exactly((assistant("Done.", stop_reason="stop"), stopped(max_turns)))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("max_turns", [2**31, 2**32 + 1, 10**12])
def test_limit_may_be_large(solution, max_turns):
    messages = []

    solution.run_agent(Patient(3), SYSTEM, messages, [read_tool()], "Go on.", max_turns=max_turns)

    assert shape(messages) == exactly("U A[c1] R(c1) A[c1] R(c1) A[c1] R(c1) A")


@pytest.mark.rule("R8")
def test_next_run_on_the_same_list_and_model_has_all_its_turns(solution):
    messages = []
    model = scripted(stuck(MISSING))

    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_turns=2)
    solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", max_turns=3)

    assert shape(messages) == exactly(
        "U A[c1] R(c1) A[c2] R(c2) A(error) U A[c3] R(c3) A[c4] R(c4) A[c5] R(c5) A(error)"
    )


@pytest.mark.rule("R8")
def test_run_inside_a_tool_takes_no_turns_of_the_run_around_it(solution):
    def delegate(arguments):
        return text_of(solution.run_agent(scripted(say("Inner.")), SYSTEM, [], [], "Go on.", max_turns=1))

    model = scripted(stuck(call("delegate")))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [make_tool("delegate", delegate)], "Go on.", max_turns=3)

    assert len(model.calls) == exactly(3)
    assert messages[2::2] == exactly([result(each, "Inner.", name="delegate") for each in ("c1", "c2", "c3")])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("inside", [1, 3])
def test_run_inside_a_tool_on_the_same_model_counts_for_itself(solution, inside):
    def delegate(arguments):
        return text_of(solution.run_agent(model, SYSTEM, [], [], "Go on.", max_turns=inside))

    inner = [*[reply(MISSING)] * (inside - 1), say("Inner.")]
    model = scripted(*[reply(call("delegate")), *inner] * 2, say("Never asked for."))
    messages = []

    stop = solution.run_agent(model, SYSTEM, messages, [make_tool("delegate", delegate)], "Go on.", max_turns=2)

    assert (stop, model.remaining) == exactly((stopped(2), 1))
    assert [message["content"] for message in messages[2::2]] == exactly(["Inner.", "Inner."])


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    ("inside", "limit", "takes"),
    [
        ([reply(MISSING), reply(MISSING), say("Inner.")], None, 3),
        ([reply(MISSING), reply(MISSING), fail("503")], 3, 3),
        ([stuck(MISSING)], 3, 3),
        ([stuck(MISSING)], 0, 0),
        ([crash(ValueError("no answer"))], 3, 1),
        ([reply(MISSING), crash(ValueError("no answer"))], None, 2),
        ([reply(MISSING), reply(WAIT)], 3, 2),
    ],
    ids=["answers", "fails", "is stopped", "is stopped at once", "raises", "raises later", "is interrupted"],
)
def test_run_inside_a_tool_counts_for_itself_however_it_ends(solution, inside, limit, takes):
    taken = []

    def delegate(arguments):
        inner = scripted(*inside)
        with suppress(ValueError, PowerCut):
            solution.run_agent(inner, SYSTEM, [], [make_tool("wait", raises(PowerCut()))], "Go on.", max_turns=limit)
        taken.append(len(inner.calls))
        return "Over."

    model = scripted(*[reply(call("delegate"))] * 3, say("Never asked for."))

    stop = solution.run_agent(model, SYSTEM, [], [make_tool("delegate", delegate)], "Go on.", max_turns=2)

    assert (stop, model.remaining, taken) == exactly((stopped(2), 2, [takes, takes]))


@pytest.mark.rule("R8")
def test_runs_inside_runs_inside_a_run_count_each_for_itself(solution):
    asked = [0, 0, 0]

    def run_at(depth):
        def deeper(arguments):
            run_at(depth + 1)
            return "Over."

        tools = [make_tool("deeper", deeper)] if depth < 2 else []
        model = scripted(stuck(call("deeper")))
        solution.run_agent(model, SYSTEM, [], tools, "Go on.", max_turns=2)
        asked[depth] += len(model.calls)

    run_at(0)

    assert asked == exactly([2, 4, 8])


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "broken",
    [[crash(ValueError("no answer"))], [reply(MISSING), crash(ValueError("no answer"))], [reply(MISSING), reply(WAIT)]],
    ids=["at once", "later", "in a tool"],
)
def test_next_run_after_one_that_raised_has_all_its_turns(solution, broken):
    tools = [make_tool("wait", raises(PowerCut()))]
    with pytest.raises((ValueError, PowerCut)):
        solution.run_agent(scripted(*broken), SYSTEM, [], tools, "Go on.", max_turns=3)
    model = scripted(stuck(MISSING))

    stop = solution.run_agent(model, SYSTEM, [], tools, "Go on.", max_turns=2)

    assert (len(model.calls), stop) == exactly((2, stopped(2)))


@pytest.mark.rule("R8")
def test_without_a_limit_the_model_is_asked_until_it_answers(solution):
    model = scripted(*[reply(MISSING)] * (MAX_CALLS - 1), say("There is none."))

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.")

    assert (len(model.calls), returned) == exactly((MAX_CALLS, assistant("There is none.", stop_reason="stop")))


@pytest.mark.rule("R8")
def test_no_limit_is_no_large_limit_either(solution):
    model = Patient(101)

    returned = solution.run_agent(model, SYSTEM, [], [read_tool()], "Go on.", max_turns=None)

    assert (model.asked, returned) == exactly((102, assistant("Done.", stop_reason="stop")))


# R9


@pytest.mark.rule("R9")
@pytest.mark.parametrize("max_turns", [0, 1, 3])
def test_limit_is_said_by_a_stop_message(solution, max_turns):
    messages = []

    returned = solution.run_agent(
        scripted(stuck(MISSING)), SYSTEM, messages, [read_tool()], "Go on.", max_turns=max_turns
    )

    assert [returned, messages[-1]] == exactly([stopped(max_turns)] * 2)
    assert len(messages) == exactly(1 + 2 * max_turns + 1)


# R10


@pytest.mark.rule("R10")
def test_calls_of_the_last_permitted_turn_are_answered(solution):
    messages = []

    solution.run_agent(
        scripted(reply(CONFIG, MISSING), say("Never asked for.")),
        SYSTEM,
        messages,
        [read_tool()],
        "Go on.",
        max_turns=1,
    )

    assert shape(messages) == exactly("U A[c1,c2] R(c1) R(c2) A(error)")


@pytest.mark.rule("R10")
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_answer_on_the_last_permitted_turn_counts(solution, turns):
    messages = []
    script = [reply(CONFIG)] * (turns - 1) + [say("Done.")]

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_turns=turns)

    assert messages[-1] == exactly(assistant("Done.", stop_reason="stop"))
    assert len(messages) == exactly(2 * turns)


# R11


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    "script",
    [
        [say("Done.")],
        [say("")],
        [reply(CONFIG), say("Done.")],
        [fail("503")],
        [fail("lost", "The fi")],
        [fail("lost", CONFIG)],
        [stuck(MISSING)],
    ],
    ids=["answer", "empty answer", "call and answer", "failed", "broke off", "broke off in a call", "stopped"],
)
def test_returned_message_is_the_object_that_ends_the_list(solution, script):
    messages = [user_message("One."), assistant("Done.", stop_reason="stop"), user_message("Two."), failed("503")]
    messages += [user_message("Three."), failed("lost", "The fi"), user_message("Four."), stopped(2)]

    returned = solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_turns=2)

    assert returned is messages[-1]
    assert returned["role"] == exactly("assistant")


# R12


@pytest.mark.rule("R12")
def test_failed_and_empty_replies_are_left_out_wherever_they_stand(solution):
    kept = [user_message("One."), user_message("Two."), assistant("Three.", stop_reason="stop")]
    record = [failed("a"), kept[0], failed("b"), failed("c"), kept[1], failed("d"), kept[2], failed("")]

    view = solution.context_for_model(record)

    assert view == exactly(kept)


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    "message",
    [
        failed("connection lost", "The file sa"),
        failed("connection lost", ""),
        failed("", "", ""),
        asks("c1", stop_reason="error", error_message="connection lost"),
        asks("c1", "c2", stop_reason="error", error_message=""),
        asks("c1", path="", stop_reason="error", error_message="connection lost"),
        assistant(stop_reason="stop"),
        assistant(stop_reason="length"),
        assistant(stop_reason="aborted"),
        assistant(""),
        assistant(),
        assistant("Done."),
        assistant("", stop_reason="stop"),
        user_message(""),
        user_message("error"),
    ],
    ids=[
        "failed with text",
        "failed with an empty text",
        "failed with two empty texts and no words",
        "failed with nothing but a call",
        "failed with two calls and no words",
        "failed with a call without a path",
        "succeeded without content",
        "cut off without content",
        "aborted without content",
        "empty text and no stop_reason",
        "no content and no stop_reason",
        "no stop_reason",
        "empty text",
        "empty user message",
        "user message that says error",
    ],
)
def test_everything_else_stays(solution, message):
    record = [user_message("One."), message, user_message("Two.")]
    as_it_was = plain(record)

    view = solution.context_for_model(record)

    assert view == exactly(as_it_was)


@pytest.mark.rule("R12")
def test_only_the_stop_reason_error_is_a_failure(solution):
    for stop_reason in [*STOP_REASONS, "error ", "errors", "failed", "refusal", "None", "max_turns"]:
        view = solution.context_for_model([assistant(stop_reason=stop_reason)])

        assert view == exactly([assistant(stop_reason=stop_reason)])


@pytest.mark.rule("R12")
def test_words_of_a_failure_keep_nothing_in_the_view(solution):
    for text in ["", "Agent stopped after max_turns=2", "stopped by the user", *TEXTS]:
        assert solution.context_for_model([failed(text)]) == exactly([])


@pytest.mark.rule("R12")
def test_what_stands_in_the_record_twice_stays_twice(solution):
    question, answer, broken_off = user_message("One."), assistant("Two.", stop_reason="stop"), failed("lost", "Wel")
    record = [question, answer, question, broken_off, broken_off, failed("503"), plain(question), answer]

    view = solution.context_for_model(record)

    assert view == exactly(plain([question, answer, question, broken_off, broken_off, question, answer]))


@pytest.mark.rule("R12")
def test_long_record_is_filtered_like_a_short_one(solution):
    record = [each for at in range(100) for each in (user_message(str(at)), failed("503"), failed("503"))]

    view = solution.context_for_model(record)

    assert view == exactly([user_message(str(at)) for at in range(100)])


@pytest.mark.rule("R12")
def test_calls_and_results_stay(solution):
    asked = asks("c1", "c2")
    record = [user_message("One."), asked, result("c1", ""), result("c2", "boom", is_error=True), failed("503")]
    as_it_was = plain(record)

    view = solution.context_for_model(record)

    assert view == exactly(as_it_was[:-1])


@pytest.mark.rule("R12")
def test_record_that_breaks_off_is_not_mended(solution):
    record = [asks("c1", "c2"), result("c2", "two"), user_message("One."), result("c9", "nine")]
    as_it_was = plain(record)

    view = solution.context_for_model(record)

    assert view == exactly(as_it_was)


# R13


@pytest.mark.rule("R13")
@pytest.mark.parametrize("max_turns", [0, 1, 2])
@pytest.mark.parametrize(
    "script",
    [[stuck(MISSING)], [reply(CONFIG, MISSING), stuck(CONFIG)], [fail("503")], [fail("lost", "The fi")], [say("")]],
    ids=["stopped", "stopped after two calls", "failed", "broke off", "empty answer"],
)
def test_next_prompt_is_accepted(solution, script, max_turns):
    messages = []
    model = scripted(say("Here I am."))

    solution.run_agent(scripted(*script), SYSTEM, messages, [read_tool()], "Go on.", max_turns=max_turns)
    returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Are you there?", max_turns=1)

    assert [complaint for sent in model.calls for complaint in validate(sent.messages)] == exactly([])
    assert returned == exactly(assistant("Here I am.", stop_reason="stop"))


@pytest.mark.rule("R13")
def test_three_outages_do_not_spoil_the_conversation(solution):
    messages = []
    model = scripted(fail("503"), fail("503"), fail("503"), say("Here I am."))

    for _ in range(4):
        returned = solution.run_agent(model, SYSTEM, messages, [read_tool()], "Are you there?")

    assert text_of(returned) == exactly("Here I am.")
    assert validate(messages, record=True) == exactly([])


# R14


@pytest.mark.rule("R14")
@pytest.mark.parametrize("settings", [{}, {"max_turns": 2}], ids=["no limit", "limit of 2"])
@pytest.mark.parametrize(
    ("before", "recorded"), [([], "U A U"), ([reply(CONFIG)], "U A U A[c1] R(c1)")], ids=["first", "later"]
)
def test_what_complete_raises_is_raised_whatever_its_kind(solution, before, recorded, settings):
    for kind in [*EXCEPTIONS, *INTERRUPTS]:
        error = kind("no answer")
        model = scripted(*before, crash(error), say("Never asked for."))
        messages = [user_message("One."), assistant("Two.", stop_reason="stop")]

        with pytest.raises(type(error)) as raised:
            solution.run_agent(model, SYSTEM, messages, [read_tool()], "Go on.", **settings)

        assert raised.value is error
        assert (shape(messages), model.remaining) == exactly((recorded, 1))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("kind", INTERRUPTS)
@pytest.mark.parametrize(
    ("script", "recorded"),
    [
        ([reply(WAIT)], "U A[c1]"),
        ([reply("Wait.", WAIT, CONFIG)], "U A[c1,c2]"),
        ([reply(CONFIG, WAIT, CONFIG)], "U A[c1,c2,c3] R(c1)"),
        ([reply(CONFIG, CONFIG, WAIT)], "U A[c1,c2,c3] R(c1) R(c2)"),
        ([reply(CONFIG), reply(WAIT)], "U A[c1] R(c1) A[c2]"),
    ],
    ids=["only call", "first call", "second call", "last call", "second turn"],
)
def test_interrupted_tool_leaves_what_had_happened(solution, script, recorded, kind):
    had_happened = []
    error = kind("stop")

    def wait(arguments):
        had_happened.append(plain(messages))
        raise error

    messages = [user_message("One."), assistant("Two.", stop_reason="stop")]
    tools = [read_tool(), make_tool("wait", wait)]
    model = scripted(*script, say("Never asked for."))

    with pytest.raises(kind) as raised:
        solution.run_agent(model, SYSTEM, messages, tools, "Go on.", max_turns=len(script))

    assert (raised.value is error, shape(messages), model.remaining) == exactly((True, f"U A {recorded}", 1))
    assert [messages] == exactly(had_happened)


# Examples


@pytest.mark.rule("R9")
def test_example_1_a_model_that_asks_for_ever(solution):
    model = scripted(stuck(call("read", {"path": "missing.py"})))
    messages = []
    prompt = "Open missing.py and tell me what it does."

    stop = solution.run_agent(model, SYSTEM, messages, [read_tool()], prompt, max_turns=50)

    short = scripted(stuck(call("read", {"path": "missing.py"})))
    solution.run_agent(short, SYSTEM, [], [read_tool()], prompt, max_turns=1)

    assert stop["error_message"] == exactly("Agent stopped after max_turns=50")
    assert (len(model.calls), model.bill, short.bill) == exactly((50, 95_245, 71))


@pytest.mark.rule("R13")
def test_example_2_the_stop_is_in_the_record_and_not_in_the_next_view(solution):
    messages = []
    model = scripted(say("There is only config.py."))

    stop = solution.run_agent(
        scripted(stuck(MISSING)), SYSTEM, messages, [read_tool()], "Open missing.py.", max_turns=2
    )
    after_stop = shape(messages)
    stop_ends_the_list = stop is messages[-1]
    solution.run_agent(model, SYSTEM, messages, [read_tool()], "What is there?", max_turns=2)

    assert (after_stop, stop_ends_the_list) == exactly(("U A[c1] R(c1) A[c2] R(c2) A(error)", True))
    assert shape(model.calls[0].messages) == exactly("U A[c1] R(c1) A[c2] R(c2) U")
    assert shape(messages) == exactly("U A[c1] R(c1) A[c2] R(c2) A(error) U A")


@pytest.mark.rule("R12")
def test_example_3_a_failure_with_nothing_said_and_one_that_broke_off(solution):
    model = scripted(fail("503 overloaded"), fail("connection lost", "The file sets"), say("It sets TIMEOUT."))
    messages = []

    for prompt in ("What is in config.py?", "Again, please.", "Go on."):
        solution.run_agent(model, SYSTEM, messages, [read_tool()], prompt)

    broken_off = failed("connection lost", "The file sets")
    questions = [user_message("What is in config.py?"), user_message("Again, please."), user_message("Go on.")]
    assert messages == exactly(
        [
            questions[0],
            failed("503 overloaded"),
            questions[1],
            broken_off,
            questions[2],
            assistant("It sets TIMEOUT.", stop_reason="stop"),
        ]
    )
    assert model.calls[2].messages == exactly([questions[0], questions[1], broken_off, questions[2]])


@pytest.mark.rule("R10")
def test_example_4_the_last_permitted_turn_may_answer(solution):
    messages = []
    model = scripted(reply(CONFIG), say("The timeout is 30."))

    answer = solution.run_agent(model, SYSTEM, messages, [read_tool()], "What is the timeout?", max_turns=2)

    assert text_of(answer) == exactly("The timeout is 30.")
    assert shape(messages) == exactly("U A[c1] R(c1) A")


@pytest.mark.rule("R8")
def test_example_5_no_turn_at_all(solution):
    model = scripted(say("Hello."))
    messages = []

    solution.run_agent(model, SYSTEM, messages, [], "Hello?", max_turns=0)

    assert messages == exactly([user_message("Hello?"), solution.error_message("Agent stopped after max_turns=0")])
    assert len(model.calls) == exactly(0)
