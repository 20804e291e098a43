"""The attempt as the tests see it: each call is noted, each result is made safe to compare."""

import functools
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import CoroutineType, FrameType, ModuleType
from typing import Any

import pytest

from judge.loading import missing_function, name_of
from judge.plain import is_plain, plain
from judge.show import show, show_call


class Notes:
    """What a verdict will want to know of one test: the last call, and the line on which it came back."""

    def __init__(self) -> None:
        self.call: str | None = None
        self.returned: str | None = None
        self.line: int | None = None


class Solution:
    """Stands for the attempt in a test: ``solution.run_agent(...)`` calls the candidate's function.

    Functions are called through a note-taker; classes come back as they are. What a function returns is the very
    object if it is plain data, and otherwise a copy (or, for an object with attributes, a `Returned`) that runs none
    of the candidate's comparisons.
    """

    def __init__(self, module: ModuleType, notes: Notes) -> None:
        self._module = module
        self._notes = notes

    def __getattr__(self, name: str) -> Any:
        try:
            value = self._module.__dict__[name]
        except KeyError:
            pytest.fail(missing_function(self._module, name), pytrace=False)
        if isinstance(value, type):
            return value
        if not callable(value):
            file = Path(str(self._module.__file__)).name
            pytest.fail(f"{name} in {file} is {show(value, 40)}, not a function; define it with def.", pytrace=False)
        return functools.partial(self._call, name, value)

    def _call(self, name: str, function: Callable[..., object], /, *args: object, **kwargs: object) -> Any:
        self._notes.call, self._notes.returned = show_call(name, args, kwargs), None
        _check_signature(name, function, args, kwargs)
        file = self._module.__file__

        def note_return(frame: FrameType, event: str, _: object) -> None:
            if event == "return" and frame.f_code.co_filename == file:
                self._notes.line = frame.f_lineno

        # A wrong value leaves no traceback; the line of the last return is the nearest thing to a place.
        before = sys.getprofile()
        sys.setprofile(note_return)
        try:
            value = function(*args, **kwargs)
        finally:
            sys.setprofile(before)
        if type(value) is CoroutineType:
            value.close()  # Or Python would warn, at some later time, that nobody has awaited it.
        safe = checked(value)
        self._notes.returned = show(safe, 200)
        return safe


def _check_signature(name: str, function: Callable[..., object], args: Any, kwargs: Any) -> None:
    signature = _signature(function)
    if signature is None:
        return  # Some callables have no signature to ask for; the call itself will tell.
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


# By identity, with the function so that it stays what its id says: nothing of the attempt's own runs to look it up.
_SIGNATURES: dict[int, tuple[object, inspect.Signature | None]] = {}


def _signature(function: Callable[..., object]) -> inspect.Signature | None:
    """Return the signature of `function`, found once: that takes as long as a whole test."""
    if id(function) not in _SIGNATURES:
        try:
            _SIGNATURES[id(function)] = function, inspect.signature(function)
        except Exception:
            _SIGNATURES[id(function)] = function, None
    return _SIGNATURES[id(function)][1]


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


def checked(value: object) -> Any:
    """Return `value` itself if it is plain data, else what stands for it in a comparison."""
    if is_plain(value) or type(value) is object:
        return value
    if type(value) in (dict, list, tuple, set, frozenset):
        return plain(value)
    return Returned(value)
