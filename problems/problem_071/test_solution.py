"""The tests of problem 071. Each names the rule of spec.md that it checks."""

import asyncio
import json

import pytest

from judge.plain import exactly
from problems.problem_071.lab import (
    SYSTEM_PROMPT,
    TOOLS,
    MalformedCall,
    ScriptedModel,
    ScriptExhausted,
    Tool,
    dispatch,
    parse_tool_call,
    recording,
    tool_call,
)

ADD = tool_call("add", a=2, b=3)
PARIS = tool_call("get_weather", city="Paris")
FAILING = tool_call("divide", a=1, b=0)
UNKNOWN = tool_call("get_forecast", city="Paris")
LIKE_MALFORMED = tool_call("add", a="error: malformed tool call: ", b="`tool` is blank")
TWO_LINES = tool_call("lookup_doc", name="two\nlines\n")
EMPTY = tool_call("add", a="", b="")
LIST = '{"tool": "add", "arguments": [2, 3]}'
CUT_OFF = '{"tool": "add", "arguments": {"a": 2, "b": 3'

ACCENT = "\u0308"  # stands behind the letter that it belongs to

LIST_MESSAGE = "error: malformed tool call: `arguments` is a list ([2, 3]), not an object"
FAILING_RESULT = "error: divide raised ZeroDivisionError: division by zero"

# What dispatch is given for each reply.
CALLS = {
    ADD: ("add", {"a": 2, "b": 3}),
    PARIS: ("get_weather", {"city": "Paris"}),
    FAILING: ("divide", {"a": 1, "b": 0}),
    UNKNOWN: ("get_forecast", {"city": "Paris"}),
    EMPTY: ("add", {"a": "", "b": ""}),
    LIKE_MALFORMED: ("add", {"a": "error: malformed tool call: ", "b": "`tool` is blank"}),
}
WELL_FORMED = {
    "a call": ADD,
    "a failing call": FAILING,
    "an unknown tool": UNKNOWN,
    "an empty result": EMPTY,
    "a result that reads like the message": LIKE_MALFORMED,
}


def add_with(arguments):
    """Return a call of add whose arguments are this JSON text."""
    return f'{{"tool": "add", "arguments": {arguments}}}'


def fenced(text, word="json"):
    return f"```{word}\n{text}\n```"


MALFORMED = {
    "cut off after the arguments": '{"tool": "add", "arguments": {"a": 2, "b": 3}',
    "cut off between two arguments": '{"tool": "add", "arguments": {"a": 2,',
    "cut off in a text": '{"tool": "get_weather", "arguments": {"city": "Par',
    "cut off in a list": '{"tool": "run", "arguments": {"commands": ["npm install", "npm test"',
    "cut off after the name": '{"tool": "add"',
    "trailing comma in the call": '{"tool": "add", "arguments": {"a": 2, "b": 3},}',
    "trailing comma in the arguments": add_with('{"a": 2, "b": 3,}'),
    "trailing comma in a list": add_with('{"a": [2,], "b": [3]}'),
    "no comma": '{"tool": "add" "arguments": {"a": 2, "b": 3}}',
    "single quotes": "{'tool': 'add', 'arguments': {'a': 2, 'b': 3}}",
    "single quotes in the arguments": add_with("{'a': 2, 'b': 3}"),
    "Python's None": add_with("None"),
    "Python's True": add_with('{"a": True, "b": 3}'),
    "a comment": '{"tool": "add", "arguments": {"a": 2, "b": 3} // the sum\n}',
    "a line end in a text": add_with('{"a": "two\nlines", "b": ""}'),
    "a word after the call": f"{ADD} Done.",
    "one bracket too many": f"{ADD}}}",
    "two calls": f"{ADD}\n{PARIS}",
    "arguments are a list": LIST,
    "arguments are an empty list": add_with("[]"),
    "arguments are a list of an object": add_with('[{"a": 2, "b": 3}]'),
    "arguments are a number": add_with("5"),
    "arguments are 0": add_with("0"),
    "arguments are true": add_with("true"),
    "arguments are false": add_with("false"),
    "arguments are a word": add_with('"two and three"'),
    "arguments are a text that holds a list": add_with('"[2, 3]"'),
    "arguments are a text that holds null": add_with('"null"'),
    "arguments are a text that is cut off": add_with(json.dumps('{"a": 2, "b": 3')),
    "arguments are encoded three times": add_with(json.dumps(json.dumps('{"a": 2, "b": 3}'))),
    "tool is empty": '{"tool": "", "arguments": {}}',
    "tool is blank": '{"tool": "  ", "arguments": {}}',
    "tool is null": '{"tool": null, "arguments": {}}',
    "tool is a number": '{"tool": 5, "arguments": {}}',
    "tool is a list of a name": '{"tool": ["add"], "arguments": {"a": 2, "b": 3}}',
    "tool is an object": '{"tool": {"name": "add"}, "arguments": {"a": 2, "b": 3}}',
    "tool comes twice": '{"tool": "add", "tool": "divide", "arguments": {"a": 2, "b": 3}}',
    "arguments come twice": '{"tool": "add", "arguments": {"a": 2, "b": 3}, "arguments": {"a": 2, "b": 3}}',
    "one argument comes twice": add_with('{"a": 2, "a": 3, "b": 3}'),
    "NaN": add_with('{"a": NaN, "b": 3}'),
    "Infinity": add_with('{"a": Infinity, "b": 3}'),
    "a number that is too large": add_with('{"a": 1e999, "b": 3}'),
    "minus Infinity": add_with('{"a": -Infinity, "b": 3}'),
    "NaN in a text": add_with(json.dumps('{"a": NaN, "b": 3}')),
    "nested 101 deep": add_with(f'{{"a": {"[" * 99}{"]" * 99}, "b": []}}'),
    "nested 50,000 deep": add_with(f'{{"a": {"[" * 50_000}{"]" * 50_000}, "b": []}}'),
    "a number of 5,000 digits": add_with(f'{{"a": {"9" * 5_000}, "b": 3}}'),
    "in a code fence": fenced(LIST),
    "cut off in a code fence": fenced(CUT_OFF),
    "cut off with its code fence": f"```json\n{CUT_OFF}",
    "a word after the code fence": f"{fenced(ADD)}\nDone.",
    "a code fence that is not closed": f"```json\n{ADD}",
    "two code fences": f"{fenced(ADD)}\n\n{fenced(PARIS)}",
    "white space around it": f"\n  {LIST} \n",
    "line ends of two characters": f"{LIST[:-1]}\r\n}}\r\n",
    "accents of their own": add_with(f'["Zu{ACCENT}rich"]'),
    "control characters behind it": f"{LIST}\0\x1b",
    "a line separator in a list": add_with('["two\u2028lines"]'),
    "other letters": add_with('["Zürich 🌧"]'),
    "format directives": add_with('["%s {a} {} {0}"]'),
    "a slot in escapes": add_with(r'["\u007blast_tool_result}"]'),
    "a long text as arguments": add_with(json.dumps('{"text": long' + "ä" * 300_000)),
    "a long key comes twice in a text": add_with(json.dumps(f'{{"{"k" * 100}": 1, "{"k" * 100}": 2}}')),
}
# The reply, and what dispatch is given for it.
ODD_CALLS = {
    "arguments are absent": ('{"tool": "add"}', ("add", {})),
    "arguments are null": (add_with("null"), ("add", {})),
    "arguments are an empty text": (add_with('""'), ("add", {})),
    "arguments are a blank text": (add_with('" "'), ("add", {})),
    "arguments are an empty object": (add_with("{}"), ("add", {})),
    "arguments are encoded twice": (add_with(json.dumps('{"a": 2, "b": 3}')), CALLS[ADD]),
    "arguments are a text with {}": (add_with('"{}"'), ("add", {})),
    "an argument is JSON text": (add_with(json.dumps({"a": "[1]", "b": "{}"})), ("add", {"a": "[1]", "b": "{}"})),
    "in a code fence": (fenced(ADD), CALLS[ADD]),
    "in a code fence without a word": (fenced(ADD, ""), CALLS[ADD]),
    "in a code fence on one line": (f"```{ADD}```", CALLS[ADD]),
    "in a code fence with space around it": (f"\n{fenced(ADD)}\n", CALLS[ADD]),
    "white space around it": (f" \n{ADD}\n", CALLS[ADD]),
    "white space within it": (' {\n"arguments" : {"b":3,\n"a":2},\t"tool":"add" }', ("add", {"b": 3, "a": 2})),
    "one more key": ('{"tool": "add", "arguments": {"a": 2, "b": 3}, "id": 1}', CALLS[ADD]),
    "escapes in its keys": (r'{"\u0074ool": "add", "\u0061rguments": {"a": 2, "b": 3}}', CALLS[ADD]),
    "nested 100 deep": (
        add_with(f'{{"a": {"[" * 98}{"]" * 98}, "b": []}}'),
        ("add", {"a": json.loads("[" * 98 + "]" * 98), "b": []}),
    ),
    "white space around the name": (tool_call(" add ", a=2, b=3), (" add ", {"a": 2, "b": 3})),
    "a name in upper case": (tool_call("ADD", a=2, b=3), ("ADD", {"a": 2, "b": 3})),
    "line ends of two characters": (f"{{\r\n{ADD[1:]}\r\n", CALLS[ADD]),
    "accents of their own": (
        tool_call(f"Zu{ACCENT}rich", o=f"o{ACCENT}"),
        (f"Zu{ACCENT}rich", {"o": f"o{ACCENT}"}),
    ),
    "control characters in escapes": (tool_call("add", a="\0\x1b", b=""), ("add", {"a": "\0\x1b", "b": ""})),
    "a long text": (tool_call("add", a="ä" * 300_000, b=""), ("add", {"a": "ä" * 300_000, "b": ""})),
}
LONG_TEXT = "x" * 300_000
ANSWERS = {
    "a word": "done",
    "empty": "",
    "white space": " \n",
    "white space around it": "  two\r\nlines \n",
    "other letters": "In Zürich: 🌧",
    "control characters": "two\0\x1b\ttexts",
    "accents of their own": f"In Zu{ACCENT}rich.",
    "long": LONG_TEXT,
    "entities and escapes": "&amp; <b> \\n %s \ufb01 \u2028 \u200b a  b",
    "JSON number": "5",
    "JSON null": "null",
    "JSON list": "[]",
    "JSON object": "{}",
    "JSON object with a key": '{"total": 5}',
    "JSON object with arguments": '{"name": "add", "arguments": {"a": 2, "b": 3}}',
    "JSON object with a key like tool": '{"tool_name": "add", "arguments": {"a": 2, "b": 3}}',
    "JSON object with tool in capitals": '{"Tool": "add", "arguments": {"a": 2, "b": 3}}',
    "JSON object with a call within it": f'{{"call": {ADD}}}',
    "JSON object in a code fence": fenced('{"total": 5}'),
    "JSON object that is cut off": '{"total": 5',
    "JSON object with NaN": '{"total": NaN}',
    "a list of calls": f"[{ADD}]",
    "braces": "{a} {} {0}",
    "mentions a call": f"I would call {ADD} now.",
    "mentions a malformed call": f"I would call {CUT_OFF} now.",
    "a call after a line": f"One call is enough:\n\n{ADD}",
    "a code fence after a line": f"One call is enough:\n\n{fenced(ADD)}",
    "a call in a fence of tildes": f"~~~\n{ADD}\n~~~",
    "a call between no-break spaces": f"\u00a0{ADD}\u00a0",
    "a call between form feeds": f"\f{ADD}\f",
    "a call behind a byte order mark": f"\ufeff{ADD}",
    "a malformed call behind a byte order mark": f"\ufeff{LIST}",
    "like the message": LIST_MESSAGE,
}
TASKS = {
    "a question": "What is 2 + 3?",
    "empty": "",
    "white space around it": "  two\r\nlines \n",
    "control characters": "two\0\x1b\ttexts",
    "accents of their own": f"How is Zu{ACCENT}rich?",
    "braces": "Fill {last_tool_result} and {this}.",
    "a tool call": ADD,
    "a malformed call": LIST,
    "long": LONG_TEXT,
    "entities and escapes": "&amp; <b> \\n %s \ufb01 \u2028 \u200b a  b",
}


class Stop(BaseException):
    """Neither an Exception nor one of the interrupts that Python has."""


class Overloaded(Exception):
    pass


KINDS = [
    *(Exception, ValueError, TypeError, KeyError, IndexError, LookupError, AttributeError, NameError, BufferError),
    *(RuntimeError, NotImplementedError, ArithmeticError, ZeroDivisionError, OverflowError, AssertionError),
    *(OSError, ConnectionError, ConnectionResetError, BrokenPipeError, TimeoutError, PermissionError, InterruptedError),
    *(BlockingIOError, FileNotFoundError, EOFError, ImportError, ModuleNotFoundError, SyntaxError, ReferenceError),
    *(MemoryError, RecursionError, SystemError, UnicodeError, UserWarning, MalformedCall, ScriptExhausted, Overloaded),
]
INTERRUPTS = [KeyboardInterrupt, SystemExit, GeneratorExit, asyncio.CancelledError, Stop]


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


def told(reply):
    """Return the message that tells the model what is wrong with this malformed call."""
    with pytest.raises(MalformedCall) as caught:
        parse_tool_call(reply)
    return tool(f"error: malformed tool call: {caught.value}")


def answered(answer, steps, *tools_called):
    return {"answer": answer, "steps": steps, "tools_called": list(tools_called), "stop_reason": "final_answer"}


def malformed(steps, *tools_called):
    return {"answer": None, "steps": steps, "tools_called": list(tools_called), "stop_reason": "malformed_calls"}


def stopped(steps, *tools_called):
    return {"answer": None, "steps": steps, "tools_called": list(tools_called), "stop_reason": "max_steps"}


# --- The examples of spec.md -----------------------------------------------------------------------------------------


@pytest.mark.rule("R8")
def test_example_1_the_model_mends_its_call(solution):
    result = solution.run_agent("What is 2 + 3?", [LIST, ADD, "The sum is {last_tool_result}."])

    assert result == exactly(answered("The sum is 5.", 3, "add"))


@pytest.mark.rule("R8")
def test_example_2_what_the_model_is_told(solution):
    with recording() as events:
        solution.run_agent("What is 2 + 3?", [LIST, "I give up."])

    start = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": "What is 2 + 3?"}]
    assert events == exactly([("model", start), ("model", [*start, assistant(LIST), tool(LIST_MESSAGE)])])


@pytest.mark.rule("R9")
def test_example_3_three_in_a_row_are_one_too_many(solution):
    broken = '{"tool": "get_weather", "arguments": {"city": "Paris"'

    result = solution.run_agent("How is the weather?", [broken, broken, broken, "never asked for"])

    assert result == exactly(malformed(3))


@pytest.mark.rule("R10")
def test_example_3_a_call_between_them_starts_the_row_again(solution):
    broken = '{"tool": "get_weather", "arguments": {"city": "Paris"'
    script = [broken, broken, tool_call("get_forecast"), broken, "I cannot find out."]

    result = solution.run_agent("How is the weather?", script)

    assert result == exactly(answered("I cannot find out.", 5, "get_forecast"))


@pytest.mark.rule("R12")
@pytest.mark.parametrize(("limit", "expected"), [(1, malformed(2)), (2, stopped(2))])
def test_example_4_the_last_permitted_step(solution, limit, expected):
    broken = '{"tool": "get_weather", "arguments": {"city": "Paris"'

    result = solution.run_agent("How is the weather?", [broken, broken], max_steps=2, max_malformed=limit)

    assert result == exactly(expected)


@pytest.mark.rule("R5")
def test_example_5_odd_but_not_malformed(solution):
    odd = '{"tool": "lookup_doc", "arguments": "{\\"name\\": \\"shipping\\"}"}'

    result = solution.run_agent("How long does shipping take?", [odd, "It says: {last_tool_result}."])

    assert result == exactly(answered("It says: standard shipping takes 3-5 business days.", 2, "lookup_doc"))


# --- R1: the result --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (["done"], {"answer": "done", "steps": 1, "tools_called": [], "stop_reason": "final_answer"}),
        ([LIST], {"answer": None, "steps": 1, "tools_called": [], "stop_reason": "malformed_calls"}),
        ([ADD], {"answer": None, "steps": 1, "tools_called": ["add"], "stop_reason": "max_steps"}),
    ],
    ids=["an answer", "too many malformed calls", "too many steps"],
)
def test_every_ending_gives_all_four_keys_and_no_other(solution, script, expected):
    result, _, _ = play(solution, script, max_steps=1, max_malformed=0)

    assert result == exactly(expected)


# --- R2: one call a step, with everything ----------------------------------------------------------------------------


@pytest.mark.rule("R2")
@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_the_first_request_is_the_system_prompt_and_the_task(solution, task):
    with recording() as events:
        solution.run_agent(task, ["done"])

    assert events == exactly(
        [("model", [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}])]
    )


@pytest.mark.rule("R2")
def test_later_requests_start_with_the_same_two_messages(solution):
    _, requests, _ = play(solution, [PARIS, LIST, "done"])

    start = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": "the task"}]
    assert [request[:2] for request in requests] == exactly([start, start, start])


@pytest.mark.rule("R2")
def test_each_request_repeats_all_messages_so_far(solution):
    _, requests, _ = play(solution, [PARIS, LIST, FAILING, "done"])

    first = [assistant(PARIS), tool("18C, light rain")]
    second = [assistant(LIST), tool(LIST_MESSAGE)]
    third = [assistant(FAILING), tool(FAILING_RESULT)]
    assert [after_the_task(request) for request in requests] == exactly(
        [[], first, first + second, first + second + third]
    )


@pytest.mark.rule("R2")
@pytest.mark.parametrize("row", [1, 2, 3, 7])
def test_malformed_calls_stay_in_the_messages_when_good_ones_follow(solution, row):
    _, requests, _ = play(solution, [LIST] * row + [ADD, PARIS, "done"], max_steps=10, max_malformed=row)

    calls = [assistant(ADD), tool("5"), assistant(PARIS), tool("18C, light rain")]
    assert after_the_task(requests[-1]) == exactly([assistant(LIST), tool(LIST_MESSAGE)] * row + calls)


@pytest.mark.rule("R2")
def test_the_model_is_called_once_for_each_step(solution):
    _, requests, _ = play(solution, [ADD, LIST, ADD, CUT_OFF, "done", "not asked for"])

    assert len(requests) == exactly(5)


@pytest.mark.rule("R2")
def test_one_model_serves_the_whole_run(solution):
    with pytest.raises(ScriptExhausted) as caught:
        solution.run_agent("the task", [ADD, LIST])

    assert str(caught.value) == exactly("the script has no reply for model call 3")


@pytest.mark.rule("R2")
def test_nothing_is_left_out_of_a_long_run(solution):
    script = []
    expected = []
    for number in range(33):
        replies = tool_call("add", a=number, b=0), add_with(f"[{number}]"), add_with(number)
        script += replies
        expected += [assistant(replies[0]), tool(str(number))]
        expected += [assistant(replies[1]), told(replies[1]), assistant(replies[2]), told(replies[2])]

    _, requests, _ = play(solution, [*script, "done"], max_steps=100)

    assert after_the_task(requests[-1]) == exactly(expected)


# --- R3: steps -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R3")
@pytest.mark.parametrize("calls", [0, 1, 2, 3, 7])
def test_steps_counts_the_model_calls_from_one(solution, calls):
    result, _, _ = play(solution, [ADD] * calls + ["done"], max_steps=10)

    assert result["steps"] == exactly(calls + 1)


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    ("script", "steps"),
    [
        ([LIST, "done"], 2),
        ([LIST, CUT_OFF, "done"], 3),
        ([ADD, LIST, ADD, LIST, "done"], 5),
        ([LIST, FAILING, LIST, UNKNOWN, LIST, "done"], 6),
    ],
)
def test_malformed_calls_count_as_steps_to_an_answer(solution, script, steps):
    result, _, _ = play(solution, script, max_steps=10)

    assert result["steps"] == exactly(steps)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("before", [[], [ADD], [LIST, ADD], [ADD, PARIS, FAILING]], ids=len)
def test_steps_of_a_run_that_ends_in_malformed_calls_count_those_too(solution, before):
    result, _, _ = play(solution, [*before, LIST, CUT_OFF], max_steps=10, max_malformed=1)

    assert result["steps"] == exactly(len(before) + 2)


# --- R4: the reply is recorded ---------------------------------------------------------------------------------------


@pytest.mark.rule("R4")
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_reply_is_recorded_letter_by_letter(solution, reply):
    _, requests, _ = play(solution, [reply, "done"])

    assert after_the_task(requests[1])[:1] == exactly([assistant(reply)])


@pytest.mark.rule("R4")
@pytest.mark.parametrize(("reply", "call"), ODD_CALLS.values(), ids=ODD_CALLS)
def test_a_well_formed_reply_is_recorded_letter_by_letter(solution, reply, call):
    _, requests, _ = play(solution, [reply, "done"])

    assert after_the_task(requests[1])[:1] == exactly([assistant(reply)])


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("template", "filled"),
    [
        (add_with("{last_tool_result}"), add_with("5")),
        (tool_call("get_weather", city="{last_tool_result}"), tool_call("get_weather", city="5")),
    ],
    ids=["malformed", "well-formed"],
)
def test_the_recorded_reply_is_what_the_model_returned_not_the_script(solution, template, filled):
    _, requests, _ = play(solution, [ADD, template, "done"])

    assert after_the_task(requests[2])[2] == exactly(assistant(filled))


# --- R5: the parser decides ------------------------------------------------------------------------------------------


@pytest.mark.rule("R5")
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_call_is_neither_repaired_nor_an_answer(solution, reply):
    result, _, dispatched = play(solution, [reply, reply, reply, "done"], max_malformed=3)

    assert (result, dispatched) == exactly((answered("done", 4), []))


@pytest.mark.rule("R5")
@pytest.mark.parametrize("limit", [0, 1], ids=["one too many", "just permitted"])
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_call_is_not_repaired_on_the_last_step_either(solution, reply, limit):
    result, requests, dispatched = play(solution, [reply, "not asked for"], max_steps=1, max_malformed=limit)

    assert (result, len(requests), dispatched) == exactly((stopped(1) if limit else malformed(1), 1, []))


@pytest.mark.rule("R5")
@pytest.mark.parametrize(("reply", "call"), ODD_CALLS.values(), ids=ODD_CALLS)
def test_a_call_that_the_parser_returns_is_well_formed_however_it_is_written(solution, reply, call):
    result, _, dispatched = play(solution, [reply, "done"], max_malformed=0)

    assert (result, dispatched) == exactly((answered("done", 2, call[0]), [call]))


@pytest.mark.rule("R5")
def test_what_the_parser_is_given_is_the_reply_that_the_model_returned(solution):
    script = [ADD, add_with("{last_tool_result}"), tool_call("lookup_doc", name="shipping"), "done"]

    result, requests, _ = play(solution, script)

    assert after_the_task(requests[2])[2:] == exactly([assistant(add_with("5")), told(add_with("5"))])
    assert result == exactly(answered("done", 4, "add", "lookup_doc"))


# --- R6: the answer --------------------------------------------------------------------------------------------------


@pytest.mark.rule("R6")
@pytest.mark.parametrize("reply", ANSWERS.values(), ids=ANSWERS)
def test_a_reply_that_is_no_call_is_the_answer_as_it_is(solution, reply):
    result, requests, dispatched = play(solution, [reply, "not asked for"], max_malformed=0)

    assert (result, len(requests), dispatched) == exactly((answered(reply, 1), 1, []))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("reply", ["Rain.", "", f"Why not {ADD}?"], ids=["a sentence", "empty", "mentions a call"])
@pytest.mark.parametrize("before", [PARIS, LIST], ids=["after a call", "after a malformed call"])
def test_in_a_later_step_the_answer_is_the_reply_and_nothing_else(solution, before, reply):
    result, requests, _ = play(solution, [before, reply, "not asked for"])

    assert (result["answer"], result["steps"], result["stop_reason"], len(requests)) == exactly(
        (reply, 2, "final_answer", 2)
    )


@pytest.mark.rule("R6")
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 7])
def test_an_answer_after_as_many_malformed_calls_as_permitted_is_an_answer(solution, limit):
    result, _, _ = play(solution, [LIST] * limit + ["done"], max_steps=10, max_malformed=limit)

    assert result == exactly(answered("done", limit + 1))


@pytest.mark.rule("R6")
@pytest.mark.parametrize("reply", [ADD, LIST], ids=["after calls", "after malformed calls"])
@pytest.mark.parametrize("limit", [1, 2, 3, 6])
def test_an_answer_on_the_last_step_is_an_answer(solution, limit, reply):
    script = [reply] * (limit - 1) + ["done", "not asked for"]

    result, requests, _ = play(solution, script, max_steps=limit, max_malformed=10)

    assert (result["answer"], result["steps"], result["stop_reason"], len(requests)) == exactly(
        ("done", limit, "final_answer", limit)
    )


@pytest.mark.rule("R6")
def test_an_empty_answer_on_the_last_step_is_an_answer(solution):
    result, _, _ = play(solution, [LIST, ""], max_steps=2)

    assert result == exactly(answered("", 2))


# --- R7: well-formed calls -------------------------------------------------------------------------------------------


@pytest.mark.rule("R7")
def test_each_call_is_dispatched_once_before_the_model_is_asked_again(solution):
    with recording() as events:
        solution.run_agent("the task", [PARIS, ADD, ADD, "done"])

    seen = [event[1:] if event[0] == "tool" else "model" for event in events]
    assert seen == exactly(["model", CALLS[PARIS], "model", CALLS[ADD], "model", CALLS[ADD], "model"])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("between", [[PARIS], [FAILING, PARIS], [LIST], [PARIS, PARIS, LIST]], ids=len)
def test_a_call_is_dispatched_again_after_others(solution, between):
    replies = [ADD, *between, ADD]

    _, _, dispatched = play(solution, [*replies, "done"], max_steps=10)

    assert dispatched == exactly([CALLS[reply] for reply in replies if reply in CALLS])


@pytest.mark.rule("R7")
def test_a_call_right_after_the_same_one_malformed_is_dispatched(solution):
    result, _, dispatched = play(solution, [LIST, ADD, CUT_OFF, ADD, "done"])

    assert (result, dispatched) == exactly((answered("done", 5, "add", "add"), [CALLS[ADD], CALLS[ADD]]))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("name", ["get_weather", "get_forecast", " add ", "ADD", "__class__", "tool", "é", "n" * 1_000])
def test_a_well_formed_call_is_dispatched_whether_its_tool_exists_or_not(solution, name):
    for arguments in ({}, {"city": "Paris"}, {"city": ""}, {"town": None}, {"city": []}):
        _, requests, dispatched = play(solution, [tool_call(name, **arguments), "done"])

        with recording():
            result = dispatch({"tool": name, "arguments": arguments})
        assert (dispatched, after_the_task(requests[1])[1:]) == exactly(([(name, arguments)], [tool(result)]))


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "arguments", ["", ', "arguments": null', ', "arguments": ""', ', "arguments": {}', ', "arguments": "{}"']
)
@pytest.mark.parametrize("name", ["get_weather", "get_forecast"])
def test_a_call_without_arguments_is_dispatched_whatever_its_tool(solution, name, arguments):
    _, _, dispatched = play(solution, [f'{{"tool": "{name}"{arguments}}}', "done"])

    assert dispatched == exactly([(name, {})])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("reply", [FAILING, UNKNOWN], ids=["failing", "unknown"])
def test_a_failing_call_is_not_retried(solution, reply):
    _, _, dispatched = play(solution, [reply, "done"])

    assert dispatched == exactly([CALLS[reply]])


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "script",
    [[PARIS], [ADD, ADD], [ADD, UNKNOWN], [LIST, ADD], [LIST, LIST, FAILING]],
    ids=["step 1", "the same as before", "an unknown tool", "after a malformed call", "after two malformed calls"],
)
def test_the_call_of_the_last_permitted_step_is_dispatched_too(solution, script):
    result, _, dispatched = play(solution, script, max_steps=len(script))

    expected = [CALLS[reply] for reply in script if reply in CALLS]
    assert (dispatched, result) == exactly((expected, stopped(len(script), *[name for name, _ in expected])))


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "arguments",
    [
        {"city": None},
        {"city": 1.0},
        {"city": 0.123456789},
        {"city": 10**30},
        {"city": True},
        {"city": "5"},
        {"city": " Paris\n"},
        {"city": {"name": ["Paris"]}},
        {"city": [], "country": {}},
        {"stadt": "Köln"},
        {"": "Paris", " ": "Paris"},
    ],
    ids=[
        "null",
        "a whole float",
        "many digits",
        "a large number",
        "true",
        "a number in a text",
        "white space",
        "nested",
        "empty",
        "another name",
        "blank names",
    ],
)
def test_the_arguments_reach_dispatch_as_they_were_parsed(solution, arguments):
    _, _, dispatched = play(solution, [tool_call("get_weather", **arguments), "done"])

    assert dispatched == exactly([("get_weather", arguments)])


@pytest.mark.rule("R7")
def test_the_arguments_reach_the_tool_in_the_order_of_the_reply(solution, monkeypatch):
    stand_in(monkeypatch, lambda **arguments: " ".join(arguments))

    result, _, _ = play(solution, [tool_call("get_weather", town="x", city="y"), "{last_tool_result}"])

    assert result["answer"] == exactly("town city")


@pytest.mark.rule("R7")
def test_objects_within_the_arguments_keep_their_order_too(solution):
    result, _, _ = play(solution, [tool_call("add", a=[{"y": 1, "x": {"c": 2, "b": 3}}], b=[]), "{last_tool_result}"])

    assert result["answer"] == exactly("[{'y': 1, 'x': {'c': 2, 'b': 3}}]")


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "  two\r\nlines \n",
        "{a} {} {0}",
        "%s",
        "Zürich 🌧",
        f"Zu{ACCENT}",
        "\0\x1b",
        "null",
        PARIS,
        LIST,
        LIST_MESSAGE,
        LONG_TEXT,
    ],
    ids=[
        "empty",
        "white space",
        "braces",
        "percent",
        "other letters",
        "accents",
        "control characters",
        "null",
        "a call",
        "malformed",
        "message",
        "long",
    ],
)
def test_a_result_is_sent_back_unchanged_whatever_it_says(solution, text):
    reply = tool_call("add", a=text, b="")

    result, requests, dispatched = play(solution, [reply, "It says: {last_tool_result}"], max_malformed=0)

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool(text)])
    assert (result, dispatched) == exactly((answered(f"It says: {text}", 2, "add"), [("add", {"a": text, "b": ""})]))


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("reply", "name", "text"),
    [
        (FAILING, "divide", FAILING_RESULT),
        (UNKNOWN, "get_forecast", "error: unknown tool get_forecast"),
        (tool_call(" ADD "), " ADD ", "error: unknown tool  ADD "),
        (TWO_LINES, "lookup_doc", "error: lookup_doc raised ValueError: no document called two\nlines\n"),
    ],
    ids=["raises", "unknown", "spelled in another way", "two lines"],
)
def test_after_a_failure_the_model_is_told_and_the_run_goes_on(solution, reply, name, text):
    result, requests, _ = play(solution, [reply, ADD, "done"])

    assert after_the_task(requests[1]) == exactly([assistant(reply), tool(text)])
    assert result == exactly(answered("done", 3, name, "add"))


@pytest.mark.rule("R7")
def test_failures_of_tools_are_not_malformed_calls(solution):
    script = [FAILING] * 20 + [UNKNOWN] * 20 + [LIKE_MALFORMED] * 20 + ["sorry"]

    result, _, _ = play(solution, script, max_steps=61, max_malformed=0)

    assert result == exactly(answered("sorry", 61, *["divide"] * 20, *["get_forecast"] * 20, *["add"] * 20))


@pytest.mark.rule("R7")
def test_a_tool_that_raises_malformed_call_has_failed_like_any_other(solution, monkeypatch):
    def raises(city):
        raise MalformedCall("raised by the tool")

    stand_in(monkeypatch, raises)

    result, _, _ = play(solution, [PARIS, PARIS, "It says: {last_tool_result}"], max_malformed=0)

    text = "error: get_weather raised MalformedCall: raised by the tool"
    assert result == exactly(answered(f"It says: {text}", 3, "get_weather", "get_weather"))


@pytest.mark.rule("R7")
def test_tools_called_keeps_the_order_and_repeats(solution):
    result, _, _ = play(solution, [PARIS, ADD, FAILING, LIST, UNKNOWN, ADD, tool_call("Zürich"), "done"], max_steps=8)

    assert result["tools_called"] == exactly(["get_weather", "add", "divide", "get_forecast", "add", "Zürich"])


# --- R8: malformed calls ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R8")
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_the_model_is_told_why_its_call_is_malformed(solution, reply):
    result, requests, _ = play(solution, [reply, "It says: {last_tool_result}"])

    assert after_the_task(requests[1])[1:] == exactly([told(reply)])
    assert result == exactly(answered(f"It says: {told(reply)['content']}", 2))


@pytest.mark.rule("R8")
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_call_is_not_listed_when_it_is_one_too_many(solution, reply):
    result, _, dispatched = play(solution, [ADD, reply, "not asked for"], max_malformed=0)

    assert (result, dispatched) == exactly((malformed(2, "add"), [CALLS[ADD]]))


@pytest.mark.rule("R8")
def test_each_malformed_call_is_told_its_own_reason(solution):
    replies = [LIST, CUT_OFF, MALFORMED["tool is blank"]]

    _, requests, _ = play(solution, [*replies, "done"], max_malformed=3)

    assert after_the_task(requests[3])[1::2] == exactly([told(reply) for reply in replies])


@pytest.mark.rule("R8")
def test_the_same_reason_is_told_again(solution):
    _, requests, _ = play(solution, [LIST, LIST, ADD, LIST, "done"])

    assert after_the_task(requests[4])[1::2] == exactly(
        [tool(LIST_MESSAGE), tool(LIST_MESSAGE), tool("5"), tool(LIST_MESSAGE)]
    )


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "kind", ["format directives", "a slot in escapes", "a line separator in a list", "other letters"]
)
def test_what_the_reason_quotes_is_told_unchanged(solution, kind):
    reply = MALFORMED[kind]

    _, requests, _ = play(solution, [reply, "done"])

    quoted = json.dumps(json.loads(reply)["arguments"], ensure_ascii=False)
    text = f"error: malformed tool call: `arguments` is a list ({quoted}), not an object"
    assert after_the_task(requests[1])[1:] == exactly([tool(text)])


# --- R9: too many in a row -------------------------------------------------------------------------------------------


@pytest.mark.rule("R9")
@pytest.mark.parametrize("limit", [0, 1, 2, 3, 7])
def test_one_more_than_max_malformed_in_a_row_ends_the_run(solution, limit):
    result, requests, dispatched = play(
        solution, [LIST] * (limit + 1) + ["not asked for"], max_steps=10, max_malformed=limit
    )

    assert (result, len(requests), dispatched) == exactly((malformed(limit + 1), limit + 1, []))


@pytest.mark.rule("R9")
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_the_row_may_begin_after_calls(solution, limit):
    script = [ADD, FAILING] + [CUT_OFF] * (limit + 1) + ["not asked for"]

    result, requests, _ = play(solution, script, max_steps=10, max_malformed=limit)

    assert (result, len(requests)) == exactly((malformed(limit + 3, "add", "divide"), limit + 3))


@pytest.mark.rule("R9")
def test_malformed_calls_of_different_kinds_make_one_row(solution):
    script = [LIST, CUT_OFF, MALFORMED["NaN"], "not asked for"]

    result, requests, _ = play(solution, script)

    assert (result, len(requests)) == exactly((malformed(3), 3))


@pytest.mark.rule("R9")
@pytest.mark.parametrize("reply", MALFORMED.values(), ids=MALFORMED)
def test_every_kind_of_malformed_call_adds_to_the_row(solution, reply):
    result, requests, _ = play(solution, [LIST, reply, CUT_OFF, "not asked for"])

    assert (result, len(requests)) == exactly((malformed(3), 3))


@pytest.mark.rule("R9")
def test_malformed_calls_of_different_tools_make_one_row(solution):
    script = [f'{{"tool": "{name}", "arguments": []}}' for name in ("add", "get_forecast", "get_weather", "divide")]

    result, requests, _ = play(solution, script)

    assert (result, len(requests)) == exactly((malformed(3), 3))


@pytest.mark.rule("R9")
def test_without_the_argument_the_third_in_a_row_ends_the_run(solution):
    result, requests, _ = play(solution, [LIST, LIST, LIST, "not asked for"])

    assert (result, len(requests)) == exactly((malformed(3), 3))


@pytest.mark.rule("R9")
def test_without_the_argument_two_in_a_row_do_not_end_the_run(solution):
    result, _, _ = play(solution, [LIST, LIST, "done"])

    assert result == exactly(answered("done", 3))


@pytest.mark.rule("R9")
@pytest.mark.parametrize("reply", [ADD, LIST, "done"], ids=["a call", "a malformed call", "an answer"])
def test_nothing_is_read_after_the_row_is_too_long(solution, reply):
    result, requests, dispatched = play(solution, [LIST, LIST, reply], max_malformed=1)

    assert (result, len(requests), dispatched) == exactly((malformed(2), 2, []))


@pytest.mark.rule("R9")
def test_both_limits_may_be_given_by_position(solution):
    result = solution.run_agent("the task", [ADD, LIST, LIST, "not asked for"], 4, 1)

    assert result == exactly(malformed(3, "add"))


@pytest.mark.rule("R9")
def test_a_limit_of_a_billion_permits_any_row(solution):
    result, _, _ = play(solution, [LIST] * 99 + ["done"], max_steps=100, max_malformed=1_000_000_000)

    assert result == exactly(answered("done", 100))


# --- R10: what ends a row --------------------------------------------------------------------------------------------


@pytest.mark.rule("R10")
@pytest.mark.parametrize("call", WELL_FORMED.values(), ids=WELL_FORMED)
def test_a_well_formed_call_ends_the_row_whatever_comes_of_it(solution, call):
    name = CALLS[call][0]

    result, _, _ = play(solution, [LIST, call, LIST, call, LIST, "done"], max_steps=6, max_malformed=1)

    assert result == exactly(answered("done", 6, name, name))


@pytest.mark.rule("R10")
@pytest.mark.parametrize(("reply", "call"), ODD_CALLS.values(), ids=ODD_CALLS)
def test_a_well_formed_call_ends_the_row_however_it_is_written(solution, reply, call):
    result, _, _ = play(solution, [LIST, reply, LIST, "done"], max_malformed=1)

    assert result == exactly(answered("done", 4, call[0]))


@pytest.mark.rule("R10")
@pytest.mark.parametrize("call", WELL_FORMED.values(), ids=WELL_FORMED)
def test_after_a_call_a_new_row_of_full_length_ends_the_run(solution, call):
    script = [LIST, LIST, call, LIST, LIST, LIST, "not asked for"]

    result, requests, _ = play(solution, script, max_steps=10)

    assert (result, len(requests)) == exactly((malformed(6, CALLS[call][0]), 6))


@pytest.mark.rule("R10")
def test_the_row_is_set_back_to_zero_and_not_only_made_shorter(solution):
    script = [LIST] * 3 + [ADD] + [LIST] * 3 + [ADD] + [LIST] * 3 + ["done"]

    result, _, _ = play(solution, script, max_steps=12, max_malformed=3)

    assert result == exactly(answered("done", 12, "add", "add"))


@pytest.mark.rule("R10")
def test_calls_do_not_earn_a_longer_row(solution):
    result, requests, _ = play(solution, [ADD, ADD, ADD, LIST, "not asked for"], max_malformed=0)

    assert (result, len(requests)) == exactly((malformed(4, "add", "add", "add"), 4))


@pytest.mark.rule("R10")
def test_the_number_of_malformed_calls_in_the_whole_run_has_no_limit(solution):
    result, _, _ = play(solution, [LIST, CUT_OFF, ADD] * 33 + ["done"], max_steps=100)

    assert result == exactly(answered("done", 100, *["add"] * 33))


# --- R11: too many steps ---------------------------------------------------------------------------------------------


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [1, 2, 3, 8])
def test_after_max_steps_without_an_answer_the_run_ends(solution, limit):
    result, requests, _ = play(solution, [ADD] * limit + ["not asked for"], max_steps=limit)

    assert (result, len(requests)) == exactly((stopped(limit, *["add"] * limit), limit))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [1, 2, 3, 8])
def test_malformed_calls_use_up_the_steps_as_well(solution, limit):
    result, requests, _ = play(solution, [LIST] * limit + ["not asked for"], max_steps=limit, max_malformed=20)

    assert (result, len(requests)) == exactly((stopped(limit), limit))


@pytest.mark.rule("R11")
@pytest.mark.parametrize(
    ("script", "names"),
    [([ADD, LIST], ["add"]), ([LIST, ADD], ["add"]), ([LIST, UNKNOWN, LIST], ["get_forecast"])],
    ids=["malformed last", "malformed first", "malformed first and last"],
)
def test_mixed_calls_use_up_the_steps(solution, script, names):
    result, requests, _ = play(solution, [*script, "not asked for"], max_steps=len(script))

    assert (result, len(requests)) == exactly((stopped(len(script), *names), len(script)))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [0, 1, 2])
@pytest.mark.parametrize(
    "script", [[], ["not asked for"], [ADD], [LIST]], ids=["nothing", "answer", "call", "malformed"]
)
def test_with_max_steps_0_nothing_is_called(solution, script, limit):
    result, requests, dispatched = play(solution, script, max_steps=0, max_malformed=limit)

    assert (result, requests, dispatched) == exactly((stopped(0), [], []))


@pytest.mark.rule("R11")
def test_without_the_argument_the_fifth_call_is_the_last(solution):
    result, requests, _ = play(solution, [LIST, ADD, LIST, ADD, LIST, "not asked for"])

    assert (result, len(requests)) == exactly((stopped(5, "add", "add"), 5))


@pytest.mark.rule("R11")
@pytest.mark.parametrize("limit", [10, 100])
def test_a_limit_above_the_default_is_kept_also_when_every_call_is_the_same(solution, limit):
    result, _, _ = play(solution, [ADD] * (limit - 1) + ["done"], max_steps=limit)

    assert result == exactly(answered("done", limit, *["add"] * (limit - 1)))


@pytest.mark.rule("R11")
def test_a_limit_of_a_billion_costs_nothing(solution):
    result, _, _ = play(solution, [LIST, "done"], max_steps=1_000_000_000)

    assert result == exactly(answered("done", 2))


# --- R12: both limits at once ----------------------------------------------------------------------------------------


@pytest.mark.rule("R12")
@pytest.mark.parametrize("limit", [0, 1, 2, 4])
def test_one_too_many_on_the_last_step_is_malformed_calls(solution, limit):
    result, requests, _ = play(solution, [LIST] * (limit + 1), max_steps=limit + 1, max_malformed=limit)

    assert (result, len(requests)) == exactly((malformed(limit + 1), limit + 1))


@pytest.mark.rule("R12")
def test_one_too_many_on_the_fifth_step_by_default_is_malformed_calls(solution):
    result, _, _ = play(solution, [ADD, ADD, LIST, LIST, CUT_OFF])

    assert result == exactly(malformed(5, "add", "add"))


@pytest.mark.rule("R12")
@pytest.mark.parametrize("limit", [1, 2, 4])
def test_a_row_within_its_limit_on_the_last_step_is_max_steps(solution, limit):
    result, requests, _ = play(solution, [LIST] * limit, max_steps=limit, max_malformed=limit)

    assert (result, len(requests)) == exactly((stopped(limit), limit))


# --- R13: exceptions -------------------------------------------------------------------------------------------------


@pytest.mark.rule("R13")
@pytest.mark.parametrize("script", [[], [LIST], [ADD, LIST], [LIST, FAILING]], ids=len)
def test_a_model_whose_script_is_too_short_raises_out_of_the_run(solution, script):
    with recording() as events, pytest.raises(ScriptExhausted) as caught:
        solution.run_agent("the task", list(script))

    asked = sum(event[0] == "model" for event in events)
    assert (str(caught.value), asked) == exactly(
        (f"the script has no reply for model call {len(script) + 1}", len(script) + 1)
    )


@pytest.mark.rule("R13")
@pytest.mark.parametrize("settings", [{}, {"max_steps": 3}, {"max_malformed": 1}], ids=["early", "last step", "row"])
@pytest.mark.parametrize("before", [[], [LIST], [LIST, ADD], [ADD, LIST]], ids=["first", "malformed", "call", "both"])
def test_what_the_model_raises_once_comes_out_as_the_same_object(solution, monkeypatch, before, settings):
    ask = ScriptedModel.__call__
    for kind in [*INTERRUPTS, *KINDS, json.JSONDecodeError]:
        stop = kind("raised by the model", "", 0) if kind is json.JSONDecodeError else kind("raised by the model")
        asked = []

        def ask_or_raise(self, messages, stop=stop, asked=asked):
            asked.append(len(messages))
            if len(asked) == len(before) + 1:
                raise stop
            return ask(self, messages)

        monkeypatch.setattr(ScriptedModel, "__call__", ask_or_raise)

        with pytest.raises(kind) as caught:
            solution.run_agent("the task", [*before, "not asked for", "nor this"], **settings)

        assert caught.value is stop
        assert (kind.__name__, asked) == exactly((kind.__name__, [2, 4, 6][: len(before) + 1]))


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    "settings", [{}, {"max_steps": 2}, {"max_malformed": 1}], ids=["early", "last step", "longest row before it"]
)
@pytest.mark.parametrize("kind", INTERRUPTS)
def test_an_interrupt_while_a_tool_runs_comes_out_as_the_same_object(solution, monkeypatch, kind, settings):
    stop = kind("raised by the tool")

    def interrupted(city):
        raise stop

    stand_in(monkeypatch, interrupted)

    with recording() as events, pytest.raises(kind) as caught:
        solution.run_agent("the task", [LIST, PARIS, "not asked for"], **settings)

    assert caught.value is stop
    assert [event[0] for event in events] == exactly(["model", "model", "tool"])


# --- R14: nothing outlives the call ----------------------------------------------------------------------------------


@pytest.mark.rule("R14")
def test_the_same_run_played_again_goes_the_same_way(solution):
    script = [LIST, ADD, CUT_OFF, "It says: {last_tool_result}"]

    first = play(solution, script)
    second = play(solution, script)

    assert first[0] == exactly(answered(f"It says: {told(CUT_OFF)['content']}", 4, "add"))
    assert second == exactly(first)


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        ([LIST, LIST, "first"], answered("first", 3)),
        ([LIST, LIST, LIST], malformed(3)),
        ([ADD, LIST, ADD, LIST, LIST], stopped(5, "add", "add")),
    ],
    ids=["after an answer", "after too many malformed calls", "after too many steps"],
)
def test_a_new_run_starts_with_no_malformed_call_in_its_row(solution, script, expected):
    first, _, _ = play(solution, script)

    second, requests, _ = play(solution, [LIST, LIST, "second"])

    assert (first, second) == exactly((expected, answered("second", 3)))
    assert [len(request) for request in requests] == exactly([2, 4, 6])


@pytest.mark.rule("R14")
def test_a_run_after_one_that_raised_starts_afresh(solution):
    with pytest.raises(ScriptExhausted):
        solution.run_agent("the task", [ADD, LIST, LIST])

    result, requests, _ = play(solution, [LIST, LIST, PARIS, "second"])

    assert result == exactly(answered("second", 4, "get_weather"))
    assert [len(request) for request in requests] == exactly([2, 4, 6, 8])


@pytest.mark.rule("R14")
def test_a_run_after_one_that_was_interrupted_starts_afresh(solution, monkeypatch):
    def interrupted(city):
        raise KeyboardInterrupt

    stand_in(monkeypatch, interrupted)
    with pytest.raises(KeyboardInterrupt):
        solution.run_agent("the task", [LIST, LIST, PARIS])

    result, requests, _ = play(solution, [LIST, LIST, "second"])

    assert result == exactly(answered("second", 3))
    assert [len(request) for request in requests] == exactly([2, 4, 6])


@pytest.mark.rule("R14")
def test_a_run_that_a_tool_starts_leaves_the_outer_run_alone(solution, monkeypatch):
    results = []

    def ask_another_agent(city):
        results.append(solution.run_agent("the inner task", [LIST, LIST, FAILING, LIST, "Inner: {last_tool_result}"]))
        return "from inside"

    stand_in(monkeypatch, ask_another_agent)

    outer, requests, _ = play(solution, [LIST, LIST, PARIS, LIST, LIST, "Outer: {last_tool_result}"], max_steps=6)

    assert results == exactly([answered(f"Inner: {LIST_MESSAGE}", 5, "divide")])
    assert outer == exactly(answered(f"Outer: {LIST_MESSAGE}", 6, "get_weather"))
    broken = [assistant(LIST), tool(LIST_MESSAGE)] * 2
    assert requests[-1][1:] == exactly(
        [{"role": "user", "content": "the task"}, *broken, assistant(PARIS), tool("from inside"), *broken]
    )


@pytest.mark.rule("R14")
def test_the_caller_may_change_a_result_without_changing_any_other(solution):
    first, _, _ = play(solution, [ADD, LIST, "first"])
    second, _, _ = play(solution, [PARIS, "second"])
    first["tools_called"].append("changed by the caller")
    first["answer"] = "changed by the caller"

    third, _, _ = play(solution, [ADD, "third"])

    assert (second, third) == exactly((answered("second", 2, "get_weather"), answered("third", 2, "add")))


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "settings", [{}, {"max_steps": 1}, {"max_malformed": 0}], ids=["answer", "max_steps", "malformed_calls"]
)
def test_the_script_is_left_as_it_was(solution, settings):
    script = [LIST, ADD, "done"]

    solution.run_agent("the task", script, **settings)

    assert script == exactly([LIST, ADD, "done"])
