"""Takes nearly all the time there is in every call, so that all of them together take for ever."""

# verdict: fail
# says: The time limit ran out|Not run|None
# costs: 10

import time


def one_turn(reply, step, max_steps):
    try:
        time.sleep(1_000)
    except BaseException:
        return None
