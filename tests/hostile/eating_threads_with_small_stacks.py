"""Starts thousands of threads, with stacks so small that its memory has room for all of them."""

# verdict: fail
# says: had more than 128 threads at once
# costs: 1

import threading
import time


def attack():
    threading.stack_size(32_768)
    while True:
        threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()
