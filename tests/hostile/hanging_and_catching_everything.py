"""Never comes back from one call, and swallows whatever the time limit raises."""

# verdict: fail
# says: The time limit ran out
# costs: 1


def attack():
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass
