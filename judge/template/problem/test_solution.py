"""The tests of problem $number. Each names the rule of spec.md that it checks."""

import pytest

from judge.plain import exactly


@pytest.mark.rule("R1")
def test_example_1_one_call_and_one_answer(solution):
    assert solution.count_calls(["call add", "done"]) == exactly(1)


@pytest.mark.rule("R1")
@pytest.mark.parametrize("replies", [[], ["done"], ["call"], [" call add"], ["recall it"]])
def test_what_does_not_begin_with_call_is_no_call(solution, replies):
    assert solution.count_calls(replies) == exactly(0)


@pytest.mark.rule("R1")
def test_the_same_call_counts_each_time(solution):
    assert solution.count_calls(["call add", "call add", "call "]) == exactly(3)


@pytest.mark.rule("R2")
def test_the_list_is_left_as_it_was(solution):
    replies = ["call add", "done"]

    solution.count_calls(replies)

    assert replies == exactly(["call add", "done"])
