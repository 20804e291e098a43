"""Returns an object whose class runs code when it is asked for its name."""

# verdict: fail
# says: Nameless object
# costs: 1


class Named(type):
    @property
    def __name__(cls):
        raise SystemExit("asked for a name")


class Nameless(metaclass=Named):
    pass


def attack():
    return Nameless()
