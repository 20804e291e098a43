"""Never comes back from one call."""

# verdict: fail
# says: The time limit ran out
# costs: 1


def attack():
    while True:
        pass
