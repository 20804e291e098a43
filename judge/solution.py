"""The attempt as the tests see it: each call is noted, each result is made safe to compare."""

import contextlib
import functools
import inspect
import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import CoroutineType, FrameType, MappingProxyType, ModuleType
from typing import Any

import pytest

from judge.loading import missing_class, missing_function, name_of, name_of_file
from judge.plain import LEAVES, copied, dumps, is_plain, unwritten
from judge.show import show, show_call

_LATEST = 4  # calls that are shown
_SHORT = 150  # characters of one call among several


class Notes:
    """What a verdict will want to know of one test: the last calls, what came of the last one, and on which line.

    Most tests pass, so that nothing is put into words before somebody asks.
    """

    def __init__(self, traced: bool = False) -> None:
        """Keep the line of the last return only if `traced`: watching for it slows every call of the attempt down."""
        self.traced = traced
        self._latest: deque[tuple[str, list[_Kept], dict[str, _Kept]]] = deque(maxlen=_LATEST)
        self._calls = 0
        self._returned: list[object] = []
        self.line: int | None = None

    def take_call(self, function: str, args: tuple[object, ...], kwargs: dict[str, object]) -> None:
        """Note that `function` is called with these arguments, as they are now."""
        self._latest.append((function, list(map(_Kept, args)), {name: _Kept(value) for name, value in kwargs.items()}))
        self._calls += 1
        self._returned = []

    def take_returned(self, value: object) -> None:
        """Note what the call returned."""
        self._returned = [value]

    @property
    def call(self) -> str | None:
        """The call as the test wrote it, None if there was none.

        Of a few calls each is a line, since any of them may be the one at fault; of many, the last is told.
        """
        if not self._latest:
            return None
        calls = [
            (function, [kept.value for kept in args], {name: kept.value for name, kept in kwargs.items()})
            for function, args, kwargs in self._latest
        ]
        if self._calls > _LATEST:
            return f"{show_call(*calls[-1])}   (the last of {self._calls} calls of this test)"
        if self._calls == 1:
            return show_call(*calls[0])
        return "\n".join(f"{at}. {show_call(*call, limit=_SHORT)}" for at, call in enumerate(calls, start=1))

    @property
    def returned(self) -> str | None:
        """What the last call returned, None if it did not come back."""
        return show(self._returned[0], 200) if self._returned else None


class _Kept:
    """A value as it was when it was kept: lists go on growing, and a tool may change what it was given."""

    __slots__ = ("_value", "_written")

    def __init__(self, value: object) -> None:
        self._written = dumps(value)  # Read only if somebody asks; most tests pass.
        self._value = None if self._written is not None else list(value) if type(value) is list else value

    @property
    def value(self) -> object:
        return self._value if self._written is None else unwritten(self._written)


class Solution:
    """Stands for the attempt in a test: ``solution.run_agent(...)`` calls the candidate's function.

    Functions are called through a note-taker; classes come back as they are, unless one stands where the stub promises
    a function. What a function returns is the very object if it is plain data, and otherwise a copy (or, for an object
    with attributes, a `Returned`) that runs none of the candidate's comparisons.
    """

    def __init__(self, module: ModuleType, notes: Notes, functions: tuple[str, ...]) -> None:
        self._module = module
        self._notes = notes
        self._functions = functions
        self._very: dict[int, tuple[object, str]] = {}

    def very(self, value: object) -> str:
        """Return what stands, in all that comes back from now on, for this very object, which is no plain data.

        Any other object of its type is told by its type alone.
        """
        text = f"<the very {name_of(type(value))} object of the test>"
        self._very[id(value)] = value, text  # Kept, so that no other object gets its id.
        return text

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._module.__dict__[name]
        except KeyError:
            missing = missing_function if name in self._functions else missing_class
            pytest.fail(missing(self._module, name), pytrace=False)
        if isinstance(value, type) and name not in self._functions:
            return value
        if not callable(value):
            file = name_of_file(self._module)
            pytest.fail(f"{name} in {file} is {show(value, 40)}, not a function; define it with def.", pytrace=False)
        return functools.partial(self._call, name, value)

    def _call(self, name: str, function: Callable[..., object], /, *args: object, **kwargs: object) -> Any:
        self._notes.take_call(name, args, kwargs)
        with self._watched():
            try:
                value = function(*args, **kwargs)
            except TypeError as error:
                if error.__traceback__ and error.__traceback__.tb_next is None:
                    _check_signature(name, function, args, kwargs)  # The call itself failed, not what it called.
                raise
        if type(value) is CoroutineType:
            value.close()  # Or Python would warn, at some later time, that nobody has awaited it.
        safe = checked(value, {key: text for key, (_, text) in self._very.items()})
        self._notes.take_returned(safe)
        return safe

    def _watched(self) -> contextlib.AbstractContextManager[None]:
        file = self._module.__dict__.get("__file__")
        return _watching(file, self._notes) if self._notes.traced else contextlib.nullcontext()


@contextlib.contextmanager
def _watching(file: object, notes: Notes) -> Iterator[None]:
    """Note on which line of `file` a function returns last: a wrong value leaves no traceback, and no better place."""

    def note_return(frame: FrameType, event: str, _: object) -> None:
        if event == "return" and frame.f_code.co_filename == file:
            notes.line = frame.f_lineno

    before = sys.getprofile()
    sys.setprofile(note_return)
    try:
        yield
    finally:
        sys.setprofile(before)


def _check_signature(name: str, function: Callable[..., object], args: Any, kwargs: Any) -> None:
    """Fail the test, in words, where `function` cannot take these arguments."""
    try:
        signature = inspect.signature(function)
    except Exception:
        return  # Some callables have no signature to ask for.
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        own = ", ".join(
            str(parameter.replace(annotation=parameter.empty)) for parameter in signature.parameters.values()
        )
        pytest.fail(
            f"{name}({own}) cannot take the arguments that the spec gives it; the signature in stub.py can.",
            pytrace=False,
        )


class Returned:
    """An object of the candidate's own class, seen from outside: its attributes as plain data, each read once."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __getattr__(self, name: str) -> Any:
        try:
            value = getattr(self._value, name)
        except AttributeError:
            kind = name_of(type(self._value))
            pytest.fail(f"The {kind} object that was returned has no attribute {name!r}.", pytrace=False)
        self.__dict__[name] = safe = checked(value)
        return safe

    def __getitem__(self, key: object) -> Any:
        pytest.fail(f"{self!r} was returned where the spec promises plain data that holds {key!r}.", pytrace=False)

    def __repr__(self) -> str:
        return f"<{name_of(type(self._value))} object>"


def checked(value: object, known: Mapping[int, str] = MappingProxyType({})) -> Any:
    """Return `value` itself if it is plain data, else what stands for it in a comparison.

    The objects whose `id` is `known` are told by the text that it gives for them.
    """
    if type(value) in LEAVES or is_plain(value):
        return value
    if type(value) in (dict, list, tuple, set, frozenset):
        return copied(value, known)
    return Returned(value)
