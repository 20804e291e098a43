"""Takes its time to be imported and in the last test, and then keeps the canary waiting."""

# verdict: error
# says: The time limit ran out

import time

from judge import child

time.sleep(4.5)
honest = child._run


def run(items, index, reporter):
    if items[0].config.option.solution.endswith("stub.py"):
        time.sleep(60)
    if index == len(items) - 1:
        time.sleep(0.4)
    return honest(items, index, reporter)


child._run = run
