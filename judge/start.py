"""Starts the process of an attempt: a fork of this one, or where there is no fork a fresh interpreter."""

import os
from collections.abc import Callable

from judge import fork
from judge.running import Running

# Set to anything, it has a system with fork do as one without, as --spawn does.
VARIABLE = "RUNNER_SPAWN"

Ready = Callable[[], None]


def forks() -> bool:
    """Tell whether attempts are judged in forks of this process."""
    return hasattr(os, "fork") and not os.environ.get(VARIABLE)


def start(warm: Callable[[], None], fresh: Callable[[Ready], None]) -> Running:
    """Start a child, and return it when nothing is left to do but its work.

    As a fork it does `warm`. A fresh interpreter does `fresh`, which therefore can be pickled, and has yet to get ready
    for it: it calls what it is given before any code of an attempt runs.
    """
    if forks():
        return fork.start(warm)
    from judge import spawn  # Forks do without it.

    return spawn.start(fresh)
