"""Starts a pool of processes."""

# verdict: fail
# says: PermissionError|OSError
# costs: 1

import multiprocessing
import time


def attack():
    multiprocessing.get_context("fork").Process(target=time.sleep, args=(1_000,)).start()
