"""Leaves an object behind whose finalizer never ends."""

# verdict: fail
# says: The time limit ran out
# costs: 1


class Sticky:
    def __del__(self):
        while True:
            try:
                while True:
                    pass
            except:  # noqa: E722
                pass


def attack():
    Sticky()
