"""The command from the first run to the last: what it makes, what it says, and its exit status."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge.progress import FILE_NAME, Progress
from tests.support import (
    GOLDEN,
    LOST,
    SOLVED,
    SOLVED_RUN,
    TOY,
    assert_golden,
    attempt_at,
    environment,
    runner,
    verdicts_in,
    write_attempt,
)

REFERENCE = "solutions/problem_001/reference.py"


# --- The first run, and the ones after it ----------------------------------------------------------------------------


def test_the_first_run_makes_the_attempt_from_the_stub_and_judges_it(checkout: Path) -> None:
    finished = runner(checkout, "1")

    assert attempt_at(checkout).read_bytes() == (checkout / "problems/problem_001/stub.py").read_bytes()
    assert (finished.status, finished.err) == (1, "")
    assert_golden("first_run", finished.out)


def test_an_attempt_that_was_made_and_not_edited_is_still_the_stub(checkout: Path) -> None:
    write_attempt(checkout, (checkout / "problems/problem_001/stub.py").read_bytes())

    finished = runner(checkout, "1")

    assert finished.status == 1
    assert "Still the stub: problems/problem_001/attempt.py\n" in finished.out


def test_a_stub_of_two_functions_is_told_without_filling_the_screen(checkout: Path) -> None:
    finished = runner(checkout, "2")

    assert_golden("first_run_of_two_functions", finished.out)
    assert len(finished.out.splitlines()) < 24


def test_an_attempt_that_passes_everything_is_solved(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)

    finished = runner(checkout, "1")

    assert (finished.status, finished.err) == (0, "")
    assert_golden("all_passed", finished.out)


def test_where_a_solved_problem_fails_again_the_verdict_says_so(checkout: Path) -> None:
    Progress(checkout / FILE_NAME).record("problem_001", passed=10, total=10, at=0.0)
    write_attempt(checkout, LOST)

    finished = runner(checkout, "1")

    assert finished.status == 1
    assert finished.out.endswith("\n  You had solved this problem; it fails now.\n")


# --- Which problems --------------------------------------------------------------------------------------------------


def test_several_problems_are_judged_in_the_order_typed_and_one_failure_is_enough(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)
    write_attempt(checkout, SOLVED_RUN.replace("max_steps + 1", "max_steps"), "problem_002")

    finished = runner(checkout, "2", "1", "--json", checkout / "verdicts")

    assert finished.status == 1
    assert [(verdict["problem"], verdict["status"]) for verdict in verdicts_in(checkout / "verdicts")] == [
        ("problem_002", "fail"),
        ("problem_001", "pass"),
    ]


def test_a_problem_has_many_names_and_is_judged_once(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)
    folder = checkout / "problems" / "problem_001"

    finished = runner(checkout, "1", "001", "problem_001", "problems/problem_001", "problems/problem_001/", folder)

    assert finished.status == 0
    assert finished.out.count("10 of 10 passed") == 1


@pytest.mark.parametrize(
    ("typed", "advice"),
    [
        ("problm_001", "did you mean problem_001?"),
        ("problem_0002", "did you mean problem_002?"),
        ("loop", "see the list: python runner.py"),
        ("", "see the list: python runner.py"),
    ],
)
def test_an_unknown_problem_is_told_with_the_nearest_name(untouched: Path, typed: str, advice: str) -> None:
    finished = runner(untouched, typed)

    assert (finished.status, finished.out) == (2, "")
    assert finished.err == f"runner.py: There is no problem {typed!r}; {advice}\n"


def test_an_unknown_problem_among_known_ones_stops_before_anything_is_made(checkout: Path) -> None:
    finished = runner(checkout, "1", "unknown")

    assert finished.status == 2
    assert not attempt_at(checkout).exists()


def test_all_judges_what_has_been_started_and_nothing_else(checkout: Path) -> None:
    write_attempt(checkout, SOLVED_RUN, "problem_002")

    finished = runner(checkout, "--all", "--json", checkout / "verdicts")

    assert finished.status == 0
    assert [verdict["problem"] for verdict in verdicts_in(checkout / "verdicts")] == ["problem_002"]
    assert not attempt_at(checkout, "problem_001").exists()


def test_all_with_nothing_started_says_how_to_begin(untouched: Path) -> None:
    finished = runner(untouched, "--all")

    assert (finished.status, finished.out) == (2, "")
    assert finished.err.startswith(
        "runner.py: You have not started any problem yet; see which there are: python runner.py"
    )


def test_a_folder_in_place_of_an_attempt_costs_no_other_problem_its_verdict(checkout: Path) -> None:
    attempt_at(checkout, "problem_001").mkdir()
    write_attempt(checkout, SOLVED_RUN, "problem_002")

    finished = runner(checkout, "1", "2")

    assert finished.status != 0
    assert "problems/problem_001/attempt.py is a folder; move it away and run again." in finished.out + finished.err
    assert "6 of 6 passed" in finished.out


# --- Hints and starting over -----------------------------------------------------------------------------------------


def test_each_call_for_a_hint_shows_one_more_and_then_all_of_them(checkout: Path) -> None:
    runs = [runner(checkout, "1", "--hint") for _ in range(4)]

    assert [run.status for run in runs] == [0, 0, 0, 0]
    assert [run.out.count(" of 3  ") for run in runs] == [1, 2, 3, 3]
    assert runs[2] == runs[3]
    assert_golden("first_hint", runs[0].out)
    assert_golden("last_hint", runs[3].out)


def test_hints_of_several_problems_are_set_apart(checkout: Path) -> None:
    finished = runner(checkout, "1", "2", "--hint")

    assert "\n\nproblem_002 · A short run\n\n  1 of 3  Write ask first" in finished.out


def test_reset_makes_a_fresh_stub_and_keeps_the_old_attempt(checkout: Path) -> None:
    write_attempt(checkout, "# mine\n")

    finished = runner(checkout, "1", "--reset")

    folder = checkout / "problems/problem_001"
    assert finished.status == 0
    assert (folder / "attempt.py").read_bytes() == (folder / "stub.py").read_bytes()
    assert (folder / "attempt-1.py").read_text(encoding="utf-8") == "# mine\n"
    assert_golden("reset", finished.out)


def test_reset_says_so_where_the_progress_cannot_be_kept(checkout: Path) -> None:
    write_attempt(checkout, "# mine\n")
    (checkout / FILE_NAME).mkdir()

    finished = runner(checkout, "1", "--reset")

    assert finished.status == 0
    assert "is the stub again." in finished.out
    assert finished.err.count("\n") == 1 and FILE_NAME in finished.err


def test_without_solutions_nothing_that_needs_them_is_advised(checkout: Path) -> None:
    shutil.rmtree(checkout / "solutions")
    write_attempt(checkout, SOLVED)

    judged = runner(checkout, "1")
    hints = [runner(checkout, "1", "--hint") for _ in range(3)]

    assert judged.out.endswith("\n  Solved.\n")
    assert hints[-1].out.endswith("\n  That was the last hint.\n\n")
    assert "solutions/" not in judged.out.replace("solutions/ is not here", "") + hints[-1].out


def test_reset_of_a_problem_not_begun_begins_it(checkout: Path) -> None:
    finished = runner(checkout, "001", "--reset")

    assert (finished.status, finished.err) == (0, "")
    assert "there was no attempt to keep" in finished.out
    assert attempt_at(checkout).exists()


# --- --solution and --json -------------------------------------------------------------------------------------------


def test_solution_judges_a_file_named_from_the_current_folder(checkout: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "anders wo ü"
    elsewhere.mkdir()
    (elsewhere / "mine.py").write_text(LOST, encoding="utf-8")

    finished = runner(checkout, "1", "--solution", "mine.py", "--json", "verdicts", cwd=elsewhere)

    assert finished.status == 1
    assert "        your code  mine.py:10\n" in finished.out
    assert "9 of 10 passed" in finished.out
    (verdict,) = verdicts_in(elsewhere / "verdicts")
    assert verdict["solution"] == (elsewhere / "mine.py").as_posix()
    assert [test["message"].splitlines()[-1] for test in verdict["tests"] if test["message"]] == [
        "your code  mine.py:10"
    ]


def test_solution_leaves_attempt_and_progress_alone(checkout: Path) -> None:
    finished = runner(checkout, "1", "--solution", REFERENCE)

    assert (finished.status, finished.err) == (0, "")
    assert not attempt_at(checkout).exists()
    assert not list(checkout.glob(".progress*"))


def test_json_adds_one_line_for_each_verdict(checkout: Path) -> None:
    write_attempt(checkout, LOST)
    write_attempt(checkout, SOLVED_RUN, "problem_002")
    file = checkout / "ver dicts.jsonl"

    runner(checkout, "1", "2", "--json", file)
    write_attempt(checkout, "syntax error\n")
    runner(checkout, "1", "--json", file)

    assert [(verdict["problem"], verdict["status"], verdict["passed"]) for verdict in verdicts_in(file)] == [
        ("problem_001", "fail", 9),
        ("problem_002", "pass", 6),
        ("problem_001", "error", 0),
    ]


def test_a_verdict_in_json_has_the_promised_keys_and_values(checkout: Path) -> None:
    write_attempt(checkout, LOST)

    runner(checkout, "1", "--json", checkout / "verdicts")

    (verdict,) = verdicts_in(checkout / "verdicts")
    tests, seconds = verdict.pop("tests"), verdict.pop("seconds")
    assert 0 < seconds < 60
    assert verdict == {
        "version": 3,
        "problem": "problem_001",
        "candidate": None,
        "solution": "problems/problem_001/attempt.py",
        "status": "fail",
        "message": None,
        "passed": 9,
        "total": 10,
    }
    assert [set(test) for test in tests] == [
        {"name", "rule", "status", "message", "output", "test_code", "seconds"}
    ] * 10


def test_variables_for_pytest_change_no_verdict(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)

    finished = runner(checkout, "1", PYTEST_DEBUG="1", PYTEST_TIMEOUT="0.000001", PYTEST_ADDOPTS="--co")

    assert (finished.status, finished.err) == (0, "")


def test_a_test_in_json_tells_all_that_a_reader_needs(checkout: Path) -> None:
    write_attempt(checkout, LOST.replace("    if step == max_steps", "    print('at', step)\n    if step == max_steps"))

    runner(checkout, "1", "--json", checkout / "verdicts")

    (verdict,) = verdicts_in(checkout / "verdicts")
    (failed,) = (test for test in verdict["tests"] if test["status"] == "fail")
    assert failed.pop("seconds") < 60
    assert failed.pop("test_code").startswith('@pytest.mark.rule("R1")\ndef test_an_answer_in_the_last_step_is_an_')
    assert failed == {
        "name": "test_an_answer_in_the_last_step_is_an_answer",
        "rule": "R1",
        "status": "fail",
        "message": (
            "script     one_turn('done', 3, 3)\n"
            "expected   stop_reason='final'      output='done'  steps=3\n"
            "got        stop_reason='max_steps'  output=None    steps=3\n"
            "your code  attempt.py:11"
        ),
        "output": "at 3\n",
    }


def test_json_that_cannot_be_written_is_told_before_anything_is_judged(checkout: Path) -> None:
    finished = runner(checkout, "1", "--json", checkout)

    assert (finished.status, finished.out) == (2, "")
    assert (
        finished.err == f"runner.py: {checkout} cannot be written (Is a directory); name another file after --json.\n"
    )
    assert not attempt_at(checkout).exists()


# --- Options ---------------------------------------------------------------------------------------------------------


def test_help_fits_the_screen_and_names_every_option(untouched: Path) -> None:
    finished = runner(untouched, "--help")

    assert (finished.status, finished.err) == (0, "")
    assert_golden("help", finished.out)


@pytest.mark.parametrize(
    ("there", "advised"), [(["python", "python3"], "python"), (["python3"], "python3"), ([], "python")]
)
def test_advice_names_the_python_that_is_there(untouched: Path, tmp_path: Path, there: list[str], advised: str) -> None:
    for name in there:
        (tmp_path / name).touch(0o755)

    finished = runner(untouched, "--nonsense", PATH=str(tmp_path))

    assert finished.err.endswith(f"; see: {advised} runner.py --help\n")


def test_version_is_one_line(untouched: Path) -> None:
    finished = runner(untouched, "--version")

    assert (finished.status, finished.err) == (0, "")
    assert finished.out.startswith("agent-loop-practice ") and finished.out.count("\n") == 1


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        (["--all", "1"], "--all takes no problem"),
        (["--self-check", "1"], "--self-check takes no problem"),
        (["--hint"], "--hint needs a problem"),
        (["--reset"], "--reset needs a problem"),
        (["--solution", "mine.py"], "--solution FILE needs exactly one problem"),
        (["1", "2", "--solution", "mine.py"], "--solution FILE needs exactly one problem"),
        (["1", "--solution"], "argument --solution: expected one argument"),
        (["--json", "verdicts"], "--json goes with judging"),
        (["1", "--hint", "--json", "verdicts"], "--json goes with judging"),
        (["1", "--doctor", "--json", "verdicts"], "--json goes with judging"),
        (["1", "--json", "same", "--junit", "./same"], "--json and --junit would write to the same file"),
        (["1", "--compare", "--junit", "verdicts"], "--junit does not go with --compare"),
        (["1", "--hint", "--reset"], "argument --reset: not allowed with argument --hint"),
        (["1", "--al"], "unrecognized arguments: --al"),
    ],
    ids=" ".join,
)
def test_what_does_not_go_together_is_told_in_one_sentence(untouched: Path, typed: list[str], told: str) -> None:
    finished = runner(untouched, *typed)

    assert (finished.status, finished.out) == (2, "")
    assert finished.err.startswith(f"runner.py: {told}") and finished.err.count("\n") == 1


def test_options_may_stand_before_between_and_after_problems(checkout: Path) -> None:
    finished = runner(checkout, "--no-color", "1", "--hint", "2")

    assert finished.status == 0
    assert "problem_001 · " in finished.out and "problem_002 · " in finished.out


def test_self_check_runs_the_tests_and_passes_their_outcome_on(checkout: Path, tmp_path: Path) -> None:
    shutil.rmtree(checkout / "problems")  # An audit of the toys would find much.
    (checkout / "tests").mkdir()
    (checkout / "tests/test_good.py").write_text("def test_good():\n    pass\n", encoding="utf-8")
    good = runner(checkout, "--self-check", cwd=tmp_path)
    (checkout / "tests/test_bad.py").write_text("def test_bad():\n    assert False\n", encoding="utf-8")
    bad = runner(checkout, "--self-check", cwd=tmp_path)

    assert (good.status, bad.status) == (0, 1)
    assert good.out.endswith("\n1 passed, 0 failed\n")
    assert bad.out.endswith("\n1 passed, 1 failed\n")
    assert "def test_bad():" in bad.out


def test_a_file_of_which_all_is_skipped_does_not_fail_the_self_check(checkout: Path) -> None:
    shutil.rmtree(checkout / "problems")
    (checkout / "tests").mkdir()
    (checkout / "tests/test_good.py").write_text("def test_good():\n    pass\n", encoding="utf-8")
    needs = 'import pytest\n\npytest.importorskip("no_such_module", reason="not here")\n\n\ndef test_it():\n    pass\n'
    (checkout / "tests/test_skipped.py").write_text(needs, encoding="utf-8")
    skipped = runner(checkout, "--self-check")
    (checkout / "tests/test_empty.py").write_text("", encoding="utf-8")
    empty = runner(checkout, "--self-check")

    assert (skipped.status, empty.status) == (0, 1)
    assert skipped.out.endswith("\n1 passed, 0 failed, 1 skipped\n")


def test_self_check_audits_the_problems_too(checkout: Path) -> None:
    (checkout / "tests").mkdir()
    (checkout / "tests/test_good.py").write_text("def test_good():\n    pass\n", encoding="utf-8")
    shutil.rmtree(checkout / "problems/problem_002")

    finished = runner(checkout, "--self-check")

    assert finished.status == 1
    assert "001 answers: scenarios.py yields 60 of at least 1,000; play more" in finished.out


# --- Whoever reads the output ----------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals on Windows")
@pytest.mark.parametrize(
    ("options", "changes", "coloured"),
    [
        ([], {}, True),
        (["--no-color"], {}, False),
        ([], {"NO_COLOR": "1"}, False),
        ([], {"NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
    ],
    ids=["terminal", "--no-color", "NO_COLOR", "NO_COLOR empty", "dumb terminal"],
)
def test_a_terminal_gets_colours_unless_somebody_objects(
    untouched: Path, options: list[str], changes: dict[str, str], coloured: bool
) -> None:
    ours, theirs = os.openpty()
    command = [sys.executable, "runner.py", *options]

    subprocess.run(command, cwd=untouched, env=environment(**{"TERM": "xterm", **changes}), stdout=theirs, check=True)

    shown = os.read(ours, 65_536).decode()
    os.close(ours)
    os.close(theirs)
    assert "001  One turn" in shown
    assert ("\033[" in shown) is coloured


@pytest.mark.parametrize("typed", [[], ["1", "--solution", REFERENCE]], ids=["list", "verdict"])
def test_a_reader_that_leaves_early_gets_no_traceback(untouched: Path, typed: list[str]) -> None:
    running = subprocess.Popen(
        [sys.executable, "runner.py", *typed],
        cwd=untouched,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert running.stdout and running.stderr
    running.stdout.close()

    said = running.stderr.read()
    running.stderr.close()

    assert said == b""
    assert running.wait() in (0, 1)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a file that is always full")
@pytest.mark.parametrize("typed", [[], ["1", "--solution", REFERENCE]], ids=["list", "verdict"])
def test_a_full_disk_behind_the_output_is_told_in_one_sentence(untouched: Path, typed: list[str]) -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        finished = subprocess.run(
            [sys.executable, "runner.py", *typed],
            cwd=untouched,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    assert finished.returncode == 2
    assert finished.stderr.startswith("runner.py: ") and finished.stderr.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="the shell that closes the output is a Unix one")
@pytest.mark.parametrize("closed", [">&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_reason_for_a_traceback(untouched: Path, closed: str) -> None:
    command = f'"{sys.executable}" runner.py 1 --solution {REFERENCE} {closed}'

    finished = subprocess.run(["sh", "-c", command], cwd=untouched, env=environment(), capture_output=True, text=True)

    assert "Traceback" not in finished.stderr
    assert finished.returncode == 0


def test_letters_that_the_output_cannot_hold_become_question_marks(untouched: Path) -> None:
    mistake = TOY / "solutions/problem_001/mistakes/answer_in_the_last_step_is_lost.py"

    finished = runner(untouched, "1", "--solution", mistake, PYTHONUTF8="0", PYTHONIOENCODING="ascii")

    assert finished.status == 1
    assert finished.out.startswith("problem_001 ? One turn\n\n  ? R1  a reply that is no tool call ends the run\n")


def test_the_command_works_through_a_link_to_its_folder(checkout: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    try:
        link.symlink_to(checkout, target_is_directory=True)
    except OSError:
        pytest.skip("this system lets nobody make links")
    write_attempt(checkout, SOLVED)

    finished = runner(link, "1", cwd=tmp_path)

    assert finished.status == 0


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_nothing_shown_is_wider_than_eighty_columns(file: Path) -> None:
    wide = [line for line in file.read_text(encoding="utf-8").splitlines() if len(line) > 80]

    assert wide == []


def test_a_pass_that_no_replay_confirms_says_so(checkout: Path) -> None:
    shutil.move(checkout / "solutions/problem_001/reference.py", attempt_at(checkout))

    finished = runner(checkout, "1", "--json", checkout / "verdict.jsonl")

    assert "  Not confirmed by a replay: solutions/ is not here.\n  10 of 10 passed" in finished.out
    (verdict,) = verdicts_in(checkout / "verdict.jsonl")
    assert (verdict["status"], verdict["message"]) == ("pass", None)
    told = " ".join(runner(checkout, "--doctor").out.split())
    assert "Without solutions/, no replay confirms a pass here" in told


def test_a_pass_that_a_replay_confirms_needs_no_word(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)

    assert "replay" not in runner(checkout, "1").out
    assert "replay" not in runner(checkout, "--doctor").out
