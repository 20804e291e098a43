"""Single keys from the terminal, which is left as it was found: at the end, when stopped, and in the background."""

import contextlib
import os
import re
import sys
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any, TextIO

from judge.signals import handled

if sys.platform != "win32":
    import select
    import signal
    import termios

_ESCAPE_SEQUENCE = re.compile("\x1b(?:[O[][0-?]*[ -/]*.?)?", re.DOTALL)  # what an arrow key sends, for one


@contextlib.contextmanager
def keyboard() -> Iterator["Keyboard"]:
    """Give the keyboard for the time of the `with` block, and leave the terminal as it was, whatever happens."""
    keys = Keyboard()
    with handled(["SIGTSTP"] if keys.present else [], keys.stop):
        try:
            keys.take()
            yield keys
        finally:
            keys.release()


class Keyboard:
    """What is typed, key by key and unseen, where a person sits in front; elsewhere just time that passes.

    While the process is in the background (`bg`) the terminal belongs to others, and is not touched.
    """

    def __init__(self) -> None:
        self.present = sys.platform != "win32" and _is_terminal(sys.stdin) and _is_terminal(sys.stdout)
        self._found: list[Any] | None = None  # the terminal's attributes before we changed them

    def wait(self, seconds: float) -> str:
        """Return the keys that were pressed, at the latest after so many seconds.

        Raises BrokenPipeError where the terminal has gone.
        """
        if not self.take():
            time.sleep(seconds)
            return ""
        if sys.platform != "win32" and not select.select([sys.stdin], [], [], seconds)[0]:
            return ""
        try:
            pressed = os.read(sys.stdin.fileno(), 1024)
        except OSError:
            pressed = b""
        if not pressed:
            raise BrokenPipeError
        return _ESCAPE_SEQUENCE.sub("", pressed.decode("utf-8", "replace"))

    def release(self) -> None:
        """Give the terminal its attributes back; `wait` takes it again."""
        if sys.platform != "win32" and self._found is not None and _in_foreground():
            with contextlib.suppress(termios.error):
                termios.tcsetattr(sys.stdin, termios.TCSANOW, self._found)
            self._found = None

    def stop(self, *_: int | FrameType | None) -> None:
        """Stop this process, as Ctrl-Z does; return when it is continued."""
        if sys.platform != "win32":
            self.release()
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
            self.take()

    def take(self) -> bool:
        """Let the terminal pass on each key at once and unseen; return False where that is not ours to do.

        Done anew at each call, since a shell sets the attributes as it likes when it has stopped and continued us.
        """
        if not self.present or not _in_foreground():
            return False
        if sys.platform != "win32":
            with contextlib.suppress(termios.error):
                attributes = termios.tcgetattr(sys.stdin)
                if attributes[3] & (termios.ICANON | termios.ECHO):
                    self._found = attributes[:]
                    attributes[3] &= ~(termios.ICANON | termios.ECHO)
                    attributes[6] = [*attributes[6]]
                    attributes[6][termios.VMIN], attributes[6][termios.VTIME] = 1, 0
                    # Now, and without a flush: what was typed while we were busy is not lost.
                    termios.tcsetattr(sys.stdin, termios.TCSANOW, attributes)
        return True


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()


def _in_foreground() -> bool:
    if sys.platform == "win32":
        return False
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except OSError:
        return True  # A terminal that controls nobody, so that nobody is in its background.
