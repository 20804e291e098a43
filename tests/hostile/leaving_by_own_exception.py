"""Raises an exception of its own that no `except Exception` catches."""

# verdict: fail
# says: Leave: gone
# costs: 1


class Leave(BaseException):
    pass


def attack():
    raise Leave("gone")
