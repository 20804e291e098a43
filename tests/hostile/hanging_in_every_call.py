"""Never comes back from any call, and swallows whatever the time limit raises."""

# verdict: fail
# says: The time limit ran out|Not run
# costs: 10


def one_turn(reply, step, max_steps):
    while True:
        try:
            while True:
                pass
        except:  # noqa: E722
            pass
