"""Returns a list in a list, a hundred thousand times."""

# verdict: fail
# says: list indices|\[\[
# costs: 1


def attack():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    return deep
