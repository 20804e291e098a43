"""Every view that problem 010's reference makes of a short record is valid, its own view, and leaves the record alone.

The views are looked at twice: by the validator of the problem's lab, and by a few lines here that know only what the
spec says of a view. The judge is not involved.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from judge.loading import load, public_names
from judge.plain import plain
from judge.problem import find
from problems.problem_010.lab import PLACEHOLDER, aborted, call, failed, reply, result, user_message, validate

Message = dict[str, Any]

ROOT = Path(__file__).resolve().parent.parent
PROBLEM = find(ROOT, "010")
C1, C2 = call("c1"), call("c2", "list")
USER = user_message("Go on.")
MADE_UP = result("c1", PLACEHOLDER, is_error=True)
# What records are made of; "#" is the place of a result in its record, so that no two are equal.
FIVE = [USER, reply(C1), reply(C2, C1), result("c1", "text #"), MADE_UP]
EIGHT = [*FIVE, aborted("I will", C2), failed("503"), result("c2", "names #", tool_name="list")]


def records() -> Iterator[list[Message]]:
    """Yield all records of up to four messages of eight kinds, and of five and six messages of five kinds."""
    for length in range(7):
        for kinds in product(EIGHT if length < 5 else FIVE, repeat=length):
            yield [numbered(message, place) for place, message in enumerate(kinds)]


def numbered(message: Message, place: int) -> Message:
    """Return a copy of the message; if it is a result, with its place in the text."""
    copy: Message = plain(message)
    if copy["role"] == "toolResult":
        copy["content"] = copy["content"].replace("#", str(place))
    return copy


def ids(message: Message) -> list[str]:
    """Return the ids of the calls of a message."""
    return [] if message["role"] == "user" else [block["id"] for block in message["content"] if "id" in block]


def is_view_of(view: list[Message], record: list[Message]) -> bool:
    """Tell whether the view is what the record says, each call followed by its result, and each result used once."""
    rest, used = iter(view), []
    for message in record:
        if message["role"] == "toolResult" or message["content"] == []:
            continue
        if next(rest, None) != message:
            return False
        for call_id in ids(message):
            answer = next(rest, None)
            if answer is None or answer["role"] != "toolResult" or answer["tool_call_id"] != call_id:
                return False
            if answer["content"] != PLACEHOLDER:
                used.append(answer["content"])
    recorded = [message["content"] for message in record if message["role"] == "toolResult"]
    return next(rest, None) is None and len(set(used)) == len(used) and set(used) <= set(recorded)


@pytest.fixture(scope="module")
def reference() -> Any:
    return load(PROBLEM.reference, public_names(PROBLEM.stub))


def test_every_view_is_valid_is_its_own_view_and_leaves_the_record_alone(reference: Any) -> None:
    wrong: list[tuple[str, list[Message]]] = []
    for record in records():
        before = plain(record)
        view = reference.context_for_model(record)
        if record != before or view is record:
            wrong.append(("the record was touched", before))
        if validate(view) or not is_view_of(view, before):
            wrong.append(("the view is not valid", before))
        if reference.context_for_model(view) != view:
            wrong.append(("the view of the view differs", before))

    assert wrong[:3] == []


@pytest.mark.parametrize(
    ("messages", "complaint"),
    [
        ([failed("503")], "messages[0]: assistant message with empty content"),
        ([aborted(), USER], "messages[0]: assistant message with empty content"),
        ([reply(C1)], "messages[0]: call c1 has no result"),
        ([reply(C1), USER, result("c1", "text")], "messages[0]: call c1 has no result"),
        ([reply(C1, C2), result("c1", "text")], "messages[0]: call c2 has no result"),
        ([reply(C1), result("c1", "text"), reply(C1)], "messages[2]: call c1 has no result"),
        ([result("c1", "text")], "messages[0]: result c1 has no call"),
        ([reply(C1), result("c1", "text"), result("c1", "text")], "messages[2]: result c1 has no call"),
        ([reply(C1), result("c1", "text"), USER, result("c1", "text")], "messages[3]: result c1 has no call"),
        ([reply(C1, C2), result("c2", ""), result("c1", "")], "messages[0]: results are not in the order of the calls"),
        ([reply(C1, C1), result("c1", ""), result("c1", "")], "messages[0]: ids come twice"),
    ],
)
def test_the_validator_is_strict(messages: list[Message], complaint: str) -> None:
    assert validate(messages)[:1] == [complaint]


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [USER, USER, reply("Done.")],
        [failed("lost", "The fi"), aborted("")],
        [reply(C1), result("c1", ""), reply(C1), MADE_UP],
        [reply("I will", C2, C1), result("c2", "", tool_name="list"), MADE_UP, USER],
    ],
)
def test_the_validator_accepts_what_is_valid(messages: list[Message]) -> None:
    assert validate(messages) == []
