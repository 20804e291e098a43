"""Values as one line: bounded, readable, and without running code that an attempt has brought."""

import functools
import sys
import types
from typing import Any

import pytest

from judge.plain import exactly
from judge.show import CUT, beside, first_difference, show, show_call


class Hostile:
    """Fights back at every touch."""

    def __repr__(self) -> str:
        raise ZeroDivisionError

    __str__ = __repr__

    def __getattribute__(self, name: str) -> Any:
        raise ZeroDivisionError


class Disguised:
    """Fights back when asked for its class."""

    @property
    def __class__(self) -> Any:
        raise ZeroDivisionError

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise ZeroDivisionError


class Text(str):
    def __repr__(self) -> str:
        return "looks fine"


class Table(dict[str, int]):
    pass


def a_tool(a: int) -> int:
    return a


# --- show ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "written",
    [
        "None",
        "True",
        "0",
        "-9999",
        "10_000",
        "-10_000",
        "1_000_000",
        "2.0",
        "1e+100",
        "'done'",
        '"it\'s"',
        "'a\\nb'",
        "b'raw'",
        "[]",
        "[1, 'a', None]",
        "()",
        "(1,)",
        "(1, 2)",
        "{}",
        "{'a': [1, {'b': ()}]}",
        "{1}",
        "set()",
        "frozenset({1})",
        "frozenset()",
    ],
)
def test_plain_values_are_shown_as_they_are_written_in_python(written: str) -> None:
    assert show(eval(written)) == written


def test_an_integer_of_five_digits_or_more_is_shown_in_groups() -> None:
    assert [show(9_999), show(10_000)] == ["9999", "10_000"]


def test_a_value_as_long_as_the_limit_is_shown_whole() -> None:
    assert show([1, 2, 3], limit=9) == "[1, 2, 3]"


def test_a_value_longer_than_the_limit_is_cut_to_it() -> None:
    assert show([1, 2, 3], limit=8) == f"[1, 2, {CUT}"
    assert len(show([1, 2, 3], limit=8)) == 8


def test_a_text_as_long_as_the_limit_still_has_room_for_its_quotes() -> None:
    assert show("a" * 58, limit=60) == repr("a" * 58)


def test_a_long_text_is_cut_with_its_length() -> None:
    shown = show("a" * 1_500, limit=60)

    assert shown == f"'{'a' * 30}'{CUT} (1,500 characters)"
    assert len(shown) <= 60


@pytest.mark.parametrize(
    "value",
    ["x" * 10_000_000, [[0] * 1000] * 1000, {str(n): n for n in range(100_000)}, list(range(1_000_000)), b"x" * 10**7],
    ids=["text", "lists", "dict", "list", "bytes"],
)
def test_a_huge_value_is_shown_within_the_limit(value: object) -> None:
    assert len(show(value, limit=60)) <= 60


@pytest.mark.parametrize("value", [2**200, 10**5000, -(10**5000)], ids=["200 bits", "5000 digits", "negative"])
def test_a_huge_integer_is_shown_within_the_limit(value: int) -> None:
    assert 0 < len(show(value, limit=60)) <= 60


def test_nesting_is_cut_at_a_depth() -> None:
    assert show([[[[[[[[1]]]]]]]]) == f"[[[[[[{CUT}]]]]]]"


def test_a_circle_is_cut_at_a_depth() -> None:
    circle: list[Any] = []
    circle.append(circle)

    assert show(circle) == f"[[[[[[{CUT}]]]]]]"


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (object(), "<object object>"),
        (Text("a"), "<Text object>"),
        (Table(a=1), "<Table object>"),
        (iter([]), "<list_iterator object>"),
        (Table, "Table"),
        (a_tool, "a_tool"),
        (len, "len"),
        ([].append, "append"),
        (functools.partial(a_tool, 1), "<partial object>"),
    ],
)
def test_what_is_not_plain_is_named(value: object, shown: str) -> None:
    assert show(value) == shown


@pytest.mark.parametrize("kind", [Hostile, Disguised])
def test_showing_runs_no_code_of_the_object(kind: type) -> None:
    assert show(kind()) == f"<{kind.__name__} object>"
    assert show([kind(), 1]) == f"[<{kind.__name__} object>, 1]"
    assert show({"a": kind()}) == f"{{'a': <{kind.__name__} object>}}"


def test_a_method_of_something_without_a_name_is_shown_all_the_same() -> None:
    assert show(types.MethodType(functools.partial(a_tool), 1)) != ""


def test_a_class_of_a_problems_own_modules_shows_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = types.ModuleType("problems.problem_999.lab")
    exec("class Model:\n    def __repr__(self):\n        return 'scripted(...)'\n", lab.__dict__)
    monkeypatch.setitem(sys.modules, lab.__name__, lab)

    assert show(lab.Model()) == "scripted(...)"


def test_a_class_that_pretends_to_be_a_problems_own_does_not_show_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = types.ModuleType("problems.problem_999.lab")
    exec("class Model:\n    pass\n", lab.__dict__)
    monkeypatch.setitem(sys.modules, lab.__name__, lab)
    impostor = type("Model", (), {"__module__": lab.__name__, "__repr__": lambda self: "all right"})

    assert show(impostor()) == "<Model object>"


def test_a_dict_of_tools_is_shown_by_the_names_of_the_functions() -> None:
    assert show({"add": a_tool, "length": a_tool}) == "{'add': a_tool, 'length': a_tool}"


def test_a_call_is_shown_as_it_was_written() -> None:
    shown = show_call("run", ["task", [1]], {"max_steps": 3, "tools": {"add": a_tool}})

    assert shown == "run('task', [1], max_steps=3, tools={'add': a_tool})"


def test_a_call_without_arguments_is_shown_with_its_brackets() -> None:
    assert show_call("run", [], {}) == "run()"


# --- beside ----------------------------------------------------------------------------------------------------------


def test_dicts_of_the_same_fields_are_aligned_field_by_field() -> None:
    expected, got = beside(
        {"stop_reason": "final", "output": "done", "steps": 1},
        {"stop_reason": "max_steps", "output": None, "steps": 1},
    )

    assert expected == "stop_reason='final'      output='done'  steps=1"
    assert got == "stop_reason='max_steps'  output=None    steps=1"


def test_fields_keep_the_order_that_is_expected() -> None:
    assert beside({"a": 1, "b": 2}, {"b": 2, "a": 3}) == ("a=1  b=2", "a=3  b=2")


def test_dicts_with_other_fields_are_shown_as_they_are() -> None:
    assert beside({"a": 1}, {"b": 1}) == ("{'a': 1}", "{'b': 1}")


def test_fields_that_are_no_names_are_shown_as_keys() -> None:
    assert beside({"a b": 1}, {"a b": 2}) == ("{'a b': 1}", "{'a b': 2}")


def test_empty_dicts_have_no_fields_to_align() -> None:
    assert beside({}, {"a": 1}) == ("{}", "{'a': 1}")


@pytest.mark.parametrize("length", [63, 64, 65])
def test_fields_are_aligned_only_where_they_fit(length: int) -> None:
    value = "a" * (length - 4)  # a='…' takes four characters more

    expected, got = beside({"a": value}, {"a": "b"}, width=64)

    assert expected.startswith("a=") == (length <= 64)
    assert got.startswith("a=") == (length <= 64)


def test_values_that_fit_the_width_are_shown_whole() -> None:
    expected, got = ["a" * 60], ["b" * 60]

    assert beside(expected, got, width=64) == (repr(expected), repr(got))


def test_values_one_wider_than_that_are_shown_by_their_first_difference() -> None:
    expected, got = ["a" * 60], ["b" * 60]

    assert beside(expected, got, width=63) == (f"at [0]: {'a' * 60!r}", f"at [0]: {'b' * 60!r}")


def test_long_transcripts_are_shown_by_their_first_difference() -> None:
    start = [{"role": "user", "content": "How is the weather in Paris?"}, {"role": "assistant", "content": "call"}]

    expected, got = beside([*start, {"role": "tool", "content": "18C"}], [*start, {"role": "user", "content": "18C"}])

    assert (expected, got) == ("at [2]['role']: 'tool'", "at [2]['role']: 'user'")


def test_a_difference_in_type_alone_is_visible() -> None:
    assert beside(1, True) == ("1", "True")
    assert beside([1.0], [1]) == ("[1.0]", "[1]")


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        ("a" * 300 + "x", "a" * 300 + "y"),
        ({"content": "a" * 300 + "x"}, {"content": "a" * 300 + "y"}),
        ([{"content": "a" * 300 + "x"}], [{"content": "a" * 300 + "y"}]),
        ("a" * 300, "a" * 300 + "a"),
        ([0] * 500 + [1], [0] * 500 + [2]),
    ],
    ids=["text", "field", "message", "length", "list"],
)
def test_what_differs_is_visible_however_long_it_is(expected: object, got: object) -> None:
    shown_expected, shown_got = beside(expected, got)

    assert shown_expected != shown_got


@pytest.mark.parametrize("kind", [Hostile, Disguised])
def test_a_hostile_object_is_shown_beside_what_was_expected(kind: type) -> None:
    assert beside({"a": 1}, kind()) == ("{'a': 1}", f"<{kind.__name__} object>")


# --- first_difference ------------------------------------------------------------------------------------------------

LONG = "a text that takes more than thirty characters"


@pytest.mark.parametrize(
    ("expected", "got", "where", "left", "right"),
    [
        (1, 2, "", 1, 2),
        ([1], (1,), "", [1], (1,)),
        ([1, 2], [1, 3], "[1]", 2, 3),
        ([1], [1, 2], "[1]", "(nothing)", 2),
        ([1, 2], [1], "[1]", 2, "(nothing)"),
        ({"a": 1}, {"a": True}, "['a']", 1, True),
        ({"a": 1}, {}, "['a']", 1, "(nothing)"),
        ({}, {"a": 1}, "['a']", "(nothing)", 1),
        ({"a": 1, "b": 2}, {"b": 3, "a": 1}, "['b']", 2, 3),
        ([{"role": LONG, "n": 1}], [{"role": LONG, "n": 2}], "[0]['n']", 1, 2),
        ([{"role": "x", "n": 1}], [{"role": "x", "n": 2}], "[0]", {"role": "x", "n": 1}, {"role": "x", "n": 2}),
        ([None], [], "[0]", None, "(nothing)"),
        (((LONG, 1), 2), ((LONG, 3), 4), "[0][1]", 1, 3),
    ],
)
def test_the_first_difference_is_named_as_python_would(
    expected: object, got: object, where: str, left: object, right: object
) -> None:
    path, *values = first_difference(expected, got)

    # What stands for a missing item equals nothing, so it is known by its text.
    told = ["(nothing)" if repr(value) == "(nothing)" else value for value in values]
    assert [path, *told] == exactly([where, left, right])
