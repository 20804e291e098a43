"""Starts threads until there are no more."""

# verdict: fail
# says: RuntimeError|MemoryError|The time limit ran out|had more than 128 threads
# costs: 1

import threading
import time


def attack():
    while True:
        threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()
