"""Returns an object that says it is a dict."""

# verdict: fail
# says: Agreeable object
# costs: 1


class Agreeable:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0

    @property
    def __class__(self):
        return dict


def attack():
    return Agreeable()
