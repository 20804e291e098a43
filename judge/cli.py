"""The command line: reads what was typed, and hands over to what does it."""

import argparse
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import judge
from judge.advice import RUNNER
from judge.faults import CannotWrite, UserError

ROOT = Path(__file__).resolve().parent.parent
FELL_SHORT, WRONG_COMMAND = 1, 2


def main(argv: Sequence[str]) -> int:
    """Do what `argv` asks for and return the exit status: 0 all passed, 1 something fell short, 2 it cannot be done."""
    parser = _parser()
    _fill_closed_streams()
    try:
        options = parser.parse_intermixed_args(argv)
        _check(options)
        return _run(options)
    except UserError as fault:
        print(f"runner.py: {fault}", file=sys.stderr)
        return WRONG_COMMAND
    except BrokenPipeError:
        # The reader of our output has gone (`| head`); point the descriptor away so that the exit is silent too.
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        return FELL_SHORT
    except CannotWrite as fault:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")
        print(f"runner.py: {fault}", file=sys.stderr)
        return WRONG_COMMAND


def _fill_closed_streams() -> None:
    """Put something in the place of standard streams that the caller has closed (`>&-`), before a pipe gets there."""
    while (opened := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(opened)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")


class _Parser(argparse.ArgumentParser):
    """Reports a wrong command as one sentence, like every other fault that a user can cause."""

    def error(self, message: str) -> NoReturn:
        raise UserError(f"{message}; see: {RUNNER} --help")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="runner.py",
        usage=f"{RUNNER} [problem ...] [options]",
        description="Judges your solutions. Without arguments it lists the problems.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("problems", nargs="*", metavar="problem", help="problem_119, or just 119; several at once too")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="judge every problem that you have started")
    what.add_argument(
        "--compare", action="store_true", help="play every short script on your attempt and the reference"
    )
    what.add_argument("--watch", action="store_true", help="judge again at every save, until Ctrl-C or q")
    what.add_argument("--hint", action="store_true", help="show the next hint, one more at each call")
    what.add_argument("--reset", action="store_true", help="start over; the old attempt is kept under another name")
    what.add_argument(
        "--cohort", metavar="DIR", type=Path, help="judge DIR/<candidate>/problem_*.py for everyone in it"
    )
    what.add_argument("--audit", action="store_true", help="for authors: is this problem fit to be asked?")
    what.add_argument("--new", metavar="PROBLEM", help="for authors: make the folders of a problem from a template")
    what.add_argument("--doctor", action="store_true", help="say which protections this machine gives")
    what.add_argument("--self-check", action="store_true", help="run the project's own tests")
    parser.add_argument("--solution", metavar="FILE", type=Path, help="judge FILE instead of your attempt")
    parser.add_argument(
        "--show-solution", action="store_true", help="with --compare: the reference's code, passed or not"
    )
    parser.add_argument("--json", metavar="FILE", type=Path, help="add one JSON object per verdict to FILE, one a line")
    parser.add_argument("--junit", metavar="FILE", type=Path, help="write the verdicts to FILE as JUnit XML")
    parser.add_argument(
        "--resume", action="store_true", help="with --cohort: go on after the lines that --json FILE has"
    )
    parser.add_argument("--shard", metavar="K/N", help="with --cohort: only the K-th of N equal parts")
    parser.add_argument("--jobs", metavar="N", type=int, help="with --cohort: so many at once (default: all cores)")
    parser.add_argument("--quick", action="store_true", help="with --audit: only a part of the mutants")
    parser.add_argument("--spawn", action="store_true", help="judge in new processes instead of forks (slower)")
    parser.add_argument("--no-color", action="store_true", help="no colours (the variable NO_COLOR does the same)")
    parser.add_argument("--version", action="version", version=f"agent-loop-practice {judge.__version__}")
    return parser


def _check(options: argparse.Namespace) -> None:
    """Raise UserError for options that do not go together."""
    if options.solution and options.cohort:
        raise UserError("--solution FILE and --cohort DIR are two ways to say what to judge; leave out either.")
    if options.solution and len(options.problems) != 1:
        raise UserError(f"--solution FILE needs exactly one problem; for example: {RUNNER} 119 --solution my.py")
    if options.solution and not options.watch and not os.path.lexists(options.solution):
        raise UserError(f"{options.solution} does not exist; check the path after --solution.")
    if options.solution and os.path.isdir(options.solution):
        raise UserError(f"{options.solution} is a folder; name the Python file in it after --solution.")
    if (options.all or options.self_check) and options.problems:
        what = "--all" if options.all else "--self-check"
        raise UserError(f"{what} takes no problem; leave out either of the two.")
    if options.watch and len(options.problems) != 1:
        raise UserError(f"--watch takes one problem at a time; for example: {RUNNER} 119 --watch")
    cohort_only = [f"--{name}" for name in ("resume", "shard", "jobs") if getattr(options, name) not in (None, False)]
    if cohort_only and not options.cohort:
        raise UserError(f"{cohort_only[0]} goes with --cohort DIR; add that as well.")
    if options.resume and not options.json:
        raise UserError("--resume needs --json FILE, the file of the run that was interrupted.")
    if options.watch and options.junit:
        raise UserError("--junit does not go with --watch, which has no end; --json does.")
    if options.compare and len(options.problems) != 1:
        raise UserError(f"--compare takes one problem at a time; for example: {RUNNER} 119 --compare")
    if options.show_solution and not options.compare:
        raise UserError(f"--show-solution goes with --compare; for example: {RUNNER} 119 --compare --show-solution")
    if options.solution and (options.hint or options.reset):
        raise UserError("--solution goes with judging or comparing; leave it out here.")
    if (options.hint or options.reset) and not options.problems:
        what = "--hint" if options.hint else "--reset"
        raise UserError(f"{what} needs a problem; for example: {RUNNER} 119 {what}")
    if options.quick and not options.audit:
        raise UserError(f"--quick goes with --audit; for example: {RUNNER} 119 --audit --quick")
    if options.audit and (options.solution or options.junit):
        raise UserError("--audit is about problems, not solutions; leave --solution and --junit out.")
    if options.new is not None and (options.problems or options.solution):
        raise UserError(f"--new takes the number of one problem; for example: {RUNNER} --new 130")
    if options.json and options.junit and os.path.realpath(options.json) == os.path.realpath(options.junit):
        raise UserError("--json and --junit would write to the same file; name two.")
    if options.compare and options.junit:
        raise UserError("--junit does not go with --compare, which judges one attempt in another way; --json does.")
    judging = options.audit or options.problems or options.all or options.cohort
    judging = judging and not (options.hint or options.reset or options.self_check or options.doctor)
    for name, file in (("json", "verdicts.jsonl"), ("junit", "verdicts.xml")):
        if getattr(options, name) and not judging:
            raise UserError(f"--{name} goes with judging; for example: {RUNNER} 119 --{name} {file}")


def _run(options: argparse.Namespace) -> int:
    # Each command imports only what it needs: the list and the hints do not wait for pytest.
    if options.spawn:
        from judge import start

        os.environ[start.VARIABLE] = "1"
    if options.self_check:
        from judge import selfcheck

        return selfcheck.run(ROOT)
    if options.new is not None:
        from judge import new

        return new.run(ROOT, options.new)
    if options.audit:
        from judge.audit import command

        extent = command.QUICK if options.quick else command.WHOLE
        color, into = not options.no_color, options.json
        return command.run(ROOT, options.problems, extent=extent, color=color, json_file=into)
    if options.doctor:
        from judge import doctor

        return doctor.run()
    if options.hint or options.reset:
        from judge import practice

        act = practice.hint if options.hint else practice.reset
        return max(act(ROOT, typed) for typed in options.problems)
    if options.cohort:
        from judge import cohort

        return cohort.run(ROOT, options)
    if options.watch:
        from judge import watch

        return watch.run(ROOT, options)
    if not options.problems and not options.all:
        from judge import listing

        return listing.run(ROOT, color=not options.no_color, now=time.time())
    if options.compare:
        from judge import compare

        return compare.run(ROOT, options)
    from judge import judging

    return judging.run(ROOT, options)


_EPILOG = f"""\
exit status: 0 all tests passed, 1 something fell short, 2 the command was wrong
             or the machine is not fit; 128+N after signal N

first time:  {RUNNER} problem_119    makes attempt.py in that problem's
             folder; read spec.md beside it, edit attempt.py, run the same again
"""
