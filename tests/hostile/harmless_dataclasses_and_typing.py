"""Has dataclasses, enums, protocols, abstract classes and generics."""

# verdict: pass

from __future__ import annotations

import abc
import collections
import contextlib
import enum
import functools
import json
import logging
import pickle
import re
import typing
from dataclasses import asdict, dataclass, field

__all__ = ["one_turn"]  # noqa: F822

Item = typing.TypeVar("Item")


class Kind(enum.StrEnum):
    CALL = enum.auto()


class Box(typing.Generic[Item]):
    pass


class Shape(typing.NamedTuple):
    kind: Kind


class Message(typing.TypedDict, total=False):
    text: str


class Base(abc.ABC):
    @abc.abstractmethod
    def run(self) -> int: ...


@dataclass(slots=True, frozen=True, order=True)
class State(Base):
    kind: Kind = Kind.CALL
    seen: tuple[str, ...] = ()
    more: dict[str, int] = field(default_factory=dict)

    @functools.cache  # noqa: B019
    def run(self) -> int:
        return 1


@contextlib.contextmanager
def noted():
    logging.getLogger("attempt").warning("noted")
    yield collections.Counter()


def attack():
    with noted():
        assert re.match("c", json.loads(json.dumps(asdict(State())))["kind"])
        assert pickle.loads(pickle.dumps(Shape(Kind.CALL))).kind is Kind.CALL
        assert typing.get_type_hints(State)["kind"] is Kind
