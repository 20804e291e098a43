"""Writes a file beside its own folder."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1


def attack():
    open("../written", "w").write("x")
