"""What problem 069 provides: the stub model, as a script that remembers what was read of it, and three small tools."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal

Reply = tuple[Literal["call"], str, dict[str, Any]] | tuple[Literal["final"], str]

READINGS_PER_REPLY = 100

SHIPPED = {"A-7": "shipped on Monday", "A-8": "packed"}


class NoReplyLeft(IndexError):
    """The script was asked for a reply after its last one. No correct loop asks for it."""


class Runaway(RuntimeError):
    """The script was read far too often: the loop does not move on."""


class Script(Sequence[Reply]):
    """The stub model's replies, in order: a list that cannot be changed and remembers which replies were read.

    To read a reply, by index or by iteration, is to call the model. `reads` holds the numbers of the replies read so
    far, counted from 1, each once, in the order in which they were first read. `len()` reads nothing. A slice reads
    nothing either: it is a window on the same script, and its replies are read when you come to them.

    A reply may be read again, but not for ever: a script that is read over and over raises `Runaway`.
    """

    def __init__(self, replies: Iterable[Reply], on_read: Callable[[int], object] | None = None) -> None:
        """Keep `replies`; call `on_read(number)`, if given, when a reply is read for the first time."""
        self._replies = list(replies)
        self._on_read = on_read
        self._readings_left = READINGS_PER_REPLY * len(self._replies)
        self.reads: list[int] = []

    def __len__(self) -> int:
        return len(self._replies)

    def __getitem__(self, index: int | slice) -> Any:
        places = range(len(self._replies))
        if isinstance(index, slice):
            return _Window(self, places[index])
        try:
            place = places[index]
        except IndexError:
            raise NoReplyLeft(f"script[{index}] was asked for, and the script ends before it") from None
        return self._read(place)

    def __iter__(self) -> Iterator[Reply]:
        for place in range(len(self._replies)):
            yield self._read(place)
        raise NoReplyLeft(f"reply {len(self) + 1} was asked for, and the script ends before it")

    def __repr__(self) -> str:
        return f"Script({self._replies!r})"

    def _read(self, place: int) -> Reply:
        if self._readings_left == 0:
            raise Runaway(f"the script was read {READINGS_PER_REPLY} times over, so this loop does not end")
        self._readings_left -= 1
        number = place + 1
        if number not in self.reads:
            self.reads.append(number)
            if self._on_read is not None:
                self._on_read(number)
        return self._replies[place]


class _Window(Sequence[Reply]):
    """A slice of a script: it ends as any slice of a list ends, and reads through to the script."""

    def __init__(self, script: Script, places: range) -> None:
        self._script = script
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return _Window(self._script, self._places[index])
        return self._script._read(self._places[index])

    def __repr__(self) -> str:
        return f"<{len(self)} of the replies of {self._script!r}>"


def fetch_order(order_id: str) -> str:
    """Return where an order stands."""
    return SHIPPED[order_id]


def open_orders(customer: str) -> int:
    """Return how many orders of a customer are not delivered yet. Here: none, for every customer."""
    return 0


def delivery_date(order_id: str) -> str:
    """Return when an order will arrive. Here the service behind it is down."""
    raise TimeoutError("orders service timed out after 5 s")
