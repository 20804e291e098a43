"""Functions of a test in a verdict: what they do, and not ``<lambda>``."""

from pathlib import Path
from typing import Any

import pytest

from judge.show import show

TEST = """
def raising(error):
    def tool():
        raise error
    return tool

def giving(value):
    return lambda: value

def plain():
    return 1

def test_something():
    wanted = 7
    def local():
        return wanted
    return local

def calling_itself(times):
    def tool(left=times):
        return tool(left - 1) + both[0]() + both[1]()
    both = [tool, lambda: both]
    return tool

ONE = lambda a, b=2, *rest, **named: a + b
LEFT, RIGHT = (lambda: "left"), (lambda: "right")
OUTER = lambda: (lambda inner: inner)
WIDE = lambda: {
    "a": 1,
    "b": [2, 3],
}
UMLAUT = ["äöü", lambda: "ß"]
"""


@pytest.fixture
def module(tmp_path: Path) -> dict[str, Any]:
    """The names of a test file."""
    return run(tmp_path / "test_solution.py")


def run(file: Path) -> dict[str, Any]:
    file.write_text(TEST, encoding="utf-8")
    names: dict[str, Any] = {}
    exec(compile(TEST, str(file), "exec"), names)
    return names


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ONE", "lambda a, b=2, *rest, **named: a + b"),
        ("LEFT", "lambda: 'left'"),
        ("RIGHT", "lambda: 'right'"),
        ("OUTER", "lambda: lambda inner: inner"),
        ("WIDE", "lambda: {'a': 1, 'b': [2, 3]}"),
        ("plain", "plain"),
    ],
)
def test_a_lambda_is_its_source_and_another_function_its_name(module: dict[str, Any], name: str, shown: str) -> None:
    assert show(module[name]) == shown


def test_an_inner_lambda_is_itself(module: dict[str, Any]) -> None:
    assert show(module["OUTER"]()) == "lambda inner: inner"


def test_columns_count_bytes(module: dict[str, Any]) -> None:
    assert show(module["UMLAUT"]) == "['äöü', lambda: 'ß']"


def test_what_surrounds_a_lambda_is_told_by_value(module: dict[str, Any]) -> None:
    assert show(module["giving"](0.0)) == "lambda: 0.0"
    assert show(module["giving"](module["LEFT"])) == "lambda: (lambda: 'left')"


def test_a_function_that_a_helper_made_is_the_call_of_the_helper(module: dict[str, Any]) -> None:
    assert show({"it": module["raising"](ValueError("no"))}) == "{'it': raising(ValueError('no'))}"


def test_a_function_of_a_test_is_its_name(module: dict[str, Any]) -> None:
    assert show(module["test_something"]()) == "local"


def test_functions_of_other_files_are_their_names(tmp_path: Path) -> None:
    theirs = run(tmp_path / "attempt.py")

    assert [show(theirs["LEFT"]), show(theirs["raising"](KeyError()))] == ["<lambda>", "tool"]


def test_a_file_that_is_gone_or_broken_leaves_the_name(tmp_path: Path) -> None:
    gone = run(tmp_path / "test_solution.py")["ONE"]
    (tmp_path / "test_solution.py").unlink()
    assert show(gone) == "<lambda>"
    broken = tmp_path / "further" / "test_solution.py"
    broken.parent.mkdir()
    half = run(broken)["ONE"]
    broken.write_text("(", encoding="utf-8")
    assert show(half) == "<lambda>"


def test_a_built_in_exception_is_told_with_what_it_was_made_with() -> None:
    assert show(KeyError("id")) == "KeyError('id')"
    assert show(StopIteration()) == "StopIteration()"
    assert show([KeyboardInterrupt()]) == "[KeyboardInterrupt()]"


def test_a_name_with_a_line_break_stays_on_one_line() -> None:
    def odd() -> None:
        pass

    odd.__name__ = "odd\n\n  12 of 12 passed"

    assert show(odd) == "odd 12 of 12 passed"
    assert show(type("A\nB", (), {})()) == "<A B object>"


def test_an_exception_that_only_bears_a_built_in_name_is_not_printed() -> None:
    lie = type("ValueError", (ValueError,), {"__repr__": lambda self: "fooled", "__module__": "builtins"})

    assert show(lie("no")) == "<ValueError object>"


def test_a_function_that_its_surroundings_hold_again_comes_to_an_end(module: dict[str, Any]) -> None:
    shown = show({"fill": module["calling_itself"](3)}, 200)

    assert shown.startswith("{'fill': calling_itself([calling_itself(")
    assert "…" in shown
