"""Every short input of problem 010, smallest first, and how to observe a solution on one."""

from collections.abc import Iterator, Sequence
from itertools import groupby, product
from typing import Any

from judge.plain import copied, dumps, kept_as, plain, same, unwritten
from problems.problem_010.lab import (
    PLACEHOLDER,
    aborted,
    call,
    failed,
    reply,
    result,
    tool_calls,
    user_message,
)

Scenario = dict[str, Any]

SPACE = (
    "records of up to 6 messages: all of 20 kinds up to 3, of 8 kinds at 4, of 6 at 5, of 5 at 6 with a call first; "
    "and some with rarer kinds, with two open calls or many, one dict in many places, changed between views, or long"
)
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    319,
    456,
    589,
    1203,
    1232,
    1503,
    8611,
    9516,
    9734,
    10060,
    10435,
    10885,
)

C1 = call("c1", path="a.py")
C2 = call("c2", "list")
# The messages of which records are made, by the words in which a person reads them. In a record "#" is the place of
# the message, so that no two of its results are equal.
MESSAGES = {
    "user": user_message("Go on."),
    "call c1": reply(C1),
    "result of c1": result("c1", "text #\n"),
    "placeholder for c1": result("c1", PLACEHOLDER, is_error=True),
    "calls c1 and c2": reply(C1, C2),
    "result of c2": result("c2", "names #", tool_name="list"),
    "aborted after call c2": aborted("I will", C2),
    "aborted, empty": aborted(),
    "failed, empty": failed("503"),
    "answer": reply("Done."),
    "failed after 'The fi'": failed("lost", "The fi"),
    "failed after ''": failed("lost", ""),
    "failed after calls c2 and c1": failed("lost", C2, C1),
    "call '', no stop_reason, at=#": {"role": "assistant", "content": [call("")], "at": "#"},
    "user '', at=#": user_message("") | {"at": "#"},
    "result '' of c1": result("c1", ""),
    "error of '', of tool 'cat', at=#": result("", "broken #", tool_name="cat", is_error=True) | {"at": "#"},
    "result of c1 with the placeholder's text": result("c1", PLACEHOLDER),
    "error of c1, that text and a space": result("c1", f"{PLACEHOLDER} ", is_error=True),
    "placeholder for c1, of tool 'cat', at=#": result("c1", PLACEHOLDER, tool_name="cat", is_error=True) | {"at": "#"},
}
KINDS = list(MESSAGES)
SIX_KINDS, EIGHT_KINDS = KINDS[:6], KINDS[:8]
CALLS = ("call c1", "calls c1 and c2")
# Kinds that are too rare to stand beside all others.
RARE = {
    "call c1 of tool 'list'": reply(call("c1", "list")),
    "calls c1 and 'c1 '": reply(C1, call("c1 ")),
    "calls c1 to c12": reply(*(call(f"c{number}") for number in range(1, 13))),
    "aborted, empty, usage=#": aborted() | {"usage": "#"},
    "error of c1": result("c1", "broken #", is_error=True),
    "result of c1, of tool 'list'": result("c1", "text #\n", tool_name="list"),
}
# Kinds that are rarer still; what may follow them is below. Reply and call have the same further keys.
KEYS = {"at": "09:30", "timestamp": 1_700_000_000, "usage": {"input": 3}, "details": {}}
ALONE = {
    "call c1, stop_reason 'stop'": reply(C1) | {"stop_reason": "stop"},
    "call c1, stop_reason 'length'": reply(C1) | {"stop_reason": "length"},
    "call c1, stop_reason 'cancelled'": reply(C1) | {"stop_reason": "cancelled"},
    "call c1, further keys": reply(C1 | KEYS) | KEYS,
    "calls 'e' with an accent and 'é'": reply(call("e\u0301"), call("\u00e9")),
    r"call '\ud800'": reply(call("\ud800")),
}
BEHIND_ALONE = {
    "placeholder for c1, further keys": result("c1", PLACEHOLDER, is_error=True) | KEYS,
    "result of 'e' with an accent": result("e\u0301", "text #"),
    r"result of '\ud800'": result("\ud800", "text #"),
}
BESIDE_RARE = ("user", "call c1", "result of c1")
# Two replies that ask with the same id, what stands between, and the results of both.
ASKS = ("call c1", "failed after calls c2 and c1", "call c1 of tool 'list'")
BETWEEN = ((), ("user",), ("answer",), ("aborted, empty",))
RESULTS = ("result of c1", "result '' of c1", "error of c1", "result of c1, of tool 'list'", "placeholder for c1")
MANY = (9, 65, 140)
ONE_DICT_KINDS = ("call c1", "result of c1", "user", "placeholder for c1")
LONGEST = 6
FAR = 290
NEXT = user_message("And now?")
AS_BEFORE = "the same"
LATER = {"at": "later"}
GROWN = "the same, and the new message"


def _placed(value: Any, place: int) -> Any:
    """Return a copy of `value` with the place in it wherever it says "#"."""
    if isinstance(value, str):
        return value.replace("#", str(place))
    if isinstance(value, dict):
        return {key: _placed(item, place) for key, item in value.items()}
    return [_placed(item, place) for item in value] if isinstance(value, list) else value


EVERY_KIND = MESSAGES | RARE | ALONE | BEHIND_ALONE
PLACED = [{kind: _placed(message, place) for kind, message in EVERY_KIND.items()} for place in range(FAR + 2)]


def scenarios() -> Iterator[Scenario]:
    """Yield the records by their length; of one length those made of the plain kinds come first."""
    yield {"record": ()}
    for length in (1, 2, 3):
        plain_ones = set(product(SIX_KINDS, repeat=length))
        yield from _records(SIX_KINDS, length)
        yield from (record for record in _records(KINDS, length) if record["record"] not in plain_ones)
        with_rare = product([*RARE, *BESIDE_RARE], repeat=length)
        yield from ({"record": record} for record in with_rare if RARE.keys() & set(record))
        yield from (record | {"changed": True} for record in _records(SIX_KINDS, length))
        yield from (record | {"one dict": True} for record in _records(ONE_DICT_KINDS, length))
        behind = product(("user", "result of c1", *BEHIND_ALONE), repeat=length - 1)
        yield from ({"record": (first, *rest)} for rest in behind for first in ALONE)
    yield from (record | {"one dict": True} for record in _records(ONE_DICT_KINDS, 4))
    yield from _two_open_calls()
    yield from ({"record": (first, *["user"] * FAR, "result of c1")} for first in CALLS)
    yield from ({"record": ("call c1",) * count + ("result of c1",) * count} for count in MANY)
    yield from _records(EIGHT_KINDS, 4)
    yield from _records(SIX_KINDS, 5)
    for first in CALLS:
        yield from ({"record": (first, *record["record"])} for record in _records(SIX_KINDS[1:], LONGEST - 1))


def _records(kinds: Sequence[str], length: int) -> Iterator[Scenario]:
    return ({"record": record} for record in product(kinds, repeat=length))


def _two_open_calls() -> Iterator[Scenario]:
    """Yield records in which two replies ask with c1 and then two results come, the shortest first."""
    for between in BETWEEN:
        for first, second, one, two in product(ASKS, ASKS, RESULTS, RESULTS):
            yield {"record": (first, second, *between, one, *between, two)}


def _messages(scenario: Scenario) -> list[Any]:
    """Return the messages of the record, which are only to be looked at."""
    if scenario.get("one dict"):
        return [PLACED[0][kind] for kind in scenario["record"]]
    return [placed[kind] for placed, kind in zip(PLACED, scenario["record"], strict=False)]


def _in_one_dict(scenario: Scenario, record: list[Any]) -> list[Any]:
    """Return the record with all that is alike in it as one dict."""
    dicts = dict(zip(scenario["record"], record, strict=True))
    return [dicts[kind] for kind in scenario["record"]]


def observe(solution: Any, scenario: Scenario) -> dict[str, Any]:
    """Return the view, a later view, what became of the record, and the view's own view."""
    messages = _messages(scenario)
    grown_record = dumps([*messages, NEXT])
    *record, new_message = unwritten(grown_record)
    if scenario.get("one dict"):
        record = _in_one_dict(scenario, record)
    seen: dict[str, Any] = {"events": [], "returned": None, "raised": None}
    try:
        view = solution.context_for_model(record)
        as_returned = dumps(view)
        seen["returned"] = kept_as(as_returned, view)
        if type(view) is list:
            copy = copied(view) if as_returned is None else unwritten(as_returned)
            seen["a new list"] = view is not record
            if not scenario.get("one dict"):
                seen["placeholders that are one dict"] = _doubles(view)
            grown_view = dumps([*copy, NEXT])
            _spoil_placeholders(view, record)
            if scenario.get("changed"):
                record[-1] |= LATER
                seen["the view with the last message changed"] = plain(solution.context_for_model(record))
                record[-1] = dict(NEXT)
                seen["the view with the last message replaced"] = plain(solution.context_for_model(record))
                record[-1] = plain(messages[-1])
            record.append(new_message)
            seen["the view with one message more"] = _in_short(solution.context_for_model(record), grown_view, GROWN)
            seen["the record afterwards"] = _in_short(record, grown_record, GROWN)
            seen["the view of the view"] = _in_short(solution.context_for_model(copy), as_returned, AS_BEFORE)
    except (Exception, SystemExit) as error:
        seen["raised"] = _described(error)
    return seen


def _in_short(messages: Any, expected: bytes | None, words: str) -> Any:
    """Return the messages, or only the words if they are what `dumps` has written before, None if it could not."""
    written = dumps(messages)
    if expected is not None and (written == expected or same(plain(messages), unwritten(expected))):
        return words
    return kept_as(written, messages)


def _doubles(view: list[Any]) -> int:
    """Return how many placeholders of the view are the very dict of another one."""
    dicts = [id(message) for message in view if type(message) is dict and message.get("content") == PLACEHOLDER]
    return len(dicts) - len(set(dicts))


def _spoil_placeholders(view: Any, record: list[Any]) -> None:
    """Change the placeholders of the view, as its owner may; one that lies in the record is the record's."""
    for message in view:
        made_up = type(message) is dict and message.get("content") == PLACEHOLDER
        if made_up and not any(message is recorded for recorded in record):
            message["content"] = "changed"


def _described(error: BaseException) -> str:
    """Return `TYPE: MESSAGE`; the type alone where the message cannot be had."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:
        return type(error).__name__


def conversation(scenario: Scenario) -> list[str]:
    """Return the record as a person would read it, one line for each message."""
    lines = []
    for kind, run in groupby(enumerate(scenario["record"]), key=lambda pair: pair[1]):
        places = [place for place, _ in run]
        if len(places) > LONGEST:
            lines.append(f"record[{places[0]}] to record[{places[-1]}]: {kind}")
        else:
            lines += [f"record[{place}]: {_placed(kind, place)}" for place in places]
    first = ["context_for_model: of the record, of it and 'And now?', and of its view"]
    if scenario.get("changed"):
        first += [
            "and of the record with at='later' in its last message,",
            "and with 'And now?' instead of that message",
        ]
    if scenario.get("one dict"):
        first += ["What is alike in the record is one and the same dict."]
    return [*first, *lines]


def rule(scenario: Scenario, reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between two observations of this scenario."""
    record = _messages(scenario)
    differing = [key for key in reference if not same(reference[key], attempt.get(key))]
    if attempt["raised"]:
        return _rule_of_what_raises(record, attempt)
    if type(attempt["returned"]) is not list:
        return "R1"
    if "returned" in differing:
        return _rule_of_the_view(record, reference["returned"], attempt["returned"])
    if "placeholders that are one dict" in differing:
        return "R5"
    if "a new list" in differing or "the record afterwards" in differing:
        return "R1"
    if differing[0] in ("the view with the last message changed", "the view with the last message replaced"):
        return "R12"
    if differing[0] == "the view of the view":
        return "R11"
    return _rule_of_the_later_view(record, [*reference["returned"], NEXT], attempt)


def _rule_of_the_later_view(record: list[Any], expected: list[Any], attempt: dict[str, Any]) -> str:
    """Decide by the view of the grown record, where that of the record was right."""
    later = attempt["the view with one message more"]
    spoilt = [message for message in later if message.get("content") == "changed"]
    if spoilt:
        return "R5" if spoilt[0].get("is_error") else "R12"
    if same(later, attempt["returned"]) or same(_without_results(later), _without_results(expected)):
        return "R12"
    return _rule_of_the_view([*record, NEXT], expected, later)


def _rule_of_what_raises(record: list[Any], attempt: dict[str, Any]) -> str:
    """Decide by how far the attempt got, and by what the record holds."""
    if attempt["returned"] is not None:
        return "R11" if "the record afterwards" in attempt else "R12"
    return "R9" if any(message["role"] == "toolResult" for message in record) else "R3"


def _rule_of_the_view(record: list[Any], expected: list[Any], got: list[Any]) -> str:
    """Decide by what two views hold beside results, and then by the first message in which they differ."""
    said, said_by_attempt = _without_results(expected), _without_results(got)
    if not same(said, said_by_attempt):
        if len(said_by_attempt) <= len(said):
            return "R3"
        return "R2" if any(_is_failed_and_empty(message) for message in record) else "R9"
    if _ids(expected) != _ids(got) and sorted(map(repr, expected)) == sorted(map(repr, got)):
        return "R4"
    pairs = zip([*expected, None], [*got, None], strict=False)
    at = next(at for at, pair in enumerate(pairs) if not same(*pair))
    here = expected[at] if at < len(expected) else None
    theirs = got[at] if at < len(got) else None
    if here is None or here["role"] != "toolResult":
        return _rule_of_one_too_many(record, theirs)
    if len(got) == len(expected) and here in got[at + 1 :] and theirs and _is_placeholder(theirs):
        return "R8" if any(map(_is_placeholder, record)) else "R6"
    return _rule_of_result(record, here, theirs)


def _rule_of_one_too_many(record: list[Any], result: Any) -> str:
    """Decide by a result that stands where the view of the reference has none."""
    if result.get("content") == PLACEHOLDER:
        return "R8" if result in record else "R5"
    asked = [_asks(message, result.get("tool_call_id")) for message in record]
    return "R7" if True in asked and asked.index(True) < _place(record, result) else "R9"


def _rule_of_result(record: list[Any], here: Any, theirs: Any) -> str:
    """Decide by a result of the reference's view, `here`, and what the attempt has in its place."""
    call_id = here["tool_call_id"]
    of_this_call = theirs is not None and theirs.get("tool_call_id") == call_id
    recorded_placeholder = any(_is_placeholder(message) and message["tool_call_id"] == call_id for message in record)
    if _is_placeholder(here):
        if of_this_call and theirs in record and not _is_placeholder(theirs):
            return "R6" if any(_asks(message, call_id) for message in record[: _place(record, theirs)]) else "R9"
        if of_this_call and any(theirs.get("content") == message["content"] for message in record):
            return "R8" if _is_placeholder(theirs) else "R6"
        return "R8" if recorded_placeholder and not of_this_call else "R5"
    if not of_this_call:
        return "R4"
    if theirs not in record and not _is_placeholder(theirs):
        return "R10"
    if sum(_asks(message, call_id) for message in record) > 1:
        return "R8" if recorded_placeholder else "R6"
    if not _is_placeholder(theirs):
        return "R7"
    if recorded_placeholder or here["content"].startswith(PLACEHOLDER):
        return "R8"
    if call_id == "" or len(record) > LONGEST + 1:
        return "R6"
    plain_result = not here["is_error"] and here["content"]
    return "R4" if plain_result else "R10"


def _ids(view: list[Any]) -> list[Any]:
    return [message.get("tool_call_id") for message in view]


def _without_results(view: list[Any]) -> list[Any]:
    return [message for message in view if type(message) is not dict or message.get("role") != "toolResult"]


def _is_failed_and_empty(message: Any) -> bool:
    return message.get("stop_reason") in ("error", "aborted") and message["content"] == []


def _is_placeholder(message: Any) -> bool:
    return bool(message.get("is_error")) and message.get("content") == PLACEHOLDER


def _asks(message: Any, call_id: Any) -> bool:
    return message["role"] == "assistant" and any(block["id"] == call_id for block in tool_calls(message))


def _place(record: list[Any], message: Any) -> int:
    """Return where in the record the message stands, its end if it is not there."""
    return record.index(message) if message in record else len(record)
