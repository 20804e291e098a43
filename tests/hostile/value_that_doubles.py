"""Returns a small list that would be endless if it were written down."""

# verdict: fail
# says: The time limit ran out|MemoryError|SIG
# costs: 1


def attack():
    double = []
    for _ in range(100):
        double = [double, double]
    return {"stop_reason": double, "output": double}
