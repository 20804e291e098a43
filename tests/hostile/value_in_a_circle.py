"""Returns a list that holds itself."""

# verdict: fail
# says: list indices|circle|\[\[
# costs: 1


def attack():
    circle = []
    circle.append(circle)
    return circle
