"""Returns an object whose every method takes for ever."""

# verdict: fail
# says: Endless object
# costs: 1


class Endless:
    def wait(self, *args):
        while True:
            pass

    __repr__ = __str__ = __hash__ = __bool__ = __len__ = __iter__ = __eq__ = __getattr__ = __getitem__ = wait


def attack():
    return Endless()
