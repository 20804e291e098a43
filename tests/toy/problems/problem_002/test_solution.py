"""The tests of the toy problem 002. Each names the rule of spec.md that it checks."""

import pytest

from judge.plain import exactly
from problems.problem_002.lab import scripted


def user(content):
    return {"role": "user", "content": content}


def assistant(content):
    return {"role": "assistant", "content": content}


@pytest.mark.rule("R1")
def test_ask_sends_the_transcript_and_returns_the_reply(solution):
    model = scripted("hello")

    reply = solution.ask(model, [user("hi")])

    assert {"reply": reply, "sent": model.sent} == exactly({"reply": "hello", "sent": [[user("hi")]]})


@pytest.mark.rule("R2")
def test_ask_appends_the_reply(solution):
    transcript = [user("hi")]

    solution.ask(scripted("hello"), transcript)

    assert transcript == exactly([user("hi"), assistant("hello")])


@pytest.mark.rule("R3")
def test_example_1_a_tool_call_and_an_answer(solution):
    assert solution.run(scripted("call add", "5"), "2 + 3?") == exactly({"output": "5", "steps": 2})


@pytest.mark.rule("R4")
@pytest.mark.parametrize("max_steps", [0, 1])
def test_without_an_answer_the_output_is_none(solution, max_steps):
    result = solution.run(scripted("call add", "call add"), "2 + 3?", max_steps)

    assert result == exactly({"output": None, "steps": max_steps})


@pytest.mark.rule("R5")
def test_each_request_holds_what_came_before(solution):
    model = scripted("call add", "5")

    solution.run(model, "2 + 3?")

    assert model.sent == exactly([[user("2 + 3?")], [user("2 + 3?"), assistant("call add")]])
