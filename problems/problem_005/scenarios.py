"""Every short input of problem 005, smallest first, and how to observe a solution on one."""

import asyncio
from collections.abc import Iterator
from itertools import filterfalse, product
from typing import Any

from judge.plain import copied, dumps, kept, kept_as, plain, same, unwritten
from problems.problem_005.lab import (
    Request,
    Runaway,
    ScriptedModel,
    call,
    crash,
    fail,
    make_tool,
    reply,
    say,
    scripted,
    stuck,
    tool_specs,
    user_message,
)

Scenario = dict[str, Any]

SPACE = "texts, records of up to 4 messages, scripts of up to 4 replies, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    359,
    397,
    557,
    569,
    628,
    700,
    703,
    766,
    830,
    855,
)
SYSTEM = "Be brief."
PROMPTS = ("Hello.", "And now?")


class Unplugged(BaseException):
    """What a tool of these scripts raises that is no `Exception`."""


# Replies after which a run goes on, and replies that end it, by the words in which a person reads them.
GOING_ON = {
    "call look('a')": reply(call("look", {"at": "a"})),
    "call look('b'), look('') and look('b')": reply(
        call("look", {"at": "b"}), call("look", {"at": ""}), call("look", {"at": "b"})
    ),
    "call ghost(), which does not exist": reply(call("ghost")),
    "call jam(), which raises": reply(call("jam")),
    "'See:' and call look('c'), stop_reason='stop'": reply("See:", call("look", {"at": "c"}), stop_reason="stop"),
    "call look('d'), stop_reason='aborted'": reply(call("look", {"at": "d"}), stop_reason="aborted"),
    "'', call look('a') and look('b'), stop_reason='length'": reply(
        "", call("look", {"at": "a"}), call("look", {"at": "b"}), stop_reason="length"
    ),
    "call look('d'), stop_reason='error_max_turns'": reply(call("look", {"at": "d"}), stop_reason="error_max_turns"),
}
WITH_RUNS_INSIDE = {
    "call ask(), whose own run takes 2 turns": reply(call("ask")),
    "call share(), whose own run is on this model": reply(call("share")),
}
ENDINGS = {
    "say 'Done.'": say("Done."),
    "fail '503'": fail("503"),
    "fail 'lost' after 'The fi'": fail("lost", "The fi"),
    "call look('a') for ever": stuck(call("look", {"at": "a"})),
    "say ''": say(""),
    "say 'I will look.', stop_reason='toolUse'": reply("I will look.", stop_reason="toolUse"),
    "fail 'lost' after ''": fail("lost", ""),
    "fail 'lost' after call look('a')": fail("lost", call("look", {"at": "a"})),
    "fail '' after call look('a')": fail("", call("look", {"at": "a"})),
    "call look('a'), pull() and look('b'), where pull unplugs": reply(
        call("look", {"at": "a"}), call("pull"), call("look", {"at": "b"})
    ),
    "the client breaks": crash(TimeoutError("no answer")),
    "the client runs out": crash(StopIteration("no more")),
    "the client is unplugged": crash(Unplugged("client")),
}
# More ways in which a client or a tool breaks, each of them in a few scripts.
CLIENTS = {
    f"the client raises {kind.__name__}": crash(kind("no answer"))
    for kind in (
        *(Exception, TypeError, ValueError, KeyError, IndexError, LookupError, AttributeError, RuntimeError),
        *(NotImplementedError, AssertionError, ArithmeticError, OSError, ConnectionError, MemoryError),
        *(StopAsyncIteration, GeneratorExit, asyncio.CancelledError),
    )
}
INTERRUPTED = {
    "call pull(), which unplugs": reply(call("pull")),
    "call pull() and look('a'), where pull unplugs": reply(call("pull"), call("look", {"at": "a"})),
    "call look('a') and drop(), which is cancelled": reply(call("look", {"at": "a"}), call("drop")),
}
SNAP = "call snap(), whose own run breaks"
MUTE = {"fail ''": fail(""), "fail '' after ''": fail("", "")}
STEPS = GOING_ON | WITH_RUNS_INSIDE | ENDINGS | CLIENTS | INTERRUPTED | MUTE | {SNAP: reply(call("snap"))}
FOR_EVER = "call look('a') for ever"
# After these the next prompt is not promised to be accepted, so there is none.
NO_NEXT_PROMPT = frozenset([*list(ENDINGS)[7:], *CLIENTS, *INTERRUPTED])
FEW_ENDINGS = list(ENDINGS)[:4]
FEW_GOING_ON = list(GOING_ON)[:6]


def _text(text: str, **fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "text", "text": text}], **fields}


def _empty(**fields: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": [], **fields}


FAILED = {"stop_reason": "error", "error_message": "503"}
ASKED = {"type": "toolCall", "id": "c1", "name": "look", "arguments": {"at": "a"}}
RESULT = {"role": "toolResult", "tool_call_id": "c1", "tool_name": "look", "content": "", "is_error": False}

# The messages of which records are made, simplest first.
MESSAGES = {
    "user": user_message("Hello."),
    "answer": _text("Hi.", stop_reason="stop"),
    "failed": _empty(**FAILED),
    "broke off": _text("The fi", **FAILED),
    "broke off at ''": _text("", **FAILED),
    "said nothing": _empty(stop_reason="aborted"),
    "said nothing, no stop_reason": _empty(),
    "no stop_reason": _text(""),
    "call": {"role": "assistant", "content": [ASKED], "stop_reason": "toolUse"},
    "result ''": RESULT,
    "user ''": user_message(""),
}
# More messages, which stand in a few records only.
RARE_MESSAGES = {
    "broke off in a call": {"role": "assistant", "content": [ASKED], **FAILED},
    "stop_reason 'Error'": _empty(stop_reason="Error"),
}
ALL_MESSAGES = MESSAGES | RARE_MESSAGES
BEFORE = {
    "nothing": (),
    "the same question": ("user",),
    "a finished run": ("user", "answer"),
    "a failed run": ("user", "failed"),
    "a stopped run": ("user", "call", "result ''", "failed"),
    "a run that broke off": ("user", "broke off"),
    "old messages": ("user ''", "call", "result ''", "no stop_reason"),
}
# What stands before the first prompt, by the number of replies: the longer the script, the fewer.
BEFORE_RUNS = {
    1: tuple(BEFORE),
    2: tuple(BEFORE),
    3: ("nothing", "a failed run", "a stopped run"),
    4: ("nothing",),
}


def scenarios() -> Iterator[Scenario]:
    """Yield texts, records of up to four messages, scripts of up to four replies, and some long ones.

    A first pass with few settings comes before all others, so that the first five hundred reach every rule.
    """
    for text in ("boom", "", " a\nb\n"):
        yield {"function": "error_message", "text": text}
    yield from _views(0)
    yield from _views(1)
    for length in (1, 2):
        yield from filter(_in_first_pass, _runs(length))
    yield from _views(2)
    yield from _runs_with_runs_inside()
    yield from _runs_with_the_same_ids()
    yield from _long_runs(12)
    yield from _rare_views()
    yield from _rare_runs()
    for length in range(1, 5):
        if length > 2:
            yield from _views(length)
        yield from filterfalse(_in_first_pass, _runs(length))
    yield from _long_runs(48)


def _views(length: int) -> Iterator[Scenario]:
    """Yield all records of `length` messages."""
    for record in product(MESSAGES, repeat=length):
        yield {"function": "context_for_model", "record": record}


def _rare_views() -> Iterator[Scenario]:
    """Yield records with a rare message, and records in which one object stands twice."""
    for rare in RARE_MESSAGES:
        yield {"function": "context_for_model", "record": (rare,)}
        for other in MESSAGES:
            yield {"function": "context_for_model", "record": (other, rare)}
            yield {"function": "context_for_model", "record": (rare, other)}
    for name in ALL_MESSAGES:
        yield {"function": "context_for_model", "record": (name, name), "one_object": True}


def _rare_runs() -> Iterator[Scenario]:
    """Yield runs in which something breaks in a way of its own, and one with a large limit."""
    for ending in (*CLIENTS, *INTERRUPTED):
        for start in ((), ("call look('a')",)):
            for max_turns in (None, len(start) + 1):
                yield _run((*start, ending), max_turns, "nothing")
    for start in ((SNAP,), (SNAP, SNAP), ("call look('a')", SNAP)):
        for ending, max_turns in product(FEW_ENDINGS, (1, 2, 3)):
            yield _run((*start, ending), max_turns, "nothing")
    yield _run(("call look('a')", "say 'Done.'"), 10**12, "nothing")
    for ending in MUTE:
        yield _run((ending,), None, "nothing")
        yield _run(("call look('a')", ending), 3, "nothing")


def _runs(length: int) -> Iterator[Scenario]:
    """Yield the scripts of `length` replies, the last of which ends the run, in all settings."""
    endings = ENDINGS if length < 4 else FEW_ENDINGS
    for start in product(GOING_ON if length < 3 else FEW_GOING_ON, repeat=length - 1):
        for ending in endings:
            for max_turns in _limits(length, ending):
                for before in BEFORE_RUNS[length]:
                    yield _run((*start, ending), max_turns, before)
                    if length == 1:
                        yield _run((*start, ending), max_turns, before, prompt="")
                        yield _run((*start, ending), max_turns, before, tools=False)


def _runs_with_runs_inside() -> Iterator[Scenario]:
    """Yield scripts of three replies whose tools make runs of their own; some of these take replies of the script."""
    for start in product(["call look('a')", *WITH_RUNS_INSIDE], WITH_RUNS_INSIDE):
        for ending, max_turns in product(FEW_ENDINGS, (1, 2, 3)):
            yield _run((*start, ending), max_turns, "nothing")


def _runs_with_the_same_ids() -> Iterator[Scenario]:
    """Yield scripts of three replies whose ids begin at c1 each time."""
    for start in product(FEW_GOING_ON, repeat=2):
        for max_turns in (None, 2):
            yield _run((*start, "say 'Done.'"), max_turns, "nothing") | {"same_ids": True}


def _long_runs(calls: int) -> Iterator[Scenario]:
    """Yield a run of so many calls and an answer, without a limit, with one that is just enough, and with one less."""
    for max_turns in (None, calls + 1, calls):
        yield _run(("call look('a')",) * calls + ("say 'Done.'",), max_turns, "nothing")


def _limits(length: int, ending: str) -> tuple[int | None, ...]:
    if length > 2:
        return (length, length - 1)
    limits = (0, 1, 2, 3)
    return limits if ending == FOR_EVER else (None, *limits)


def _in_first_pass(run: Scenario) -> bool:
    """Tell whether it is a run of one or two replies with few settings: a limit that is just reached, or none."""
    length = len(run["script"])
    if length > 2 or run["prompt"] != PROMPTS[0] or not run["tools"]:
        return False
    if run["before"] != "nothing":
        return length == 1 and run["max_turns"] == 1
    return run["max_turns"] in (None, length - 1, length)


def _run(
    script: tuple[str, ...], max_turns: int | None, before: str, prompt: str = PROMPTS[0], tools: bool = True
) -> Scenario:
    return {
        "function": "run_agent",
        "script": script,
        "max_turns": max_turns,
        "before": before,
        "prompt": prompt,
        "tools": tools,
        "same_ids": False,
    }


def observe(solution: Any, scenario: Scenario) -> dict[str, Any]:
    """Return what happened and what the caller sees afterwards; which function is played, the scenario says."""
    if scenario["function"] == "run_agent":
        return _observe_runs(solution, scenario)
    seen: dict[str, Any] = {"events": [], "returned": None, "raised": None}
    try:
        if scenario["function"] == "error_message":
            _observe_error_message(solution, scenario["text"], seen)
        else:
            record = plain([ALL_MESSAGES[name] for name in scenario["record"]])
            _observe_view(solution, [record[0]] * 2 if scenario.get("one_object") else record, seen)
    except (Exception, SystemExit) as error:
        seen["raised"] = _described(error)
    return seen


def _observe_error_message(solution: Any, text: str, seen: dict[str, Any]) -> None:
    first = solution.error_message(text)
    seen["returned"] = kept(first)
    first["content"].append("changed")
    first["error_message"] = "changed"
    seen["a second one"] = kept(solution.error_message(text))


def _observe_view(solution: Any, record: list[Any], seen: dict[str, Any]) -> None:
    first = solution.context_for_model(record)
    seen["returned"] = kept(first)
    second = solution.context_for_model(record)
    seen["record"] = kept(record)
    seen["a second one"] = kept(second)
    seen["new lists"] = first is not record and second is not record and second is not first


class Watched(ScriptedModel):
    """The scripted model, with its requests in the order of all events, and the very lists that it was sent."""

    def __init__(self, script: tuple[str, ...], events: list[Any], same_ids: bool) -> None:
        # Behind the script is the answer to the next prompt; a loop that tries again gets it too soon.
        super().__init__(*[STEPS[name] for name in script], say("Here I am."))
        self.events = events
        self.same_ids = same_ids
        self.specs: list[Any] = []
        self.written_specs: bytes | None = None
        self.sent: list[tuple[Any, bytes | None]] = []  # each with what was in it at that moment

    def know(self, specs: list[Any]) -> None:
        """Take note of the specs that each request should have."""
        self.specs, self.written_specs = specs, dumps(specs)

    def complete(self, system: Any, messages: Any, specs: Any) -> Any:
        if self.same_ids:
            self._ids = 0
        return super().complete(system, messages, specs)

    def _request(self, system: Any, messages: Any, specs: Any) -> Request:
        written = dumps(messages)
        self.sent.append((messages, written))
        copy = copied(messages) if written is None else unwritten(written)
        known = dumps(specs) == self.written_specs or plain(specs) == self.specs
        request = Request(plain(system), copy, self.specs if known else plain(specs))
        # The same with every request, the specs would be most of what is observed.
        told = "of all tools" if known else request.specs
        self.events.append(("model", request.system, kept_as(written, copy), told))
        return request


def _observe_runs(solution: Any, scenario: Scenario) -> dict[str, Any]:
    events: list[Any] = []
    record = plain([MESSAGES[name] for name in BEFORE[scenario["before"]]])
    model = Watched(scenario["script"], events, scenario["same_ids"])
    tools = _tools(solution, model, events) if scenario["tools"] else []
    model.know(tool_specs(tools))
    limit = {} if scenario["max_turns"] is None else {"max_turns": scenario["max_turns"]}
    prompts = [scenario["prompt"]] if scenario["script"][-1] in NO_NEXT_PROMPT else [scenario["prompt"], PROMPTS[1]]
    returned, ends_the_list, raised = [], [], None
    starts = []
    try:
        for prompt in prompts:
            starts.append(len(events))
            message = solution.run_agent(model, SYSTEM, record, tools, prompt, **limit)
            returned.append(kept(message))
            ends_the_list.append(bool(record) and message is record[-1])
    except (Exception, SystemExit, GeneratorExit, asyncio.CancelledError, Runaway, Unplugged) as error:
        raised = _described(error)
        error.__traceback__ = None  # The script's own exceptions are raised again, and would grow.
    return {
        "events": events,
        "starts": starts,
        "returned": returned[-1] if returned else None,
        "raised": raised,
        "earlier": returned[:-1],
        "messages": kept(record),
        "ends the list": ends_the_list,
        "lists sent": _lists_sent(model, record),
    }


def _tools(solution: Any, model: Watched, events: list[Any]) -> list[Any]:
    def look(arguments: dict[str, Any]) -> str:
        events.append(("tool", "look", kept(arguments)))
        return arguments["at"]

    def jam(arguments: dict[str, Any]) -> str:
        events.append(("tool", "jam", kept(arguments)))
        raise ValueError("jammed")

    def pull(arguments: dict[str, Any]) -> str:
        events.append(("tool", "pull", kept(arguments)))
        raise Unplugged("tool")

    def drop(arguments: dict[str, Any]) -> str:
        events.append(("tool", "drop", kept(arguments)))
        raise asyncio.CancelledError("tool")

    def ask(arguments: dict[str, Any]) -> str:
        events.append(("tool", "ask", kept(arguments)))
        return run_inside(scripted(reply(call("ghost")), say("Inner.")))

    def share(arguments: dict[str, Any]) -> str:
        events.append(("tool", "share", kept(arguments)))
        return run_inside(model)

    def snap(arguments: dict[str, Any]) -> str:
        events.append(("tool", "snap", kept(arguments)))
        return run_inside(scripted(crash(ValueError("no answer"))))

    def run_inside(inner: ScriptedModel) -> str:
        return str(solution.run_agent(inner, SYSTEM, [], [], PROMPTS[0], max_turns=2)["content"])

    without_arguments = [make_tool(tool.__name__, tool) for tool in (jam, pull, drop, ask, share, snap)]
    return [make_tool("look", look, "at"), *without_arguments]


def _lists_sent(model: Watched, record: list[Any]) -> str:
    """Say whether each request had a list of its own, which nobody changed later."""
    if any(sent is record for sent, _ in model.sent):
        return "the record itself was sent"
    if len({id(sent) for sent, _ in model.sent}) < len(model.sent):
        return "one list was sent twice"
    for (sent, written), request in zip(model.sent, model.calls, strict=True):
        if (written is None or dumps(sent) != written) and not same(plain(sent), request.messages):
            return "a list was changed after it had been sent"
    return "each a list of its own"


def _described(error: BaseException) -> str:
    """Return `TYPE: MESSAGE`; the type alone where the message cannot be had."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def runs(seen: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what was seen run by run, in a reader's words."""
    if "starts" not in seen:
        words = {"a second one": "a second call returns", "record": "the record afterwards"}
        return [{words.get(key, key): value for key, value in seen.items()}]
    ends = [*seen["starts"][1:], None]
    returned = [*seen["earlier"], seen["returned"]][: len(seen["ends the list"])]
    told: list[dict[str, Any]] = []
    for number, (start, end) in enumerate(zip(seen["starts"], ends, strict=True)):
        over = number < len(returned)
        told.append({"events": [_asked(event) for event in seen["events"][start:end]]})
        told[-1] |= {"returned": returned[number] if over else None, "raised": None if over else seen["raised"]}
    told[-1] |= {
        "the caller's list afterwards": seen["messages"],
        "was the list's last object returned, run by run": seen["ends the list"],
        "the lists sent": seen["lists sent"],
    }
    return told


def _asked(event: Any) -> Any:
    """Return an event of the model with names for what it was sent."""
    kind, *details = event
    return (kind, dict(zip(("system", "messages", "specs"), details, strict=True))) if kind == "model" else event


def conversation(scenario: Scenario) -> list[str]:
    """Return the input as a person would read it, one line for each reply or message."""
    if scenario["function"] == "error_message":
        return [f"error_message({scenario['text']!r})"]
    if scenario["function"] == "context_for_model":
        messages = (
            ", ".join(f"{key}={value!r}" for key, value in ALL_MESSAGES[name].items()) for name in scenario["record"]
        )
        return [
            "context_for_model(record), twice" + ("; record[0] is record[1]" if scenario.get("one_object") else ""),
            *(f"record[{at}]: {message}" for at, message in enumerate(messages)),
        ]
    settings = f"max_turns={scenario['max_turns']}  the list holds {scenario['before']}"
    settings += "" if scenario["tools"] else "  no tools"
    settings += "  ids from c1 in each reply" if scenario["same_ids"] else ""
    lines = [settings, f"user: {scenario['prompt']!r}", *(f"model: {name}" for name in scenario["script"])]
    next_prompt = scenario["script"][-1] not in NO_NEXT_PROMPT
    return [*lines, f"then, in a run of its own, user: {PROMPTS[1]!r}"] if next_prompt else lines


def rule(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between two observations of this scenario."""
    if scenario["function"] == "error_message":
        return "R1"
    if scenario["function"] == "context_for_model":
        only_the_view_differs = attempt["raised"] or same(reference["record"], attempt["record"])
        return "R12" if only_the_view_differs and not same(reference["returned"], attempt["returned"]) else "R4"
    at = _first_difference(reference["events"], attempt["events"])
    if at < max(len(reference["events"]), len(attempt["events"])):
        return _rule_of_event(scenario, reference, attempt, at)
    if reference["raised"] != attempt["raised"]:
        return _rule_of_the_end(reference["messages"], bool(reference["raised"]))
    if not same(reference["messages"], attempt["messages"]):
        return _rule_of_message(scenario, reference, attempt)
    return "R11" if reference["ends the list"] != attempt["ends the list"] else "R4"


def _first_difference(expected: Any, got: Any) -> int:
    """Return the first index at which they differ, which may be the end of either."""
    pairs = enumerate(zip(expected, got, strict=False))
    return next((at for at, pair in pairs if not same(*pair)), min(len(expected), len(got)))


def _rule_of_event(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any], at: int) -> str:
    """Decide by the events at `at`, which differ; one of them may be missing."""
    expected = reference["events"][at] if at < len(reference["events"]) else ("end",)
    got = attempt["events"][at] if at < len(attempt["events"]) else ("end",)
    if expected[0] == "end":
        return _rule_of_the_end(reference["messages"], bool(reference["raised"]), got[0] == "model")
    if expected[0] == "tool":
        asked = sum(event[0] == "model" for event in reference["events"][:at])
        if scenario["before"] != "nothing" or got[0] == "tool" or attempt["raised"]:
            return "R6"
        if asked == scenario["max_turns"]:
            return "R10"
        over = got[0] == "end" or _is_of_the_next_run(got)
        return "R5" if over and reference["events"][at - 1][0] == "model" else "R6"
    if _is_of_the_next_run(expected) and not _is_of_the_next_run(got):
        if got[0] == "end" and not attempt["raised"]:
            return "R8"
        # The first run of the reference is over; that of the attempt goes on, or has ended with an exception.
        return _rule_of_the_end(_first_run(reference["messages"]), False, got[0] == "model")
    if got[0] == "model" and _is_of_the_next_run(got) == _is_of_the_next_run(expected):
        return _rule_of_request(expected, got, reference["messages"], attempt["messages"])
    # The run of the reference goes on; that of the attempt runs a tool once more, or is over.
    return "R8" if got[0] != "tool" and any(map(_is_stop, attempt["messages"])) else "R6"


def _is_stop(message: Any) -> bool:
    return type(message) is dict and str(message.get("error_message")).startswith("Agent stopped")


def _is_of_the_next_run(event: Any) -> bool:
    return event[0] == "model" and type(event[2]) is list and user_message(PROMPTS[1]) in event[2]


def _rule_of_request(expected: Any, got: Any, right: list[Any], record: Any) -> str:
    """Decide by two requests that differ; `right` is the record of the reference, and `record` that of the attempt."""
    if not same((expected[1], expected[3]), (got[1], got[3])) or type(got[2]) is not list:
        return "R3"
    missing = [message for message in expected[2] if message not in got[2]]
    lost = [message for message in missing if message not in record]
    if lost:
        return _rule_by_which_it_stands_in_the_record(lost[0])
    added = [message for message in got[2] if message not in expected[2]]
    if any(some and all(message.get("stop_reason") == "error" for message in some) for some in (missing, added)):
        return "R12"
    added_or_lost_twice = not missing and all(message in expected[2] for message in got[2])
    if not added_or_lost_twice:
        return "R3"
    return "R12" if same(right, record) else "R2"


def _rule_of_message(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Decide by the first message in which two records differ."""
    expected, got = reference["messages"], attempt["messages"]
    at = _first_difference(expected, got)
    if reference["raised"]:
        return "R14"
    # The prompt comes right behind what was there before.
    if at <= len(BEFORE[scenario["before"]]):
        return "R2"
    if at < len(expected) and any(map(same, attempt["earlier"], expected[at : at + 1])) and attempt["ends the list"][0]:
        return "R2"  # It was there at the end of the first run, and was taken out later.
    if at < len(got) and _is_stop(got[at]):
        return "R10"
    return "R5" if at == len(expected) else _rule_by_which_it_stands_in_the_record(expected[at])


def _rule_by_which_it_stands_in_the_record(message: dict[str, Any]) -> str:
    if message["role"] == "assistant":
        return _rule_of_the_end([message], False)
    if message["role"] == "user":
        return "R2"
    return {"ask": "R8", "share": "R8", "snap": "R14"}.get(message["tool_name"], "R6")


def _first_run(messages: list[Any]) -> list[Any]:
    """Return the reference's record up to the second prompt."""
    return messages[: len(messages) - messages[::-1].index(user_message(PROMPTS[1])) - 1]


def _rule_of_the_end(messages: list[Any], raised: bool, asked_again: bool = False) -> str:
    """Return the rule by which the reference ended the run whose last message is the last of `messages`."""
    if raised:
        return "R14"
    error = messages[-1].get("error_message", "")
    if error.startswith("Agent stopped"):
        return "R8" if asked_again else "R9"
    return "R7" if messages[-1].get("stop_reason") == "error" else "R5"
