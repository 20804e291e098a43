"""What the judge says of every kind of attempt: one plain sentence and the next step, and never a traceback.

Each attempt stands above the test that reads its verdict. All are judged in two runs of the command, one for each toy
problem, since starting it takes longer than judging.
"""

import shutil
from pathlib import Path
from types import ModuleType

import pytest

from judge.columns import width
from judge.report import crossed
from judge.solution import Notes, Solution
from judge.terminal import Paint
from tests.support import (
    LOST,
    SOLVED,
    SOLVED_RUN,
    Judged,
    assert_golden,
    attempt_at,
    judge_each,
    runner,
    write_attempt,
)

TURNS: dict[str, str | bytes] = {}  # attempts at problem_001, which asks for one function
RUNS: dict[str, str | bytes] = {}  # attempts at problem_002, which asks for two and allows 0.3 s for a test

ANSWER = "test_example_1_an_answer"
LAST_ANSWER = "test_an_answer_in_the_last_step_is_an_answer"
CALL = "test_whatever_does_not_begin_with_call_is_an_answer[call]"  # the one test whose reply is 'call'
RANGE = "test_a_step_out_of_range_raises[0]"

TAKES_A_TURN = "def one_turn(reply, step, max_steps):\n    "


def returning(expression: str) -> str:
    """Return an attempt that makes something else of the right `result`."""
    return f"""{SOLVED.replace("def one_turn", "def right")}

class Agreeable:
    def __eq__(self, other):
        return True


class Text(str):
    def __eq__(self, other):
        return True


class Buffer(bytearray):
    def __eq__(self, other):
        return True


class Result(dict):
    pass


def one_turn(reply, step, max_steps):
    result = right(reply, step, max_steps)
    return {expression}
"""


def only_for_the_reply_call(statement: str) -> str:
    """Return an attempt that is right, but executes `statement` in one of the tests."""
    return SOLVED.replace("    if not reply", f"    if reply == 'call':\n        {statement}\n    if not reply")


@pytest.fixture(scope="module")
def turns(untouched: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Judged]:
    """The verdicts on all attempts in TURNS."""
    checkout = Path(shutil.copytree(untouched, tmp_path_factory.mktemp("turns") / "Übung 1"))
    return judge_each(checkout, TURNS, "problem_001")


@pytest.fixture(scope="module")
def runs(untouched: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Judged]:
    """The verdicts on all attempts in RUNS."""
    checkout = Path(shutil.copytree(untouched, tmp_path_factory.mktemp("runs") / "Übung 1"))
    return judge_each(checkout, RUNS, "problem_002")


def assert_unjudgeable(judged: Judged, *words: str) -> None:
    """Assert that nothing could be judged, and that the message, whole and in every test, says `words`."""
    message = judged.verdict["message"]
    assert [word for word in words if word not in message] == []
    assert (judged.verdict["status"], judged.verdict["passed"], judged.verdict["total"]) == ("error", 0, 10)
    assert [(test["status"], test["message"]) for test in judged.verdict["tests"]] == [("error", message)] * 10
    assert " ".join(message.split()) in " ".join(judged.shown.split())


def assert_costs_one_test(judged: Judged, name: str, status: str, words: str) -> None:
    """Assert that all tests pass but `name`, which has `status` and a message that holds `words`."""
    assert {test: found for test, found in judged.statuses().items() if found != "pass"} == {name: status}
    assert words in judged.test(name)["message"]
    assert words in judged.shown


# --- Nothing can be judged -------------------------------------------------------------------------------------------


TURNS["syntax error"] = "x = 1\ndef one_turn(reply, step, max_steps)\n    return 1\n"


def test_a_syntax_error_is_shown_with_its_line(turns: dict[str, Judged]) -> None:
    judged = turns["syntax error"]

    assert_unjudgeable(judged, "attempt.py, line 2: ", "expected ':'", "def one_turn(reply, step, max_steps)")
    assert_golden("syntax_error", judged.shown)


TURNS["unclosed"] = SOLVED + "\nsteps = (1,\n"


def test_an_unclosed_bracket_is_shown_where_it_opens(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["unclosed"], "attempt.py, line 14: ", "'(' was never closed", "steps = (1,")


TURNS["missing"] = "def other():\n    pass\n"


def test_a_missing_function_is_named_with_where_its_signature_stands(turns: dict[str, Judged]) -> None:
    judged = turns["missing"]

    assert_unjudgeable(judged, "attempt.py has no function one_turn", "stub.py shows its signature")
    assert_golden("missing_function", judged.shown)


TURNS["misspelled"] = SOLVED.replace("def one_turn", "def one_trun")


def test_a_misspelled_function_gets_did_you_mean(turns: dict[str, Judged]) -> None:
    judged = turns["misspelled"]

    assert_unjudgeable(judged, "it has one_trun: did you mean one_turn?")
    assert_golden("misspelled_function", judged.shown)


TURNS["fails at import"] = SOLVED + "\nprint(1 / 0)\n"


def test_an_exception_at_import_is_shown_with_type_text_and_line(turns: dict[str, Judged]) -> None:
    judged = turns["fails at import"]

    assert_unjudgeable(judged, "fails while it is imported: ZeroDivisionError: division by zero (attempt.py:14)")
    assert_golden("exception_at_import", judged.shown)


TURNS["exits at import"] = "import sys\n" + SOLVED + "\nsys.exit()\n"


def test_an_exit_at_import_is_no_pass(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["exits at import"], "attempt.py raises SystemExit while it is imported; take that out.")


TURNS["interrupts at import"] = SOLVED + "\nraise KeyboardInterrupt\n"


def test_an_interrupt_at_import_does_not_end_the_judge(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["interrupts at import"], "attempt.py raises KeyboardInterrupt while it is imported")


TURNS["ends at import"] = "import os\n" + SOLVED + "\nos._exit(0)\n"


def test_an_end_of_the_process_at_import_is_no_pass(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["ends at import"], "ended the process with exit status 0 while", "take that out")


TURNS["empty"] = ""
TURNS["blank"] = "\n  \n\t\n"


@pytest.mark.parametrize("name", ["empty", "blank"])
def test_an_empty_file_is_told_with_what_to_do(turns: dict[str, Judged], name: str) -> None:
    assert_unjudgeable(turns[name], "attempt.py is empty; write the functions of stub.py in it.")


TURNS["latin-1 text"] = SOLVED.encode() + b"\nSTREET = 'Stra\xdfe'\n"
TURNS["latin-1 comment"] = SOLVED.encode() + b"\n# Stra\xdfe\n"


@pytest.mark.parametrize("name", ["latin-1 text", "latin-1 comment"])
def test_a_file_that_is_not_utf_8_is_told_as_such(turns: dict[str, Judged], name: str) -> None:
    assert_unjudgeable(turns[name], "attempt.py is not UTF-8 text", "save it again as UTF-8.")


TURNS["nul"] = SOLVED.encode() + b"\0"


def test_nul_bytes_are_told_as_such(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["nul"], "attempt.py holds NUL bytes", "save it again as UTF-8.")


TURNS["utf-16"] = SOLVED.encode("utf-16")


def test_a_file_saved_as_utf_16_is_told_how_to_save_it(turns: dict[str, Judged]) -> None:
    assert_unjudgeable(turns["utf-16"], "save it again as UTF-8.")


TURNS["windows"] = b"\xef\xbb\xbf" + SOLVED.replace("\n", "\r\n").encode()


def test_a_byte_order_mark_and_windows_line_ends_are_fine(turns: dict[str, Judged]) -> None:
    assert turns["windows"].verdict["status"] == "pass"


TURNS["declared"] = b"# -*- coding: latin-1 -*-\n" + SOLVED.encode() + b"\nSTREET = 'Stra\xdfe'\n"


def test_a_file_that_declares_its_encoding_is_fine(turns: dict[str, Judged]) -> None:
    assert turns["declared"].verdict["status"] == "pass"


def test_a_file_that_is_missing_is_told_with_its_path(untouched: Path) -> None:
    finished = runner(untouched, "1", "--solution", "nowhere.py")

    assert (finished.status, finished.out) == (2, "")
    assert finished.err == "runner.py: nowhere.py does not exist; check the path after --solution.\n"


def test_a_call_is_shown_as_it_was_before_a_tool_changed_what_it_was_given() -> None:
    notes, given = Notes(), {"items": ["cup"]}

    notes.take_call("solve", ([("call", "take", given)],), {})
    given["items"].clear()

    assert notes.call == "solve([('call', 'take', {'items': ['cup']})])"


def test_a_few_calls_are_all_shown_and_of_many_the_last() -> None:
    notes = Notes()

    notes.take_call("solve", (1,), {})
    notes.take_call("solve", (2,), {})

    assert notes.call == "1. solve(1)\n2. solve(2)"
    for number in range(3, 8):
        notes.take_call("solve", (number,), {})
    assert notes.call == "solve(7)   (the last of 7 calls of this test)"


def test_a_folder_in_place_of_the_file_is_told(checkout: Path) -> None:
    (checkout / "mine.py").mkdir()

    finished = runner(checkout, "1", "--solution", "mine.py")

    assert (finished.status, finished.out) == (2, "")
    assert finished.err == "runner.py: mine.py is a folder; name the Python file in it after --solution.\n"


def test_a_folder_in_place_of_the_attempt_is_told(checkout: Path) -> None:
    attempt_at(checkout).mkdir()

    finished = runner(checkout, "1")

    assert finished.status != 0
    assert "attempt.py is a folder" in finished.out + finished.err
    assert "Traceback" not in finished.err


# --- The function is not what the spec says --------------------------------------------------------------------------


TURNS["stub"] = (Path(__file__).parent / "toy/problems/problem_001/stub.py").read_text(encoding="utf-8")


def test_an_unedited_stub_passes_nothing_and_says_so_once(turns: dict[str, Judged]) -> None:
    judged = turns["stub"]

    assert (judged.verdict["status"], judged.verdict["passed"]) == ("fail", 0)
    assert judged.shown.count("one_turn is not written yet.") == 1


TURNS["signature"] = SOLVED.replace("step: int, max_steps: int", "step: int")


def test_a_wrong_signature_is_shown_with_where_the_right_one_stands(turns: dict[str, Judged]) -> None:
    judged = turns["signature"]

    assert set(judged.statuses().values()) == {"fail"}
    assert "one_turn(reply, step)" in judged.test(ANSWER)["message"]
    assert "stub.py" in judged.test(ANSWER)["message"]
    assert_golden("wrong_signature", judged.shown)


TURNS["not callable"] = "one_turn = 3\n"


def test_a_value_in_place_of_the_function_is_told_as_such(turns: dict[str, Judged]) -> None:
    judged = turns["not callable"]

    assert set(judged.statuses().values()) == {"fail"}
    assert judged.shown.count("one_turn in attempt.py is 3, not a function; define it with def.") == 1


TURNS["async"] = f"async {TAKES_A_TURN}return {{}}\n"


def test_an_async_function_leaves_no_warning_of_the_interpreter_in_the_report(turns: dict[str, Judged]) -> None:
    judged = turns["async"]

    assert judged.verdict["status"] == "fail"
    assert "coroutine" in judged.shown
    assert "tracemalloc" not in judged.shown


RUNS["one of two"] = SOLVED_RUN.replace("def run(", "def rum(")


def test_one_missing_function_of_two_costs_only_the_tests_that_call_it(runs: dict[str, Judged]) -> None:
    judged = runs["one of two"]

    assert list(judged.statuses().values()) == ["pass", "pass", "fail", "fail", "fail", "fail"]
    assert judged.shown.count("attempt.py has no function run") == 1


# --- A test fails ----------------------------------------------------------------------------------------------------


TURNS["lost"] = LOST


def test_a_wrong_value_is_shown_with_rule_script_both_values_and_line(turns: dict[str, Judged]) -> None:
    judged = turns["lost"]

    assert_costs_one_test(judged, LAST_ANSWER, "fail", "your code  attempt.py:10")
    assert_golden("wrong_value", judged.shown)


TURNS["raises"] = TAKES_A_TURN + "seen = {}\n    return seen[reply]\n"


def test_an_exception_is_shown_with_type_text_and_line(turns: dict[str, Judged]) -> None:
    judged = turns["raises"]

    assert judged.test(ANSWER)["message"] == (
        "script     one_turn('done', step=1, max_steps=3)\ngot        raised KeyError: 'done'\nyour code  attempt.py:3"
    )
    assert_golden("exception", judged.shown)


TURNS["raises unprintable"] = (
    "class Odd(Exception):\n    def __str__(self):\n        raise Odd\n\n\n" + TAKES_A_TURN + "raise Odd\n"
)


def test_an_exception_that_cannot_be_printed_is_named(turns: dict[str, Judged]) -> None:
    assert "raised Odd (its message cannot be printed)" in turns["raises unprintable"].test(ANSWER)["message"]


TURNS["asserts"] = TAKES_A_TURN + "assert step > 99, 'too early'\n"


def test_a_failed_assertion_of_the_attempt_is_an_exception_like_any_other(turns: dict[str, Judged]) -> None:
    message = turns["asserts"].test(ANSWER)["message"]

    assert "got        raised AssertionError: too early" in message
    assert "your code  attempt.py:2" in message


TURNS["recursion"] = TAKES_A_TURN + "return one_turn(reply, step, max_steps)\n"


def test_endless_recursion_is_an_exception_like_any_other(turns: dict[str, Judged]) -> None:
    assert "raised RecursionError" in turns["recursion"].test(ANSWER)["message"]


TURNS["does not raise"] = SOLVED.replace("if not 1 <= step", "if step and not 1 <= step")


def test_an_exception_that_was_not_raised_is_named(turns: dict[str, Judged]) -> None:
    judged = turns["does not raise"]

    assert_costs_one_test(judged, RANGE, "fail", "expected   raises ValueError\n")
    assert_golden("not_raised", judged.shown)


TURNS["returns nothing"] = TAKES_A_TURN + "pass\n"


def test_none_in_place_of_a_dict_is_a_failure_of_the_test_that_reads_it(turns: dict[str, Judged]) -> None:
    judged = turns["returns nothing"]

    assert set(judged.statuses().values()) == {"fail"}
    assert "got        returned None" in judged.test(CALL)["message"]
    assert_golden("returns_nothing", judged.shown)


TURNS["class"] = "class one_turn:\n    def __init__(self, reply, step, max_steps):\n        pass\n"


def test_an_object_of_a_class_is_not_said_to_be_none(turns: dict[str, Judged]) -> None:
    judged = turns["class"]

    assert set(judged.statuses().values()) == {"fail"}
    assert "returned None" not in judged.test(RANGE)["message"]


# --- A value that only looks right -----------------------------------------------------------------------------------


TURNS["equals everything"] = returning("Agreeable()")
TURNS["equal field"] = returning("{**result, 'stop_reason': Agreeable()}")
TURNS["bytes that equal everything"] = returning("Buffer()")
TURNS["text that equals everything"] = returning("{**result, 'output': Text(result['output'])}")
TURNS["true for 1"] = returning("{**result, 'steps': True if step == 1 else step}")
TURNS["2.0 for 2"] = returning("{**result, 'steps': float(step)}")
TURNS["one field more"] = returning("{**result, 'done': True}")
TURNS["subclass of dict"] = returning("Result(result)")


@pytest.mark.parametrize(
    ("name", "got"),
    [
        ("equals everything", "got        <Agreeable object>"),
        ("equal field", "an Agreeable object, which is not plain data"),
        ("bytes that equal everything", "Buffer"),
        ("text that equals everything", "a Text object, which is not plain data"),
        ("true for 1", "got        stop_reason='final'  output='done'  steps=True"),
        ("2.0 for 2", "got        stop_reason='final'  output='done'  steps=1.0"),
        ("one field more", "got        at ['done']: True"),
        ("subclass of dict", "got        <Result object>"),
    ],
)
def test_a_value_that_only_looks_right_is_a_failure_that_shows_it(
    turns: dict[str, Judged], name: str, got: str
) -> None:
    test = turns[name].test(ANSWER)

    assert test["status"] == "fail"
    assert got in test["message"]


# --- What the attempt prints -----------------------------------------------------------------------------------------


TURNS["prints"] = LOST.replace("    if step ==", "    print('at step', step)\n    if step ==")


def test_what_a_failing_test_printed_is_shown(turns: dict[str, Judged]) -> None:
    judged = turns["prints"]

    assert judged.test(LAST_ANSWER)["output"] == "at step 3\n"
    assert "        printed    at step 3\n" in judged.shown
    assert_golden("prints", judged.shown)


TURNS["prints always"] = "def one_turn(reply, step, max_steps):\n    print(repr(reply), step)\n    return None\n"


def test_what_is_printed_is_told_of_the_test_that_printed_it(turns: dict[str, Judged]) -> None:
    tests = turns["prints always"].verdict["tests"]

    assert [test["output"] for test in tests] == [
        "'done' 1\n",
        "'' 1\n",
        "'call' 1\n",
        "' call add' 1\n",
        "'done' 3\n",
        "'call add' 2\n",
        "'call add' 3\n",
        "'done' 2\n",
        "'done' 0\n",
        "'done' 4\n",
    ]


def test_what_a_passing_test_printed_is_not_shown(turns: dict[str, Judged]) -> None:
    assert "at step 1" not in turns["prints"].shown


TURNS["prints much"] = LOST.replace("    if step ==", "    print('\\n'.join(map(str, range(9_000))))\n    if step ==")


def test_a_flood_of_prints_is_cut_with_a_note(turns: dict[str, Judged]) -> None:
    judged = turns["prints much"]

    output = judged.test(LAST_ANSWER)["output"]
    assert len(output) < 2_100
    assert "cut: " in output.splitlines()[-1]
    assert judged.shown.count("printed    ") == 8
    assert " more lines" in judged.shown


def test_the_note_does_not_promise_what_json_has_cut_too(turns: dict[str, Judged]) -> None:
    assert "all of it with --json" not in turns["prints much"].shown


TURNS["closes its output"] = "import sys\nsys.stdout.close()\nsys.stderr.close()\n" + SOLVED


def test_an_attempt_may_close_its_output(turns: dict[str, Judged]) -> None:
    assert turns["closes its output"].verdict["status"] == "pass"


TURNS["warns"] = "import warnings\nwarnings.warn('old')\nassert (1, 'always')\n" + SOLVED


def test_a_warning_is_no_failure(turns: dict[str, Judged]) -> None:
    assert turns["warns"].verdict["status"] == "pass"


TURNS["asks"] = TAKES_A_TURN + "return input()\n"


def test_a_question_to_the_keyboard_does_not_wait_for_an_answer(turns: dict[str, Judged]) -> None:
    assert "raised EOFError" in turns["asks"].test(ANSWER)["message"]


# --- One test is lost, and the others are judged all the same --------------------------------------------------------


TURNS["ends the process"] = "import os\n" + only_for_the_reply_call("os._exit(0)")


def test_an_end_of_the_process_costs_the_test_that_was_running(turns: dict[str, Judged]) -> None:
    judged = turns["ends the process"]

    assert_costs_one_test(judged, CALL, "error", "ended the process with exit status 0")
    assert_golden("process_ended", judged.shown)


TURNS["ends every time"] = "import os\n" + TAKES_A_TURN + "os._exit(3)\n"


def test_a_process_that_ends_is_never_taken_for_a_slow_one(turns: dict[str, Judged]) -> None:
    judged = turns["ends every time"]

    assert set(judged.statuses().values()) == {"error"}
    assert [test["name"] for test in judged.verdict["tests"] if "exit status 3" not in test["message"]] == []


TURNS["exits"] = "import sys\n" + only_for_the_reply_call("sys.exit()")


def test_an_exit_costs_the_test_that_was_running(turns: dict[str, Judged]) -> None:
    judged = turns["exits"]

    assert [name for name, status in judged.statuses().items() if status != "pass"] == [CALL]
    assert "SystemExit" in judged.test(CALL)["message"]


TURNS["interrupts"] = only_for_the_reply_call("raise KeyboardInterrupt")


def test_an_interrupt_costs_the_test_that_was_running(turns: dict[str, Judged]) -> None:
    assert_costs_one_test(turns["interrupts"], CALL, "error", "KeyboardInterrupt")


def test_an_interrupt_is_shown_with_its_line(turns: dict[str, Judged]) -> None:
    assert "your code  attempt.py:11" in turns["interrupts"].test(CALL)["message"]


TURNS["skips"] = "import pytest\n" + only_for_the_reply_call("pytest.skip('later')")
TURNS["expects to fail"] = "import pytest\n" + only_for_the_reply_call("pytest.xfail('later')")


@pytest.mark.parametrize("name", ["skips", "expects to fail"])
def test_a_skip_from_inside_is_no_pass(turns: dict[str, Judged], name: str) -> None:
    assert_costs_one_test(turns[name], CALL, "error", "The attempt skipped this test from inside")


TURNS["leaves pytest"] = "import pytest\n" + only_for_the_reply_call("pytest.exit('enough', returncode=0)")


def test_an_exit_from_pytest_is_no_pass(turns: dict[str, Judged]) -> None:
    assert_costs_one_test(turns["leaves pytest"], CALL, "error", "enough")


RUNS["endless"] = SOLVED_RUN.replace("        reply = ask(model, transcript)", "        while True:\n            pass")


def test_an_endless_loop_costs_only_the_tests_that_call_it(runs: dict[str, Judged]) -> None:
    judged = runs["endless"]

    # With max_steps=0 the loop is never entered.
    assert list(judged.statuses().values()) == ["pass", "pass", "error", "pass", "error", "error"]
    message = judged.test("test_example_1_a_tool_call_and_an_answer")["message"]
    assert "The time limit ran out" in message
    assert "your code  attempt.py:20" in message or "your code  attempt.py:19" in message


def test_what_an_endless_loop_shows(runs: dict[str, Judged]) -> None:
    # Whether the loop is left on its line 19 or 20 is for the clock to decide.
    assert_golden("endless_loop", runs["endless"].shown.replace("attempt.py:20", "attempt.py:19"))


RUNS["endless and deaf"] = SOLVED_RUN.replace(
    "        reply = ask(model, transcript)",
    """        while max_steps == 1:
            try:
                while True:
                    pass
            except BaseException:
                pass
        reply = ask(model, transcript)""",
)


def test_a_loop_that_catches_everything_is_ended_all_the_same(runs: dict[str, Judged]) -> None:
    judged = runs["endless and deaf"]

    assert_costs_one_test(judged, "test_without_an_answer_the_output_is_none[1]", "error", "The time limit ran out")


def test_a_test_that_is_slow_and_wrong_is_wrong(checkout: Path) -> None:
    front = checkout / "problems/problem_001/problem.toml"
    front.write_text(
        front.read_text(encoding="utf-8").replace("time_limit = 0.5", "time_limit = 2.0"), encoding="utf-8"
    )
    write_attempt(checkout, "import time\n" + only_for_the_reply_call("time.sleep(1.4); return {}"))

    shown = runner(checkout, "1").out

    assert "What came back cannot be used" in shown
    assert "9 of 10 passed" in shown


def test_no_line_that_an_attempt_makes_up_begins_where_those_of_the_report_do() -> None:
    made_up = "x " * 40 + "10 of 10 passed\n\n  10 of 10 passed   0.40 s\n  Solved.\nthird\nfourth\n"

    first, *further = crossed(made_up, Paint(False))

    assert first.startswith("  ✗ x x")
    assert further == [
        "      x x 10 of 10 passed",
        "        10 of 10 passed   0.40 s",
        "        Solved.",
        "        third",
    ]


def test_nor_does_one_of_wide_letters_that_a_terminal_would_break_by_itself() -> None:
    shown = list(crossed("語" * 70 + " 10 of 10 passed", Paint(False)))

    assert all(width(line) <= 80 for line in shown)
    assert len(shown) > 1
    assert all(line.startswith("      ") for line in shown[1:])


def test_a_test_can_tell_its_own_object_from_another_of_the_same_type() -> None:
    own, other, numbers = iter([1]), iter([1]), bytearray(b"12")
    module = ModuleType("attempt")
    module.__dict__.update(solve=lambda: [own, other, numbers, {"deep": (own,)}])
    solution = Solution(module, Notes(), ("solve",))

    stands = solution.very(own)

    strange = "<a list_iterator object, which is not plain data>"
    assert solution.solve() == [stands, strange, "<a bytearray object, which is not plain data>", {"deep": (stands,)}]


# --- All of them -----------------------------------------------------------------------------------------------------


def test_no_verdict_holds_a_traceback(turns: dict[str, Judged], runs: dict[str, Judged]) -> None:
    all_of_them = [*turns.values(), *runs.values()]

    told = [judged.shown for judged in all_of_them]
    told += [test["message"] or "" for judged in all_of_them for test in judged.verdict["tests"]]

    assert [text for text in told if "Traceback" in text or 'File "' in text] == []


def test_every_verdict_has_every_test_in_the_order_of_the_test_file(turns: dict[str, Judged]) -> None:
    orders = {tuple(judged.statuses()) for judged in turns.values()}

    assert [len(order) for order in orders] == [10]


def test_no_verdict_is_wider_than_eighty_columns(turns: dict[str, Judged], runs: dict[str, Judged]) -> None:
    lines = [line for judged in [*turns.values(), *runs.values()] for line in judged.shown.splitlines()]

    assert [line for line in lines if len(line) > 80] == []


def test_the_same_attempt_gets_the_same_verdict_alone(checkout: Path, turns: dict[str, Judged]) -> None:
    write_attempt(checkout, LOST)

    alone = runner(checkout, "1")

    assert alone.out.splitlines()[:7] == turns["lost"].shown.splitlines()[:7]
