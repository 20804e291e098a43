"""Makes files by the hundred thousand, and never minds the time limit."""

# verdict: fail
# says: made more than 10,000 files|The time limit ran out
# costs: 1

import itertools
import os


def attack():
    for number in itertools.count():
        try:
            os.close(os.open(f"{'n' * 200}{number}", os.O_CREAT | os.O_WRONLY))
        except BaseException:
            continue
