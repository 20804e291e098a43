"""The rules of spec.md as tests."""

import pytest

from judge.plain import exactly, plain
from problems.problem_010.lab import (
    PLACEHOLDER,
    aborted,
    call,
    failed,
    reply,
    result,
    user_message,
    validate,
)

C1 = call("c1", path="a.py")
C2 = call("c2", "list")
C3 = call("c3", path="b.py")
GO = user_message("Go on.")

# What a provider or a harness may say of how a reply ended. None: it does not say.
STOP_REASONS = [
    *("error", "aborted", None, "stop", "toolUse", "length", "", " error", "ERROR", "Aborted", "errored", "failed"),
    *("cancelled", "timeout", "tool_use", "tool_calls", "end_turn", "max_tokens", "content_filter", "refusal"),
    *("pause_turn", "stop_sequence"),
]
# Keys of other systems, none of which the contract names.
FURTHER = {
    **dict(at="09:30", timestamp=1_700_000_000, created_at="", usage={"input": 3}, details={"exit": 0}, model="m-1"),
    **dict(signature="x", metadata={}, parent=None, synthetic=False, recovered=True, status="done", provider="p"),
    **dict(cache_control={"type": "ephemeral"}, index=0, uuid="7f"),
}
TEXTS = [
    *("", " ", "  two\r\nlines \n", "caf\u00e9", "cafe\u0301", "\ufb01 \uff11 \u00a0", "Stra\u00dfe", "a &amp; b"),
    *("%s", "{x}", "\\n", "\0", "\ufeff", "\u200b", "\ud800", "\U0001f327", "null", "false", "0", "[]", "None"),
    *("error", "error: broken", '{"error": "no"}', "Operation aborted", "No result provided", "No result", "cancelled"),
    *("/compact", "long " * 60_000),
]
# Pairs of ids that some way of tidying makes one.
ALIKE = [
    *(("c1", "c1 "), ("c1", " c1"), ("c1", "C1"), ("1", "01"), ("1", "1.0"), ("", " "), ("c1", "c1\n"), ("c1", "c1\0")),
    *(("\u00e9", "e\u0301"), ("c1", "c\uff11"), ("\ufb01", "fi"), ("ss", "\u00df"), ("c1", "c1\u200b")),
    *(("c1", "\ufeffc1"), ("c:1", "c_1"), ("c.1", "c_1"), ("c-1", "c1"), ("c1|a", "c1|b"), ("c1", "c1|a")),
    *(("call_1", "toolu_1"), ("\ud800", "\ud801"), ("\ud800", "?"), ("\ud800", ""), ("", "None"), ("c%31", "c1")),
    ("c" * 300, "c" * 301),
]


def placeholder(call_id, tool_name="read"):
    return {
        "role": "toolResult",
        "tool_call_id": call_id,
        "tool_name": tool_name,
        "content": "No result: the run was interrupted before this call finished.",
        "is_error": True,
    }


def view_of(solution, record):
    """Return the view of a copy of the record, so that an attempt that changes messages fails under R1 alone."""
    return solution.context_for_model(plain(record))


def stopped_with(stop_reason, *content):
    """Return a reply with this stop reason, without any for None."""
    message = reply(*content) | {"stop_reason": stop_reason}
    return {key: value for key, value in message.items() if value is not None}


# Records that are broken in one way each.
BROKEN = {
    "nothing": [],
    "a crash": [GO, reply(C1)],
    "a late result": [reply(C1), GO, result("c1", "late")],
    "a crash between two results": [reply(C1, C2), result("c2", "names", tool_name="list"), GO],
    "results out of order": [reply(C1, C2), result("c2", "names", tool_name="list"), result("c1", "text")],
    "a result twice": [reply(C1), result("c1", "one"), result("c1", "two"), GO],
    "a result without a call": [GO, result("c1", "text"), reply("Done.")],
    "an early result": [result("c1", "text"), reply(C1)],
    "a placeholder and a result": [reply(C1), placeholder("c1"), GO, result("c1", "text")],
    "placeholders alone": [placeholder("c1"), reply(C1), placeholder("c1"), placeholder("c1")],
    "an id that comes again": [reply(C1), GO, reply(C1), result("c1", "one"), GO, result("c1", "two")],
    "an id that comes again, one answered": [reply(C1), reply(C1), GO, result("c1", "one")],
    "empty failures": [GO, failed("503"), GO, aborted(), GO],
    "failures with calls": [GO, failed("lost", "I will", C1), GO, aborted(C2, C1), result("c1", "text")],
}

broken = pytest.mark.parametrize("record", BROKEN.values(), ids=BROKEN.keys())


# R1


@pytest.mark.rule("R1")
@pytest.mark.parametrize("record", [[], [GO], [GO, reply(C1), result("c1", "text"), reply("Done.")]])
def test_view_is_a_new_list_when_there_is_nothing_to_repair(solution, record):
    record = plain(record)
    before = plain(record)

    view = solution.context_for_model(record)

    assert (view is record, view) == exactly((False, before))


@pytest.mark.rule("R1")
@broken
def test_record_is_left_alone(solution, record):
    record = plain(record)
    before = plain(record)

    solution.context_for_model(record)

    assert record == exactly(before)


@pytest.mark.rule("R1")
def test_messages_of_the_record_are_the_same_objects_as_before(solution):
    record = plain(BROKEN["a crash between two results"])
    before = list(record)

    solution.context_for_model(record)

    assert [now is then for now, then in zip(record, before, strict=True)] == exactly([True, True, True])


# R2


@pytest.mark.rule("R2")
@pytest.mark.parametrize("stop_reason", ["error", "aborted"])
def test_failed_and_empty_reply_is_left_out_whatever_further_keys_it_has(solution, stop_reason):
    empty = {"role": "assistant", "content": [], "stop_reason": stop_reason}

    for further in [FURTHER, *({key: value} for key, value in FURTHER.items())]:
        assert view_of(solution, [GO, empty | further, GO]) == exactly([GO, GO])


@pytest.mark.rule("R2")
@pytest.mark.parametrize("empty", [failed("503"), aborted(), aborted() | {"error_message": "stopped"}])
def test_failed_and_empty_reply_is_left_out(solution, empty):
    view = view_of(solution, [GO, empty, GO, empty, empty, reply("Done."), empty])

    assert view == exactly([GO, GO, reply("Done.")])


@pytest.mark.rule("R2")
def test_failed_and_empty_reply_without_error_message_is_left_out(solution):
    empty = {"role": "assistant", "content": [], "stop_reason": "error"}

    assert view_of(solution, [empty, GO]) == exactly([GO])


@pytest.mark.rule("R2")
def test_empty_failure_between_a_call_and_its_result_is_left_out(solution):
    view = view_of(solution, [reply(C1), aborted(), result("c1", "text"), failed("503")])

    assert view == exactly([reply(C1), result("c1", "text")])


@pytest.mark.rule("R2")
@pytest.mark.parametrize("empty", [failed("503"), aborted()])
@pytest.mark.parametrize("further", [{"usage": {"input": 3}}, {"at": "09:30", "partial": "The fi"}, {"at": None}])
def test_failed_and_empty_reply_with_further_keys_is_left_out(solution, empty, further):
    assert view_of(solution, [GO, empty | further, GO]) == exactly([GO, GO])


# R3


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "message",
    [
        failed("lost", "The fi"),
        aborted("The fi"),
        failed("lost", ""),
        aborted(""),
        reply(""),
        reply("Cut o") | {"stop_reason": "length"},
        reply("Odd.") | {"stop_reason": ""},
        {"role": "assistant", "content": [{"type": "text", "text": "Old."}]},
        reply("Done.") | {"usage": {"input": 3}, "at": None},
        user_message(""),
        GO | {"at": "09:30"},
    ],
)
def test_message_stays_as_it_is(solution, message):
    assert view_of(solution, [GO, message, GO]) == exactly([GO, message, GO])


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "asks",
    [
        failed("lost", C1),
        aborted(C1),
        aborted("I will", C1),
        reply("I will", C1, "and then"),
        reply(C1) | {"stop_reason": "length"},
        {"role": "assistant", "content": [C1]},
        reply(C1 | {"signature": "x"}) | {"usage": {"input": 3}},
    ],
)
def test_reply_with_a_call_stays_as_it_is(solution, asks):
    assert view_of(solution, [asks])[:1] == exactly([asks])


@pytest.mark.rule("R3")
@pytest.mark.parametrize("said", ["Cut o", "", C1], ids=["a text", "an empty text", "a call"])
def test_reply_with_a_block_stays_whatever_its_stop_reason(solution, said):
    for stop_reason in STOP_REASONS:
        message = stopped_with(stop_reason, said)

        assert view_of(solution, [GO, message])[:2] == exactly([GO, message])


@pytest.mark.rule("R3")
def test_message_stays_whatever_it_says(solution):
    for text in [*TEXTS, PLACEHOLDER]:
        record = [user_message(text), reply(text), failed(text, text), aborted(text, text), user_message(text)]

        assert view_of(solution, record) == exactly(record)


@pytest.mark.rule("R3")
def test_message_and_its_blocks_keep_their_further_keys(solution):
    text = {"type": "text", "text": ""} | FURTHER
    record = [GO | FURTHER, reply("") | FURTHER, reply(C1 | FURTHER, text) | FURTHER, result("c1", "text")]

    assert view_of(solution, record) == exactly(record)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("depth", [1, 90])
def test_arguments_stay_as_they_are(solution, depth):
    nested = {"empty": [{}, [], "", None, False, 0]}
    for _ in range(depth):
        nested = {"b": nested, "a": 0}
    asks = reply(C1 | {"arguments": {"n": 2**53 + 1, "huge": 10**30, "small": 1e-11, "whole": 2.0, "nested": nested}})

    view = view_of(solution, [asks, result("c1", "text")])

    assert view == exactly([asks, result("c1", "text")])


@pytest.mark.rule("R3")
@pytest.mark.parametrize(
    "message", [GO, reply("Done."), failed("lost", "The fi"), aborted("")], ids=["user", "reply", "failed", "aborted"]
)
def test_one_dict_that_stands_twice_in_the_record_stands_twice_in_the_view(solution, message):
    twice, other = plain(message), reply("Other.")

    views = [solution.context_for_model([twice, twice]), solution.context_for_model([twice, other, twice, twice])]

    assert views == exactly([[message, message], [message, other, message, message]])


@pytest.mark.rule("R3")
def test_what_stands_between_a_call_and_its_result_keeps_its_order(solution):
    record = [user_message("1"), reply(C1), user_message("2"), user_message("3"), reply("4"), result("c1", "text")]

    view = view_of(solution, record)

    assert [message for message in view if message["role"] != "toolResult"] == exactly(record[:5])


@pytest.mark.rule("R3")
def test_messages_keep_their_order(solution):
    said = [user_message("1"), reply("2"), user_message("3"), user_message("3"), reply("4"), reply("4")]

    view = view_of(solution, [*said[:3], result("c9", "lost"), *said[3:]])

    assert view == exactly(said)


# R4


@pytest.mark.rule("R4")
def test_late_result_moves_up_over_all_that_stands_between(solution):
    between = [user_message("How long?"), reply("A minute."), user_message("Thanks."), reply(C2)]
    names = result("c2", "names", tool_name="list")

    view = view_of(solution, [GO, reply(C1), *between, names, GO, result("c1", "late"), GO])

    assert view == exactly([GO, reply(C1), result("c1", "late"), *between, names, GO, GO])


@pytest.mark.rule("R4")
def test_results_come_in_the_order_of_the_calls(solution):
    one, two, three = result("c1", "one"), result("c2", "two", tool_name="list"), result("c3", "three")

    view = view_of(solution, [reply(C3, C1, "and", C2), two, one, GO, three])

    assert view == exactly([reply(C3, C1, "and", C2), three, one, two, GO])


@pytest.mark.rule("R4")
def test_order_is_not_that_of_the_ids(solution):
    calls = [call("c2"), call("c10"), call("c1")]
    results = [result("c2", "two"), result("c10", "ten"), result("c1", "one")]

    view = view_of(solution, [reply(*calls), *reversed(results)])

    assert view == exactly([reply(*calls), *results])


@pytest.mark.rule("R4")
def test_gap_keeps_its_place_between_two_results(solution):
    view = view_of(solution, [reply(C1, C2, C3), GO, result("c3", "three"), result("c1", "one")])

    assert view == exactly(
        [reply(C1, C2, C3), result("c1", "one"), placeholder("c2", "list"), result("c3", "three"), GO]
    )


@pytest.mark.rule("R4")
@pytest.mark.parametrize("asks", [failed("lost", C1), aborted("I will", C1)])
def test_late_result_of_a_failed_reply_moves_up(solution, asks):
    view = view_of(solution, [asks, GO, result("c1", "done all the same")])

    assert view == exactly([asks, result("c1", "done all the same"), GO])


@pytest.mark.rule("R4")
def test_results_of_two_replies_that_come_mixed_are_sorted_out(solution):
    view = view_of(solution, [reply(C1), reply(C3), result("c1", "one"), GO, result("c3", "three")])

    assert view == exactly([reply(C1), result("c1", "one"), reply(C3), result("c3", "three"), GO])


@pytest.mark.rule("R4")
def test_sound_record_of_many_turns_stays_as_it_is(solution):
    record = [GO]
    for turn in range(60):
        record += [reply(C1, C3), result("c1", f"{turn}"), result("c3", f"{turn}"), user_message(f"{turn}")]

    assert view_of(solution, record) == exactly(record)


@pytest.mark.rule("R4")
def test_late_result_moves_up_whatever_the_stop_reason(solution):
    for stop_reason in STOP_REASONS:
        asks = stopped_with(stop_reason, "I will", C1)

        view = view_of(solution, [asks, GO, result("c1", "late")])

        assert view == exactly([asks, result("c1", "late"), GO])


@pytest.mark.rule("R4")
def test_each_of_1100_calls_has_a_result_before_the_next_message(solution):
    asks = reply(*(call(f"{number}") for number in range(1100)))
    last, first = result("1099", "last"), result("0", "first")

    view = view_of(solution, [asks, GO, last, first])

    assert [message.get("tool_call_id") for message in view[1:]] == exactly(
        [*(f"{each}" for each in range(1100)), None]
    )
    assert [view[0], view[1], view[2], view[1100], view[1101]] == exactly([asks, first, placeholder("1"), last, GO])


@pytest.mark.rule("R4")
@pytest.mark.parametrize("count", [12, 120])
def test_results_of_many_calls_come_in_the_order_of_the_calls(solution, count):
    asks = reply(*(call(f"c{number}") for number in range(count)))
    results = [result(f"c{number}", f"{number}") for number in range(count)]

    view = view_of(solution, [asks, GO, *reversed(results)])

    assert view == exactly([asks, *results, GO])


@pytest.mark.rule("R4")
@pytest.mark.parametrize("count", [12, 120])
def test_late_results_of_many_replies_move_up(solution, count):
    asks = [reply(call(f"c{number}")) for number in range(count)]
    results = [result(f"c{number}", f"{number}") for number in range(count)]

    view = view_of(solution, [*asks, *results])

    assert view == exactly([message for pair in zip(asks, results, strict=True) for message in pair])


# R5


@pytest.mark.rule("R5")
@pytest.mark.parametrize("asks", [reply(C2), failed("lost", C2), aborted("I will", C2)])
@pytest.mark.parametrize("after", [[], [GO], [reply("Done.")], [GO, reply(C1), result("c1", "text")]])
def test_call_without_a_result_gets_a_placeholder(solution, asks, after):
    view = view_of(solution, [GO, asks, *after])

    assert view == exactly([GO, asks, placeholder("c2", "list"), *after])


@pytest.mark.rule("R5")
def test_call_whose_id_was_answered_in_another_turn_gets_a_placeholder(solution):
    answered = [reply(C1), result("c1", "text"), GO]

    view = view_of(solution, [*answered, reply("Again:", C1), GO, *answered])

    assert view == exactly([*answered, reply("Again:", C1), placeholder("c1"), GO, *answered])


@pytest.mark.rule("R5")
def test_every_open_call_of_the_record_gets_a_placeholder(solution):
    view = view_of(solution, [reply(C1, C2), GO, reply("I will", C3), aborted(C1)])

    assert view == exactly(
        [
            reply(C1, C2),
            placeholder("c1"),
            placeholder("c2", "list"),
            GO,
            reply("I will", C3),
            placeholder("c3"),
            aborted(C1),
            placeholder("c1"),
        ]
    )


@pytest.mark.rule("R5")
@pytest.mark.parametrize(("call_id", "tool_name"), [("", "read"), ("toolu_01/ä", ""), ("content", "role")])
def test_placeholder_has_the_id_and_the_name_of_its_call(solution, call_id, tool_name):
    view = view_of(solution, [reply(call(call_id, tool_name))])

    assert view[1:] == exactly([placeholder(call_id, tool_name)])


@pytest.mark.rule("R5")
def test_placeholder_has_any_id_and_any_name_as_they_are(solution):
    for text in [*TEXTS, PLACEHOLDER]:
        view = view_of(solution, [reply(call(text, "read"), call(f"{text}2", text))])

        assert view[1:] == exactly([placeholder(text), placeholder(f"{text}2", text)])


@pytest.mark.rule("R5")
def test_call_without_a_result_gets_a_placeholder_whatever_the_stop_reason(solution):
    for stop_reason in STOP_REASONS:
        asks = stopped_with(stop_reason, C1)

        assert view_of(solution, [asks, GO]) == exactly([asks, placeholder("c1"), GO])


@pytest.mark.rule("R5")
@pytest.mark.parametrize("calls", [[C1], [C1, C3]], ids=["one call", "two calls"])
@pytest.mark.parametrize("make", [reply, aborted])
def test_placeholder_has_no_further_key_of_its_reply_or_call_or_another(solution, make, calls):
    gaps = [placeholder(each["id"]) for each in calls]

    for further in [FURTHER, *({key: value} for key, value in FURTHER.items())]:
        replies = [make(*calls) | further, make(*(each | further for each in calls))]
        before, after = GO | further, result("c9", "whose?") | further

        views = [view_of(solution, [before, asks, after, before]) for asks in replies]

        assert views == exactly([[before, asks, *gaps, before] for asks in replies])


@pytest.mark.rule("R5")
def test_recorded_placeholder_serves_one_call_at_most(solution):
    view = view_of(solution, [reply(C1), GO, reply("Again:", C1), placeholder("c1"), GO, reply("And again:", C1)])
    view[1]["content"] = "changed"
    view[4]["content"] = "changed"

    assert view[7] == exactly(placeholder("c1"))
    assert view[1] is not view[4]


@pytest.mark.rule("R5")
def test_changing_a_placeholder_changes_no_other(solution):
    view = view_of(solution, [reply(C1), GO, reply(C1)])
    view[1]["content"] = "changed"

    assert view[4] == exactly(placeholder("c1"))


@pytest.mark.rule("R5")
def test_changing_a_placeholder_changes_no_later_view(solution):
    record = plain([reply(C1)])
    solution.context_for_model(record)[1]["content"] = "changed"

    assert solution.context_for_model(record)[1:] == exactly([placeholder("c1")])


# R6


@pytest.mark.rule("R6")
def test_id_that_comes_again_keeps_each_result_with_its_turn(solution):
    record = [reply(C1), result("c1", "one"), GO, reply(C1), result("c1", "two"), GO, reply(C1), result("c1", "three")]

    assert view_of(solution, record) == exactly(record)


@pytest.mark.rule("R6")
@pytest.mark.parametrize("between", [[], [GO], [GO, reply("Done."), GO]])
def test_result_goes_to_the_nearest_of_two_open_calls(solution, between):
    view = view_of(solution, [reply(C1), *between, reply("Again:", C1), *between, result("c1", "text")])

    assert view == exactly(
        [reply(C1), placeholder("c1"), *between, reply("Again:", C1), result("c1", "text"), *between]
    )


@pytest.mark.rule("R6")
def test_second_result_goes_to_the_earlier_open_call(solution):
    view = view_of(solution, [reply(C1), GO, reply(C1), result("c1", "one"), result("c1", "two")])

    assert view == exactly([reply(C1), result("c1", "two"), GO, reply(C1), result("c1", "one")])


@pytest.mark.rule("R6")
def test_three_open_calls_are_answered_from_the_last_to_the_first(solution):
    record = [reply("1", C1), reply("2", C1), reply("3", C1)]
    one, two, three = result("c1", "one"), result("c1", "two"), result("c1", "three")

    view = view_of(solution, [*record, one, GO, two, three])

    assert view == exactly([record[0], three, record[1], two, record[2], one, GO])


@pytest.mark.rule("R6")
def test_call_that_was_answered_before_the_id_came_again_is_passed_over(solution):
    record = [reply(C1), GO, reply(C1), result("c1", "one"), GO, reply(C1), result("c1", "two")]

    view = view_of(solution, [*record, result("c1", "three")])

    assert view == exactly([reply(C1), result("c1", "three"), *record[1:]])


@pytest.mark.rule("R6")
def test_earlier_result_does_not_answer_a_later_call(solution):
    view = view_of(solution, [reply(C1), result("c1", "yesterday's"), GO, reply(C1)])

    assert view == exactly([reply(C1), result("c1", "yesterday's"), GO, reply(C1), placeholder("c1")])


@pytest.mark.rule("R6")
def test_nearest_call_may_be_that_of_a_failed_reply(solution):
    view = view_of(solution, [reply(C1), failed("lost", C1), result("c1", "text")])

    assert view == exactly([reply(C1), placeholder("c1"), failed("lost", C1), result("c1", "text")])


@pytest.mark.rule("R6")
def test_calls_of_one_reply_are_paired_one_by_one_when_an_id_comes_again(solution):
    two_calls, again = reply(C1, C3), reply(C3)

    view = view_of(solution, [two_calls, again, result("c3", "x"), result("c1", "y"), result("c3", "z")])

    assert view == exactly([two_calls, result("c1", "y"), result("c3", "z"), again, result("c3", "x")])


@pytest.mark.rule("R6")
def test_only_the_id_counts(solution):
    named_otherwise = result("c1", "text", tool_name="list")

    view = view_of(solution, [reply(C1, C2), named_otherwise, result("c2", "names", tool_name="read")])

    assert view == exactly([reply(C1, C2), named_otherwise, result("c2", "names", tool_name="read")])


@pytest.mark.rule("R6")
def test_any_text_may_be_an_id(solution):
    for call_id in ["c 1", *TEXTS]:
        view = view_of(solution, [reply(call(call_id), C1), GO, result(call_id, "text")])

        assert view == exactly([reply(call(call_id), C1), result(call_id, "text"), placeholder("c1"), GO])


@pytest.mark.rule("R6")
def test_ids_that_are_alike_are_two_ids(solution):
    for one, other in ALIKE:
        asks = reply(call(one), call(other))

        views = [view_of(solution, [asks, result(one, "text")]), view_of(solution, [asks, result(other, "text")])]

        assert views == exactly(
            [[asks, result(one, "text"), placeholder(other)], [asks, placeholder(one), result(other, "text")]]
        )


@pytest.mark.rule("R6")
def test_result_with_an_id_that_is_merely_alike_answers_no_call(solution):
    for asked, given in [*ALIKE, *((other, one) for one, other in ALIKE)]:
        view = view_of(solution, [reply(call(asked)), result(given, "whose?")])

        assert view == exactly([reply(call(asked)), placeholder(asked)])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("tool_name", ["read", "list", "cat", ""])
@pytest.mark.parametrize(("earlier", "later"), [("read", "list"), ("list", "read")])
def test_tool_name_does_not_choose_between_two_open_calls(solution, earlier, later, tool_name):
    first, second = reply(call("c1", earlier)), reply(call("c1", later))
    text = result("c1", "text", tool_name=tool_name)

    view = view_of(solution, [first, GO, second, text])

    assert view == exactly([first, placeholder("c1", earlier), GO, second, text])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("one", [result("c1", "one"), result("c1", ""), result("c1", "broken", is_error=True)])
@pytest.mark.parametrize("two", [result("c1", "two"), result("c1", ""), result("c1", "broken", is_error=True)])
@pytest.mark.parametrize("between", [[], [GO]])
def test_any_two_results_answer_two_open_calls_the_later_one_first(solution, one, two, between):
    view = view_of(solution, [reply(C1), GO, reply("Again:", C1), *between, one, *between, two])

    assert view == exactly([reply(C1), two, GO, reply("Again:", C1), one, *between, *between])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("first", [reply(C1), failed("lost", C1), aborted("I will", C1)])
@pytest.mark.parametrize("second", [reply("Again:", C1), aborted("Again:", C1)])
@pytest.mark.parametrize("between", [[], [reply("Done.")], [GO, reply("Done."), GO], [failed("lost", "Do")]])
def test_two_open_calls_stay_open_whatever_stands_between(solution, first, second, between):
    one, two = result("c1", "one"), result("c1", "two")

    view = view_of(solution, [first, *between, second, *between, one, *between, two])

    assert view == exactly([first, two, *between, second, one, *between, *between])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("count", [9, 17, 33, 65, 149])
def test_any_number_of_open_calls_with_one_id_is_answered_last_first(solution, count):
    asks = [reply(f"{number}", C1) for number in range(count)]
    results = [result("c1", f"{number}") for number in range(count)]

    view = view_of(solution, [*asks, GO, *results])

    assert view == exactly([*(each for pair in zip(asks, reversed(results), strict=True) for each in pair), GO])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("count", [9, 149])
def test_any_number_of_answered_calls_is_passed_over(solution, count):
    answered = [message for number in range(count) for message in (reply(C1), result("c1", f"{number}"))]

    view = view_of(solution, [reply("First:", C1), *answered, result("c1", "late")])

    assert view == exactly([reply("First:", C1), result("c1", "late"), *answered])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("distance", [30, 120, 290])
def test_call_of_long_ago_is_still_open(solution, distance):
    between = [user_message(f"{number}") for number in range(distance)]

    view = view_of(solution, [reply(C1), *between, result("c1", "late"), GO])

    assert view == exactly([reply(C1), result("c1", "late"), *between, GO])


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("record", "expected"),
    [
        ("call text call", "call text call gap"),
        ("call call text", "call gap call text"),
        ("call call text text", "call text call text"),
        ("call text go call go text", "call text go call text go"),
        ("call gap call gap text", "call gap call text"),
        ("text call text text", "call text"),
        ("go go call go go text go", "go go call text go go go"),
        ("again call text text", "again text call text"),
        ("again again call text", "again gap again gap call text"),
    ],
)
def test_one_dict_counts_wherever_it_stands_in_the_record(solution, record, expected):
    dicts = plain({"call": reply(C1), "text": result("c1", "text"), "go": GO, "gap": placeholder("c1")})
    # Another reply with the very same block.
    dicts["again"] = reply("Again:", *dicts["call"]["content"])

    view = solution.context_for_model([dicts[word] for word in record.split()])

    assert view == exactly([dicts[word] for word in expected.split()])


# R7


@pytest.mark.rule("R7")
@pytest.mark.parametrize("first", [result("c1", "one"), result("c1", ""), result("c1", "broken", is_error=True)])
@pytest.mark.parametrize("between", [[], [GO]])
def test_first_of_several_results_is_kept(solution, first, between):
    record = [reply(C1), *between, first, *between, result("c1", "two"), result("c1", "three")]

    assert view_of(solution, record) == exactly([reply(C1), first, *between, *between])


@pytest.mark.rule("R7")
def test_first_result_is_kept_whatever_it_says_and_however_many_come(solution):
    for text in TEXTS:
        for first in (result("c1", text), result("c1", text, is_error=True)):
            view = view_of(solution, [reply(C1), first, GO, result("c1", "two"), first])

            assert view == exactly([reply(C1), first, GO])

    assert view_of(solution, [reply(C1), *(result("c1", f"{number}") for number in range(299))]) == exactly(
        [reply(C1), result("c1", "0")]
    )


@pytest.mark.rule("R7")
def test_equal_results_of_one_call_are_kept_once(solution):
    view = view_of(solution, [reply(C1), result("c1", "one"), result("c1", "one"), GO])

    assert view == exactly([reply(C1), result("c1", "one"), GO])


@pytest.mark.rule("R7")
def test_result_at_its_place_does_not_beat_one_that_came_before_it(solution):
    view = view_of(solution, [reply(C1, C3), result("c3", "one"), result("c3", "two"), result("c1", "text")])

    assert view == exactly([reply(C1, C3), result("c1", "text"), result("c3", "one")])


# R8


@pytest.mark.rule("R8")
@pytest.mark.parametrize(("between", "left"), [([], []), ([GO], [GO]), ([placeholder("c1")], [])])
def test_real_result_takes_the_place_of_a_recorded_placeholder(solution, between, left):
    view = view_of(solution, [reply(C1), placeholder("c1"), *between, result("c1", "text")])

    assert view == exactly([reply(C1), result("c1", "text"), *left])


@pytest.mark.rule("R8")
def test_recorded_placeholder_behind_the_real_result_is_left_out(solution):
    view = view_of(solution, [reply(C1), GO, result("c1", "text"), placeholder("c1")])

    assert view == exactly([reply(C1), result("c1", "text"), GO])


@pytest.mark.rule("R8")
def test_recorded_placeholder_alone_stays_a_placeholder(solution):
    record = [reply(C1), placeholder("c1"), GO]

    assert view_of(solution, record) == exactly(record)


@pytest.mark.rule("R8")
def test_recorded_placeholder_is_replaced_by_that_of_the_call(solution):
    recorded = placeholder("c1", "list") | {"at": "09:30"}

    view = view_of(solution, [reply(C1), recorded, recorded, GO, recorded])

    assert view == exactly([reply(C1), placeholder("c1"), GO])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("other", [{"at": "09:30"}, {"tool_name": "list"}, {"tool_name": ""}])
@pytest.mark.parametrize("after", [[], [GO]])
def test_recorded_placeholder_in_its_place_is_replaced_by_that_of_the_call(solution, other, after):
    view = view_of(solution, [reply(C1), placeholder("c1") | other, *after])

    assert view == exactly([reply(C1), placeholder("c1"), *after])


@pytest.mark.rule("R8")
def test_recorded_placeholder_with_further_keys_counts_for_nothing(solution):
    for further in [FURTHER, *({key: value} for key, value in FURTHER.items())]:
        recorded = placeholder("c1") | further

        views = [
            view_of(solution, [reply(C1), recorded]),
            view_of(solution, [reply(C1), recorded, result("c1", "text")]),
        ]

        assert views == exactly([[reply(C1), placeholder("c1")], [reply(C1), result("c1", "text")]])


@pytest.mark.rule("R8")
def test_recorded_placeholder_counts_for_nothing_whatever_tool_it_names(solution):
    for name in TEXTS:
        recorded = placeholder("c1", name)

        views = [
            view_of(solution, [reply(C1), recorded]),
            view_of(solution, [reply(C1), recorded, result("c1", "text")]),
        ]

        assert views == exactly([[reply(C1), placeholder("c1")], [reply(C1), result("c1", "text")]])


@pytest.mark.rule("R8")
def test_recorded_placeholder_closes_no_call_whose_id_comes_again(solution):
    view = view_of(solution, [reply(C1), GO, reply(C1), placeholder("c1"), GO, result("c1", "one"), placeholder("c1")])

    assert view == exactly([reply(C1), placeholder("c1"), GO, reply(C1), result("c1", "one"), GO])


@pytest.mark.rule("R8")
def test_placeholder_of_an_earlier_turn_is_still_replaced(solution):
    record = [reply(C1), placeholder("c1"), GO, reply(C1), result("c1", "one")]

    view = view_of(solution, [*record, GO, result("c1", "two")])

    assert view == exactly([reply(C1), result("c1", "two"), *record[2:], GO])


@pytest.mark.rule("R8")
@pytest.mark.parametrize(
    "real",
    [
        result("c1", PLACEHOLDER),
        result("c1", f"{PLACEHOLDER} ", is_error=True),
        result("c1", f"cat: {PLACEHOLDER}", is_error=True),
        result("c1", f"{PLACEHOLDER}\n", is_error=True),
        result("c1", f" {PLACEHOLDER}", is_error=True),
        result("c1", f"{PLACEHOLDER}\0", is_error=True),
        result("c1", PLACEHOLDER * 2, is_error=True),
        result("c1", PLACEHOLDER[:-1], is_error=True),
        result("c1", PLACEHOLDER.replace(" ", "\u00a0"), is_error=True),
        result("c1", PLACEHOLDER.replace(" ", "  "), is_error=True),
        result("c1", PLACEHOLDER.lower(), is_error=True),
        result("c1", "Operation aborted", is_error=True),
        result("c1", "", is_error=True),
    ],
)
def test_anything_but_an_error_with_exactly_the_text_is_real(solution, real):
    view = view_of(solution, [reply(C1), GO, real, result("c1", "two")])

    assert view == exactly([reply(C1), real, GO])


# R9


@pytest.mark.rule("R9")
@pytest.mark.parametrize("before", [[], [GO], [reply("Done.")], [reply(C1), result("c1", "text")]])
@pytest.mark.parametrize("orphan", [result("c9", "whose?"), result("", "whose?"), result("c9", "", is_error=True)])
def test_result_with_an_id_that_nobody_asked_with_is_left_out(solution, before, orphan):
    assert view_of(solution, [*before, orphan, GO, orphan]) == exactly([*before, GO])


@pytest.mark.rule("R9")
def test_result_recorded_before_its_call_is_left_out(solution):
    view = view_of(solution, [result("c1", "early"), GO, result("c1", "early"), reply(C1), GO])

    assert view == exactly([GO, reply(C1), placeholder("c1"), GO])


@pytest.mark.rule("R9")
def test_early_result_does_not_stand_in_the_way_of_a_later_one(solution):
    view = view_of(solution, [result("c1", "early"), reply(C1), GO, result("c1", "late")])

    assert view == exactly([reply(C1), result("c1", "late"), GO])


@pytest.mark.rule("R9")
def test_result_that_is_one_too_many_is_not_kept_for_a_later_call(solution):
    view = view_of(solution, [reply(C1), result("c1", "one"), result("c1", "two"), reply(C1)])

    assert view == exactly([reply(C1), result("c1", "one"), reply(C1), placeholder("c1")])


@pytest.mark.rule("R9")
def test_recorded_placeholder_without_a_call_is_left_out(solution):
    assert view_of(solution, [placeholder("c9"), GO, placeholder("c1")]) == exactly([GO])


# R10


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "kept",
    [
        result("c1", "", is_error=False),
        result("c1", "", is_error=True),
        result("c1", "broken", is_error=True),
        result("c1", "text", tool_name="cat"),
        result("c1", "text", tool_name=""),
        result("c1", "text") | {"at": "09:30", "details": {"exit": 0}},
        result("c1", " text\n"),
    ],
)
@pytest.mark.parametrize("between", [[], [GO]])
def test_result_stays_as_it_was_recorded(solution, kept, between):
    view = view_of(solution, [reply(C1), *between, kept])

    assert view == exactly([reply(C1), kept, *between])


@pytest.mark.rule("R10")
@pytest.mark.parametrize("between", [[], [GO]])
def test_result_stays_as_it_was_recorded_whatever_it_says(solution, between):
    for text in TEXTS:
        for kept in (result("c1", text), result("c1", text, is_error=True), result("c1", "text", tool_name=text)):
            assert view_of(solution, [reply(C1), *between, kept]) == exactly([reply(C1), kept, *between])


@pytest.mark.rule("R10")
@pytest.mark.parametrize("between", [[], [GO]])
@pytest.mark.parametrize("is_error", [False, True])
def test_result_keeps_its_further_keys(solution, between, is_error):
    for further in [FURTHER, *({key: value} for key, value in FURTHER.items())]:
        kept = result("c1", "text", is_error=is_error) | further

        assert view_of(solution, [reply(C1), *between, kept]) == exactly([reply(C1), kept, *between])


# R11


@pytest.mark.rule("R11")
@broken
def test_view_of_a_view_is_equal_to_it(solution, record):
    view = view_of(solution, record)
    expected = plain(view)
    assert view == exactly([message for message in expected if type(message) is dict])

    assert view_of(solution, view) == exactly(expected)


# R12


@pytest.mark.rule("R12")
@broken
def test_same_record_gives_the_same_view_again(solution, record):
    first = plain(view_of(solution, record))

    assert [view_of(solution, record) for _ in range(3)] == exactly([first] * 3)


@pytest.mark.rule("R12")
def test_list_that_has_grown_gives_the_view_of_what_it_holds_now(solution):
    record = plain([reply(C1)])
    first = plain(solution.context_for_model(record))
    record += plain([GO, result("c1", "late")])
    second = plain(solution.context_for_model(record))
    del record[1:]

    views = [first, second, solution.context_for_model(record)]
    assert views == exactly(
        [[reply(C1), placeholder("c1")], [reply(C1), result("c1", "late"), GO], [reply(C1), placeholder("c1")]]
    )


@pytest.mark.rule("R12")
def test_list_with_a_message_replaced_gives_the_view_of_what_it_holds_now(solution):
    record = plain([reply(C1), result("c1", "one"), GO])
    first = plain(solution.context_for_model(record))
    record[1] = result("c1", "two")

    views = [first, solution.context_for_model(record)]
    assert views == exactly([[reply(C1), result("c1", "one"), GO], [reply(C1), result("c1", "two"), GO]])


@pytest.mark.rule("R12")
def test_list_with_a_message_changed_gives_the_view_of_what_it_holds_now(solution):
    record = plain([reply(C1), result("c1", "one"), GO])
    first = plain(solution.context_for_model(record))
    record[2]["content"] = "Stop."

    views = [first, solution.context_for_model(record)]
    assert views == exactly(
        [[reply(C1), result("c1", "one"), GO], [reply(C1), result("c1", "one"), user_message("Stop.")]]
    )


@pytest.mark.rule("R12")
def test_changing_a_view_changes_no_view_of_an_equal_record(solution):
    record = [reply(C1, C2), result("c1", "text"), GO]
    view = view_of(solution, record)
    view[0]["content"].clear()
    for message in view[1:]:
        message["content"] = "changed"

    assert view_of(solution, record) == exactly([*record[:2], placeholder("c2", "list"), GO])


@pytest.mark.rule("R12")
def test_view_of_one_record_leaves_nothing_for_that_of_another(solution):
    for call_id in ["c1", *TEXTS]:
        view_of(solution, [result(call_id, "early"), reply(call(call_id)), GO])

        assert view_of(solution, [result(call_id, "whose?"), GO]) == exactly([GO])


# R13


@pytest.mark.rule("R13")
@broken
def test_strict_provider_accepts_the_view(solution, record):
    view = plain(view_of(solution, record))

    assert {"view": view, "complaints": validate(view)} == exactly({"view": view, "complaints": []})


# Examples


@pytest.mark.rule("R4")
def test_example_1_user_who_typed_during_a_slow_call(solution):
    record = [
        user_message("Deploy it."),
        reply(call("c1", "deploy")),
        user_message("How long will this take?"),
        result("c1", "Deployed.", tool_name="deploy"),
    ]

    assert view_of(solution, record) == exactly([record[0], record[1], record[3], record[2]])


@pytest.mark.rule("R5")
def test_example_2_crash_between_a_reply_and_its_results(solution):
    record = [
        user_message("Compare the two."),
        reply(call("c1", path="a.py"), call("c2", path="b.py")),
        result("c2", "B = 2"),
        user_message("Are you there?"),
    ]

    assert view_of(solution, record) == exactly([*record[:2], placeholder("c1"), *record[2:]])


@pytest.mark.rule("R6")
def test_example_3_ids_that_come_again(solution):
    yesterday, today = reply("Yesterday:", call("c1", "deploy")), reply("Today:", call("c1", "deploy"))
    go = user_message("Deploy it.")
    first, second = result("c1", "first", tool_name="deploy"), result("c1", "second", tool_name="deploy")

    views = [
        view_of(solution, [yesterday, first, go, today]),
        view_of(solution, [yesterday, go, today, first, second]),
    ]

    assert views == exactly(
        [
            [yesterday, first, go, today, placeholder("c1", "deploy")],
            [yesterday, second, go, today, first],
        ]
    )


@pytest.mark.rule("R8")
def test_example_4_placeholder_and_the_real_result_after_it(solution):
    record = [reply(call("c1", path="a.py")), placeholder("c1")]
    first = plain(view_of(solution, record))
    longer = [*record, user_message("Again."), result("c1", "A = 1"), result("c1", "A = 2")]

    assert [first, view_of(solution, longer)] == exactly([record, [record[0], longer[3], longer[2]]])


@pytest.mark.rule("R2")
def test_example_5_replies_that_were_stopped(solution):
    stopped = aborted("I will remove", call("c1", "remove", path="a.py"))
    record = [user_message("Clean up."), aborted(), user_message("Well?"), stopped]

    view = view_of(solution, record)

    assert view == exactly([record[0], record[2], stopped, placeholder("c1", "remove")])


@pytest.mark.rule("R9")
def test_example_6_results_without_a_call(solution):
    early, late = result("c1", "early"), result("c1", "late")
    record = [early, reply(call("c1", path="a.py")), late, late, result("c7", "whose?")]

    assert view_of(solution, record) == exactly([record[1], late])
