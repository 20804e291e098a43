"""Raises an exception whose text is no plain text."""

# verdict: fail
# says: raised Odd: odd
# costs: 1


class Text(str):
    def __getitem__(self, index):
        raise SystemExit

    split = strip = __len__ = __format__ = __str__ = __getitem__


class Odd(Exception):
    def __str__(self):
        return Text("odd")


def attack():
    raise Odd
