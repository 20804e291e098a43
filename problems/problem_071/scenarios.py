"""Every short run of problem 071, smallest first, and how to observe a solution on one."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from judge.plain import plain, same
from problems.problem_071.lab import (
    TOOLS,
    MalformedCall,
    ScriptedModel,
    Tool,
    parse_tool_call,
    recording,
    tool_call,
)

Scenario = dict[str, Any]

SPACE = "scripts of up to 6 replies under small limits, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    152,
    154,
    156,
    158,
    160,
    162,
    164,
    170,
    171,
    172,
    196,
    204,
    208,
    210,
    214,
    216,
    218,
    220,
    222,
    224,
    226,
    228,
    230,
    238,
    248,
    250,
    254,
    255,
    1237,
    1322,
    1327,
    7285,
    14105,
    15426,
    18364,
)
TASK = "Help me."
ADD = tool_call("add", a=2, b=3)
FAILS = tool_call("divide", a=1, b=0)
UNKNOWN = tool_call("get_forecast", city="Paris")
LIKE_MALFORMED = tool_call("add", a="error: malformed tool call: ", b="`tool` is blank")
LIST = '{"tool": "add", "arguments": [2, 3]}'
CUT_OFF = '{"tool": "add", "arguments": {"a": 2, "b": 3'
ACCENT = "\u0308"  # stands behind the letter that it belongs to
DONE = "done"
SAYS = "It says: {last_tool_result}"

# What a person reads for each reply, and the reply. These make up the longer scripts.
CALLS = {
    "call add(a=2, b=3)": ADD,
    "call divide(a=1, b=0), which fails": FAILS,
    "call get_forecast(city='Paris'), which does not exist": UNKNOWN,
    "call add(...), whose result reads like R8": LIKE_MALFORMED,
}
BROKEN = {
    "malformed, arguments are a list": LIST,
    "malformed, cut off": CUT_OFF,
}
ANSWERS = {
    "final 'done'": DONE,
    "final 'It says: {last_tool_result}'": SAYS,
    "final ''": "",
    "final '{\"total\": 5}'": '{"total": 5}',
}
# These stand in short scripts only.
ODD_CALLS = {
    "call add(a=2, b=3) in a code fence": f"```json\n{ADD}\n```",
    "call add(a=2, b=3) in a code fence on one line": f"```{ADD}```",
    "call add(a=2, b=3), arguments encoded twice": '{"tool": "add", "arguments": "{\\"a\\": 2, \\"b\\": 3}"}',
    "call get_forecast, arguments absent": '{"tool": "get_forecast"}',
    "call get_forecast, arguments null": '{"tool": "get_forecast", "arguments": null}',
    "call get_forecast, arguments blank text": '{"tool": "get_forecast", "arguments": " "}',
    "call add(b=3, a=2) with spaces around it": ' {"tool":"add", "arguments":{"b":3, "a":2}}\n',
    "call add(a=2, b=3) with escapes in its keys": ADD.replace("tool", r"\u0074ool"),
    "call add(a=2, b=3) and one more key": ADD[:-1] + ', "id": 1}',
    "call ' add '(a=2, b=3), which does not exist": tool_call(" add ", a=2, b=3),
    "call add(a='', b=''), whose result is empty": tool_call("add", a="", b=""),
    "call add(a=[{'y': 1, 'x': 2}], b=[])": tool_call("add", a=[{"y": 1, "x": 2}], b=[]),
    "call add(a='1', b='2')": tool_call("add", a="1", b="2"),
    "call add(a=0.123456789, b=0)": tool_call("add", a=0.123456789, b=0),
    "call get_forecast, the name of its argument is blank": tool_call("get_forecast", **{" ": "Paris"}),
    "call get_weather(city='two\\nlines'), which fails": tool_call("get_weather", city="two\nlines"),
    "call add(a=2, b=3) with CR LF as line ends": f"{{\r\n{ADD[1:]}\r\n",
    "call 'Zürich', the accent a character of its own": tool_call(f"Zu{ACCENT}rich"),
    "call get_weather(city='{last_tool_result}')": tool_call("get_weather", city="{last_tool_result}"),
}
ODD_BROKEN = {
    "malformed, arguments are {last_tool_result}": '{"tool": "add", "arguments": {last_tool_result}}',
    "malformed, trailing comma": ADD[:-1] + ",}",
    "malformed, single quotes": ADD.replace('"', "'"),
    "malformed, a word after the call": f"{ADD} Done.",
    "malformed, two calls": f"{ADD}\n{FAILS}",
    "malformed, arguments are an empty list": '{"tool": "get_forecast", "arguments": []}',
    "malformed, arguments are 0": '{"tool": "get_forecast", "arguments": 0}',
    "malformed, arguments are false": '{"tool": "get_forecast", "arguments": false}',
    "malformed, arguments are a word": '{"tool": "get_weather", "arguments": "Paris"}',
    "malformed, arguments encoded three times": json.dumps(
        {"tool": "get_forecast", "arguments": json.dumps(json.dumps({}))}
    ),
    "malformed, tool is blank": '{"tool": " ", "arguments": {}}',
    "malformed, tool is null": '{"tool": null, "arguments": {}}',
    "malformed, a key twice": '{"tool": "add", "arguments": {"a": 2, "a": 3, "b": 3}}',
    "malformed, NaN": '{"tool": "add", "arguments": {"a": NaN, "b": 3}}',
    "malformed, nested 101 deep": f'{{"tool": "add", "arguments": {{"a": {"[" * 99}{"]" * 99}, "b": []}}}}',
    "malformed, nested 5,000 deep": f'{{"tool": "add", "arguments": {{"a": {"[" * 5_000}{"]" * 5_000}, "b": []}}}}',
    "malformed, cut off in a code fence": f"```json\n{CUT_OFF}\n```",
    "malformed, cut off with its code fence": f"```json\n{CUT_OFF}",
    "malformed, a code fence that is not closed": f"```json\n{ADD}",
    "malformed, with spaces around it": f" {LIST}\n",
    "malformed, with CR LF as line ends": f"{{\r\n{LIST[1:]}\r\n",
    "malformed, tool is a list of a name": ADD.replace('"add"', '["add"]'),
    "malformed, arguments of divide are a list": '{"tool": "divide", "arguments": [1, 0]}',
    "malformed, an accent as a character of its own": f'{{"tool": "add", "arguments": ["Zu{ACCENT}rich"]}}',
    "malformed, a NUL character behind the call": f"{LIST}\0",
    "malformed, a line separator in a list": '{"tool": "add", "arguments": ["two\u2028lines"]}',
    "malformed, {last_tool_result} in escapes": r'{"tool": "add", "arguments": ["\u007blast_tool_result}"]}',
    "malformed, the reason is long": json.dumps(
        {"tool": "add", "arguments": f'{{"{"k" * 100}": 1, "{"k" * 100}": 2}}'}
    ),
}
ODD_ANSWERS = {
    "final ' done\\n'": " done\n",
    "final ' \\n'": " \n",
    "final 'Zürich', the accent a character of its own": f"Zu{ACCENT}rich",
    "final 'two texts' with a NUL between them": "two\0texts",
    "final 'two lines' with CR LF between them": "two\r\nlines",
    "final, a call behind a byte order mark": f"\ufeff{ADD}",
    "final, a call between form feeds": f"\f{ADD}\f",
    "final, a call with the key tool_name": ADD.replace("tool", "tool_name"),
    "final '{\"total\": 5', which is cut off": '{"total": 5',
    "final 'I could call {\"tool\": ...} now.'": f"I could call {ADD} now.",
    "final, a list of calls": f"[{ADD}]",
    "final, a malformed call in a sentence": f"I could call {LIST} now.",
}
# The model raises what these name instead of replying.
RAISES = {
    "raises ValueError": ValueError,
    "raises MalformedCall": MalformedCall,
    "raises TimeoutError": TimeoutError,
}
# These stand in the last scripts only.
ALSO_RAISES = {
    f"raises {kind.__name__}": kind
    for kind in (ConnectionError, OSError, RuntimeError, KeyError, TypeError, MemoryError, RecursionError, Exception)
}
INTERRUPTED = tool_call("lookup_doc", name="shipping")
ANOTHER_RUN = tool_call("lookup_doc", name="refund-policy")
_INNER_SCRIPT = (LIST, "Inner: {last_tool_result}")
_LABELS = {
    reply: label for label, reply in (CALLS | BROKEN | ANSWERS | ODD_CALLS | ODD_BROKEN | ODD_ANSWERS).items()
} | {
    INTERRUPTED: "call lookup_doc(name='shipping'), interrupted as by Ctrl-C",
    ANOTHER_RUN: "call lookup_doc(name='refund-policy'), which runs an agent",
    **{reply: reply for reply in (RAISES | ALSO_RAISES)},
}
_HUGE = 1_000_000_000
_MOST_NAMES = 100
_MARK = "written here by the caller"


class Interrupt(BaseException):
    """Stands for the KeyboardInterrupt of a person who presses Ctrl-C while a tool runs."""


def _interrupted(name: str) -> str:
    raise Interrupt(f"while looking up {name}")


_LOOKUP = TOOLS["lookup_doc"]
_INTERRUPTED_LOOKUP = replace(_LOOKUP, run=_interrupted)
_ASK = ScriptedModel.__call__


def _asking(solution: Any) -> Tool:
    """Return a lookup that has another run of the same agent find the text."""
    return replace(_LOOKUP, run=lambda name: solution.run_agent(f"Find {name}.", list(_INNER_SCRIPT))["answer"])


def _ask_or_raise(model: ScriptedModel, messages: list[dict[str, str]]) -> str:
    reply = _ASK(model, messages)
    if kind := RAISES.get(reply) or ALSO_RAISES.get(reply):
        raise kind("the provider is down")
    return reply


def scenarios() -> Iterator[Scenario]:
    """Yield every short script in all interesting settings, then some longer ones.

    `max_steps` or `max_malformed` None means that the argument is not given. `runs` is how often the same run is played
    in a row.
    """
    yield _scenario([], 0, 0)
    yield _scenario([], 0, None, runs=2)
    yield _scenario([], 1, None, runs=2)
    for reply in (DONE, ADD, LIST):
        # The second time, what is left over from the first shows.
        yield _scenario([reply], 2, 1, runs=2)
    yield from _scripts(1, CALLS, BROKEN, ANSWERS, (1, 0, None))
    for task in ("", "Fill {last_tool_result}.", f"Zu{ACCENT}rich?", LIST):
        yield _scenario([DONE], 1, 0, task=task)
    for reply in (*ODD_CALLS.values(), *ODD_BROKEN.values(), *ODD_ANSWERS.values(), *RAISES, INTERRUPTED):
        yield _scenario([reply], 2, 1)
        yield _scenario([reply], 1, 0)
    for replies in ([DONE], [ADD], [LIST]):
        yield _scenario(replies, 1, 0, runs=2)
    yield from _scripts(2, CALLS, BROKEN, ANSWERS, (1, 0, None, _HUGE))
    for reply in (*ODD_CALLS.values(), *ODD_BROKEN.values()):
        for replies in ([reply, DONE], [reply, SAYS], [ADD, reply, SAYS], [LIST, reply, LIST], [LIST, reply, SAYS]):
            yield _scenario(replies, 4, 1)
    for before, reply in product((ADD, LIST), (*ODD_ANSWERS.values(), *RAISES, INTERRUPTED)):
        yield _scenario([before, reply], 2, 1)
        yield _scenario([before, reply, DONE], None, None)
    yield from _scripts(3, CALLS, BROKEN, ANSWERS, (1, 0, 2, None))
    for replies in ([LIST, LIST, LIST], [LIST, LIST, DONE], [LIST, ADD, LIST], [LIST, LIST]):
        yield _scenario(replies, None, None, runs=2)
    for replies in ([ANOTHER_RUN], [ANOTHER_RUN, SAYS], [ADD, ANOTHER_RUN, SAYS], [LIST, ANOTHER_RUN, LIST]):
        yield _scenario(replies, 3, 1)
    yield from _scripts(4, CALLS, BROKEN, ANSWERS, (1, None))
    yield from _scripts(5, _some(CALLS, 3), _some(BROKEN, 1), _some(ANSWERS, 1), (1, 2, 3))
    yield _scenario([LIST, LIST, ANOTHER_RUN, LIST, LIST], 5, None)
    yield _scenario([LIST, LIST, ANOTHER_RUN, LIST, LIST, LIST], 9, None)
    yield from _scripts(6, _some(CALLS, 2), _some(BROKEN, 1), _some(ANSWERS, 1), (1, 2, 3))
    yield _scenario([LIST, ADD, LIST, ADD, LIST, ADD, DONE], None, None)
    for rounds in (3, 10, 33):
        yield _scenario([LIST, LIST, ADD] * rounds + [DONE], 3 * rounds + 1, None)
        yield _scenario([LIST, CUT_OFF, LIST] * rounds + [DONE], 3 * rounds + 1, 3 * rounds)
        yield _scenario([LIST, CUT_OFF, LIST] * rounds + [DONE], 3 * rounds + 1, 3 * rounds - 1)
    for reply in ALSO_RAISES:
        yield _scenario([reply, DONE], None, None)
        yield _scenario([LIST, reply, DONE], None, None)


def _some(replies: dict[str, str], most: int) -> dict[str, str]:
    return dict(list(replies.items())[:most])


def _scripts(
    length: int,
    calls: dict[str, str],
    broken: dict[str, str],
    answers: dict[str, str],
    rows: Iterable[int | None],
) -> Iterator[Scenario]:
    """Yield the scripts of this length in which only the last reply may be an answer, under each limit of the row.

    The step limit is the length, so that the last reply comes on the last permitted step. For scripts of up to 3 it is
    also one more, one less, and not given.
    """
    going_on = [*calls.values(), *broken.values()]
    limits = (length + 1, length, length - 1, None) if length <= 3 else (length,)
    for row, max_steps in product(rows, limits):
        for replies in product(going_on, repeat=length - 1):
            for last in (*answers.values(), *going_on):
                yield _scenario((*replies, last), max_steps, row)


def _scenario(
    replies: Iterable[str], max_steps: int | None, max_malformed: int | None, runs: int = 1, task: str = TASK
) -> Scenario:
    return {
        "task": task,
        "replies": tuple(replies),
        "max_steps": max_steps,
        "max_malformed": max_malformed,
        "runs": runs,
    }


def observe(solution: Any, scenario: Scenario) -> dict[str, Any]:
    """Return what the model was sent, what was dispatched and how it ended, in the last of the runs.

    `earlier` says the same of the runs before it. Before the next run, the caller writes into the list of the result;
    `afterwards` is that result when all is over.
    """
    script = list(scenario["replies"])
    observed, result = _run(solution, scenario, script)
    earlier = []
    for _ in range(1, scenario["runs"]):
        _write_into(result)
        earlier.append((observed, result))
        observed, result = _run(solution, scenario, script)
    observed["earlier"] = [{**before, "afterwards": _seen(result)} for before, result in earlier]
    observed["script"] = plain(script)
    return observed


def _run(solution: Any, scenario: Scenario, script: list[str]) -> tuple[dict[str, Any], Any]:
    """Return what is seen of one run, and the very object that it returned."""
    limits = {name: scenario[name] for name in ("max_steps", "max_malformed") if scenario[name] is not None}
    result = raised = None
    TOOLS["lookup_doc"] = _asking(solution) if ANOTHER_RUN in scenario["replies"] else _INTERRUPTED_LOOKUP
    ScriptedModel.__call__ = _ask_or_raise
    try:
        with recording() as events:
            result = solution.run_agent(scenario["task"], script, **limits)
    except (Exception, SystemExit, Interrupt) as exc:
        raised = _described(exc)
    finally:
        TOOLS["lookup_doc"] = _LOOKUP
        ScriptedModel.__call__ = _ASK
    return {"events": events, "returned": _seen(result), "raised": raised}, result


def _seen(result: Any) -> Any:
    """Return a plain copy of a result; the number of names alone where a list has grown over all runs."""
    if type(result) is dict and type(names := result.get("tools_called")) is list and len(names) > _MOST_NAMES:
        return plain({**result, "tools_called": f"<{len(names)} names>"})
    return plain(result)


def _write_into(result: Any) -> None:
    """Change the list of a result, as its caller may."""
    if type(result) is dict and type(result.get("tools_called")) is list:
        result["tools_called"].append(_MARK)


def _described(exc: BaseException) -> str:
    """Return `TYPE: MESSAGE`; the type alone where the message cannot be had."""
    try:
        return f"{type(exc).__name__}: {exc}"
    except Exception:
        return type(exc).__name__


def runs(observed: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what was observed run by run, in a reader's words."""
    told = []
    for run in observed["earlier"]:
        told.append({key: run[key] for key in ("events", "returned", "raised")})
        told[-1]["the result, once its caller wrote into the list and ran again"] = run["afterwards"]
    last = {key: observed[key] for key in ("events", "returned", "raised")}
    return [*told, {**last, "the script afterwards": observed["script"]}]


def conversation(scenario: Scenario) -> list[str]:
    """Return the script as a person would read it: the settings, then one line for each reply."""
    limits = (_limit_in_words(scenario, "max_steps", 5), _limit_in_words(scenario, "max_malformed", 2))
    settings = "  ".join(limits)
    if scenario["task"] != TASK:
        settings += f"  task={scenario['task']!r}"
    if scenario["runs"] > 1:
        settings += f"  played {scenario['runs']} times"
    return [settings, *(f"model: {_LABELS[reply]}" for reply in scenario["replies"])]


def _limit_in_words(scenario: Scenario, name: str, default: int) -> str:
    return f"{name}={default} (not given)" if scenario[name] is None else f"{name}={scenario[name]}"


def rule(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between two observations of this scenario."""
    for expected, got in zip(reference["earlier"], attempt["earlier"], strict=True):
        if not _agree(expected, got):
            return _rule_of_run(scenario, expected, got)
        if not same(expected["afterwards"], got["afterwards"]):
            return "R14"
    if reference["earlier"] or _agree(reference, attempt):
        # A run that was right the first time is wrong the second time, or the script was changed.
        return "R14"
    return _rule_of_run(scenario, reference, attempt)


def _agree(expected: dict[str, Any], got: dict[str, Any]) -> bool:
    return all(same(expected[key], got[key]) for key in ("events", "returned", "raised"))


def _rule_of_run(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    if ANOTHER_RUN in scenario["replies"]:
        # The same run without one inside it came before.
        return "R14"
    expected, got = reference["events"], attempt["events"]
    at = _first_difference(expected, got)
    replies = _kinds(scenario, expected[:at])
    if at == len(expected) == len(got):
        return _rule_of_outcome(scenario, replies, reference, attempt)
    if at == len(got):
        return _rule_of_missing_event(replies, expected[at], attempt)
    if at == len(expected):
        return _rule_of_extra_event(replies, reference, got[at])
    return _rule_of_event(replies[-1], expected[:at], expected[at], got[at])


def _first_difference(expected: list[Any], got: list[Any]) -> int:
    """Return the first index at which they differ, which may be the end of either."""
    pairs = enumerate(zip(expected, got, strict=False))
    return next((at for at, pair in pairs if not same(*pair)), min(len(expected), len(got)))


def _kinds(scenario: Scenario, events: list[Any]) -> list[str]:
    """Return the kind of each reply to these requests, and before them "none"."""
    asked = sum(event[0] == "model" for event in events)
    return ["none", *map(_kind, scenario["replies"][:asked])]


def _kind(reply: str) -> str:
    """Return "answer", "call", "odd call" or "malformed"."""
    try:
        call = parse_tool_call(reply)
    except MalformedCall:
        return "malformed"
    if call is None:
        return "answer"
    return "odd call" if reply in ODD_CALLS.values() else "call"


def _rule_of_event(last: str, before: list[Any], expected: Any, got: Any) -> str:
    """Two events at the same place differ; `last` is what the model had replied before them."""
    if before and got[0] == "model" and same(got, before[-1]):
        return "R2"
    if "tool" in (expected[0], got[0]):
        return "R5" if last in ("odd call", "malformed") and expected[0] != got[0] else "R7"
    wanted, sent = expected[1], got[1]
    if type(sent) is not list:
        return "R2"
    if len(wanted) == 2 and any(same(message, first) for message in sent[2:] for first in wanted):
        # Messages that repeat the start are left over from another run.
        return "R14"
    at = _first_difference(wanted, sent)
    if at < max(2, len(wanted) - 2) or at == len(wanted) or len(sent) == len(wanted) - 2:
        return "R2"
    if wanted[at]["role"] == "assistant":
        return "R4"
    return "R8" if last == "malformed" else "R7"


def _rule_of_missing_event(replies: list[str], expected: Any, attempt: dict[str, Any]) -> str:
    """The attempt stopped where the reference goes on with `expected`."""
    last = replies[-1]
    if last == "odd call" and attempt["raised"] is None:
        return "R5"
    if expected[0] == "tool":
        return "R7"
    reason = _reason(attempt)
    if reason == "max_steps":
        return "R11"
    if reason == "malformed_calls":
        return _rule_of_row(replies)
    if last == "malformed":
        return "R5" if reason == "final_answer" else "R8"
    return "R2" if last == "none" else "R7"


def _rule_of_row(replies: list[str]) -> str:
    """The row ended the run too soon or too late: for its length alone, or since a call did not end it before."""
    return "R10" if "call" in replies or "odd call" in replies else "R9"


def _rule_of_extra_event(replies: list[str], reference: dict[str, Any], extra: Any) -> str:
    """The attempt goes on with `extra` where the reference has stopped."""
    if reference["raised"]:
        # Only a second model can have asked for a tool after the script was exhausted.
        return "R2" if extra[0] == "tool" and reference["events"][-1][0] == "model" else "R13"
    if extra[0] == "tool" and replies[-1] == "malformed":
        return "R5"
    if reference["events"] and same(extra, reference["events"][-1]):
        return "R2" if extra[0] == "model" else "R7"
    return _rule_of_end(replies, reference)


def _rule_of_outcome(scenario: Scenario, replies: list[str], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """The events agree, and what came of them does not."""
    wanted, result, last = reference["returned"], attempt["returned"], replies[-1]
    if reference["raised"]:
        # Only a second model counts its calls from the start again.
        return "R2" if _counted(reference["raised"]) and _counted(attempt["raised"]) else "R13"
    if attempt["raised"]:
        return _rule_of_end(replies, reference)
    if type(result) is not dict or result.keys() != wanted.keys():
        return "R1"
    reason = _reason(attempt)
    if reason != wanted["stop_reason"]:
        if last == "malformed" and reason == "final_answer":
            return "R5"
        if last in ("call", "odd call"):
            return "R7" if reason == "final_answer" else "R10"
        if last == "malformed" and wanted["steps"] == _most_steps(scenario):
            return "R12" if _rule_of_row(replies) == "R9" else "R10"
    if not (same(result["stop_reason"], wanted["stop_reason"]) and same(result["answer"], wanted["answer"])):
        return _rule_of_end(replies, reference)
    if not same(result["steps"], wanted["steps"]):
        return "R3"
    return "R8" if last == "malformed" else "R7"


def _reason(observed: dict[str, Any]) -> Any:
    """Return the stop reason, None where there is none."""
    return observed["returned"].get("stop_reason") if type(observed["returned"]) is dict else None


def _rule_of_end(replies: list[str], reference: dict[str, Any]) -> str:
    """The rule that says how this run ends."""
    reason = reference["returned"]["stop_reason"]
    if reason == "malformed_calls":
        return _rule_of_row(replies)
    return "R11" if reason == "max_steps" else "R6"


def _counted(raised: str | None) -> bool:
    """Tell whether this is the model's own ScriptExhausted, with the number of the call."""
    return (
        raised is not None and raised.rstrip("0123456789") == "ScriptExhausted: the script has no reply for model call "
    )


def _most_steps(scenario: Scenario) -> int:
    """Return the number of model calls that the scenario permits."""
    return 5 if scenario["max_steps"] is None else scenario["max_steps"]
