"""Run as ``python -m judge.spawned``: the process that judge.spawn starts, which is told by a pipe what to do."""

import gc
import os
import pickle
import sys

from judge import cell, sandbox


def main() -> None:
    """Do the work that comes by standard input; never returns."""
    # What this process was started with as standard output and error are the two pipes to the parent.
    reports, output = os.dup(1), os.dup(2)
    sandbox.die_with_parent()
    sys.path[:], work = pickle.loads(sys.stdin.buffer.read())
    cell.live(reports, output, lambda: pickle.loads(work)(_ready))


def _ready() -> None:
    """Tell the parent that what comes now is the attempt's own time."""
    gc.freeze()
    cell.report(b"\n")


if __name__ == "__main__":
    main()
