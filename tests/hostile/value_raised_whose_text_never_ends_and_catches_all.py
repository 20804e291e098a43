"""Raises an exception whose text takes for ever, also past the time limit."""

# verdict: fail
# says: The time limit ran out
# costs: 1


class Endless(Exception):
    def __str__(self):
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass


def attack():
    raise Endless
