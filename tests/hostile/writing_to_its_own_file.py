"""Rewrites its own file."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1


def attack():
    open(__file__, "a").write("x = 1")
