"""The report on a difference: what both did, what differs first, the rule; at most 80 columns."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge import contrast
from judge.play import Difference
from judge.problem import Problem, Rule
from judge.terminal import Paint

TASK = {"role": "user", "content": "Go"}
CALL = {"role": "assistant", "tool": "add", "args": {"a": 1, "b": 2}}
RESULT = {"role": "tool", "name": "add", "content": "3", "is_error": False}


@pytest.fixture
def space() -> SimpleNamespace:
    """What stands in for a scenarios.py."""
    return SimpleNamespace(
        conversation=lambda scenario: scenario["lines"],
        rule=lambda scenario, reference, attempt: "R1",
    )


@pytest.fixture
def problem(space: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> Problem:
    """A problem of one rule, with these scenarios."""
    monkeypatch.setattr(contrast, "scenarios_module", lambda problem: space)
    made = Problem(Path("problems/problem_001"), "Title", 1, "easy", 5, (), 1.0, ())
    vars(made)["rules"] = {"R1": Rule("R1", "Each step asks once", 7, "Each step asks once. " + "Really. " * 20)}
    return made


def ran(*events: Any, returned: Any = None, raised: str | None = None, **more: Any) -> dict[str, Any]:
    """Return an observation."""
    return {"events": list(events), "returned": returned, "raised": raised, **more}


def report(problem: Problem, reference: dict[str, Any], attempt: Any, **more: Any) -> str:
    """Return the report without colour, having seen that it is narrow enough with and without."""
    found = Difference(3, {"lines": more.pop("lines", ["model: 'done'"])}, reference, attempt, **more)
    plain, painted = (list(contrast.difference_lines(found, problem, Paint(wanted))) for wanted in (False, True))
    assert [line for line in plain if len(line) > 80 or line != line.rstrip()] == []
    assert [_unpainted(line) for line in painted] == plain
    return "\n".join(plain)


def _unpainted(line: str) -> str:
    for code in ("31", "32", "1", "2", "0"):
        line = line.replace(f"\033[{code}m", "")
    return line


def test_both_columns_stand_beside_each_other_and_the_first_step_that_differs_is_marked(problem: Problem) -> None:
    reference = ran(("model", [TASK]), ("tool", "add", {"a": 1}), returned="3")
    attempt = ran(("model", [TASK]), returned="3")

    assert report(problem, reference, attempt) == (
        "  The shortest script on which you and the reference differ:\n"
        "\n"
        "    model: 'done'\n"
        "\n"
        "    reference                             yours\n"
        "     1 asks the model (1 message)          1 asks the model (1 message)\n"
        "       runs add(a=1)                    ≠    returns '3'\n"
        "       returns '3'\n"
        "\n"
        "  First difference: what happens next\n"
        "    reference   runs add(a=1)\n"
        "    yours       returns '3'\n"
        "\n"
        "  R1 (spec.md, line 7)  Each step asks once. Really. Really. Really. Really.\n"
        "      Really. Really. Really. Really. Really. Really. Really. Really. Really.\n"
        "      Really. Really. Really. Really. Really. Really. Really."
    )


def test_messages_are_laid_out_from_the_first_that_differs(problem: Problem) -> None:
    told = report(problem, ran(("model", [TASK, CALL, RESULT])), ran(("model", [TASK, RESULT])))

    assert (
        "     1 asks the model (3 messages)      ≠  1 asks the model (2 messages)\n"
        "         [0] agrees                            [0] agrees\n"
        "         [1] role='assistant'                  [1] role='tool' name='add'\n"
        "             tool='add' args={'a': 1,              content='3' is_error=False\n"
        "             'b': 2}                         returns None\n"
        "         [2] role='tool' name='add'\n"
        "             content='3' is_error=False\n" in told
    )
    assert "First difference: what the model is sent in turn 1, at [1]\n" in told


def test_a_field_of_a_message_is_named(problem: Problem) -> None:
    told = report(
        problem, ran(("model", [TASK, CALL, RESULT])), ran(("model", [TASK, CALL, {**RESULT, "is_error": True}]))
    )

    assert (
        "First difference: what the model is sent in turn 1, at [2]['is_error']\n"
        "    reference   False\n"
        "    yours       True\n" in told
    )


def test_a_model_may_be_sent_more_than_messages(problem: Problem) -> None:
    reference = ran(("model", {"system": "Be brief. " * 9, "messages": [TASK], "specs": []}))
    attempt = ran(("model", {"system": "Be long. " * 9, "messages": [TASK], "specs": []}))

    told = report(problem, reference, attempt)

    assert "≠  1 asks the model (1 message)" in told
    assert "First difference: what the model is sent in turn 1, at ['system']\n" in told


def test_fields_of_what_is_returned_are_marked_one_by_one(problem: Problem) -> None:
    told = report(
        problem,
        ran(returned={"stop_reason": "token_budget", "output": None, "steps": 1}),
        ran(returned={"output": None, "stop_reason": "final", "steps": 1}),
    )

    assert (
        "       returns                               returns\n"
        "         stop_reason='token_budget'     ≠      stop_reason='final'\n"
        "         output=None                           output=None\n" in told
    )
    assert "First difference: what is returned, at ['stop_reason']\n" in told


def test_a_field_may_be_missing(problem: Problem) -> None:
    told = report(problem, ran(returned={"answer": "x" * 30, "steps": 1}), ran(returned={"answer": "x" * 30}))

    assert "         steps=1                        ≠      (no steps)\n" in told
    assert "    reference   1\n    yours       (nothing)\n" in told


def test_how_a_run_ends_is_told_whole(problem: Problem) -> None:
    told = report(problem, ran(returned=(1, 2)), ran(raised="ValueError: two\nlines \x1b[31m and a colour"))

    assert "\x1b[31m" not in told
    assert (
        "    reference   returns (1, 2)\n    yours       raises ValueError: two\\nlines \\x1b[31m and a colour\n"
        in told
    )


def test_what_else_was_seen_is_told_only_where_all_else_agrees(problem: Problem) -> None:
    reference, attempt = ran(returned=1, script=[1, 2]), ran(returned=1, script=[2])

    assert "       script: [1, 2]                   ≠    script: [2]\n" in report(problem, reference, attempt)
    assert "script" not in report(problem, reference, {**attempt, "returned": 2}).partition("reference ")[2]


def test_a_story_ends_with_the_run_that_differs(problem: Problem, space: SimpleNamespace) -> None:
    space.runs = lambda observation: observation["runs"]

    told = report(
        problem,
        {"runs": [ran(returned="one"), ran(returned="two"), ran(returned="three")]},
        {"runs": [ran(returned="one"), ran(returned="TWO"), ran(returned="THREE")]},
    )

    assert (
        "    run 1                                 run 1\n"
        "       returns 'one'                         returns 'one'\n"
        "    run 2                                 run 2\n"
        "       returns 'two'                    ≠    returns 'TWO'\n"
        "\n"
        "  First difference: what is returned, in run 2\n" in told
    )
    assert "three" not in told


def test_a_run_may_be_missing(problem: Problem, space: SimpleNamespace) -> None:
    space.runs = lambda observation: observation["runs"]

    told = report(problem, {"runs": [ran(returned=1), ran(returned=2)]}, {"runs": [ran(returned=1)]})

    assert "First difference: run 2\n    reference   takes place\n    yours       does not take place\n" in told


def test_a_long_story_is_shortened_in_the_middle_and_at_the_end(problem: Problem) -> None:
    asks = [("model", [TASK] * number) for number in range(40)]

    told = report(problem, ran(*asks, returned="x"), ran(*asks[:20], returned="x"), lines=["model: 'call'"] * 39)

    assert "    model: 'call'   (39 times)\n" in told
    assert "       … 12 steps more …                     … 12 steps more …\n" in told
    assert "    21 asks the model (20 messages)     ≠    returns 'x'\n" in told
    assert "       … 9 more\n" in told
    assert len(told.splitlines()) < 45


def test_long_words_and_wide_values_stay_within_the_columns(problem: Problem) -> None:
    wide = {"content": "x" * 500, "a_very_long_name_of_a_field_that_nobody_would_write": ["y" * 70] * 3}

    told = report(
        problem, ran(("model", [wide]), returned=wide), ran(("model", [{**wide, "content": "x" * 499 + "y"}]))
    )

    assert "First difference: what the model is sent in turn 1, at [0]['content'][" in told


@pytest.mark.parametrize(
    "unlike", [[], {}, "text", 7, ran("no event"), ran(returned=1) | {"events": None}, {"events": []}]
)
def test_what_no_solution_can_send_is_said_to_be_so(problem: Problem, unlike: Any) -> None:
    told = report(problem, ran(("model", [TASK]), returned=1), unlike)

    assert "your attempt sent what no solution can send: it interfered with\n  the judge." in told


def test_a_lost_attempt_has_no_column(problem: Problem) -> None:
    told = report(problem, ran(("model", [TASK]), returned="done"), None, lost="does not come to an end within 2 s")

    assert told.endswith(
        "    reference\n"
        "     1 asks the model (1 message)\n"
        "       returns 'done'\n"
        "\n"
        "  On this script your attempt does not come to an end within 2 s."
    )


def test_a_rule_that_cannot_be_told_is_left_out(problem: Problem, space: SimpleNamespace) -> None:
    space.rule = lambda scenario, reference, attempt: attempt["no such key"]

    assert "spec.md" not in report(problem, ran(returned=1), ran(returned=2))


def test_as_data_holds_what_json_can_hold(problem: Problem) -> None:
    found = Difference(0, {"lines": ["a"]}, ran(returned=1), ran(returned={(1,): {2}, "n": float("nan"), "i": 1 << 99}))

    assert contrast.as_data(found, problem) == {
        "script": ["a"],
        "reference": {"events": [], "returned": 1, "raised": None},
        "attempt": {
            "events": [],
            "returned": {"(1,)": "{2}", "n": "nan", "i": f"{1 << 99:_}"},
            "raised": None,
        },
        "lost": None,
        "place": "what is returned",
        "rule": "R1",
    }


def test_what_the_words_for_a_reader_leave_out_is_told_as_it_was_observed(
    problem: Problem, space: SimpleNamespace
) -> None:
    space.runs = lambda observation: [ran(returned=observation["returned"])]

    told = report(problem, ran(returned=1, script=["a"]), ran(returned=1, script=[]))

    assert "       script: ['a']                    ≠    script: []\n" in told
    assert "First difference: script\n    reference   ['a']\n    yours       []\n" in told
