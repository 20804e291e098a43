"""Raises an exception whose text takes for ever."""

# verdict: fail
# says: Endless \(its message cannot be printed\)|The time limit ran out
# costs: 1


class Endless(Exception):
    def __str__(self):
        while True:
            pass


def attack():
    raise Endless
