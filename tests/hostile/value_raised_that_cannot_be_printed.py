"""Raises an exception whose text cannot be had."""

# verdict: fail
# says: Silent \(its message cannot be printed\)
# costs: 1


class Silent(Exception):
    def __str__(self):
        raise Silent

    __repr__ = __str__


def attack():
    raise Silent
