"""What a solution did in a block of scenarios as one short row of bytes: enough to tell if another does the same."""

import hashlib
import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

SIZE = 64  # scenarios in a block
_LENGTH = struct.Struct("=I")
_ROW = struct.Struct("=I16s")


@dataclass(frozen=True)
class Stripe:
    """Of a problem's scenarios in blocks, the one with the number `first` and every `every`th from there."""

    first: int
    every: int

    def holds(self, index: int) -> bool:
        """Tell whether the scenario with that index is in one of these blocks."""
        return index // SIZE % self.every == self.first


def digested(observed: Iterable[bytes]) -> Iterator[bytes]:
    """Yield a row for each block of observations, the last of which may be a shorter one."""
    block: list[bytes] = []
    for each in observed:
        block.append(each)
        if len(block) == SIZE:
            yield _row(block)
            block = []
    if block:
        yield _row(block)


def _row(block: list[bytes]) -> bytes:
    return _ROW.pack(len(block), digest_of_all(block, size=16))


def digest_of_all(parts: Iterable[bytes], size: int = 64) -> bytes:
    """Return a digest of so many bytes, of `parts` one by one: where one ends and the next begins counts."""
    return hashlib.blake2b(b"".join(_LENGTH.pack(len(part)) + part for part in parts), digest_size=size).digest()


def count_in(row: bytes) -> int:
    """Return how many scenarios the block has."""
    return int(_ROW.unpack(row)[0])


def rows_in(content: bytes) -> list[bytes]:
    """Return the rows that were written one behind the other."""
    return [content[at : at + _ROW.size] for at in range(0, len(content) - _ROW.size + 1, _ROW.size)]
