"""Makes files in its folder for as long as it can."""

# verdict: fail
# says: The time limit ran out|made more than 10,000 files
# costs: 1

import itertools


def attack():
    for number in itertools.count():
        open(str(number), "w").close()
