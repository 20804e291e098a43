"""Pretends that somebody has pressed Ctrl-C."""

# verdict: fail
# says: KeyboardInterrupt
# costs: 1


def attack():
    raise KeyboardInterrupt
