"""Every script of up to four replies under small limits, and a few longer ones under the default limits."""

from collections.abc import Iterable, Iterator
from itertools import product, zip_longest
from typing import Any

from judge.plain import dumps, kept, plain, same, unwritten
from problems.problem_119.lab import Runaway, call, final

SPACE = "scripts of up to 4 replies, and some longer ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    244,
    3336,
    7117,
    35782,
    46404,
    46408,
    46410,
    46411,
    46424,
    46430,
    46431,
)

FINALS = (final("done", usage=5), final(""))
ONE_OF_EACH = (10, 1, 1)  # tokens, errors, repeats
OTHER_ENDINGS = (call("quit"), {"raises": "503"})
CALLS = (
    call("add", {"a": 1, "b": 2}, usage=5),
    {**call("add", {"b": 2, "a": 1}), "usage": None},
    call("add", {"a": 1.0, "b": 2}),
    call("find", {"query": {"x": 1, "y": 2}}),
    call("find", {"query": {"y": 2, "x": 1}}, usage=6),
    call("greet", {"name": "Ada", "age": 36}),
    call("fail"),
    call("mute"),
    call("ghost", {"a": 1, "b": 2}),
)
DELEGATE = call("delegate")
LONG = "long " * 6_000
SMALLEST_WITH_DELEGATE = ([DELEGATE], [DELEGATE, FINALS[0]], [DELEGATE, DELEGATE])
RARE = {"give", "give_label", "give_later", "give_long", "say_long", "refuse", "exhaust", "sink", "time_out", "drop"}
DOES = {
    "find": "empties its query",
    "greet": "returns who came before",
    "fail": "raises KeyError",
    "mute": "returns what has no text",
    "ghost": "no such tool",
    "quit": "raises SystemExit",
    "delegate": "runs an agent of its own",
    "give": "returns this",
    "give_label": "returns a subclass of str",
    "give_later": "returns what one can await, and go through",
    "give_long": "returns 30,000 characters",
    "say_long": "raises a text of 30,000 characters",
    "refuse": "raises an error with a __str__ of its own",
    "exhaust": "raises MemoryError",
    "sink": "raises RecursionError",
    "time_out": "raises TimeoutError the first time",
    "drop": "raises ConnectionError the first time",
}


def scenarios() -> Iterator[dict[str, Any]]:
    """Yield each script with the limits it is played under, the shortest first.

    The shortest are played twice in a row before anything else: a state that outlives its run shows there, and is not
    taken for a mistake in some later script. A run inside a tool comes as soon as all that it could show without that
    run has been shown by a shorter script: after the scripts of two replies under the same limits.
    """
    all_limits = list(product((10, 0), (2, 1, 0), (2, 1, 0)))
    for length in range(2):
        yield from _played(length, [(5, 1, 1)], times=2)
    for length in range(2):
        yield from _played(length, product((10, 0), (1, 0), (1, 0)))
    yield from _played(2, [ONE_OF_EACH])
    yield from map(_with_delegate, SMALLEST_WITH_DELEGATE)
    yield from _played(2, [limits for limits in all_limits if limits != ONE_OF_EACH])
    yield from _played(3, all_limits)
    yield from (_with_delegate([before, DELEGATE, after]) for before, after in product(CALLS, CALLS))
    yield from _played(4, [(10, 2, 2), (10, 1, 1)])
    for replies in _scripts_for_the_defaults():
        yield {"replies": replies, "limits": {}, "times": 1}
    for replies, limits in _rare():
        yield {"replies": replies, "limits": limits, "times": 1}


def _played(length: int, limits: Iterable[tuple[int, int, int]], times: int = 1) -> Iterator[dict[str, Any]]:
    """Yield every script of `length` replies under each of `limits`: the tokens, the errors, the repeats.

    A script holds as many replies as the run may have steps. One that ends in a final is also played with a step to
    spare: whoever goes on after a final then asks for a reply too many.
    """
    for others in limits:
        for replies in _scripts(length):
            yield {"replies": replies, "limits": _limits(length, *others), "times": times}
            if replies and replies[-1] in FINALS:
                yield {"replies": replies, "limits": _limits(length + 1, *others), "times": times}


def _with_delegate(replies: list[dict]) -> dict[str, Any]:
    return {"replies": replies, "limits": _limits(len(replies), *ONE_OF_EACH), "times": 1}


def _limits(max_steps: int, max_tokens: int, max_errors: int, max_repeats: int) -> dict[str, int]:
    return {
        "max_steps": max_steps,
        "max_tokens": max_tokens,
        "max_consecutive_errors": max_errors,
        "max_repeats": max_repeats,
    }


def _scripts(length: int) -> Iterator[list[dict]]:
    """Yield every script of `length` replies; nothing comes after one that ends every run, for it is never read."""
    if length == 0:
        yield []
        return
    for *before, last in product(*[CALLS] * (length - 1), (*FINALS, *CALLS, *OTHER_ENDINGS)):
        yield [*before, last]


def _scripts_for_the_defaults() -> Iterator[list[dict]]:
    """Yield scripts that reach each default limit, scripts that just do not, and one that seems to."""
    for usage in 10_000, 10_001:
        yield [final("done", usage=usage)]
    for times in 2, 3:
        yield [*[call("add", {"a": 1, "b": 2})] * times, final("done")]
        yield [*[call("ghost", {"a": number}) for number in range(times)], final("done")]
    yield [*[call("add", {"a": number, "b": 0}) for number in (0.0, -0.0, 0.0)], final("done")]
    for times in 7, 8:
        yield [*[call("add", {"a": number, "b": 0}) for number in range(times)], final("done")]


def _rare() -> Iterator[tuple[list[dict], dict[str, int]]]:
    """Yield what is too rare to stand beside everything else: odd texts and errors, look-alikes and large numbers."""
    for name in "give_label", "give_long", "say_long", "refuse", "exhaust", "sink", "time_out", "drop", " u ", "a\nb":
        yield [call(name), FINALS[0]], {}
    for value in " text\r\n", ("a",), ():
        yield [call("give", {"value": value}), FINALS[0]], {}
    for one, other in ("\u00e9", "e\u0301"), ("\ud800", "\udfff"), ("plumless", "buckeroo"), (2**53, 2**53 + 1):
        yield [call("give", {"value": value}) for value in (one, other)] + [FINALS[0]], {"max_repeats": 1}
    for usages in (100, 200), (10**9 + 1, 5 * 10**11):
        for limit in sum(usages), sum(usages) - 1:
            yield [call("give", {"value": 1}, usage=usages[0]), final("done", usage=usages[1])], {"max_tokens": limit}
    failing = [call("fail")] * 12
    yield failing, {"max_steps": 12, "max_consecutive_errors": 10, "max_repeats": 12}
    yield failing, {"max_steps": 12, "max_consecutive_errors": 12, "max_repeats": 10}
    yield [call("give_later"), FINALS[0]], {}
    yield [*[call("give", {"value": number}) for number in range(15)], FINALS[0]], {"max_steps": 16}


def observe(solution: Any, scenario: dict[str, Any]) -> dict[str, Any]:
    """Return what the solution did and what came back. What it did in a second run is under "second"."""
    seen, result = _play(solution, scenario)
    if scenario["times"] == 2:
        seen["second"], second_result = _play(solution, scenario)
        seen["second"]["returned"] = _fields(second_result)
        seen["one_transcript_for_both"] = _transcript_of(result) is _transcript_of(second_result) is not None
    seen["returned"] = _fields(result)
    return seen


def _play(solution: Any, scenario: dict[str, Any]) -> tuple[dict[str, Any], object]:
    as_written = dumps(scenario["replies"])
    replies = unwritten(as_written)
    unread = iter(replies)
    events: list[tuple] = []

    def model(transcript, /):
        events.append(("model", kept(transcript)))
        reply = next(unread, None)
        if reply is None:
            raise Runaway("the script holds no more replies")
        if "raises" in reply:
            raise ConnectionError(reply["raises"])
        return reply

    tools = _tools(events, solution)
    if not RARE.isdisjoint(reply.get("name") for reply in replies):
        tools |= _rare_tools(events)
    result = raised = None
    try:
        result = solution.run_agent(model, tools, "Go", **scenario["limits"])
    except (Exception, SystemExit, Runaway) as error:
        raised = _text_of(error)
    replies_became = None if dumps(replies) == as_written else plain(replies)
    return {"events": events, "returned": None, "raised": raised, "replies_became": replies_became}, result


def _tools(events: list[tuple], solution: Any) -> dict[str, Any]:
    def add(a, b):
        events.append(("tool", "add", kept({"a": a, "b": b})))
        return a + b

    def find(query):
        events.append(("tool", "find", kept({"query": query})))
        query.clear()
        return "SomeError: none"

    def fail():
        events.append(("tool", "fail", {}))
        raise KeyError("id")

    def mute():
        events.append(("tool", "mute", {}))
        return _Mute()

    def quit():
        events.append(("tool", "quit", {}))
        raise SystemExit("quit")

    def delegate():
        events.append(("tool", "delegate", {}))
        return solution.run_agent(lambda transcript: final("all well"), {}, "Look around").output

    return {
        "add": add,
        "find": find,
        "greet": _Guests(events),
        "fail": fail,
        "mute": mute,
        "quit": quit,
        "delegate": delegate,
    }


def _rare_tools(events: list[tuple]) -> dict[str, Any]:
    def giving(name, result):
        def give():
            events.append(("tool", name, {}))
            return result

        return give

    def raising(name, *errors):
        def act():
            before = events.count(("tool", name, {}))
            events.append(("tool", name, {}))
            if before < len(errors):
                raise errors[before]
            return "ok"

        return act

    def give(value):
        events.append(("tool", "give", kept({"value": value})))
        return value

    return {
        "give": give,
        "give_label": giving("give_label", _Label("a")),
        "give_later": giving("give_later", _Later()),
        "give_long": giving("give_long", LONG),
        "say_long": raising("say_long", ValueError(LONG)),
        "refuse": raising("refuse", _Refused("raw")),
        "exhaust": raising("exhaust", MemoryError("too big")),
        "sink": raising("sink", RecursionError("too deep")),
        "time_out": raising("time_out", TimeoutError("too slow")),
        "drop": raising("drop", ConnectionError("dropped")),
    }


class _Guests(list):
    """A tool that counts as false before its first call."""

    def __init__(self, events: list[tuple]) -> None:
        super().__init__()
        self._events = events

    def __call__(self, /, **guest: Any) -> list[str]:
        self._events.append(("tool", "greet", kept(guest)))
        self.append(" ".join(guest))
        return self[:-1]


class _Label(str):
    pass


class _Later:
    def __await__(self) -> Iterator[None]:
        return iter([])

    def __iter__(self) -> Iterator[int]:
        return iter([1])

    def __str__(self) -> str:
        return "later"


class _Refused(Exception):
    def __str__(self) -> str:
        return "refused"


class _Mute:
    def __str__(self) -> str:
        raise _MuteError


class _MuteError(TypeError):
    def __str__(self) -> str:
        raise RuntimeError


def _fields(result: Any) -> Any:
    """Return the fields of an `AgentResult` as plain data, and anything that has none of them as it is."""
    try:
        if not hasattr(result, "stop_reason"):
            return plain(result)
        return kept({field: getattr(result, field, "<missing>") for field in FIELDS})
    except Exception as error:
        return f"<unreadable: {_text_of(error)}>"


def _transcript_of(result: Any) -> Any:
    try:
        return getattr(result, "transcript", None)
    except Exception:
        return None


def _text_of(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return f"{type(error).__name__}: "


def runs(seen: dict[str, Any]) -> list[dict[str, Any]]:
    """Return what was seen run by run, in a reader's words."""
    told = [{key: seen[key] for key in ("events", "returned", "raised", "replies_became")}]
    if "second" in seen:
        told.append({**seen["second"], "same transcript object as in run 1": seen["one_transcript_for_both"]})
    for run in told:
        became = run.pop("replies_became")
        run["the replies afterwards"] = "as they were" if became is None else became
    return told


def conversation(scenario: dict[str, Any]) -> list[str]:
    """Return the script as a person reads it: the limits, then a line for each reply."""
    lines = ["  ".join(f"{name}={value}" for name, value in scenario["limits"].items()) or "the default limits"]
    if scenario["times"] == 2:
        lines.append("the same run twice, one after the other")
    return lines + [f"model: {_reply_in_words(reply)}" for reply in scenario["replies"]]


def _reply_in_words(reply: dict[str, Any]) -> str:
    if "raises" in reply:
        words = [f"raises ConnectionError: {reply['raises']}"]
    elif reply["type"] == "final":
        words = [f"final {reply['content']!r}"]
    else:
        args = ", ".join(f"{name}={value!r}" for name, value in reply.get("args", {}).items())
        words = [f"call {reply['name']}({args})"]
    if "usage" in reply:
        words.append(f"usage={reply['usage']}")
    if reply.get("name") in DOES:
        words.append(f"[{DOES[reply['name']]}]")
    return "  ".join(words)


def rule(scenario: dict[str, Any], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between two observations of one scenario."""
    if _one_run_touches_another(scenario, attempt):
        return "R14"
    common = 0
    for expected, got in zip_longest(reference["events"], attempt["events"]):
        if not same(expected, got):
            break
        common += 1
    before = reference["events"][:common]
    read = scenario["replies"][: sum(event[0] == "model" for event in before)]
    if common < max(len(reference["events"]), len(attempt["events"])):
        return _rule_of_event(scenario, read, before, reference, attempt)
    if reference["raised"] != attempt["raised"]:
        return _rule_of_raised(read)
    if not same(reference["returned"], attempt["returned"]):
        return _rule_of_returned(scenario, read, reference["returned"], attempt["returned"])
    return "R14"


def _one_run_touches_another(scenario: dict, attempt: dict) -> bool:
    if "second" in attempt:
        alone = {key: attempt[key] for key in attempt["second"]}
        return attempt["one_transcript_for_both"] or not same(attempt["second"], alone)
    return DELEGATE in scenario["replies"]


def _rule_of_event(scenario: dict, read: list[dict], before: list[tuple], reference: dict, attempt: dict) -> str:
    """Judge the first event after those in `before`, where the replies in `read` have been read."""
    expected, got = ([*seen["events"], (None,)][len(before)] for seen in (reference, attempt))
    if expected[0] == got[0] == "model":
        if same(_field(reference, "transcript"), _field(attempt, "transcript")):
            return "R1"
        return _rule_of_transcript(expected[1], got[1], if_longer="R1")
    if expected[0] is None:
        again = before and before[-1][0] == got[0] == "tool"
        return "R3" if again else _rule_of_end(scenario, read, reference)
    if got[0] is None:
        right, wrong = _field(reference, "transcript"), _field(attempt, "transcript")
        if expected[0] == "tool" and _length(right) == _length(wrong):
            return _rule_of_transcript(right, wrong, if_longer="R3")
        if expected[0] == "tool" and attempt["raised"]:
            return "R4" if read[-1].get("usage", 0) is None else "R3"
        return _rule_of_end(scenario, read, attempt)
    return "R14" if got[1:] == ("find", {"query": {}}) else "R3"


def _rule_of_end(scenario: dict, read: list[dict], ended: dict) -> str:
    """Judge that one of the two has ended after the replies in `read`, and the other has not."""
    if ended["raised"]:
        return _rule_of_raised(read)
    return _rule_of_reason(scenario, read, _field(ended, "stop_reason"))


def _rule_of_raised(read: list[dict]) -> str:
    """Judge that only one of the two has raised, or something else than the other, after the replies in `read`."""
    if not read:
        return "R1"
    if read[-1] in OTHER_ENDINGS:
        return "R13"
    return "R4" if read[-1].get("usage", 0) is None else RULE_OF_TOOL.get(read[-1].get("name"), "R3")


def _rule_of_reason(scenario: dict, read: list[dict], reason: Any) -> str:
    """Judge that one of the two has ended for `reason`, and the other has not."""
    if reason != "repeated_call":
        return RULE_OF_REASON.get(reason, "R1") if isinstance(reason, str) else "R1"
    last = read[-1]
    as_written = dumps((last.get("name"), last.get("args")))
    similar = [reply for reply in read if any(reply.get(key) == last.get(key) for key in ("name", "args"))]
    equal = [reply for reply in similar if dumps((reply.get("name"), reply.get("args"))) == as_written]
    too_often = len(equal) > scenario["limits"].get("max_repeats", 2)
    return "R8" if too_often or len(equal) == len(similar) else "R9"


def _rule_of_returned(scenario: dict, read: list[dict], expected: dict, got: Any) -> str:
    """Judge two different results after the same events."""
    right, wrong = expected["stop_reason"], got.get("stop_reason") if isinstance(got, dict) else None
    if not same(right, wrong):
        if (right, wrong) == ("tool_errors", "max_steps") and scenario["limits"]["max_consecutive_errors"]:
            return "R10"
        if (right, wrong) in OUT_OF_ORDER:
            return "R12"
        decides = wrong if right in ("max_steps", "final") and wrong != "max_steps" else right
        return _rule_of_reason(scenario, read, decides)
    if not same(expected["steps"], got["steps"]):
        return "R1"
    decides = _rule_of_reason(scenario, read, right)
    if not same(expected["output"], got["output"]):
        return decides
    return _rule_of_transcript(expected["transcript"], got["transcript"], if_longer=decides)


def _rule_of_transcript(expected: list[dict], got: Any, if_longer: str) -> str:
    """Judge the first message that differs."""
    if type(got) is not list:
        return "R1"
    for message, other in zip_longest(expected, got):
        if message is None:
            return if_longer
        if same(message, other):
            continue
        if message["role"] == "tool":
            return if_longer if other is None and if_longer == "R10" else _rule_of_result(message, other)
        if message["role"] == "user":
            return "R1"
        if "content" in message:
            return "R2"
        return "R14" if isinstance(other, dict) and other.get("args") == {"query": {}} else "R3"
    return if_longer


def _rule_of_result(message: dict, other: Any) -> str:
    """Judge a tool message that should be `message` and is `other`."""
    if type(other) is not dict or other.keys() != message.keys():
        return "R3"
    if message["name"] == "ghost" or "unknown tool" in str(other["content"]):
        return "R7"
    if message["is_error"]:
        return "R6"
    if message["content"] == other["content"]:
        return "R5"
    arguments_in_disorder = sorted(message["content"]) == sorted(str(other["content"]))
    return "R3" if other["is_error"] or arguments_in_disorder else "R5"


def _field(seen: dict, name: str) -> Any:
    return seen["returned"].get(name) if isinstance(seen["returned"], dict) else None


def _length(transcript: Any) -> int:
    return len(transcript) if isinstance(transcript, list) else 0


FIELDS = ("stop_reason", "output", "steps", "transcript")
RULE_OF_REASON = {"final": "R2", "token_budget": "R4", "tool_errors": "R10", "max_steps": "R11"}
RULE_OF_TOOL = dict.fromkeys(("fail", "mute", "say_long", "refuse", "exhaust", "sink", "time_out", "drop"), "R6")
RULE_OF_TOOL["ghost"] = "R7"
OUT_OF_ORDER = {
    ("token_budget", "repeated_call"),
    ("token_budget", "tool_errors"),
    ("repeated_call", "tool_errors"),
    ("tool_errors", "max_steps"),
}
