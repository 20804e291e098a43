"""Every short run of problem 070, smallest first, and how to observe a solution on one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

from judge.plain import plain, same
from problems.problem_070.lab import TOOLS, ScriptedModel, Tool, dispatch, recording, tool_call

Scenario = dict[str, Any]

SPACE = "scripts of up to 6 replies, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    198,
    412,
    413,
    415,
    14231,
)
TASK = "Help me."
FIRST_CALL = tool_call("add", a=2, b=3)
FIRST_ANSWER = "done"

# What a person reads for each reply, and the reply.
CALLS = {
    "call add(a=2, b=3)": FIRST_CALL,
    "call get_weather(city='{last_tool_result}')": tool_call("get_weather", city="{last_tool_result}"),
    "call divide(a=1, b=0), which fails": tool_call("divide", a=1, b=0),
    "call get_forecast(), which does not exist": tool_call("get_forecast"),
    "call add(a='', b=''), whose result is empty": tool_call("add", a="", b=""),
    "call add(b=3, a=2) with spaces around it": ' {"tool":"add", "arguments":{"b":3, "a":2}}\n',
    "call get_weather(city='{x} ...'), result with braces": tool_call(
        "get_weather", city="{x} <last_tool_result}"
    ).replace("<", r"\u007b"),
}
ANSWERS = {
    "final 'done'": FIRST_ANSWER,
    "final 'It says: {last_tool_result}'": "It says: {last_tool_result}",
    "final ''": "",
    "final ' done\\n'": " done\n",
    "final '{\"total\": 5}'": '{"total": 5}',
    "final 'null'": "null",
    "final 'I could call {\"tool\": ...} now.'": f"I could call {FIRST_CALL} now.",
}
# These stand in short scripts only.
ODD = {
    "call ' add '(a=2, b=3), which does not exist": tool_call(" add ", a=2, b=3),
    "call ADD(a=2, b=3), which does not exist": tool_call("ADD", a=2, b=3),
    "call add(a=2, b=3) with escapes in its keys": FIRST_CALL.replace("tool", r"\u0074ool"),
    "final, the call add(a=2, b=3) in a code fence": f"```json\n{FIRST_CALL}\n```",
    "final, the call add(a=2, b=3) between no-break spaces": f"\u00a0{FIRST_CALL}\u00a0",
    "final 'Final answer: done'": "Final answer: done",
    "call final_answer(answer='done'), which does not exist": tool_call("final_answer", answer="done"),
    "call finish(), which does not exist": tool_call("finish"),
    "call add(a=2**53 + 1, b=1e-11)": tool_call("add", a=2**53 + 1, b=1e-11),
    "call add(a={}, b=None), which fails": tool_call("add", a={}, b=None),
    'final \'{"answer": "done"}\'': '{"answer": "done"}',
    "final 'a &amp; e' with an accent": "a &amp; e\u0301",
}
LONG_RESULT = tool_call("add", a="x" * 300_000, b="")
ODD_RESULT = tool_call("add", a="e\u0301 ", b="&amp; %s\r\n")
ENDS_ELSEWHERE = ("final_answer", "finish")  # tools that end the run in other loops
INTERRUPTED = tool_call("lookup_doc", name="shipping")
ANOTHER_RUN = tool_call("lookup_doc", name="refund-policy")
_INNER_SCRIPT = (CALLS["call divide(a=1, b=0), which fails"], "Inner: {last_tool_result}")
# What the model raises instead of giving a reply; a later call gets the next one.
RAISES = {
    f"<{kind.__name__}>": kind("from the provider")
    for kind in (ConnectionError, ValueError, KeyError, RuntimeError, SystemExit)
}
_LABELS = {reply: label for label, reply in (CALLS | ANSWERS | ODD).items()} | {
    LONG_RESULT: "call add(a='xxx...', b=''), whose result has 300,000 letters",
    ODD_RESULT: "call add(a='e ', b='&amp; %s\\r\\n'), an accent on the e",
    INTERRUPTED: "call lookup_doc(name='shipping'), interrupted as by Ctrl-C",
    ANOTHER_RUN: "call lookup_doc(name='refund-policy'), which runs an agent",
    **{reply: f"raises {type(error).__name__}" for reply, error in RAISES.items()},
}
_FEW_CALLS = list(CALLS.values())[:3]
_HUGE = 1_000_000_000
_MOST_NAMES = 100
_MARK = "written here by the caller"


class Interrupt(BaseException):
    """Stands for the KeyboardInterrupt of a person who presses Ctrl-C while a tool runs."""


def _interrupted(name: str) -> str:
    raise Interrupt(f"while looking up {name}")


_ASK = ScriptedModel.__call__
_LOOKUP = TOOLS["lookup_doc"]
_INTERRUPTED_LOOKUP = replace(_LOOKUP, run=_interrupted)


def _asking(solution: Any) -> Tool:
    """Return a lookup that has another run of the same agent find the text."""
    return replace(_LOOKUP, run=lambda name: solution.run_agent(f"Find {name}.", list(_INNER_SCRIPT))["answer"])


def _ask_or_raise(model: ScriptedModel, messages: list[Any]) -> str:
    """Ask the model; where its script says so, it raises."""
    reply = _ASK(model, messages)
    if reply in RAISES:
        raise RAISES[reply]
    return reply


def scenarios() -> Iterator[Scenario]:
    """Yield every script of up to four replies in all interesting settings, then some longer ones.

    `max_steps` None means that the argument is not given. `runs` is how often the same run is played in a row.
    """
    yield _scenario([], 0, runs=2)
    yield _scenario([FIRST_ANSWER], 0)
    yield _scenario([], 1, runs=2)
    yield _scenario([], None)
    yield from _scripts(1, list(CALLS.values()), list(ANSWERS.values()))
    yield _scenario([FIRST_ANSWER], 1, task="")
    yield _scenario([FIRST_ANSWER], 1, task="Fill {last_tool_result}.")
    for reply in ODD.values():
        yield _scenario([reply], 1)
    yield _scenario([INTERRUPTED], 1, runs=2)
    yield _scenario([ANOTHER_RUN], 1)
    yield from _scripts(2, list(CALLS.values()), list(ANSWERS.values()))
    yield _scenario([LONG_RESULT, "It says: {last_tool_result}"], 2)
    yield _scenario([ANOTHER_RUN, "It says: {last_tool_result}"], 2)
    yield _scenario([ODD_RESULT, "It says: {last_tool_result}"], 2)
    for raises in RAISES:
        yield _scenario([raises, FIRST_ANSWER], 2)
    for reply in CALLS.values():
        # They come again among all scripts of three, but there so late that a short look does not reach them.
        yield _scenario([reply] * 3, 4)
    yield _scenario([FIRST_CALL, INTERRUPTED, FIRST_ANSWER], 3)
    yield _scenario([FIRST_CALL, ANOTHER_RUN, FIRST_ANSWER], 3)
    for raises in RAISES:
        yield _scenario([FIRST_CALL, raises, FIRST_ANSWER], 3)
    yield from _scripts(3, list(CALLS.values()), list(ANSWERS.values()))
    yield from _scripts(4, list(CALLS.values()), list(ANSWERS.values()), only_exact=True)
    yield from _scripts(5, _FEW_CALLS, [FIRST_ANSWER])
    yield from _scripts(6, _FEW_CALLS, [FIRST_ANSWER])
    for calls in (15, 50, 99):
        yield _scenario([FIRST_CALL] * calls + [FIRST_ANSWER], calls + 1)


def _scripts(length: int, calls: list[str], answers: list[str], only_exact: bool = False) -> Iterator[Scenario]:
    """Yield the scripts of this length, each with the limits that matter for it, or only with the exact ones.

    The first call and the first answer of all are played twice, so that what is left over from a run shows there.
    """
    for start in product(calls, repeat=length - 1):
        for answer in answers:
            replies = [*start, answer]
            yield _scenario(replies, length, runs=2 if replies == [FIRST_ANSWER] else 1)
            if not only_exact:
                yield _scenario(replies, None)
            if length <= 2:
                yield _scenario(replies, _HUGE)
    for replies in product(calls, repeat=length):
        yield _scenario(replies, length, runs=2 if replies == (FIRST_CALL,) else 1)
        yield _scenario(replies, length - 1)
        if not only_exact:
            yield _scenario(replies, None)
            yield _scenario(replies, length + 1)


def _scenario(replies: Iterable[str], max_steps: int | None, runs: int = 1, task: str = TASK) -> Scenario:
    return {"task": task, "replies": tuple(replies), "max_steps": max_steps, "runs": runs}


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
    limit = () if scenario["max_steps"] is None else (scenario["max_steps"],)
    result = raised = None
    TOOLS["lookup_doc"] = _asking(solution) if ANOTHER_RUN in scenario["replies"] else _INTERRUPTED_LOOKUP
    if RAISES.keys() & set(script):
        ScriptedModel.__call__ = _ask_or_raise
    try:
        with recording() as events:
            result = solution.run_agent(scenario["task"], script, *limit)
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
    limit = scenario["max_steps"]
    settings = "max_steps=5 (not given)" if limit is None else f"max_steps={limit}"
    if scenario["task"] != TASK:
        settings += f"  task={scenario['task']!r}"
    if scenario["runs"] > 1:
        settings += f"  played {scenario['runs']} times"
    return [settings, *(f"model: {_LABELS[reply]}" for reply in scenario["replies"])]


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
    if at == len(expected) == len(got):
        return _rule_of_outcome(scenario, reference, attempt)
    if at == len(got):
        return _rule_of_missing_event(scenario, expected[:at], expected[at])
    if at == len(expected):
        return _rule_of_extra_event(reference, got[at])
    return _rule_of_event(expected[:at], expected[at], got[at])


def _first_difference(expected: list[Any], got: list[Any]) -> int:
    """Return the first index at which they differ, which may be the end of either."""
    pairs = enumerate(zip(expected, got, strict=False))
    return next((at for at, pair in pairs if not same(*pair)), min(len(expected), len(got)))


def _rule_of_event(before: list[Any], expected: Any, got: Any) -> str:
    """Two events at the same place differ."""
    if before and got[0] == "model" and same(got, before[-1]):
        return "R3"
    if "tool" in (expected[0], got[0]):
        return "R6"
    wanted, sent = expected[1], got[1]
    if type(sent) is not list:
        return "R3"
    at = _first_difference(wanted, sent)
    if at < 2:
        return "R2"
    if len(wanted) == 2:
        # Messages that repeat the start are left over from another run.
        return "R14" if any(same(message, first) for message in sent[2:] for first in wanted) else "R2"
    if at < len(wanted) - 2 or at == len(wanted) or len(sent) == len(wanted) - 2:
        return "R3"
    return "R4" if wanted[at]["role"] == "assistant" else "R7"


def _rule_of_missing_event(scenario: Scenario, before: list[Any], expected: Any) -> str:
    """The attempt stopped where the reference goes on with `expected`."""
    if expected[0] == "tool":
        return "R8" if _fails(expected) and expected[1] not in ENDS_ELSEWHERE else "R6"
    if before and _fails(before[-1]):
        return "R8"
    asked = sum(event[0] == "model" for event in before)
    return "R11" if asked == _limit(scenario) - 1 else "R3"


def _rule_of_extra_event(reference: dict[str, Any], extra: Any) -> str:
    """The attempt goes on with `extra` where the reference has stopped."""
    if reference["raised"]:
        # Only a second model can have asked for a tool after the script was exhausted.
        return "R3" if extra[0] == "tool" and reference["events"][-1][0] == "model" else "R13"
    if reference["events"] and same(extra, reference["events"][-1]):
        return "R3" if extra[0] == "model" else "R6"
    return "R11" if reference["returned"]["stop_reason"] == "max_steps" else "R5"


def _rule_of_outcome(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """The events agree, and what came of them does not."""
    wanted, result = reference["returned"], attempt["returned"]
    if reference["raised"]:
        # Only a second model counts its calls from the start again.
        return "R3" if _counted(reference["raised"]) and _counted(attempt["raised"]) else "R13"
    if attempt["raised"]:
        return _rule_of_end(wanted)
    if type(result) is not dict or result.keys() != wanted.keys():
        return "R1"
    if not (same(result["stop_reason"], wanted["stop_reason"]) and same(result["answer"], wanted["answer"])):
        if wanted["stop_reason"] == "max_steps" and reference["events"] and _fails(reference["events"][-1]):
            return "R8"
        if wanted["answer"] == "":
            return "R5"
        return "R12" if result["stop_reason"] == "max_steps" != wanted["stop_reason"] else _rule_of_end(wanted)
    return "R9" if same(result["steps"], wanted["steps"]) else "R10"


def _counted(raised: str | None) -> bool:
    """Tell whether this is the model's own ScriptExhausted, with the number of the call."""
    return (
        raised is not None and raised.rstrip("0123456789") == "ScriptExhausted: the script has no reply for model call "
    )


def _rule_of_end(wanted: dict[str, Any]) -> str:
    """The rule that says how this run ends."""
    return "R11" if wanted["stop_reason"] == "max_steps" else "R5"


def _fails(event: Any) -> bool:
    """Tell whether this event is a tool call that gives an error."""
    return event[0] == "tool" and dispatch({"tool": event[1], "arguments": event[2]}).startswith("error: ")


def _limit(scenario: Scenario) -> int:
    """Return the number of model calls that the scenario permits."""
    return 5 if scenario["max_steps"] is None else scenario["max_steps"]
