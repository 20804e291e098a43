"""Turns a candidate's file into a module, or into one sentence that says why it cannot be judged."""

import ast
import difflib
import functools
import io
import itertools
import sys
import tokenize
import traceback
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType

MODULE_NAME = "attempt"
_LARGEST_FILE = 2_000_000  # bytes; a solution takes a few thousand
_MOST_NAMES = 500  # of a file that are looked at for a misspelling


class Unjudgeable(Exception):
    """Nothing of the file can be judged; the text is a sentence with the next step."""


@dataclass(frozen=True)
class Public:
    """What a stub promises: the names of its public functions and classes, in order."""

    functions: tuple[str, ...]
    classes: tuple[str, ...]


def public_names(stub: Path) -> Public:
    """Return the public functions and classes that `stub` defines, without running it."""
    return _public_names(stub.read_bytes())


@functools.lru_cache(maxsize=16)
def _public_names(source: bytes) -> Public:
    body = ast.parse(source).body
    functions = (node.name for node in body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"))
    classes = (node.name for node in body if isinstance(node, ast.ClassDef) and not node.name.startswith("_"))
    return Public(tuple(functions), tuple(classes))


def load(path: Path, public: Public, source: bytes | None = None) -> ModuleType:
    """Run the file at `path` and return it as a module; `source` is its content where that was read before.

    Raises Unjudgeable where the file is missing, is no Python text, fails while it is imported, or has none of the
    public functions. What it raises beyond `Exception` (an exit, an interrupt) is left to the caller.
    """
    code = _compiled(path.name, str(path), read_source(path) if source is None else source)
    module = ModuleType(MODULE_NAME)
    module.__file__ = str(path)
    # Dataclasses and pickling look a class's module up by name.
    sys.modules[MODULE_NAME] = module
    try:
        exec(code, module.__dict__)
    except Exception as error:
        raise Unjudgeable(f"{path.name} fails while it is imported: {describe(error)}{_where(error, path)}") from error
    if public.functions and not any(name in module.__dict__ for name in public.functions):
        raise Unjudgeable(missing_function(module, public.functions[0]))
    return module


def compile_ahead(path: Path) -> None:
    """Compile the file at `path` now, for processes that are forked of this one. Raises Unjudgeable as `load` does."""
    _compiled(path.name, str(path), read_source(path))


def missing_function(module: ModuleType, name: str) -> str:
    """Return the sentence for a function that the file should have; it names the likely misspelling."""
    file = name_of_file(module)
    # A module is a dict like any other: its keys need be no names, and there may be any number of them.
    names = ((key, value) for key, value in module.__dict__.items() if type(key) is str and not key.startswith("__"))
    own = (key for key, value in names if callable(value))
    near = difflib.get_close_matches(name, itertools.islice(own, _MOST_NAMES), n=1, cutoff=0.7)
    if near:
        return f"{file} has no function {name}, but it has {near[0]}: did you mean {name}? Rename it."
    return f"{file} has no function {name}; stub.py shows its signature. Add it."


def missing_class(module: ModuleType, name: str) -> str:
    """Return the sentence for a class of the stub that the file should have kept."""
    return f"{name_of_file(module)} has no class {name}; copy it from stub.py."


def name_of_file(module: ModuleType) -> str:
    """Return the name of the file that `module` was made of, also where its code has taken that away."""
    file = module.__dict__.get("__file__")
    return Path(file).name if type(file) is str else f"{MODULE_NAME}.py"


def describe(error: BaseException) -> str:
    """Return ``TYPE: MESSAGE`` of an exception in at most 300 characters, also where its ``str`` is broken."""
    kind = name_of(type(error))
    try:
        text = str.__getitem__(str(error), slice(400))  # It may be a str of the attempt's own kind.
    except BaseException:  # Whatever it raises, and be it the time limit, is not what is asked for here.
        return f"{kind} (its message cannot be printed)"
    text = " ".join(text.split())
    return f"{kind}: {text[:300]}" if text else kind


def name_of(kind: type) -> str:
    """Return the name of a class on one line, without running the code of its metaclass."""
    return on_one_line(type.__dict__["__name__"].__get__(kind))


def on_one_line(name: str) -> str:
    """Return a name as it may stand in a sentence of the judge: an attempt may have put line breaks into it."""
    return " ".join(str.__getitem__(name, slice(100)).split())


def line_in(error: BaseException, path: Path) -> int | None:
    """Return the innermost line of the file at `path` through which `error` was raised."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__, limit=-200) if frame.filename == str(path)
    ]
    return lines[-1] if lines else None


def _where(error: BaseException, path: Path) -> str:
    line = line_in(error, path)
    return f" ({path.name}:{line})" if line else ""


def read_source(path: Path) -> bytes:
    """Return the content of the file at `path`. Raises Unjudgeable where there is none that could be Python."""
    name = path.name
    try:
        if path.is_symlink() and not path.exists():
            raise Unjudgeable(f"{name} is a link to a file that is gone; put a file in its place.")
        if path.is_dir():
            raise Unjudgeable(f"{name} is a folder; put a Python file in its place.")
        if not path.exists():
            raise Unjudgeable(f"{name} does not exist ({path}); check the name.")
        if not path.is_file():
            raise Unjudgeable(f"{name} is no ordinary file; put a Python file in its place.")
        with path.open("rb") as file:
            source = file.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise Unjudgeable(f"{name} cannot be read ({error.strerror}); mend its permissions.") from None
    if len(source) > _LARGEST_FILE:
        raise Unjudgeable(f"{name} is larger than {_LARGEST_FILE // 1_000_000} MB; a solution takes a few kilobytes.")
    return source


@functools.lru_cache(maxsize=16)
def _compiled(name: str, path: str, source: bytes) -> CodeType:
    if b"\0" in source:
        raise Unjudgeable(f"{name} holds NUL bytes, so it is no Python text; save it again as UTF-8.")
    if not source.strip(b"\xef\xbb\xbf \t\r\n"):
        raise Unjudgeable(f"{name} is empty; write the functions of stub.py in it.")
    try:
        # The bytes, not a text: compile() then heeds a byte order mark and a coding line as Python itself does.
        source.decode(tokenize.detect_encoding(io.BytesIO(source).readline)[0])  # compile() overlooks comments.
        code: CodeType = compile(source, path, "exec", dont_inherit=True)
        return code
    except SyntaxError as error:
        raise Unjudgeable(_syntax(error, name, source)) from None
    except (UnicodeDecodeError, LookupError) as error:
        raise Unjudgeable(f"{name} is not UTF-8 text ({error}); save it again as UTF-8.") from None
    except (RecursionError, MemoryError, ValueError) as error:
        raise Unjudgeable(f"{name} is too deep or too odd for Python to compile ({describe(error)}).") from None


def _syntax(error: SyntaxError, name: str, source: bytes) -> str:
    if "codec" in str(error.msg) or "encoding" in str(error.msg):
        return f"{name} is not UTF-8 text ({error.msg}); save it again as UTF-8."
    line = _line(source, error.lineno)
    shown = f"\n    {line}" if line else ""
    return f"{name}, line {error.lineno}: {error.msg} (a syntax error, so nothing could be run).{shown}"


def _line(source: bytes, number: int | None) -> str:
    lines = source.decode("utf-8", "replace").splitlines()
    return lines[number - 1].strip()[:100] if number and 0 < number <= len(lines) else ""
