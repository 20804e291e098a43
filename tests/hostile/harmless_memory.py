"""Uses thirty megabytes."""

# verdict: pass


def attack():
    assert len(bytearray(30_000_000)) == 30_000_000
