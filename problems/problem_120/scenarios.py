"""Every short input of problem 120, smallest first, and how to observe a solution on one."""

import asyncio
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from judge.plain import copied, dumps, kept, kept_as, plain, same, unwritten
from problems.problem_120.lab import (
    Request,
    Runaway,
    ScriptedModel,
    Step,
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

SPACE = "scripts of up to 4 replies with usages around the budget, played by two runs on one list, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    152,
    160,
    176,
    312,
    400,
    538,
    1398,
    1658,
    1662,
    1918,
    2048,
    2184,
    2292,
    2388,
    2394,
    7426,
    7486,
    7498,
    7544,
    7548,
)
SYSTEM = "Be brief."
PROMPTS = ("Hello.", "And now?")


class Unplugged(BaseException):
    """What a tool of these scripts raises that is no `Exception`."""


LOOK = call("look", {"at": "a"})

# Replies after which a run goes on, and replies that end it, by the words in which a person reads them.
GOING_ON = {
    "call look('a')": (reply, LOOK),
    "call look('b'), look('') and look('b')": (
        reply,
        call("look", {"at": "b"}),
        call("look", {"at": ""}),
        call("look", {"at": "b"}),
    ),
    "call ghost(), which does not exist, and jam(), which raises": (reply, call("ghost"), call("jam")),
    "call ask(), whose own run spends 3": (reply, call("ask")),
    "'See:' and call look('c')": (reply, "See:", call("look", {"at": "c"})),
    "call look('d'), stop_reason='stop'": (reply, call("look", {"at": "d"})),
    "'', call look('a') and look('b'), stop_reason='length'": (reply, "", LOOK, call("look", {"at": "b"})),
    "call look('d'), stop_reason='error_max_turns'": (reply, call("look", {"at": "d"})),
}
ASK = "call ask(), whose own run spends 3"
SHARE = "call share(), whose own run is on this model"
ENDINGS = {
    "say 'Done.'": (say, "Done."),
    "fail '503'": (fail, "503"),
    "call look('a') for ever": (stuck, LOOK),
    "fail 'lost' after 'The fi'": (fail, "lost", "The fi"),
    "say ''": (say, ""),
    "say 'I will look.', stop_reason='toolUse'": (reply, "I will look."),
    "fail 'lost' after ''": (fail, "lost", ""),
    "fail 'lost' after call look('a')": (fail, "lost", LOOK),
    "fail '' after call look('a')": (fail, "", LOOK),
    "call look('a'), pull() and look('b'), where pull unplugs": (
        reply,
        LOOK,
        call("pull"),
        call("look", {"at": "b"}),
    ),
    "the client breaks": (crash, TimeoutError("no answer")),
    "the client runs out": (crash, StopIteration("no more")),
    "the client is unplugged": (crash, Unplugged("client")),
}
# More ways in which a client or a tool breaks, each of them in a few scripts.
CLIENTS = {
    f"the client raises {kind.__name__}": (crash, kind("no answer"))
    for kind in (
        *(Exception, TypeError, ValueError, KeyError, IndexError, LookupError, AttributeError, RuntimeError),
        *(NotImplementedError, AssertionError, ArithmeticError, OSError, ConnectionError, MemoryError),
        *(StopAsyncIteration, GeneratorExit, asyncio.CancelledError),
    )
}
INTERRUPTED = {
    "call pull(), which unplugs": (reply, call("pull")),
    "call pull() and look('a'), where pull unplugs": (reply, call("pull"), LOOK),
    "call look('a') and drop(), which is cancelled": (reply, LOOK, call("drop")),
}
SNAP = "call snap(), whose own run breaks"
MUTE = {"fail ''": (fail, ""), "fail '' after ''": (fail, "", "")}
RARE = CLIENTS | INTERRUPTED | MUTE | {SNAP: (reply, call("snap"))}
REPLIES = GOING_ON | {SHARE: (reply, call("share"))} | ENDINGS | RARE
STOP_REASONS = {name: name.split("'")[-2] for name in REPLIES if "stop_reason=" in name}
FOR_EVER = "call look('a') for ever"
# After these the next prompt is not promised to be accepted, so there is none.
NO_NEXT_PROMPT = frozenset([*list(ENDINGS)[7:], *CLIENTS, *INTERRUPTED])

# What a reply says that it cost, by the words in which a person reads it. The budgets lie around these numbers.
USAGES = {
    "usage 1": 1,
    "no usage": ...,
    "usage 2": 2,
    "usage 3": 3,
    "usage 0": 0,
    "usage None": None,
    "usage of input None": {"input": None},
    "usage of output 2, total 5": {"output": 2, "total": 5},
    "usage of input 1, output 2, total 3": {"input": 1, "output": 2, "total": 3},
    "usage 10**12": 10**12,
    "usage of input None, output 1, total 3": {"input": None, "output": 1, "total": 3},
    "usage of input 0, output 1, total 3": {"input": 0, "output": 1, "total": 3},
    "usage of input_tokens 2, prompt_tokens 2": {"input_tokens": 2, "prompt_tokens": 2},
}
PRICES = list(USAGES)
NESTED = "usage of input 1, details of input 2"
USAGES |= {NESTED: {"input": 1, "details": {"input": 2}}}
BUDGETS = (1, 0, None, 2, 3)

ASKED = {"type": "toolCall", "id": "c1", "name": "look", "arguments": {"at": "a"}}
RESULT = {"role": "toolResult", "tool_call_id": "c1", "tool_name": "look", "content": "", "is_error": False}
CALL = {"role": "assistant", "content": [ASKED], "stop_reason": "toolUse", "usage": {"input": 1}}
FAILED = {"role": "assistant", "content": [], "stop_reason": "error", "error_message": "503", "usage": {"input": 1}}
BEFORE = {
    "nothing": [],
    "the same question": [user_message(PROMPTS[0])],
    "a run that spent 2": [user_message(""), CALL, RESULT, FAILED],
    "old messages": [
        user_message("One."),
        {"role": "assistant", "content": [{"type": "text", "text": ""}]},
        {**FAILED, "content": [{"type": "text", "text": "The fi"}], "usage": None},
    ],
}


def scenarios() -> Iterator[Scenario]:
    """Yield the scripts by their number of replies; the longer they are, the fewer kinds and usages they mix.

    A first pass with few settings comes before all others, so that the first few hundred reach every rule.
    """
    kinds, endings, nothing = list(GOING_ON), list(ENDINGS), ["nothing"]
    yield from _runs(1, [], endings, PRICES[:2], BUDGETS[:2], list(BEFORE))
    for prompt, tools in (("", True), (PROMPTS[0], False)):
        for budget in (0, None):
            yield _run(("say 'Done.'",), ("usage 1",), budget, "nothing", prompt, tools)
    yield from _runs(2, kinds[1:], endings, PRICES[:2], BUDGETS[:1], nothing)
    yield from _runs(2, kinds[:1], endings[:1], PRICES, BUDGETS, ["nothing", "a run that spent 2"])
    yield from _runs(2, [SHARE], endings[:3], PRICES[:3], BUDGETS, nothing)
    yield from _runs(3, [ASK, SHARE], endings[:1], PRICES[:2], BUDGETS[2:], nothing)
    for run in _runs(3, kinds[:2], endings[:3], PRICES[:1], BUDGETS[2:], nothing):
        yield run | {"same_ids": True}
    yield from _runs(1, [], endings, PRICES[:2], BUDGETS[2:], list(BEFORE))
    yield from _runs(1, [], endings, PRICES[2:], BUDGETS, list(BEFORE))
    yield from _runs(2, kinds[1:], endings, PRICES[:3], BUDGETS[1:4], nothing)
    yield from _runs(2, kinds[:1], endings[1:], PRICES[:4], BUDGETS, nothing)
    yield from _long_runs(12)
    yield from _rare_runs()
    yield from _runs(3, kinds[:2], endings[:3], PRICES[:4], BUDGETS, nothing)
    yield from _runs(4, kinds[:1], endings[:3], PRICES[:3], BUDGETS, nothing)
    yield from _long_runs(40)


def _runs(
    length: int,
    going_on: list[str],
    endings: list[str],
    prices: list[str],
    budgets: tuple[int | None, ...],
    befores: list[str],
) -> Iterator[Scenario]:
    """Yield all scripts of `length` replies, the last of which ends the run, in all these settings."""
    for replies in product(*[going_on] * (length - 1), endings):
        for usages in product(prices, repeat=length):
            for budget, before in product(budgets, befores):
                if _ends(replies[-1], usages[-1], budget):
                    yield _run(replies, usages, budget, before)


def _rare_runs() -> Iterator[Scenario]:
    """Yield runs in which something breaks in a way of its own, rare usages and large budgets."""
    look, done = "call look('a')", "say 'Done.'"
    for ending in (*CLIENTS, *INTERRUPTED):
        for budget in (None, 1):
            yield _run((ending,), ("usage 1",), budget, "nothing")
            yield _run((look, ending), ("usage 1",) * 2, budget, "nothing")
    for replies in ((SNAP, SNAP, done), (SNAP, look, done), (look, SNAP, done)):
        for budget in BUDGETS:
            yield _run(replies, ("usage 2", "usage 1", "usage 1"), budget, "nothing")
    for budget in BUDGETS:
        yield _run((look, look, done), (NESTED,) * 3, budget, "nothing")
        yield _run((look, look, done), ("usage 1", "usage 2", "usage 1"), budget, "a run that spent 2") | {
            "same_ids": True
        }
    yield _run((look, look, done), ("usage 10**12",) * 3, 10**15, "nothing")
    for ending in MUTE:
        yield _run((ending,), ("usage 1",), None, "nothing")
        yield _run((look, ending), ("usage 1",) * 2, 3, "nothing")


def _ends(ending: str, usage: str, budget: int | None) -> bool:
    """Tell whether the last reply ends its run within a few turns; what breaks has no usage, so one will do."""
    if ending == FOR_EVER:
        return budget is not None and USAGES[usage] in (1, 2, 3)
    return not ending.startswith("the client") or usage == PRICES[0]


def _long_runs(calls: int) -> Iterator[Scenario]:
    """Yield a run of so many calls and an answer, without a budget, with one that is just enough, and with one less.

    And one that is free.
    """
    replies = ("call look('a')",) * calls + ("say 'Done.'",)
    for budget in (None, calls, calls - 1):
        yield _run(replies, ("usage 1",) * (calls + 1), budget, "nothing")
    yield _run(replies, ("usage 0",) * (calls + 1), 0, "nothing")


def _run(
    replies: tuple[str, ...],
    usages: tuple[str, ...],
    budget: int | None,
    before: str,
    prompt: str = PROMPTS[0],
    tools: bool = True,
) -> Scenario:
    return {
        "replies": replies,
        "usages": usages,
        "max_input_tokens": budget,
        "before": before,
        "prompt": prompt,
        "tools": tools,
        "same_ids": False,
    }


@cache
def _step(name: str, usage: str) -> Step:
    make, *content = REPLIES[name]
    if make is crash:
        return crash(*content)
    settings = {"stop_reason": STOP_REASONS[name]} if name in STOP_REASONS else {}
    return make(*content, usage=USAGES[usage], **settings)


class Watched(ScriptedModel):
    """The scripted model, with its requests in the order of all events, and the very lists that it was sent."""

    def __init__(self, script: list[Step], events: list[Any], same_ids: bool) -> None:
        # Behind the script are answers to the next prompts; a loop that asks too often gets one too soon.
        super().__init__(*script, say("Here I am.", usage=1), say("Here I am again."))
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
        known = (dumps(specs) == self.written_specs or plain(specs) == self.specs) and bool(specs)
        request = Request(plain(system), copy, self.specs if known else plain(specs))
        # The same with every request, the specs would be most of what is observed.
        told = "of all tools" if known else request.specs
        self.events.append(("model", request.system, kept_as(written, copy), told))
        return request


def observe(solution: Any, scenario: Scenario) -> dict[str, Any]:
    """Return what happened in two runs on one list, and what the caller sees afterwards."""
    events: list[Any] = []
    record = plain(BEFORE[scenario["before"]])
    model = Watched(list(map(_step, scenario["replies"], scenario["usages"])), events, scenario["same_ids"])
    tools = _tools(solution, model, events) if scenario["tools"] else []
    model.know(tool_specs(tools))
    budget = scenario["max_input_tokens"]
    settings = {} if budget is None else {"max_input_tokens": budget}
    prompts = [scenario["prompt"]] if scenario["replies"][-1] in NO_NEXT_PROMPT else [scenario["prompt"], PROMPTS[1]]
    returned, ends_the_list, raised = [], [], None
    starts = []
    try:
        for prompt in prompts:
            starts.append(len(events))
            message = solution.run_agent(model, SYSTEM, record, tools, prompt, **settings)
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
        return inner_run(scripted(reply(call("ghost"), usage=2), say("Inner.", usage=1)))

    def share(arguments: dict[str, Any]) -> str:
        events.append(("tool", "share", kept(arguments)))
        return inner_run(model)

    def snap(arguments: dict[str, Any]) -> str:
        events.append(("tool", "snap", kept(arguments)))
        return inner_run(scripted(crash(ValueError("no answer"))))

    def inner_run(inner: ScriptedModel) -> str:
        return str(solution.run_agent(inner, SYSTEM, [], [], PROMPTS[0], max_input_tokens=2)["content"])

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
    """Return the input as a person would read it, one line for each reply."""
    settings = f"max_input_tokens={scenario['max_input_tokens']}  the list holds {scenario['before']}"
    settings += "" if scenario["tools"] else "  no tools"
    settings += "  ids from c1 in each reply" if scenario["same_ids"] else ""
    pairs = zip(scenario["replies"], scenario["usages"], strict=True)
    lines = [name if name.startswith("the client") else f"model: {name}, {usage}" for name, usage in pairs]
    lines = [settings, f"user: {scenario['prompt']!r}", *lines]
    next_prompt = scenario["replies"][-1] not in NO_NEXT_PROMPT
    return [*lines, f"then, in a run of its own, user: {PROMPTS[1]!r}"] if next_prompt else lines


def rule(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides where the two records part ways; if they do not, where the events do."""
    expected, got = reference["messages"], attempt["messages"]
    if not same(expected, got):
        return _Parting(scenario, reference, attempt, _first_difference(expected, got)).rule()
    if reference["raised"] != attempt["raised"]:
        return "R14"
    if not same(reference["events"], attempt["events"]):
        at = _first_difference(reference["events"], attempt["events"])
        return "R2" if reference["events"][at:] and reference["events"][at][0] == "model" else "R4"
    return "R2" if reference["lists sent"] != attempt["lists sent"] else "R12"


def _first_difference(expected: Any, got: Any) -> int:
    """Return the first index at which they differ, which may be the end of either."""
    pairs = enumerate(zip(expected, got, strict=False))
    return next((at for at, pair in pairs if not same(*pair)), min(len(expected), len(got)))


def _stop_said(message: Any) -> str:
    """Return the text of a stop message, "" for everything else."""
    text = str(message.get("error_message")) if type(message) is dict else ""
    return text if text.startswith("Agent stopped") else ""


def _count(said: str) -> int:
    """Return the first number of a stop message, 0 without one."""
    return int((re.findall(r"\d+", said) or ["0"])[0])


def _price(message: dict[str, Any]) -> int:
    return (message.get("usage") or {}).get("input") or 0


class _Parting:
    """The place where two records part ways: what stands there in each, None behind the end, and what led there."""

    def __init__(self, scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any], at: int) -> None:
        record, before = reference["messages"], len(BEFORE[scenario["before"]])
        self.expected, self.got = (dict(enumerate(seen["messages"])).get(at) for seen in (reference, attempt))
        self.budget = scenario["max_input_tokens"]
        self.raised = reference["raised"]
        self.attempt_raised = attempt["raised"] != reference["raised"] and attempt["raised"]
        self.in_what_was_there = at <= before
        # The replies of the run in which it happens, as far as both records have them.
        start = max((index for index in range(before, at) if record[index]["role"] == "user"), default=before)
        self.latest = record[at - 1]
        self.replies = [message for message in record[start:at] if message["role"] == "assistant"]
        self.spent = sum(map(_price, self.replies))
        self.run = int(start > before)
        starts = [*attempt["starts"], None, None]
        asked = attempt["events"][starts[self.run] : starts[self.run + 1]]
        # A run inside a tool has no tools.
        requests = [event for event in asked if event[0] == "model" and bool(event[3]) == scenario["tools"]]
        self.asked_more = len(requests) > len(self.replies)
        self.runs_inside = not {ASK, SHARE, SNAP}.isdisjoint(scenario["replies"])
        self.same_ids = scenario["same_ids"]
        self.others_spent = self.run == 1 or scenario["before"] != "nothing" or self.runs_inside

    def rule(self) -> str:
        """Return the rule that decides what stands here."""
        if self.in_what_was_there:
            return "R14" if self.raised and self.got is None else "R1"
        if self.got_is_refused() and not (self.expected and self.expected["role"] == "toolResult"):
            return "R13"
        if self.attempt_raised and self.got is None and self.a_reply_does_not_say():
            return "R6"
        if self.raised and None in (self.expected, self.got):
            return "R11" if _stop_said(self.got) else "R14"
        if self.expected is None or self.expected["role"] == "user":
            return self.of_the_end()
        if _stop_said(self.expected):
            return self.of_a_stop()
        if self.expected["role"] == "toolResult":
            return self.of_a_result()
        return self.of_a_reply()

    def got_is_refused(self) -> bool:
        return str(self.got and self.got.get("error_message")).startswith("400")

    def is_over(self, price: int = 0) -> bool:
        return self.budget is not None and self.spent + price > self.budget

    def a_reply_does_not_say(self) -> bool:
        """Tell whether the run goes on in the reference, with a reply that does not say what it cost."""
        if self.expected is None or self.expected["role"] == "user" or _stop_said(self.expected):
            return False
        replies = [*self.replies, self.expected] if self.expected["role"] == "assistant" else self.replies
        return not all((reply.get("usage") or {}).get("input") is not None for reply in replies)

    def of_the_end(self) -> str:
        """The reference's run is over."""
        if _stop_said(self.latest):
            return "R10"
        if self.latest.get("stop_reason") == "error":
            return "R5"
        return "R11" if _stop_said(self.got) else "R3"

    def of_a_stop(self) -> str:
        """The reference stops for the budget."""
        if said := _stop_said(self.got):
            right_words = rf"Agent stopped after spending \d+ of {self.budget} input tokens"
            only_the_count = re.fullmatch(right_words, said) and self.got.keys() == self.expected.keys()
            return self.of_the_count() if only_the_count and _count(said) > self.budget else "R10"
        asks_on = self.got is not None and self.got["role"] == "assistant" and "stopped" not in str(self.got["content"])
        if not asks_on:
            return "R10"
        # Where all replies cost the same, under ids of their own, the limit was missed; else it may be the sum.
        one_price = len(set(map(_price, self.replies))) == 1 and not self.same_ids
        return "R8" if one_price and not self.runs_inside else self.of_the_count()

    def of_a_result(self) -> str:
        """The reference goes on to answer a call."""
        if self.is_over():
            return "R11"
        if self.got is not None and self.got["role"] == "toolResult":
            if not self.is_of_a_run_inside():
                return "R4"
            return "R14" if self.expected["tool_name"] == "snap" else "R7"
        return "R4" if self.got_is_refused() or self.latest["role"] == "toolResult" else "R3"

    def is_of_a_run_inside(self) -> bool:
        """Tell whether both have a result here, and only what the run inside the tool came to differs."""
        return self.expected["tool_name"] in ("ask", "share", "snap") and same(
            {**self.expected, "content": ""}, {**self.got, "content": ""}
        )

    def of_a_reply(self) -> str:
        """The reference asks the model once more."""
        if said := _stop_said(self.got):
            if self.budget is None:
                return "R9"
            if self.asked_more:
                return "R5" if self.expected["stop_reason"] == "error" else "R11"
            return "R8" if _count(said) == self.spent else self.of_the_count()
        if self.expected["stop_reason"] == "error":
            return "R5"
        return "R11" if self.got is None and self.is_over(_price(self.expected)) else "R3"

    def of_the_count(self) -> str:
        """The attempt has counted something else."""
        return "R7" if self.others_spent else "R6"
