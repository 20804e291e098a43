"""Makes files in its folder for as long as it can."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import itertools


def attack():
    for number in itertools.count():
        open(str(number), "w").close()
