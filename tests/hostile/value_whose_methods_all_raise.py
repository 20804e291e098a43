"""Returns an object of which nothing can be asked."""

# verdict: fail
# says: Closed object
# costs: 1


class Closed:
    def refuse(self, *args):
        raise RuntimeError("closed")

    __repr__ = __str__ = __hash__ = __bool__ = __len__ = __iter__ = __eq__ = __getattr__ = refuse
    __getitem__ = __contains__ = __format__ = __call__ = __reduce_ex__ = refuse


def attack():
    return Closed()
