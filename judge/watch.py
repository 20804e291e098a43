"""`--watch`: judges at once, and again at every save, from a session whose tests were collected once."""

import argparse
import contextlib
import importlib
import itertools
import select
import signal
import sys
import time
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from pathlib import Path

import pytest

from judge import compare, practice
from judge.attempt import ensure_attempt
from judge.changes import WatchedFile
from judge.columns import wrapped
from judge.doctor import NO_SANDBOX
from judge.faults import UserError
from judge.judging import judge_collected
from judge.keys import Keyboard, keyboard
from judge.lines import Lines
from judge.problem import Problem, find
from judge.progress import FILE_NAME, Progress
from judge.sandbox import is_sandboxed
from judge.session import collect
from judge.signals import ENDING, Ending, handled
from judge.terminal import WIDTH, Paint, warn, write

_INTERVAL = 0.025  # seconds between two looks at the attempt
_SHORT_INTERVAL = 0.01  # while a save may be under way
_SELDOM = 4  # so many looks at the attempt for one at what changes less often
_NEEDED = ("problem.toml", "spec.md", "stub.py", "test_solution.py")
_OPTIONAL = ("scenarios.py", "lab.py")


class _Next(Enum):
    """Why a session was left."""

    QUIT = auto()
    COMPARE = auto()
    COLLECT = auto()


def run(root: Path, options: argparse.Namespace) -> int:
    """Watch as `options` ask, and return the exit status: that of the last verdict, or 128 and the signal's number.

    Raises UserError where the problem is unknown or the attempt cannot be made, BrokenPipeError where nobody is left
    to read.
    """
    problem = find(root, options.problems[0])
    if options.solution and not is_sandboxed():
        warn(NO_SANDBOX)
    # Compiled modules bear their source's time in whole seconds: what is saved twice in a second could come out stale.
    sys.dont_write_bytecode = True
    ending = Ending()
    with contextlib.ExitStack() as stack:
        lines = stack.enter_context(contextlib.closing(Lines(options.json))) if options.json else None
        made = ensure_attempt(problem.folder) if options.solution is None else False
        stack.enter_context(handled(ENDING, ending))
        keys = stack.enter_context(keyboard())
        try:
            return _Watch(problem, options, keys, ending, lines, made).run()
        except KeyboardInterrupt:
            return 128 + (ending.number or signal.SIGINT)


class _Watch:
    """One problem under watch: its files, and how far the judging has come."""

    def __init__(
        self,
        problem: Problem,
        options: argparse.Namespace,
        keys: Keyboard,
        ending: Ending,
        lines: Lines | None,
        made: bool,
    ) -> None:
        self.root, self.name, self.options = problem.root, problem.name, options
        self.keys, self.ending, self.lines, self.made = keys, ending, lines, made
        self.paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
        self.progress = Progress(self.root / FILE_NAME)
        self.attempt = WatchedFile(options.solution.absolute() if options.solution else problem.attempt)
        self.parts = [WatchedFile(problem.folder / part) for part in (*_NEEDED, *_OPTIONAL)]
        self.pressed = ""  # and not yet handled
        self.due = True  # a judging
        self.changed = False  # the tests, since the last session
        self.number = 0  # of the last judging
        self.status = 2
        self.begun = False  # to write: a blank line sets apart what follows

    def run(self) -> int:
        """Watch until the end is asked for, and return the status of the last verdict; 2 where there was none."""
        while True:
            then = self._session()
            if then is _Next.QUIT:
                return self.status
            if then is _Next.COMPARE:
                # What it would write to the JSON file is no verdict, and has no place among them.
                options = argparse.Namespace(**vars(self.options) | {"json": None})
                self._run(partial(compare.once, self.root, options))

    def _session(self) -> _Next:
        """Collect the tests and watch until the session has to be left; without tests that can be collected, wait."""
        _forget_modules()
        for part in self.parts:
            part.take()
        entered = False

        def inside(items: list[pytest.Item]) -> _Next:
            nonlocal entered
            if not items:
                raise UserError(f"The tests of {self.name} are gone; restore the folder with git.")
            entered = True
            if self.changed:
                self._say("The tests changed; collected anew.")
                self.changed = False
            return self._watch(problem, items)

        try:
            gone = [part.path.name for part in self.parts if part.content is None and part.path.name in _NEEDED]
            if gone:
                raise UserError(f"{gone[0]} of {self.name} is gone; judging goes on when it is back.")
            problem = find(self.root, self.name)
            _ = problem.rules  # Read now, so that what is wrong with spec.md is told here.
            return collect(problem, inside)
        except (UserError, OSError, ValueError) as fault:
            if entered:
                raise
            self.ending.check()
            self._say(_in_one_sentence(fault))
            self._tell_keys()
        return self._watch(None, [])

    def _watch(self, problem: Problem | None, items: list[pytest.Item]) -> _Next:
        """Judge where that is due, and see to keys and files, until there is a reason to leave the session."""
        for look in itertools.count():
            if self.due and problem:
                self._judge(problem, items)
            restless = not all(file.at_rest for file in (self.attempt, *self.parts))
            self.pressed += self.keys.wait(0 if self.pressed else _SHORT_INTERVAL if restless else _INTERVAL)
            self.ending.check()
            key, self.pressed = self.pressed[:1], self.pressed[1:]
            if key in ("q", "\x04"):  # Ctrl-D
                return _Next.QUIT
            if key == "c":
                return _Next.COMPARE
            if key == "r":
                self.due = True
                if not problem:
                    return _Next.COLLECT
            elif key:
                self._tell(key)
            if look % _SELDOM == 0 or restless:
                _check_reader()
                if any(part.changed() for part in self.parts):
                    self.changed = self.due = True
                    return _Next.COLLECT
            # While the tests are being saved, an attempt waits for them.
            if all(part.at_rest for part in self.parts) and self.attempt.changed():
                self.due = True
        raise AssertionError("itertools.count() has no end")

    def _tell(self, key: str) -> None:
        if key == "h":
            self._run(partial(practice.hint, self.root, self.name))
        elif key == "?":
            self._write(*_HELP)

    def _judge(self, problem: Problem, items: list[pytest.Item]) -> None:
        self.due = False
        self.attempt.take()
        if self.attempt.content is None:
            self._say(f"{self.attempt.path.name} is gone; judging goes on when it is back.")
            self._tell_keys()
            return
        self.number += 1
        title = f"--- {time.strftime('%H:%M:%S')} · judging {self.number} "
        self._write(self.paint(title.ljust(WIDTH, "-"), "dim"))
        made, self.made = self.made, False
        verdict = judge_collected(
            items, problem, self.options.solution, self.progress, self.paint, made=made, when_edited="save it"
        )
        self.status = 0 if verdict.status == "pass" else 1
        if self.lines:
            self.lines.append(verdict.as_json())
        warn(self.progress.take_warning())
        self._tell_keys()

    def _run(self, command: Callable[[], int]) -> None:
        """Do what another command does; what is wrong then ends that one alone."""
        self._write()
        try:
            command()
        except UserError as fault:
            self._say(str(fault))
        self._tell_keys()

    def _say(self, sentence: str) -> None:
        self._write(*wrapped(sentence, WIDTH, "  ", "  "))

    def _write(self, *lines: str) -> None:
        write(["", *lines] if self.begun else lines)
        self.begun = True

    def _tell_keys(self) -> None:
        if self.keys.present:
            self._write(self.paint(_KEYS, "dim"))


def _forget_modules() -> None:
    """Let the files of all problems be imported anew."""
    for name in [name for name in sys.modules if name == "problems" or name.startswith("problems.")]:
        del sys.modules[name]
    importlib.invalidate_caches()


def _in_one_sentence(fault: Exception) -> str:
    """Return what is wrong with the tests; of pytest's account of a broken test file, the error alone."""
    told, *account = str(fault).splitlines()
    errors = [line.removeprefix("E").strip() for line in account if line.startswith("E ")]
    if not account:
        return told
    reason = f" ({errors[-1]})" if errors else ""
    return f"{told.partition(';')[0]}{reason}; judging goes on when they can."


def _check_reader() -> None:
    """Raise BrokenPipeError where the reader of our output has gone; otherwise only the next verdict would find out."""
    if sys.platform == "win32":
        return
    poll = select.poll()
    poll.register(sys.stdout.fileno(), 0)
    if poll.poll(0):
        raise BrokenPipeError


_KEYS = "  h hint · c compare · r judge again · q quit · ? help"
_HELP = """\
  Every save is judged; a change of the tests, too.
  h  the next hint
  c  compare with the reference, script by script
  r  judge again, although nothing has changed
  q  quit; Ctrl-C does so at once, also during a judging""".splitlines()
