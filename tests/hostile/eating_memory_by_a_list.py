"""Fills a list for ever."""

# verdict: fail
# says: MemoryError|The time limit ran out
# costs: 1


def attack():
    eaten = []
    while True:
        eaten.append(bytearray(10_000_000))
