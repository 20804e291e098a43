"""The tests of the toy problem 001. Each names the rule of spec.md that it checks."""

import pytest

from judge.plain import exactly


@pytest.mark.rule("R1")
def test_example_1_an_answer(solution):
    result = solution.one_turn("done", step=1, max_steps=3)

    assert result == exactly({"stop_reason": "final", "output": "done", "steps": 1})


@pytest.mark.rule("R1")
@pytest.mark.parametrize("reply", ["", "call", " call add"])
def test_whatever_does_not_begin_with_call_is_an_answer(solution, reply):
    result = solution.one_turn(reply, 1, 3)

    assert (result["stop_reason"], result["output"]) == exactly(("final", reply))


@pytest.mark.rule("R1")
def test_an_answer_in_the_last_step_is_an_answer(solution):
    result = solution.one_turn("done", 3, 3)

    assert result == exactly({"stop_reason": "final", "output": "done", "steps": 3})


@pytest.mark.rule("R2")
def test_a_call_before_the_last_step_goes_on(solution):
    result = solution.one_turn("call add", 2, 3)

    assert result == exactly({"stop_reason": None, "output": None, "steps": 2})


@pytest.mark.rule("R3")
def test_a_call_in_the_last_step_ends_the_run(solution):
    result = solution.one_turn("call add", 3, 3)

    assert result == exactly({"stop_reason": "max_steps", "output": None, "steps": 3})


@pytest.mark.rule("R4")
def test_steps_is_the_step_that_was_given(solution):
    assert solution.one_turn("done", 2, 9)["steps"] == exactly(2)


@pytest.mark.rule("R5")
@pytest.mark.parametrize("step", [0, 4])
def test_a_step_out_of_range_raises(solution, step):
    with pytest.raises(ValueError):
        solution.one_turn("done", step, 3)
