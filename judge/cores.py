"""How many processes can work at once."""

import contextlib
import os
from pathlib import Path


def cores() -> int:
    """Return how many cores this process may use: a container's share too, since on too few of them tests run late."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with contextlib.suppress(OSError, ValueError):
        quota, period = Path("/sys/fs/cgroup/cpu.max").read_text().split()  # "max 100000" where there is no limit
        count = min(count, max(int(quota) // int(period), 1))
    return count
