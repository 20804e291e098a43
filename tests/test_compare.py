"""`--compare` as a person meets it: agreement, the shortest difference, a known mistake, and in time the code."""

import importlib
import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from judge import compare, diagnosis, play
from judge.compare import sentence
from judge.contrast import deciding_rule, difference_lines
from judge.diagnosis import known_mistake
from judge.play import Agreement, Difference
from judge.problem import Problem, every, find
from judge.spot import first_spot
from judge.terminal import Paint, ProgressLine
from judge.verdict import Test as Known
from judge.verdict import TestVerdict as Told
from judge.verdict import Verdict
from tests.support import (
    LOST,
    ROOT,
    SOLVED,
    TOY,
    Finished,
    assert_golden,
    attempt_at,
    environment,
    runner,
    verdicts_in,
    write_attempt,
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the players are forks")

PROBLEMS = every(ROOT)
each_problem = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)

RARE = '    if (reply, step, max_steps) == ("call add", 2, 3):\n'
HANGS = SOLVED.replace("    if not 1 <=", f"{RARE}        while True:\n            pass\n    if not 1 <=")
EXITS = SOLVED.replace("    if not 1 <=", f"{RARE}        import os\n        os._exit(3)\n    if not 1 <=")
# Loses the answer of the last step as the known mistake does, and another one as well.
LOST_AND_MORE = LOST.replace('"final", "output": reply', '"final", "output": reply.strip()')
REWORDED = LOST.replace('raise ValueError("no such step")', "raise ValueError(step)").replace(
    "<= step <=", "<= step < 1 +"
)
# Right wherever the tests look, and wrong beside it.
UNSEEN = SOLVED.replace('"output": reply,', '"output": reply if max_steps != 2 else "?",')


def compared(
    checkout: Path, source: str | bytes | None, *arguments: str | Path, problem: str = "problem_001"
) -> Finished:
    """Compare `source` as an attempt at a toy problem; None leaves what is there."""
    if source is not None:
        write_attempt(checkout, source, problem)
    return runner(checkout, problem, "--compare", *arguments)


def shown(finished: Finished) -> str:
    """Return what was shown, durations aside; it is never wider than a terminal, and never a traceback."""
    assert finished.err == ""
    assert [line for line in finished.out.splitlines() if len(line) > 80 or line != line.rstrip()] == []
    return re.sub(r"\(\d+\.\d s\)", "(<seconds>)", finished.out)


def test_a_value_nested_very_deeply_is_called_that(checkout: Path) -> None:
    source = (
        SOLVED.replace("def one_turn", "def right")
        + """

def one_turn(reply, step, max_steps):
    value = right(reply, step, max_steps)
    for _ in range(250):
        value = [value]
    return value
"""
    )

    said = shown(compared(checkout, source))

    assert "your attempt comes up with something nested too deeply to" in said
    assert "10 tests passed; the 5 scripts before this one came out the same." in said


def test_a_pass_that_was_not_confirmed_blames_no_script() -> None:
    unconfirmed = Verdict("problem_001", "a.py", (Told(Known("t", "R1", len), "pass"),), 0.1, "Busy.", unconfirmed=True)
    agrees = compare.Comparison(unconfirmed, Agreement(5), 0.1)
    differs = compare.Comparison(unconfirmed, Difference(0, {}, {}, {}), 0.1)

    assert (agrees.disagreement, differs.disagreement) == (None, "tests")
    said = "\n".join(compare._report(find(ROOT, "069"), agrees, Paint(False)))
    assert said.endswith("    1 of 1 tests passed.\n\n  ✗ Busy.")


def test_a_test_that_came_to_no_outcome_shows_no_gap_in_the_scripts() -> None:
    late = Verdict("problem_001", "a.py", (Told(Known("t", "R1", len), "error"),), 0.1)
    failed = Verdict("problem_001", "a.py", (Told(Known("t", "R1", len), "fail"),), 0.1)

    assert compare.Comparison(late, Agreement(5), 0.1).disagreement is None
    assert compare.Comparison(failed, Agreement(5), 0.1).disagreement == "scenarios"


def test_one_script_is_counted_in_words_that_fit(checkout: Path) -> None:
    counted = SOLVED.replace("def one_turn", "def right") + "\n\ncalls = []\n\n\ndef one_turn(*args, **options):\n"
    counted += "    calls.append(1)\n    return None if len(calls) == 2 else right(*args, **options)\n"

    assert "; the script before this one came out the same." in shown(compared(checkout, counted))


@pytest.mark.parametrize(
    ("name", "source", "status"),
    [
        ("same", SOLVED, 0),
        ("known_mistake", REWORDED, 1),
        ("no_known_mistake", LOST_AND_MORE, 1),
        ("hangs", HANGS, 1),
        ("ends_its_process", EXITS, 1),
        ("hole_in_the_tests", UNSEEN, 1),
        ("syntax_error", "def one_turn(:\n", 1),
        ("not_written", (TOY / "problems/problem_001/stub.py").read_text(encoding="utf-8"), 1),
    ],
)
def test_the_report(checkout: Path, name: str, source: str, status: int) -> None:
    finished = compared(checkout, source)

    assert_golden(f"compare_{name}", shown(finished))
    assert finished.status == status
    # No code is spoiled before the attempt passes.
    assert ("solutions/" in finished.out) is (name == "same")


def test_known_mistake_that_never_returns_keeps_no_other_from_being_named(checkout: Path) -> None:
    stuck = LOST.replace("def one_turn", "def lost") + "\n\ndef one_turn(*_):\n    while True:\n        pass\n"
    (checkout / "solutions/problem_001/mistakes/a_stuck_one.py").write_text(stuck, encoding="utf-8")

    assert_golden("compare_known_mistake", shown(compared(checkout, REWORDED)))


def test_another_correct_solution_agrees_and_is_laid_out_beside_the_reference(checkout: Path) -> None:
    finished = compared(checkout, (TOY / "solutions/problem_001/alternatives/match_statement.py").read_bytes())

    assert_golden("compare_alternative", shown(finished))
    assert finished.status == 0


def test_messages_sent_to_the_model_are_compared(checkout: Path) -> None:
    source = (TOY / "solutions/problem_002/mistakes/forgets_the_replies.py").read_bytes()

    assert_golden("compare_messages", shown(compared(checkout, source, problem="problem_002")))


def test_the_number_is_the_number_of_scripts(checkout: Path) -> None:
    # Five replies in the steps 0 to 2, 0 to 3 and 0 to 4.
    assert "The same on all 60 scripts (" in compared(checkout, SOLVED).out


def test_show_solution_shows_the_code_of_a_failing_attempt(checkout: Path) -> None:
    finished = compared(checkout, LOST, "--show-solution")

    assert "  + " in finished.out
    assert finished.out.endswith(
        "  The reference: solutions/problem_001/reference.py\n  Why it is so:  solutions/problem_001/notes.md\n"
    )
    assert finished.status == 1


def test_show_solution_of_a_file_that_is_no_python_names_the_files(checkout: Path) -> None:
    finished = compared(checkout, "def one_turn(:\n", "--show-solution")

    assert "Your file cannot be laid out beside the reference." in finished.out
    assert "solutions/problem_001/reference.py" in finished.out


@pytest.mark.parametrize(("answer", "shows"), [("y", True), ("n", False), ("", False), ("\x04", False)])
def test_on_a_terminal_show_solution_asks_first(checkout: Path, answer: str, shows: bool) -> None:
    write_attempt(checkout, LOST)

    out = _on_a_terminal(checkout, ["problem_001", "--compare", "--show-solution"], answer)

    assert "Show the reference solution? It spoils the problem. [y/N]" in out
    assert ("reference.py" in out) is shows


def test_on_a_terminal_a_passing_attempt_is_not_asked_and_colour_adds_no_width(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)

    out = _on_a_terminal(checkout, ["problem_001", "--compare", "--show-solution"], "")

    assert "[y/N]" not in out
    assert "\x1b[32m✓\x1b[0m The same on all 60 scripts" in out
    assert max(len(re.sub(r"\x1b\[\d*m", "", line)) for line in out.splitlines()) <= 80


def _on_a_terminal(checkout: Path, arguments: list[str], answer: str) -> str:
    """Return what the command shows where it reads from a terminal and writes to it."""
    import pty

    output = bytearray()

    def read(descriptor: int) -> bytes:
        piece = os.read(descriptor, 4096)
        output.extend(piece)
        if b"[y/N]" in output and not answered:
            answered.append(True)
            os.write(descriptor, answer.encode() if answer == "\x04" else f"{answer}\n".encode())
        return b""

    answered: list[bool] = []
    pid, descriptor = pty.fork()
    if pid == 0:
        os.chdir(checkout)
        os.execvpe(sys.executable, [sys.executable, "runner.py", *arguments], environment(TERM="xterm"))
    try:
        while True:
            read(descriptor)
    except OSError:
        pass  # The other side has closed the terminal.
    os.close(descriptor)
    os.waitpid(pid, 0)
    return output.decode().replace("\r\n", "\n")


def test_without_an_attempt_the_next_step_is_named(checkout: Path) -> None:
    assert compared(checkout, None) == Finished(
        2, "", "runner.py: There is nothing to compare yet; begin with: python runner.py problem_001\n"
    )
    assert not attempt_at(checkout).exists()


def test_a_solution_that_does_not_exist_is_named(checkout: Path) -> None:
    finished = compared(checkout, None, "--solution", "nowhere.py")

    assert (finished.status, finished.out) == (2, "")
    assert finished.err == "runner.py: nowhere.py does not exist; check the path after --solution.\n"


@pytest.mark.parametrize("gone", ["solutions/problem_001/reference.py", "problems/problem_001/scenarios.py"])
def test_what_is_missing_to_compare_with_is_named(checkout: Path, gone: str) -> None:
    (checkout / gone).unlink()

    assert compared(checkout, SOLVED) == Finished(
        2, "", f"runner.py: {gone} is missing, and --compare needs it; get it back with: git checkout -- {gone}\n"
    )


def test_a_reference_that_does_not_get_through_is_a_fault_of_the_problem(checkout: Path) -> None:
    (checkout / "solutions/problem_001/reference.py").write_text(HANGS, encoding="utf-8")

    finished = compared(checkout, SOLVED)

    assert finished.err.startswith("runner.py: The reference of problem_001 does not get through")
    assert "Traceback" not in finished.err
    assert finished.status == 2


def test_a_test_that_sees_more_than_the_scripts_is_a_gap_in_the_scripts(checkout: Path) -> None:
    # No script has five steps, and a test could.
    with (checkout / "problems/problem_001/test_solution.py").open("a", encoding="utf-8") as file:
        file.write('\n\n@pytest.mark.rule("R4")\ndef test_five(solution):\n')
        file.write('    assert solution.one_turn("", 5, 5)["steps"] == 5\n')

    finished = compared(checkout, SOLVED.replace('"steps": step', '"steps": step if step < 5 else 4'))

    assert_golden("compare_gap_in_the_scripts", shown(finished))
    assert finished.status == 0


def test_json_of_each_outcome_has_the_same_keys(checkout: Path, tmp_path: Path) -> None:
    file = tmp_path / "compared.jsonl"
    for source in (SOLVED, REWORDED, LOST_AND_MORE, EXITS, UNSEEN, "def one_turn(:\n"):
        compared(checkout, source, "--json", file)

    same, known, unknown, exits, unseen, broken = verdicts_in(file)
    assert {tuple(document) for document in (same, known, unknown, exits, unseen, broken)} == {tuple(same)}
    assert same | {"seconds": 0} == {
        "problem": "problem_001",
        "solution": "problems/problem_001/attempt.py",
        "status": "same",
        "message": None,
        "passed": 10,
        "total": 10,
        "scripts": 60,
        "seconds": 0,
        "difference": None,
        "mistake": None,
        "hole_in": None,
    }
    assert known["status"] == "different"
    assert known["mistake"] == {
        "name": "answer_in_the_last_step_is_lost",
        "says": "The last step ends the run before the answer that came in it is looked at.",
    }
    assert known["difference"] == {
        "script": ["step=1  max_steps=1", "model: 'done'"],
        "reference": {
            "events": [],
            "returned": {"stop_reason": "final", "output": "done", "steps": 1},
            "raised": None,
        },
        "attempt": {
            "events": [],
            "returned": {"stop_reason": "max_steps", "output": None, "steps": 1},
            "raised": None,
        },
        "lost": None,
        "place": "what is returned, at ['stop_reason']",
        "rule": "R1",
    }
    assert unknown["mistake"] is None
    assert exits["difference"]["lost"] == "ended the process with exit status 3"
    assert exits["difference"]["attempt"] is None
    assert (unseen["status"], unseen["hole_in"]) == ("different", "tests")
    assert (broken["status"], broken["scripts"]) == ("error", 0)
    assert broken["message"].startswith("attempt.py, line 1:")


def test_an_attempt_too_slow_for_all_scripts_is_told_how_far_it_came(checkout: Path) -> None:
    file = checkout / "judge/compare.py"
    file.write_text(file.read_text(encoding="utf-8").replace("_PATIENCE = 60.0", "_PATIENCE = 0.6"), encoding="utf-8")
    slow = SOLVED.replace("    if not 1 <=", "    __import__('time').sleep(0.05)\n    if not 1 <=")
    finished = compared(checkout, slow, "--json", checkout / "compared.jsonl")

    assert re.search(r"✗ No difference in the first \d+ scripts; stopped after 1 s\.", shown(finished))
    assert finished.status == 1
    (document,) = verdicts_in(checkout / "compared.jsonl")
    assert (document["status"], document["hole_in"], document["difference"]) == ("unfinished", None, None)
    assert 0 < document["scripts"] < 60


def test_a_file_saved_while_it_is_compared_is_compared_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    attempt = tmp_path / "attempt.py"
    attempt.write_text("1\n")
    verdict = Verdict("problem_001", "attempt.py", (), 0.0)

    def compare_once(_: Problem, file: Path) -> compare.Comparison:
        source = file.read_text()
        if source in again:
            file.write_text(source + "1\n")
        return compare.Comparison(verdict, Agreement(len(source)), 0.0)

    monkeypatch.setattr(compare, "_compare_once", compare_once)
    again = {"1\n"}
    assert compare._compare(PROBLEMS[0], attempt).outcome == Agreement(4)
    again = {"1\n" * times for times in range(10)}
    assert "saved again and again" in str(compare._compare(PROBLEMS[0], attempt).outcome)


def test_a_long_text_raised_is_cut() -> None:
    run: dict[str, object] = {"events": [], "returned": None, "raised": None}
    found = first_spot([run], [{**run, "raised": "x" * 60_000}])
    assert found is not None
    assert len(found.attempt) <= 250


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
@pytest.mark.parametrize("what", ["--compare", "--no-color"])
def test_a_signal_to_end_leaves_no_folder(checkout: Path, tmp_path: Path, number: signal.Signals, what: str) -> None:
    write_attempt(checkout, "while True:\n    pass\n")
    (temporary := tmp_path / "temporary").mkdir()
    with subprocess.Popen(
        [sys.executable, checkout / "runner.py", "1", what],
        cwd=checkout,
        env=environment(TMPDIR=str(temporary)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as command:
        deadline = time.monotonic() + 20
        while not list(temporary.glob("judge-attempt-*")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.1)
        command.send_signal(number)
        assert command.communicate()[0] == b""
    assert command.returncode == 128 + number
    assert list(temporary.iterdir()) == []


def test_a_json_file_that_cannot_be_written_is_said_at_once(checkout: Path, tmp_path: Path) -> None:
    finished = compared(checkout, SOLVED, "--json", tmp_path / "no" / "file")

    assert (finished.status, finished.out) == (2, "")
    assert "cannot be written" in finished.err


def test_a_progress_line_appears_on_a_terminal_after_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    progress = ProgressLine(quiet=1.0)
    for now, count in ((100.5, 200), (101.5, 1_200), (101.55, 1_400), (102.0, 1_600)):  # noqa: B007
        progress.show(f"{count:,} scripts played")
    progress.clear()

    assert terminal.getvalue() == "\r  1,200 scripts played ...\033[K\r  1,600 scripts played ...\033[K\r\033[K"


def test_elsewhere_there_is_no_progress_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", stream := io.StringIO())
    progress = ProgressLine()
    progress.show("200 scripts played")
    progress.clear()

    assert stream.getvalue() == ""


@pytest.mark.parametrize("number", ["005", "069", "070", "119"])
def test_what_is_said_of_the_space_is_true(number: str) -> None:
    space = importlib.import_module(f"problems.problem_{number}.scenarios")
    said = re.search(r"scripts of up to (\d+) replies(, and some longer ones)?$", space.SPACE)
    assert said
    lengths: dict[int, int] = {}
    for scenario in space.scenarios():
        lines = space.conversation(scenario)
        length = sum(line.startswith("model: ") for line in lines)
        lengths[length] = lengths.get(length, 0) + 1
    longer = {length: count for length, count in lengths.items() if length > int(said[1])}

    assert set(range(1, int(said[1]) + 1)) <= lengths.keys()
    assert bool(longer) is bool(said[2])
    assert sum(longer.values()) < 100


# To play a mistake takes a second or two, and there are hundreds: the rest with EVERY_MISTAKE=1.
ALL = bool(os.environ.get("EVERY_MISTAKE"))


SAMPLE = [(problem, path) for problem in PROBLEMS for path in problem.mistakes[:: 1 if ALL else 60]]
# A diagnosis plays all scenarios at least twice; those of these problems are played in half a second to a second.
NAMED = [(problem, path) for problem in PROBLEMS if problem.number == "069" for path in problem.mistakes[5::12]]
NAMED += [(problem, problem.mistakes[5]) for problem in PROBLEMS if problem.number in ("066", "067", "070")]
# These change what a scenario is made of, or go on to a script with 25,000 keys, or print an object.
TELLING = ("properties_added_to_the_schema", "comments_removed", "results_turned_into_text")
NAMED += [(problem, path) for problem in PROBLEMS for path in problem.mistakes if path.stem in TELLING]


def _id(value: Problem | Path) -> str:
    return value.number if isinstance(value, Problem) else value.stem


@pytest.mark.parametrize(("problem", "mistake"), SAMPLE, ids=_id)
def test_the_report_on_a_mistake_is_complete_and_fits_a_terminal(problem: Problem, mistake: Path) -> None:
    found = play.compare(problem, problem.reference, mistake)

    assert isinstance(found, Difference)
    assert deciding_rule(problem, found) is not None
    lines = list(difference_lines(found, problem, Paint(False)))
    assert sum(line.startswith("  First difference: ") for line in lines) == 1
    assert [line for line in lines if len(line) > 80 or line != line.rstrip()] == []
    assert sum("≠" in line for line in lines) == 1
    assert len(lines) < 80


@pytest.mark.parametrize(("problem", "mistake"), SAMPLE if ALL else NAMED, ids=_id)
def test_a_mistake_is_named_or_one_that_does_the_same_on_every_script(
    problem: Problem, mistake: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(diagnosis, "_PATIENCE", 600.0)  # The machine may be busy.
    found = play.compare(problem, problem.reference, mistake)
    assert isinstance(found, Difference)

    named = known_mistake(problem, mistake, found)

    assert named is not None
    assert named == mistake or isinstance(play.compare(problem, named, mistake), Agreement)


@each_problem
def test_the_sentence_of_a_mistake_is_one_line(problem: Problem) -> None:
    assert [path.name for path in problem.mistakes if "\n" in sentence(path) or not sentence(path).endswith(".")] == []
