"""Runs bytecode that no compiler has made."""

# verdict: fail
# says: SIGSEGV|SIGABRT|SIGILL|SIGBUS|raised|The time limit ran out
# costs: 1


def attack():
    def nothing():
        pass

    nothing.__code__ = nothing.__code__.replace(co_code=bytes([100, 255]) * 50, co_stacksize=1)
    nothing()
