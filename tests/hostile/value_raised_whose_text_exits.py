"""Raises an exception whose text ends the program."""

# verdict: fail
# says: Leaving \(its message cannot be printed\)
# costs: 1


class Leaving(Exception):
    def __str__(self):
        raise SystemExit


def attack():
    raise Leaving
