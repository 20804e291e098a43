"""The tests of problem 070. Each names the rule of spec.md that it checks."""

import json
from asyncio import CancelledError

import pytest

from judge.plain import exactly
from problems.problem_070.lab import SYSTEM_PROMPT, TOOLS, ScriptedModel, ScriptExhausted, Tool, recording, tool_call

ADD = tool_call("add", a=2, b=3)
PARIS = tool_call("get_weather", city="Paris")
FAILING = tool_call("divide", a=1, b=0)
UNKNOWN = tool_call("get_forecast", city="Paris")
# The arguments of this call hold the text {last_tool_result}, but the model does not see it in the JSON.
BRACES = r'{"tool": "get_weather", "arguments": {"city": "\u007blast_tool_result}"}}'

FAILING_RESULT = "error: divide raised ZeroDivisionError: division by zero"
BRACES_RESULT = "error: get_weather raised ValueError: no weather data for {last_tool_result}"

# What dispatch is given for each reply.
CALLS = {
    ADD: ("add", {"a": 2, "b": 3}),
    PARIS: ("get_weather", {"city": "Paris"}),
    FAILING: ("divide", {"a": 1, "b": 0}),
    UNKNOWN: ("get_forecast", {"city": "Paris"}),
}
ODD_NAMES = [" add ", "ADD", "Zürich"]

LONG_TEXT = "long " * 60_000
# Texts that some way of tidying changes, or that look like something else; none is a tool call.
TEXTS = [
    *("", " ", "\t\n", "  two\r\nlines \n", "caf\u00e9", "cafe\u0301", "\ufb01 \uff11 \u00a0", "Stra\u00dfe", "\ufeff"),
    *("\u200b", "a &amp; b", "<b>5</b>", "**5**", "%s %d", "{x} {0} {{", "$x", "%20", "\\n \\u0041", "\\", "'5'"),
    *('"5"', "\0", "\x1b[1m", "null", "None", "true", "5", "5.0", "1e5", "[]", '["42"]', "{}", '{"answer": "42"}'),
    *('{"final_answer": "42"}', '{"content": ""}', '{"result": 42}', '{"output": "x"}', '{"text": "x"}'),
    *('{"error": "no"}', '{"tool": null}', "Answer: 5", "Final Answer: 5", "Thought: so.\nFinal Answer: 5"),
    *("<answer>5</answer>", "<think>so</think>5", "TERMINATE", "5 TERMINATE", "STOP", "DONE", "error: no"),
    *("error: unknown tool x", "Traceback (most recent call last):", LONG_TEXT),
]
# Tools that end the run in other loops; here they are unknown like any other.
NAMES_OF_ENDS = [
    *("final_answer", "answer", "finish", "final", "done", "stop", "end", "exit", "quit", "return", "respond", "reply"),
    *("submit", "complete", "attempt_completion", "task_complete", "terminate", "give_up", "none", "None", "null"),
    *("noop", "output", "say", "ask_user", "handoff", "final_result", "Final Answer", "finalAnswer", "FINISH", "user"),
]
ARGUMENTS = [
    *({}, {"x": None}, {"x": True}, {"x": []}, {"x": {}}, {"x": ""}, {"b": 1, "a": 2, "C": 3}, {"x": {"b": 1, "a": 2}}),
    *({"x": 2**53 + 1}, {"x": -(10**30)}, {"x": 1e-11}, {"x": 0.1 + 0.2}, {"x": 2.0}, {"x": -0.0}, {"x": 1e300}),
    *({"x": "007"}, {"x": "true"}, {"x": '{"b": 1}'}, {"": 0, " x ": 1, "X": 2}, {"x": [{"b": [{}], "a": None}, 0]}),
    {"tool": "x", "arguments": {"tool": "y", "arguments": {}}, "name": "z", "call": 1, "self": 2, "city": 3},
]


class Stop(BaseException):
    """Neither an Exception nor one of the interrupts that Python has."""


class ProviderError(Exception):
    """What a provider's client raises: it says that one may try again, and when."""

    status_code = 429
    retryable = True
    retry_after = 0


INTERRUPTS = [KeyboardInterrupt, SystemExit, GeneratorExit, CancelledError, Stop, BaseException]
ERRORS = [
    *(Exception, ProviderError, ScriptExhausted, RuntimeError, NotImplementedError, RecursionError, ValueError),
    *(TypeError, LookupError, KeyError, IndexError, AttributeError, NameError, ArithmeticError, ZeroDivisionError),
    *(OverflowError, OSError, ConnectionError, ConnectionResetError, BrokenPipeError, TimeoutError, InterruptedError),
    *(PermissionError, FileNotFoundError, EOFError, ImportError, MemoryError, BufferError, AssertionError),
    *(UnicodeError, SyntaxError, UserWarning, json.JSONDecodeError),
]
# Messages by which one may think that an error passes, or that it can be mended.
SAID = [
    *("", "429 Too Many Requests", "rate limit reached", "overloaded_error", "503", "timed out", "connection reset"),
    *("context_length_exceeded", "prompt is too long", "invalid JSON", "generator raised StopIteration", "cancelled"),
]
TASKS = {
    "a question": "What is 2 + 3?",
    "empty": "",
    "white space around it": "  two\r\nlines \n",
    "braces": "Fill {last_tool_result} and {this}.",
    "other letters": "Wie ist das Wetter in Zürich? 🌧",
    "a tool call": ADD,
    "long": LONG_TEXT,
}
ANSWERS = {
    "a word": "done",
    "empty": "",
    "white space around it": "  two\r\nlines \n",
    "other letters": "In Zürich: 🌧",
    "long": LONG_TEXT,
    "JSON number": "5",
    "JSON null": "null",
    "JSON list": "[]",
    "JSON object": "{}",
    "JSON object with a key": '{"total": 5}',
    "mentions a call": f"I would call {ADD} now.",
    "a call on its own line": f"One call was enough:\n\n{ADD}\n\nThe sum is 5.",
    "a call in a code fence": f"```json\n{ADD}\n```",
    "a call between no-break spaces": f"\u00a0{ADD}\u00a0",
    "a label": "Final answer: 5",
    "braces": "I do not have {the} answer.",
    "like an error": "error: unknown tool",
}
RESULTS = {
    "white space around it": "  two\r\nlines \n",
    "braces": "{a} {} {0}",
    "percent": "%s",
    "other letters": "Zürich 🌧",
    "JSON null": "null",
    "JSON object": '{"total": 5}',
    "long": LONG_TEXT,
}


def play(solution, script, **settings):
    """Run the attempt; return its result, the messages of every request, and the calls that were dispatched."""
    with recording() as events:
        result = solution.run_agent("the task", list(script), **settings)
    requests = [event[1] for event in events if event[0] == "model"]
    dispatched = [event[1:] for event in events if event[0] == "tool"]
    return result, requests, dispatched


def after_the_task(request):
    """Return the messages of a request without the two that start every run."""
    return request[2:]


def stand_in(monkeypatch, run):
    """Let `run` take the place of the tool get_weather during this test."""
    monkeypatch.setitem(TOOLS, "get_weather", Tool(run, "The weather in a city now.", {}))


def assistant(content):
    return {"role": "assistant", "content": content}


def tool(content):
    return {"role": "tool", "content": content}


def answered(answer, steps, *tools_called):
    return {"answer": answer, "steps": steps, "tools_called": list(tools_called), "stop_reason": "final_answer"}


def stopped(steps, *tools_called):
    return {"answer": None, "steps": steps, "tools_called": list(tools_called), "stop_reason": "max_steps"}


# --- The examples of spec.md -----------------------------------------------------------------------------------------


@pytest.mark.rule("R7")
def test_example_1_a_tool_call_and_an_answer(solution):
    script = [PARIS, "In Paris: {last_tool_result}."]

    result = solution.run_agent("How is the weather in Paris?", script)

    assert result == exactly(answered("In Paris: 18C, light rain.", 2, "get_weather"))


@pytest.mark.rule("R8")
def test_example_2_a_tool_that_fails(solution):
    script = [FAILING, "That went wrong: {last_tool_result}"]

    result = solution.run_agent("What is 1 / 0?", script)

    assert result == exactly(answered(f"That went wrong: {FAILING_RESULT}", 2, "divide"))


@pytest.mark.rule("R12")
def test_example_3_two_steps_are_enough_for_a_call_and_an_answer(solution):
    script = [ADD, "The sum is {last_tool_result}."]

    result = solution.run_agent("What is 2 + 3?", script, max_steps=2)

    assert result == exactly(answered("The sum is 5.", 2, "add"))


@pytest.mark.rule("R11")
def test_example_3_two_steps_are_not_enough_for_two_calls_and_an_answer(solution):
    script = [ADD, tool_call("add", a=5, b=4), "The sum is {last_tool_result}."]

    result = solution.run_agent("What is 2 + 3 + 4?", script, max_steps=2)

    assert result == exactly(stopped(2, "add", "add"))


@pytest.mark.rule("R3")
def test_example_4_the_second_request_is_the_first_and_reply_and_result(solution):
    with recording() as events:
        solution.run_agent("Add 2 and 3.", [ADD, "It is {last_tool_result}."])

    start = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": "Add 2 and 3."}]
    assert events == exactly(
        [
            ("model", start),
            ("tool", "add", {"a": 2, "b": 3}),
            ("model", [*start, assistant(ADD), tool("5")]),
        ]
    )


# --- R1: the result --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R1")
def test_an_answer_without_tools_gives_all_four_keys_and_no_other(solution):
    result, _, _ = play(solution, ["done"])

    assert result == exactly({"answer": "done", "steps": 1, "tools_called": [], "stop_reason": "final_answer"})


@pytest.mark.rule("R1")
def test_a_run_that_hits_the_limit_gives_all_four_keys_and_no_other(solution):
    result, _, _ = play(solution, [ADD], max_steps=1)

    assert result == exactly({"answer": None, "steps": 1, "tools_called": ["add"], "stop_reason": "max_steps"})


# --- R2: the start ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("R2")
@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_the_first_request_is_the_system_prompt_and_the_task(solution, task):
    with recording() as events:
        solution.run_agent(task, ["done"])

    assert events == exactly(
        [("model", [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}])]
    )


@pytest.mark.rule("R2")
def test_the_task_is_sent_as_it_is_whatever_it_says(solution):
    for task in TEXTS:
        with recording() as events:
            solution.run_agent(task, [ADD, "done"])

        assert [event[1][1] for event in events if event[0] == "model"] == exactly(
            [{"role": "user", "content": task}] * 2
        )


@pytest.mark.rule("R2")
def test_later_requests_start_with_the_same_two_messages(solution):
    _, requests, _ = play(solution, [PARIS, ADD, "done"])

    start = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": "the task"}]
    assert [request[:2] for request in requests] == exactly([start, start, start])


# --- R3: one call a step, with everything ----------------------------------------------------------------------------


@pytest.mark.rule("R3")
def test_each_request_repeats_all_messages_so_far(solution):
    _, requests, _ = play(solution, [PARIS, ADD, FAILING, "done"])

    first = [assistant(PARIS), tool("18C, light rain")]
    second = [assistant(ADD), tool("5")]
    third = [assistant(FAILING), tool(FAILING_RESULT)]
    assert [after_the_task(request) for request in requests] == exactly(
        [[], first, first + second, first + second + third]
    )


@pytest.mark.rule("R3")
def test_messages_that_are_equal_are_all_kept(solution):
    _, requests, _ = play(solution, [ADD, ADD, ADD, "done"])

    assert after_the_task(requests[3]) == exactly([assistant(ADD), tool("5")] * 3)


@pytest.mark.rule("R3")
def test_the_model_is_called_once_for_each_step(solution):
    _, requests, _ = play(solution, [ADD, PARIS, ADD, "done", "not asked for"])

    assert len(requests) == exactly(4)


@pytest.mark.rule("R3")
def test_one_model_serves_the_whole_run(solution):
    script = [ADD, PARIS, "In Paris: {last_tool_result}."]

    result, _, _ = play(solution, script)

    assert result == exactly(answered("In Paris: 18C, light rain.", 3, "add", "get_weather"))


@pytest.mark.rule("R3")
def test_the_one_model_has_counted_every_call_when_its_script_is_too_short(solution):
    with pytest.raises(ScriptExhausted) as caught:
        solution.run_agent("the task", [ADD, PARIS])

    assert str(caught.value) == exactly("the script has no reply for model call 3")


@pytest.mark.rule("R3")
def test_nothing_is_left_out_of_a_long_run(solution):
    script = [tool_call("add", a=number, b=0) for number in range(99)]

    _, requests, _ = play(solution, [*script, "done"], max_steps=100)

    expected = []
    for number, reply in enumerate(script):
        expected += [assistant(reply), tool(str(number))]
    assert after_the_task(requests[-1]) == exactly(expected)


@pytest.mark.rule("R3")
def test_nothing_is_left_out_of_a_run_with_long_results(solution):
    script = [tool_call("add", a=f"{number} {LONG_TEXT}", b="") for number in range(3)]

    _, requests, _ = play(solution, [*script, "done"])

    expected = []
    for number, reply in enumerate(script):
        expected += [assistant(reply), tool(f"{number} {LONG_TEXT}")]
    assert after_the_task(requests[-1]) == exactly(expected)


# --- R4: the reply is recorded ---------------------------------------------------------------------------------------


@pytest.mark.rule("R4")
def test_the_reply_stands_before_its_result_as_an_assistant_message(solution):
    _, requests, _ = play(solution, [PARIS, "done"])

    assert after_the_task(requests[1]) == exactly([assistant(PARIS), tool("18C, light rain")])


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    "reply",
    [
        f" \n{ADD}\n",
        '{"arguments":{"b":3,"a":2},"tool":"add"}',
        '{"tool": "add", "arguments": {"a": 2, "b": 3}, "why": "the user asked"}',
        r'{"tool": "\u0061dd", "arguments": {"a": 2, "b": 3}}',
    ],
    ids=["white space around it", "keys in another order", "one more key", "an escaped letter"],
)
def test_the_reply_is_recorded_letter_by_letter(solution, reply):
    _, requests, _ = play(solution, [reply, "done"])

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool("5")])


@pytest.mark.rule("R4")
def test_the_recorded_reply_is_what_the_model_returned_not_the_script(solution):
    _, requests, _ = play(solution, [ADD, tool_call("get_weather", city="{last_tool_result}"), "done"])

    assert after_the_task(requests[2])[2] == exactly(assistant(tool_call("get_weather", city="5")))


@pytest.mark.rule("R4")
def test_a_reply_that_quotes_the_template_from_a_result_is_not_filled_again(solution):
    _, requests, _ = play(solution, [BRACES, tool_call("get_weather", city="{last_tool_result}"), "done"])

    assert after_the_task(requests[2])[2] == exactly(assistant(tool_call("get_weather", city=BRACES_RESULT)))


# --- R5: the answer --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R5")
@pytest.mark.parametrize("reply", ANSWERS.values(), ids=ANSWERS)
def test_a_reply_that_is_no_tool_call_is_the_answer_as_it_is(solution, reply):
    result, requests, dispatched = play(solution, [reply, "not asked for"])

    assert (result, len(requests), dispatched) == exactly((answered(reply, 1), 1, []))


@pytest.mark.rule("R5")
@pytest.mark.parametrize("calls", [[], [ADD]], ids=["at once", "after a call"])
def test_the_answer_is_the_reply_as_it_is_whatever_it_says(solution, calls):
    for reply in TEXTS:
        result, requests, dispatched = play(solution, [*calls, reply, "not asked for"])

        assert (result["answer"], result["stop_reason"]) == exactly((reply, "final_answer"))
        assert (len(requests), len(dispatched)) == exactly((len(calls) + 1, len(calls)))


@pytest.mark.rule("R5")
@pytest.mark.parametrize(
    "reply",
    [
        r'{"\u0074ool": "add", "\u0061rguments": {"a": 2, "b": 3}}',
        '\r\n\t {"arguments":\t{"a": 2, "b": 3},\n"id": 1, "tool": "add"} \t\r\n',
    ],
    ids=["escapes in its keys", "white space"],
)
def test_a_tool_call_is_no_answer_however_its_json_is_written(solution, reply):
    result, _, dispatched = play(solution, [reply, "done"])

    assert (result, dispatched) == exactly((answered("done", 2, "add"), [("add", {"a": 2, "b": 3})]))


@pytest.mark.rule("R5")
@pytest.mark.parametrize("reply", ["Rain.", "", f"Why not {ADD}?"], ids=["a sentence", "empty", "mentions a call"])
def test_after_a_tool_call_the_answer_is_the_reply_and_not_the_result(solution, reply):
    result, _, dispatched = play(solution, [PARIS, reply, "not asked for"])

    assert (result, dispatched) == exactly((answered(reply, 2, "get_weather"), [("get_weather", {"city": "Paris"})]))


@pytest.mark.rule("R5")
def test_an_answer_that_names_the_template_without_a_result_is_the_models(solution):
    result, _, _ = play(solution, ["It says {last_tool_result}."])

    assert result == exactly(answered("It says (no tool result).", 1))


@pytest.mark.rule("R5")
def test_an_answer_that_quotes_the_template_of_a_result_is_not_filled(solution):
    result, _, _ = play(solution, [BRACES, "It says: {last_tool_result}"])

    assert result == exactly(answered(f"It says: {BRACES_RESULT}", 2, "get_weather"))


# --- R6: dispatch ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("R6")
def test_each_tool_call_is_dispatched_once_in_order(solution):
    _, _, dispatched = play(solution, [PARIS, ADD, "done"])

    assert dispatched == exactly([("get_weather", {"city": "Paris"}), ("add", {"a": 2, "b": 3})])


@pytest.mark.rule("R6")
def test_the_tool_runs_before_the_model_is_asked_again(solution):
    with recording() as events:
        solution.run_agent("the task", [PARIS, ADD, "done"])

    assert [event[0] for event in events] == exactly(["model", "tool", "model", "tool", "model"])


@pytest.mark.rule("R6")
def test_the_same_call_in_a_later_step_is_dispatched_again(solution):
    _, _, dispatched = play(solution, [ADD, ADD, PARIS, ADD, "done"])

    add = ("add", {"a": 2, "b": 3})
    assert dispatched == exactly([add, add, ("get_weather", {"city": "Paris"}), add])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("reply", [FAILING, UNKNOWN], ids=["failing", "unknown"])
def test_a_failing_call_is_dispatched_once_and_not_retried(solution, reply):
    _, _, dispatched = play(solution, [reply, "done"])

    assert dispatched == exactly([CALLS[reply]])


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    "script",
    [[PARIS], [ADD, ADD], [UNKNOWN, ADD], [ADD, UNKNOWN], [FAILING, ADD, PARIS]],
    ids=["step 1", "the same as before", "after an unknown tool", "an unknown tool", "step 3"],
)
def test_the_call_of_the_last_permitted_step_is_dispatched_too(solution, script):
    _, _, dispatched = play(solution, script, max_steps=len(script))

    assert dispatched == exactly([CALLS[reply] for reply in script])


@pytest.mark.rule("R6")
def test_the_arguments_reach_dispatch_as_they_were_parsed(solution):
    for arguments in ARGUMENTS:
        _, _, dispatched = play(solution, [json.dumps({"tool": "x", "arguments": arguments}), "done"])

        assert dispatched == exactly([("x", arguments)])


@pytest.mark.rule("R6")
def test_the_arguments_reach_the_tool_to_the_letter_and_in_their_order(solution, monkeypatch):
    stand_in(monkeypatch, lambda **given: json.dumps(given))

    for arguments in ARGUMENTS:
        _, requests, _ = play(solution, [json.dumps({"tool": "get_weather", "arguments": arguments}), "done"])

        assert after_the_task(requests[1])[1] == exactly(tool(json.dumps(arguments)))


@pytest.mark.rule("R6")
def test_the_arguments_reach_dispatch_whatever_they_say(solution):
    for text in TEXTS:
        arguments = {"city": text, text: [text, {text: text}]}

        _, _, dispatched = play(solution, [tool_call("get_weather", **arguments), "done"])

        assert dispatched == exactly([("get_weather", arguments)])


@pytest.mark.rule("R6")
def test_the_arguments_reach_the_tool_in_the_order_of_the_reply(solution, monkeypatch):
    stand_in(monkeypatch, lambda **arguments: " ".join(arguments))

    result, _, _ = play(solution, [tool_call("get_weather", town="x", city="y"), "{last_tool_result}"])

    assert result["answer"] == exactly("town city")


@pytest.mark.rule("R6")
@pytest.mark.parametrize("arguments", [{}, {"answer": "42"}], ids=["without arguments", "with an answer"])
def test_a_tool_call_does_not_end_the_run_whatever_its_tool_is_called(solution, arguments):
    for name in NAMES_OF_ENDS:
        script = [tool_call(name, **arguments), "It says: {last_tool_result}", "not asked for"]

        result, _, dispatched = play(solution, script)

        assert result == exactly(answered(f"It says: error: unknown tool {name}", 2, name))
        assert dispatched == exactly([(name, arguments)])


@pytest.mark.rule("R6")
def test_a_name_reaches_dispatch_and_tools_called_whatever_it_says(solution):
    for name in filter(None, TEXTS):
        result, requests, dispatched = play(solution, [tool_call(name, a=2), "done"])

        assert (result, dispatched) == exactly((answered("done", 2, name), [(name, {"a": 2})]))
        assert after_the_task(requests[1])[1] == exactly(tool(f"error: unknown tool {name}"))


@pytest.mark.rule("R6")
def test_a_name_reaches_dispatch_letter_by_letter(solution):
    _, _, dispatched = play(solution, [*(tool_call(name, a=2, b=3) for name in ODD_NAMES), "done"])

    assert dispatched == exactly([(name, {"a": 2, "b": 3}) for name in ODD_NAMES])


# --- R7: the result goes back ----------------------------------------------------------------------------------------


@pytest.mark.rule("R7")
def test_the_result_follows_the_reply_as_a_tool_message_without_further_keys(solution):
    _, requests, _ = play(solution, [ADD, "done"])

    assert after_the_task(requests[1])[1:] == exactly([{"role": "tool", "content": "5"}])


@pytest.mark.rule("R7")
def test_each_result_goes_back_to_the_model_that_asked(solution):
    script = [ADD, tool_call("get_weather", city="{last_tool_result}"), "It says: {last_tool_result}"]

    result, _, dispatched = play(solution, script)

    assert (result["answer"], dispatched[1]) == exactly(
        ("It says: error: get_weather raised ValueError: no weather data for 5", ("get_weather", {"city": "5"}))
    )


@pytest.mark.rule("R7")
def test_an_empty_result_is_sent_back_too(solution):
    reply = tool_call("add", a="", b="")

    result, requests, _ = play(solution, [ADD, reply, "It says: '{last_tool_result}'"])

    assert after_the_task(requests[2])[2:] == exactly([assistant(reply), tool("")])
    assert result["answer"] == exactly("It says: ''")


@pytest.mark.rule("R7")
@pytest.mark.parametrize("text", RESULTS.values(), ids=RESULTS)
def test_a_result_is_sent_back_unchanged_whatever_it_says(solution, text):
    reply = tool_call("add", a=text, b="")

    result, requests, _ = play(solution, [reply, "{last_tool_result}!"])

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool(text)])
    assert result["answer"] == exactly(f"{text}!")


@pytest.mark.rule("R7")
def test_a_result_is_sent_back_as_it_is_in_every_later_request(solution):
    for text in TEXTS:
        _, requests, _ = play(solution, [tool_call("add", a=text, b=""), ADD, "done"])

        assert [request[3] for request in requests[1:]] == exactly([tool(text)] * 2)


@pytest.mark.rule("R7")
@pytest.mark.parametrize("length", [999, 9_999, 99_999, 999_999])
def test_a_result_of_any_length_is_sent_back_to_its_end(solution, length):
    _, requests, _ = play(solution, [tool_call("add", a="x" * length, b="!"), "done"])

    assert after_the_task(requests[1])[1] == exactly(tool("x" * length + "!"))


@pytest.mark.rule("R7")
def test_a_result_that_holds_the_template_is_sent_back_as_it_is(solution):
    _, requests, _ = play(solution, [ADD, BRACES, "done"])

    assert after_the_task(requests[2])[2:] == exactly([assistant(BRACES), tool(BRACES_RESULT)])


@pytest.mark.rule("R7")
def test_a_result_that_reads_like_a_tool_call_is_not_run(solution):
    reply = tool_call("add", a=PARIS, b="")

    result, requests, dispatched = play(solution, [reply, "done"])

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool(PARIS)])
    assert (result, dispatched) == exactly((answered("done", 2, "add"), [("add", {"a": PARIS, "b": ""})]))


# --- R8: failing and unknown tools -----------------------------------------------------------------------------------


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    ("reply", "name", "text"),
    [
        (FAILING, "divide", FAILING_RESULT),
        (UNKNOWN, "get_forecast", "error: unknown tool get_forecast"),
        (
            tool_call("get_weather", city="Oslo"),
            "get_weather",
            "error: get_weather raised ValueError: no weather data for Oslo",
        ),
        (tool_call(" ADD "), " ADD ", "error: unknown tool  ADD "),
    ],
    ids=["raises", "unknown", "no data", "spelled in another way"],
)
def test_after_a_failure_the_model_is_told_and_the_run_goes_on(solution, reply, name, text):
    result, requests, _ = play(solution, [reply, ADD, "done"])

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool(text)])
    assert result == exactly(answered("done", 3, name, "add"))


@pytest.mark.rule("R8")
def test_any_number_of_failures_in_a_row_does_not_end_the_run(solution):
    result, _, _ = play(solution, [FAILING] * 20 + [UNKNOWN] * 20 + ["sorry"], max_steps=41)

    assert result == exactly(answered("sorry", 41, *["divide"] * 20, *["get_forecast"] * 20))


# --- R9: tools_called ------------------------------------------------------------------------------------------------


@pytest.mark.rule("R9")
def test_tools_called_keeps_the_order_and_repeats(solution):
    result, _, _ = play(solution, [PARIS, ADD, ADD, PARIS, "done"])

    assert result["tools_called"] == exactly(["get_weather", "add", "add", "get_weather"])


@pytest.mark.rule("R9")
def test_tools_called_lists_failing_and_unknown_tools(solution):
    result, _, _ = play(solution, [ADD, FAILING, UNKNOWN, "done"])

    assert result["tools_called"] == exactly(["add", "divide", "get_forecast"])


@pytest.mark.rule("R9")
def test_tools_called_spells_a_name_as_the_reply_does(solution):
    result, _, _ = play(solution, [*(tool_call(name) for name in ODD_NAMES), "done"])

    assert result["tools_called"] == exactly(ODD_NAMES)


@pytest.mark.rule("R9")
def test_tools_called_is_an_empty_list_without_a_tool_call(solution):
    result, _, _ = play(solution, ["done"])

    assert result["tools_called"] == exactly([])


@pytest.mark.rule("R9")
def test_a_run_that_hits_the_limit_lists_every_call(solution):
    result, _, _ = play(solution, [FAILING, ADD, UNKNOWN, ADD], max_steps=4)

    assert result["tools_called"] == exactly(["divide", "add", "get_forecast", "add"])


# --- R10: steps ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R10")
@pytest.mark.parametrize("calls", [0, 1, 2, 3, 7])
def test_steps_counts_the_model_calls_from_one(solution, calls):
    result, _, _ = play(solution, [ADD] * calls + ["done"], max_steps=10)

    assert result["steps"] == exactly(calls + 1)


@pytest.mark.rule("R10")
def test_steps_of_failing_calls_count_as_well(solution):
    result, _, _ = play(solution, [FAILING, UNKNOWN, "done"])

    assert result["steps"] == exactly(3)


# --- R11: the limit --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [1, 2, 3, 8])
def test_after_max_steps_without_an_answer_the_run_ends(solution, limit):
    result, requests, _ = play(solution, [ADD] * limit + ["not asked for"], max_steps=limit)

    assert (result, len(requests)) == exactly((stopped(limit, *["add"] * limit), limit))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("reply", [FAILING, UNKNOWN], ids=["failing", "unknown"])
def test_a_failure_on_the_last_step_ends_in_max_steps_like_any_call(solution, reply):
    result, requests, _ = play(solution, [ADD, reply, "not asked for"], max_steps=2)

    assert (result["answer"], result["steps"], result["stop_reason"], len(requests)) == exactly(
        (None, 2, "max_steps", 2)
    )


@pytest.mark.rule("R11")
@pytest.mark.parametrize("script", [[], ["not asked for"], [ADD]], ids=["no reply", "an answer", "a tool call"])
def test_with_max_steps_0_nothing_is_called(solution, script):
    result, requests, dispatched = play(solution, script, max_steps=0)

    assert (result, requests, dispatched) == exactly((stopped(0), [], []))


@pytest.mark.rule("R11")
def test_without_the_argument_the_fifth_call_is_the_last(solution):
    result, requests, _ = play(solution, [ADD] * 5 + ["not asked for"])

    assert (result, len(requests)) == exactly((stopped(5, *["add"] * 5), 5))


@pytest.mark.rule("R11")
def test_the_limit_may_be_given_by_position(solution):
    result = solution.run_agent("the task", [ADD, PARIS, "not asked for"], 1)

    assert result == exactly(stopped(1, "add"))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [10, 100])
def test_a_limit_above_the_default_is_kept_also_when_every_call_is_the_same(solution, limit):
    result, _, _ = play(solution, [ADD] * (limit - 1) + ["done"], max_steps=limit)

    assert result == exactly(answered("done", limit, *["add"] * (limit - 1)))


@pytest.mark.rule("R11")
def test_a_limit_of_a_billion_costs_nothing(solution):
    result, _, _ = play(solution, [ADD, "done"], max_steps=1_000_000_000)

    assert result == exactly(answered("done", 2, "add"))


# --- R12: an answer on the last step ---------------------------------------------------------------------------------


@pytest.mark.rule("R12")
@pytest.mark.parametrize("limit", [1, 2, 3, 6])
def test_an_answer_on_the_last_step_is_an_answer(solution, limit):
    result, requests, _ = play(solution, [ADD] * (limit - 1) + ["done", "not asked for"], max_steps=limit)

    assert (result, len(requests)) == exactly((answered("done", limit, *["add"] * (limit - 1)), limit))


@pytest.mark.rule("R12")
def test_an_empty_answer_on_the_last_step_is_an_answer(solution):
    result, _, _ = play(solution, [ADD, ""], max_steps=2)

    assert result == exactly(answered("", 2, "add"))


@pytest.mark.rule("R12")
def test_an_answer_on_the_fifth_step_of_the_default_limit_is_an_answer(solution):
    result, _, _ = play(solution, [ADD] * 4 + ["done", "not asked for"])

    assert result == exactly(answered("done", 5, *["add"] * 4))


# --- R13: exceptions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R13")
def test_a_model_that_raises_at_once_raises_out_of_the_run(solution):
    with recording() as events, pytest.raises(ScriptExhausted):
        solution.run_agent("the task", [])

    assert [event[0] for event in events] == exactly(["model"])


@pytest.mark.rule("R13")
def test_a_model_that_raises_in_the_middle_is_not_asked_again(solution):
    with recording() as events, pytest.raises(ScriptExhausted):
        solution.run_agent("the task", [ADD, FAILING], max_steps=5)

    assert [event[0] for event in events] == exactly(["model", "tool", "model", "tool", "model"])


@pytest.mark.rule("R13")
def test_a_model_that_raises_on_the_last_step_raises_out_of_the_run(solution):
    with pytest.raises(ScriptExhausted):
        solution.run_agent("the task", [ADD], max_steps=2)


def let_the_model_raise(monkeypatch, stop, on_call):
    """Let every model raise `stop` on that call, and answer on any later one; return the list of its calls so far."""
    asked = []

    def ask_or_raise(self, messages):
        asked.append(len(messages))
        if len(asked) == on_call:
            raise stop
        return ADD if len(asked) < on_call else "not asked for"

    monkeypatch.setattr(ScriptedModel, "__call__", ask_or_raise)
    return asked


def raised(kind, text="raised here"):
    """Return a new exception of this kind."""
    return kind(text, "", 0) if kind is json.JSONDecodeError else kind(text)


def what_comes_out(solution, *given):
    """Return the exception that a run ends with, or what it returned.

    An attempt that cannot run at all should fail with its own exception, so a test starts with a run that goes well.
    """
    try:
        return solution.run_agent("the task", *given)
    except BaseException as exc:
        return exc


@pytest.mark.rule("R13")
@pytest.mark.parametrize("on_call", [1, 2, 3, 5], ids="on call {}".format)
@pytest.mark.parametrize("kinds", [ERRORS, INTERRUPTS], ids=["errors", "interrupts"])
def test_what_the_model_raises_comes_out_itself_and_it_is_not_asked_again(solution, monkeypatch, kinds, on_call):
    play(solution, ["done"])
    for kind in kinds:
        stop = raised(kind)
        asked = let_the_model_raise(monkeypatch, stop, on_call)

        assert what_comes_out(solution, []) is stop
        assert asked == exactly([2 * call for call in range(1, on_call + 1)])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("kind", [Exception, ProviderError, RuntimeError, ValueError, OSError, ScriptExhausted])
def test_what_the_model_raises_comes_out_whatever_it_says(solution, monkeypatch, kind):
    play(solution, ["done"])
    for text in SAID:
        stop = raised(kind, text)
        asked = let_the_model_raise(monkeypatch, stop, 2)

        assert what_comes_out(solution, []) is stop
        assert asked == exactly([2, 4])


@pytest.mark.rule("R13")
def test_what_the_model_raises_comes_out_whatever_it_holds(solution, monkeypatch):
    play(solution, ["done"])
    for stop in [
        *(ExceptionGroup("two", [ValueError(), OSError()]), BaseExceptionGroup("one", [KeyboardInterrupt()])),
        *(UnicodeDecodeError("utf-8", b"x", 0, 1, "no"), OSError(104, "reset"), KeyError(), ValueError(b"")),
        SystemExit(0),
    ]:
        asked = let_the_model_raise(monkeypatch, stop, 2)

        assert what_comes_out(solution, []) is stop
        assert asked == exactly([2, 4])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("kind", INTERRUPTS)
@pytest.mark.parametrize("limit", [2, 5])
def test_an_interrupt_while_a_tool_runs_comes_out_as_the_same_object(solution, monkeypatch, kind, limit):
    play(solution, ["done"])
    stop = kind("raised by the tool")

    def interrupted(city):
        raise stop

    stand_in(monkeypatch, interrupted)

    with recording() as events:
        assert what_comes_out(solution, [ADD, PARIS, "not asked for"], limit) is stop

    assert [event[0] for event in events] == exactly(["model", "tool", "model", "tool"])


# --- R14: nothing outlives the call ----------------------------------------------------------------------------------


@pytest.mark.rule("R14")
def test_the_same_run_played_again_goes_the_same_way(solution):
    script = [ADD, FAILING, "It says: {last_tool_result}"]

    first = play(solution, script)
    second = play(solution, script)

    assert first[0] == exactly(answered(f"It says: {FAILING_RESULT}", 3, "add", "divide"))
    assert second == exactly(first)


@pytest.mark.rule("R14")
def test_a_second_run_starts_afresh(solution):
    first, first_requests, _ = play(solution, [ADD, "first"])

    second, second_requests, _ = play(solution, [ADD, "second"])

    assert (first, second) == exactly((answered("first", 2, "add"), answered("second", 2, "add")))
    assert second_requests == exactly(first_requests)


@pytest.mark.rule("R14")
def test_a_run_after_one_that_hit_the_limit_starts_afresh(solution):
    first, _, _ = play(solution, [ADD, PARIS], max_steps=2)

    second, requests, _ = play(solution, ["second"], max_steps=2)

    assert (first, second) == exactly((stopped(2, "add", "get_weather"), answered("second", 1)))
    assert [after_the_task(request) for request in requests] == exactly([[]])


@pytest.mark.rule("R14")
def test_a_run_after_one_that_raised_starts_afresh(solution):
    with pytest.raises(ScriptExhausted):
        solution.run_agent("the task", [ADD])

    result, requests, _ = play(solution, [PARIS, "second"])

    assert result == exactly(answered("second", 2, "get_weather"))
    assert [len(request) for request in requests] == exactly([2, 4])


@pytest.mark.rule("R14")
def test_a_run_after_one_that_was_interrupted_starts_afresh(solution, monkeypatch):
    def interrupted(city):
        raise KeyboardInterrupt

    stand_in(monkeypatch, interrupted)
    with pytest.raises(KeyboardInterrupt):
        solution.run_agent("the task", [ADD, PARIS])

    result, requests, _ = play(solution, [ADD, "second"])

    assert result == exactly(answered("second", 2, "add"))
    assert [len(request) for request in requests] == exactly([2, 4])


@pytest.mark.rule("R14")
def test_a_run_that_a_tool_starts_leaves_the_outer_run_alone(solution, monkeypatch):
    results = []

    def ask_another_agent(city):
        results.append(solution.run_agent("the inner task", [FAILING, "Inner: {last_tool_result}"]))
        return "from inside"

    stand_in(monkeypatch, ask_another_agent)

    outer, requests, _ = play(solution, [ADD, PARIS, "Outer: {last_tool_result}"])

    assert results == exactly([answered(f"Inner: {FAILING_RESULT}", 2, "divide")])
    assert outer == exactly(answered("Outer: from inside", 3, "add", "get_weather"))
    assert requests[-1][1:] == exactly(
        [
            {"role": "user", "content": "the task"},
            *(assistant(ADD), tool("5")),
            *(assistant(PARIS), tool("from inside")),
        ]
    )


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("inner_script", "result"),
    [
        (["inner"], "1"),
        ([ADD, FAILING, "inner"], "3"),
        ([ADD] * 4, "4"),
        ([], "error: get_weather raised ScriptExhausted: the script has no reply for model call 1"),
    ],
    ids=["1 step", "3 steps", "the limit", "raises"],
)
@pytest.mark.parametrize("before", [0, 1, 3], ids="after {} calls".format)
def test_a_run_that_a_tool_starts_has_a_count_of_its_own(solution, monkeypatch, before, inner_script, result):
    stand_in(monkeypatch, lambda city: solution.run_agent("the inner task", inner_script, 4)["steps"])
    script = [ADD] * before + [PARIS, ADD]
    names = ["add"] * before + ["get_weather", "add"]

    ended, requests, _ = play(solution, [*script, "done"], max_steps=before + 3)
    cut, _, _ = play(solution, [*script, "not asked for"], max_steps=before + 2)

    assert (ended, cut) == exactly((answered("done", before + 3, *names), stopped(before + 2, *names)))
    assert requests[-1][-3] == exactly(tool(result))


@pytest.mark.rule("R14")
def test_the_caller_may_change_a_result_without_changing_the_next(solution):
    first, _, _ = play(solution, [ADD, "first"])
    first["tools_called"].append("changed by the caller")
    first["answer"] = "changed by the caller"

    second, _, _ = play(solution, [ADD, "second"])

    assert second == exactly(answered("second", 2, "add"))


@pytest.mark.rule("R14")
@pytest.mark.parametrize("limit", [0, 1, 5])
def test_a_result_without_tool_calls_has_its_own_list_too(solution, limit):
    first, _, _ = play(solution, ["first"], max_steps=limit)
    first["tools_called"].append("changed by the caller")

    second, _, _ = play(solution, ["second"], max_steps=limit)

    assert second["tools_called"] == exactly([])


@pytest.mark.rule("R14")
def test_the_script_is_left_as_it_was(solution):
    script = [ADD, "It is {last_tool_result}.", "not asked for"]

    solution.run_agent("the task", script)

    assert script == exactly([ADD, "It is {last_tool_result}.", "not asked for"])
