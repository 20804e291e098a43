"""Waits for a lock that it holds itself."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import threading


def attack():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()
