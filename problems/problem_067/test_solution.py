"""Tests for problem 067. Each names the rule of spec.md that it checks."""

import copy
import json

import pytest

from judge.plain import exactly

BIG = 2**53 + 1  # An int that no float is equal to; the nearest is one less.
HUGE = 10**399  # An int that is too large for a float.
LONGEST = 10**4299  # An int of 4,300 digits, the most that json.loads reads.
INFINITE = 1e400  # What json.loads makes of the text 1e400.

TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
# One value or more of each kind.
SAMPLES = {
    "null": [None],
    "boolean": [True, False],
    "integer": [0, 1, -7, HUGE],
    "number": [0.5, -2.25],
    "string": ["", "a", "1", "null"],
    "array": [[], [1]],
    "object": [{}, {"a": 1}],
}
EVERY_SAMPLE = [value for values in SAMPLES.values() for value in values]


def nested(depth, innermost):
    """Return `innermost` inside `depth` lists."""
    value = innermost
    for _ in range(depth):
        value = [value]
    return value


# Examples

HOTEL = {
    "properties": {
        "city": {"type": "string", "minLength": 1},
        "nights": {"type": "integer", "minimum": 1},
        "board": {"enum": ["none", "half", "full"]},
    },
    "required": ["city", "nights"],
    "additionalProperties": False,
}


@pytest.mark.rule("R3")
def test_example_1_a_bool_is_no_integer(solution):
    assert solution.check_arguments({"type": "integer"}, True) == exactly(["$: must be integer, not boolean"])


@pytest.mark.rule("R3")
def test_example_2_five_nights_written_in_two_ways(solution):
    found = [
        solution.check_arguments({"type": "integer", "minimum": 1}, 5.0),
        solution.check_arguments({"const": 5}, 5.0),
        solution.check_arguments({"type": "integer"}, 5.5),
    ]
    assert found == exactly([[], [], ["$: must be integer, not number"]])


@pytest.mark.rule("R13")
def test_example_3_everything_at_once(solution):
    found = solution.check_arguments(HOTEL, {"smoking": False, "board": "all", "city": ""})
    assert found == exactly(
        [
            "$.nights: is required",
            "$.city: length must be at least 1",
            '$.board: must be one of ["none", "half", "full"]',
            "$.smoking: is not allowed",
        ]
    )


@pytest.mark.rule("R7")
def test_example_4_limits_apply_to_their_own_types(solution):
    schema = {"minimum": 10, "minLength": 3}
    found = [solution.check_arguments(schema, "a"), solution.check_arguments(schema, [])]
    assert found == exactly([["$: length must be at least 3"], []])


@pytest.mark.rule("R9")
def test_example_5_deep_inside(solution):
    stops = {"items": {"properties": {"name": {"type": "string"}}, "required": ["name"]}}
    arguments = {"stops": [{"name": "Lima"}, {}, {"name": None}]}
    found = solution.check_arguments({"properties": {"stops": stops}}, arguments)
    assert found == exactly(["$.stops[1].name: is required", "$.stops[2].name: must be string, not null"])


@pytest.mark.rule("R12")
def test_example_6_names_that_are_no_identifiers(solution):
    found = solution.check_arguments({"additionalProperties": False}, {"price": 1, "unit price": 2, "a.b": 3, "": 4})
    paths = ["$.price", '$["unit price"]', '$["a.b"]', '$[""]']
    assert found == exactly([f"{path}: is not allowed" for path in paths])


@pytest.mark.rule("R10")
def test_example_7_what_is_extra_has_a_schema_of_its_own(solution):
    labels = {"properties": {"id": True}, "additionalProperties": {"type": ["string", "null"]}}
    found = solution.check_arguments(labels, {"id": 7, "colour": None, "size": 7})
    assert found == exactly(["$.size: must be string or null, not integer"])


# R1: a new list, and nothing changed


@pytest.mark.rule("R1")
@pytest.mark.parametrize("arguments", [{"city": "Lima", "nights": 5}, {"nights": 1.0, "city": "L", "board": "half"}])
def test_valid_arguments_give_an_empty_list(solution, arguments):
    assert solution.check_arguments(HOTEL, arguments) == exactly([])


@pytest.mark.rule("R1")
@pytest.mark.parametrize("arguments", ["Lima", [], {"nights": 5}, {}])
def test_two_calls_have_a_list_each(solution, arguments):
    schema = {"type": "object", "required": ["city"]}
    first = solution.check_arguments(schema, arguments)
    expected = copy.deepcopy(first)
    first.append("added by the caller")
    second = solution.check_arguments(schema, arguments)
    third = solution.check_arguments(schema, arguments)
    assert (second, third) == exactly((expected, expected))
    assert second is not third


@pytest.mark.rule("R1")
def test_valid_call_after_another_has_an_empty_list(solution):
    first = solution.check_arguments({}, 1)
    first.append("added by the caller")
    assert solution.check_arguments({}, 1) == exactly([])


@pytest.mark.rule("R1")
def test_problems_of_one_call_are_not_in_the_next(solution):
    found = [solution.check_arguments({"type": "integer"}, value) for value in ("a", 1, None)]
    assert found == exactly([["$: must be integer, not string"], [], ["$: must be integer, not null"]])


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "arguments", [{"a": {"b": [1, "x", {}]}, "c": 2, "d": None}, {"d": 3, "b": []}, {"a": {}}, {}, [], "a", 1.0, None]
)
def test_schema_and_arguments_are_left_as_they_were(solution, arguments):
    inner = {"properties": {"b": {"type": "array", "items": {"type": "string"}}, "z": {"default": []}}}
    schema = {
        "type": "object",
        "required": ["a", "c"],
        "properties": {"e": {"type": "integer", "default": 1}, "a": inner, "c": False, "b": {"enum": [{"z": 1}, []]}},
        "additionalProperties": {"type": "string", "const": [True, 1.0]},
    }
    before = copy.deepcopy((schema, arguments))
    solution.check_arguments(schema, arguments)
    assert (schema, arguments) == exactly(before)
    if isinstance(arguments, dict):
        assert list(arguments) == list(before[1])


ONE_KEYWORD = [
    {},
    *({"type": types} for types in ("integer", ["null", "string"], ["object"])),
    *({"enum": choices} for choices in ([], [1.0, 1], [{"b": [], "a": {}}])),
    *({"const": value} for value in (None, 1.0, [{"b": 1.0, "a": []}])),
    *({keyword: 1} for keyword in ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")),
    *({keyword: 0.5} for keyword in ("minimum", "maximum")),
    *({"required": names} for names in ([], ["b", "a"], ["z"])),
    *({"properties": inner} for inner in ({}, {"z": {}, "a": {}}, {"b": True, "a": False})),
    *({keyword: inner} for keyword in ("additionalProperties", "items") for inner in ({}, True, False, {"items": {}})),
    *({keyword: None} for keyword in ("description", "default", "$defs")),
]


@pytest.mark.rule("R1")
@pytest.mark.parametrize("schema", ONE_KEYWORD, ids=str)
def test_schema_of_one_keyword_is_left_as_it_was(solution, schema):
    for value in (*EVERY_SAMPLE, 5.0, [5.0, {}], {"b": {}, "a": [1.0]}):
        for whole, arguments in (
            (schema, value),
            ({"items": schema}, [value]),
            ({"properties": {"a": schema}}, {"a": value}),
        ):
            before = json.dumps([whole, arguments])
            solution.check_arguments(whole, arguments)
            assert json.dumps([whole, arguments]) == exactly(before)


@pytest.mark.rule("R1")
def test_same_value_may_stand_in_several_places(solution):
    inner, value = {"type": "string"}, {"a": 1}
    schema = {"items": {"properties": {"a": inner}}}
    found = solution.check_arguments(schema, [value, value])
    assert found == exactly(["$[0].a: must be string, not integer", "$[1].a: must be string, not integer"])


@pytest.mark.rule("R1")
def test_schema_and_arguments_may_be_changed_between_two_calls(solution):
    schema = {"properties": {"a": {"type": "string"}}, "required": ["a"]}
    arguments = {"a": 1, "c": []}
    found = [solution.check_arguments(schema, arguments)]
    schema["properties"]["a"]["type"] = "integer"
    schema["required"].append("b")
    found.append(solution.check_arguments(schema, arguments))
    arguments["b"] = arguments.pop("a")
    found.append(solution.check_arguments(schema, arguments))
    schema["properties"]["c"] = {"items": {"type": "null"}, "minItems": 1}
    arguments["c"].append(0)
    found.append(solution.check_arguments(schema, arguments))
    assert found == exactly(
        [
            ["$.a: must be string, not integer"],
            ["$.b: is required"],
            ["$.a: is required"],
            ["$.a: is required", "$.c[0]: must be null, not integer"],
        ]
    )


@pytest.mark.rule("R1")
@pytest.mark.parametrize(
    "inner", [{"type": "integer"}, {"type": ["null", "integer"]}, {"const": 5}, {"minimum": 5}], ids=str
)
def test_number_with_a_point_keeps_it(solution, inner):
    schema = {"properties": {"a": inner, "b": {"items": inner}}, "additionalProperties": inner}
    arguments = {"a": 5.0, "b": [5.0, 5], "c": 5.0, "d": 5}
    assert solution.check_arguments(schema, arguments) == exactly([])
    assert arguments == exactly({"a": 5.0, "b": [5.0, 5], "c": 5.0, "d": 5})


# R2: type


@pytest.mark.rule("R2")
@pytest.mark.parametrize("wanted", TYPES)
def test_type_allows_its_own_values_and_no_others(solution, wanted):
    def expected(kind):
        fits = kind == wanted or (kind, wanted) == ("integer", "number")
        return [] if fits else [f"$: must be {wanted}, not {kind}"]

    found = {
        kind: [solution.check_arguments({"type": wanted}, value) for value in values]
        for kind, values in SAMPLES.items()
    }
    assert found == exactly({kind: [expected(kind)] * len(values) for kind, values in SAMPLES.items()})


@pytest.mark.rule("R2")
@pytest.mark.parametrize("wanted", TYPES)
def test_schema_may_come_from_json_text(solution, wanted):
    schemas = [json.loads(json.dumps({"type": types})) for types in (wanted, [wanted])]
    values = SAMPLES["integer"] + SAMPLES["number"] if wanted == "number" else SAMPLES[wanted]
    found = [solution.check_arguments(schema, value) for schema in schemas for value in values]
    assert found == exactly([[]] * len(found))


@pytest.mark.rule("R2")
@pytest.mark.parametrize("value", ["a", None, "", 0.5, -3])
def test_one_of_several_types_is_enough(solution, value):
    assert solution.check_arguments({"type": ["string", "null", "number"]}, value) == exactly([])


@pytest.mark.rule("R2")
@pytest.mark.parametrize(
    ("types", "words"),
    [
        (["string"], "string"),
        (["string", "null"], "string or null"),
        (["null", "string"], "null or string"),
        (["object", "integer", "boolean"], "object or integer or boolean"),
    ],
)
def test_types_are_told_in_the_order_of_the_schema(solution, types, words):
    assert solution.check_arguments({"type": types}, []) == exactly([f"$: must be {words}, not array"])


@pytest.mark.rule("R2")
def test_none_is_refused_where_null_is_not_named(solution):
    found = solution.check_arguments({"properties": {"a": {"type": ["string", "array"]}}}, {"a": None})
    assert found == exactly(["$.a: must be string or array, not null"])


# R3: integers, numbers and bools


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", [5.0, 0.0, -0.0, -3.0, 1e300, -1e300, 1e16, float(BIG), BIG, HUGE, -LONGEST])
def test_number_without_a_fraction_is_an_integer(solution, value):
    found = [solution.check_arguments({"type": wanted}, value) for wanted in ("integer", "number")]
    assert found == exactly([[], []])


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", [0.5, 1.5, -0.1, 1e-300, 0.9999999999999999, INFINITE, -INFINITE])
def test_number_with_a_fraction_or_an_infinity_is_no_integer(solution, value):
    found = [solution.check_arguments({"type": wanted}, value) for wanted in ("integer", "number", "string")]
    expected = [["$: must be integer, not number"], [], ["$: must be string, not number"]]
    assert found == exactly(expected)


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", [0, 7, 7.0, -0.0, 1e300, HUGE, LONGEST])
def test_number_without_a_fraction_is_called_an_integer(solution, value):
    assert solution.check_arguments({"type": "string"}, value) == exactly(["$: must be string, not integer"])


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("wanted", ["integer", "number", ["integer", "number"], ["null", "number"]], ids=str)
def test_bool_is_no_number(solution, value, wanted):
    words = wanted if isinstance(wanted, str) else " or ".join(wanted)
    assert solution.check_arguments({"type": wanted}, value) == exactly([f"$: must be {words}, not boolean"])


@pytest.mark.rule("R3")
@pytest.mark.parametrize("value", [0, 1, 0.0, 1.0])
def test_number_is_no_bool(solution, value):
    assert solution.check_arguments({"type": "boolean"}, value) == exactly(["$: must be boolean, not integer"])


# R4: enum and const


@pytest.mark.rule("R4")
@pytest.mark.parametrize("number", range(len(EVERY_SAMPLE)), ids=lambda number: repr(EVERY_SAMPLE[number])[:20])
def test_const_may_be_anything_and_wants_just_that(solution, number):
    schema = {"const": EVERY_SAMPLE[number]}
    accepted = [solution.check_arguments(schema, value) == [] for value in copy.deepcopy(EVERY_SAMPLE)]
    assert accepted == exactly([index == number for index in range(len(EVERY_SAMPLE))])


@pytest.mark.rule("R4")
@pytest.mark.parametrize("number", range(len(EVERY_SAMPLE)), ids=lambda number: repr(EVERY_SAMPLE[number])[:20])
def test_enum_may_list_anything_and_wants_one_of_it(solution, number):
    value = EVERY_SAMPLE[number]
    others = [*EVERY_SAMPLE[:number], *EVERY_SAMPLE[number + 1 :]]
    schemas = [{"enum": ["z", value]}, {"enum": [value, "z"]}, {"enum": EVERY_SAMPLE}, {"enum": others}]
    accepted = [solution.check_arguments(schema, copy.deepcopy(value)) == [] for schema in schemas]
    assert accepted == exactly([True, True, True, False])


@pytest.mark.rule("R4")
def test_nothing_is_one_of_an_empty_enum(solution):
    found = [solution.check_arguments({"enum": []}, value) for value in EVERY_SAMPLE]
    assert found == exactly([["$: must be one of []"]] * len(EVERY_SAMPLE))


@pytest.mark.rule("R4")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (2.0, "2.0"),
        (0.5, "0.5"),
        (1e300, "1e+300"),
        (BIG, "9007199254740993"),
        (HUGE, "1" + "0" * 399),
        ("", '""'),
        ("day", '"day"'),
        ("it's", '"it\'s"'),
        ('a "b"\n', '"a \\"b\\"\\n"'),
        ("Zürich 東京", '"Zürich 東京"'),
        ("a\t\x01", '"a\\t\\u0001"'),
        ("long " * 2000, '"' + "long " * 2000 + '"'),
        (["é"] * 2000, "[" + '"é", ' * 1999 + '"é"]'),
        ([], "[]"),
        ([1, [None, "é"]], '[1, [null, "é"]]'),
        ({}, "{}"),
        ({"b": 1, "a": [True]}, '{"b": 1, "a": [true]}'),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_const_and_enum_are_shown_as_json(solution, value, text):
    found = solution.check_arguments({"const": value, "enum": [value, "z"]}, "something else")
    assert found == exactly([f'$: must be one of [{text}, "z"]', f"$: must be {text}"])


@pytest.mark.rule("R4")
def test_whole_list_of_choices_is_shown_in_its_order(solution):
    choices = [3, "b", 1, "a", *range(10, 2000)]
    found = solution.check_arguments({"enum": choices}, 2)
    assert found == exactly([f'$: must be one of [3, "b", 1, "a", {", ".join(map(str, range(10, 2000)))}]'])


@pytest.mark.rule("R4")
def test_choice_that_is_listed_again_is_shown_again(solution):
    found = solution.check_arguments({"enum": [3, "b", 3.0, "a", "b", 3, [1], [1]]}, 2)
    assert found == exactly(['$: must be one of [3, "b", 3.0, "a", "b", 3, [1], [1]]'])


# R5: equality

EQUAL = [
    (1, 1.0),
    (0, -0.0),
    (0.0, -0.0),
    (10**300, 10**300),
    (2**53, 2.0**53),
    ([1, [2.0]], [1.0, [2]]),
    ({"a": 1}, {"a": 1.0}),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ([{"a": {"b": 1, "c": [0]}}], [{"a": {"c": [-0.0], "b": 1.0}}]),
]
DIFFERENT = [
    (1, True),
    (0, False),
    (1.0, True),
    (0.0, False),
    ([1], [True]),
    ([0], [False]),
    ([[1]], [[True]]),
    ({"a": 1}, {"a": True}),
    ({"a": [0.0]}, {"a": [False]}),
    ([{"a": 0}], [{"a": False}]),
    (BIG, float(BIG)),
    (10**300, 1e300),
    (2**53 + 3, 2.0**53 + 4),
    (10**299, HUGE),
    (HUGE, HUGE + 1),
    (HUGE, INFINITE),
    (1, 1.0000000000000002),
    (1e300, INFINITE),
    (0, None),
    (False, None),
    ("", None),
    (0, ""),
    (1, "1"),
    ("a", "A"),
    ("a", " a"),
    ("a", "ab"),
    ("é", "e\u0301"),
    ("ab", ["a", "b"]),
    ([], {}),
    ([], ""),
    ([], None),
    ({}, None),
    ([], [None]),
    ([1], [1, 1]),
    ([1, 2], [2, 1]),
    ([1, 2], [1]),
    ([1, 2], [1, 3]),
    ({"a": 1}, {"b": 1}),
    ({"a": 1}, {"a": 2}),
    ({"a": 1}, {}),
    ({"a": 1}, {"a": 1, "b": 2}),
    ({"a": None}, {"b": None}),
    ({"a": 1}, ["a"]),
    ({"a": 1, "b": 2}, {"a": 2, "b": 1}),
]


@pytest.mark.rule("R5")
@pytest.mark.parametrize(("one", "other"), EQUAL, ids=lambda value: repr(value)[:20])
def test_equal_values_are_accepted_by_const_and_enum(solution, one, other):
    schemas = [{"const": one}, {"enum": ["z", one]}]
    swapped = [{"const": other}, {"enum": ["z", other]}]
    found = [solution.check_arguments(schema, other) for schema in schemas]
    found += [solution.check_arguments(schema, one) for schema in swapped]
    assert found == exactly([[]] * 4)


@pytest.mark.rule("R5")
@pytest.mark.parametrize(("one", "other"), DIFFERENT, ids=lambda value: repr(value)[:20])
def test_different_values_are_refused_by_const_and_enum(solution, one, other):
    pairs = [(one, other)] if other == INFINITE else [(one, other), (other, one)]
    found = [
        solution.check_arguments(schema, value)
        for listed, value in pairs
        for schema in ({"const": listed}, {"enum": ["z", listed]})
    ]
    texts = [json.dumps(listed, ensure_ascii=False) for listed, _ in pairs]
    expected = [problem for text in texts for problem in ([f"$: must be {text}"], [f'$: must be one of ["z", {text}]'])]
    assert found == exactly(expected)


@pytest.mark.rule("R5")
def test_values_may_differ_as_deep_as_may_be(solution):
    found = [
        solution.check_arguments({"const": nested(99, 1)}, nested(99, 1.0)),
        solution.check_arguments({"const": nested(99, 1)}, nested(99, True)) == [],
    ]
    assert found == exactly([[], False])


# R6: minimum and maximum


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("limit", "below", "above"),
    [
        (1, 0, 2),
        (0, -1, 1),
        (0, -0.1, 0.1),
        (-1, -2, 0),
        (0.5, 0, 1),
        (-0.5, -1, 0),
        (1.0, 0.9999999999999999, 1.0000000000000002),
        (BIG, BIG - 1, BIG + 1),
        (BIG, float(BIG), float(BIG + 1)),
        (float(BIG), BIG - 2, BIG),
        (2**53 + 3, 2.0**53 + 2, 2.0**53 + 4),
        (2.0**53 + 4, 2**53 + 3, 2**53 + 5),
        (-(2**53) - 3, -(2.0**53) - 4, -(2.0**53) - 2),
        (10**23, 1e23, 10**23 + 1),
        (1e23, 10**23 - 2**23 - 1, 10**23),
        (1e300, -LONGEST, HUGE),
        (3, -INFINITE, INFINITE),
        (10**299, -INFINITE, INFINITE),
        (-(10**299), -HUGE, 0),
        (HUGE, 1e300, INFINITE),
        (HUGE, HUGE - 1, LONGEST),
        (-HUGE, -INFINITE, -1e300),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_limit_itself_is_allowed_and_what_lies_beyond_is_not(solution, limit, below, above):
    schemas = {"minimum": limit}, {"maximum": limit}
    accepted = [
        [solution.check_arguments(schema, value) == [] for value in (below, limit, above)] for schema in schemas
    ]
    assert accepted == exactly([[False, True, True], [True, True, False]])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("value", [value for value in EVERY_SAMPLE if type(value) not in (int, float)], ids=repr)
def test_what_is_no_number_has_no_minimum_and_maximum(solution, value):
    found = [solution.check_arguments(schema, value) for schema in ({"minimum": 50}, {"maximum": -50})]
    assert found == exactly([[], []])


@pytest.mark.rule("R6")
@pytest.mark.parametrize(
    ("limit", "text"),
    [
        (0, "0"),
        (1, "1"),
        (1.0, "1.0"),
        (-0.5, "-0.5"),
        (0.1, "0.1"),
        (1234567, "1234567"),
        (123456.789, "123456.789"),
        (1e16, "1e+16"),
        (HUGE, "1" + "0" * 399),
        (0.1 + 0.2, "0.30000000000000004"),
        (-1 / 3, "-0.3333333333333333"),
        (2 / 3, "0.6666666666666666"),
        (0.7 + 0.1, "0.7999999999999999"),
        (123456789.12345679, "123456789.12345679"),
        (1e15, "1000000000000000.0"),
        (123456789012345680.0, "1.2345678901234568e+17"),
        (1e-4, "0.0001"),
        (1e-5, "1e-05"),
        (5e-324, "5e-324"),
        (-1.7976931348623157e308, "-1.7976931348623157e+308"),
        (-0.0, "-0.0"),
        (-1, "-1"),
        (10**6, "1000000"),
        (BIG, "9007199254740993"),
        (-(10**21), "-1000000000000000000000"),
        (10**40 + 1, "1" + "0" * 39 + "1"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_limit_is_shown_as_json(solution, limit, text):
    found = [
        solution.check_arguments({"minimum": limit}, -LONGEST),
        solution.check_arguments({"maximum": limit}, LONGEST),
        solution.check_arguments({"const": limit, "enum": [[limit]]}, "a"),
    ]
    choices = [f"$: must be one of [[{text}]]", f"$: must be {text}"]
    assert found == exactly([[f"$: must be at least {text}"], [f"$: must be at most {text}"], choices])


@pytest.mark.rule("R6")
@pytest.mark.parametrize("value", [2, 2.0, 2.5, 3])
def test_both_limits_hold(solution, value):
    found = [solution.check_arguments({"minimum": 2, "maximum": 3}, each) == [] for each in (1, value, 4)]
    assert found == exactly([False, True, False])


# R7: lengths and numbers of items


@pytest.mark.rule("R7")
@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_length_of_a_string_is_limited(solution, limit):
    values = ["x" * length for length in range(limit + 2)]
    least = [solution.check_arguments({"minLength": limit}, value) for value in values]
    most = [solution.check_arguments({"maxLength": limit}, value) for value in values]
    assert least == exactly([[f"$: length must be at least {limit}"]] * limit + [[], []])
    assert most == exactly([[]] * (limit + 1) + [[f"$: length must be at most {limit}"]])


@pytest.mark.rule("R7")
@pytest.mark.parametrize("limit", [0, 1, 2, 5])
def test_number_of_items_of_an_array_is_limited(solution, limit):
    values = [[None] * length for length in range(limit + 2)]
    least = [solution.check_arguments({"minItems": limit}, value) for value in values]
    most = [solution.check_arguments({"maxItems": limit}, value) for value in values]
    assert least == exactly([[f"$: number of items must be at least {limit}"]] * limit + [[], []])
    assert most == exactly([[]] * (limit + 1) + [[f"$: number of items must be at most {limit}"]])


@pytest.mark.rule("R7")
def test_large_limit_is_shown_with_all_its_digits(solution):
    found = [
        solution.check_arguments({"minLength": 10**20}, ""),
        solution.check_arguments({"minItems": 10**6}, []),
        solution.check_arguments({"maxLength": 1000}, "x" * 1001),
        solution.check_arguments({"maxItems": 1234}, [0] * 1235),
    ]
    assert found == exactly(
        [
            ["$: length must be at least 100000000000000000000"],
            ["$: number of items must be at least 1000000"],
            ["$: length must be at most 1000"],
            ["$: number of items must be at most 1234"],
        ]
    )


@pytest.mark.rule("R7")
@pytest.mark.parametrize(
    ("value", "length"),
    [("é", 1), ("e\u0301", 2), ("東京", 2), ("😀", 1), ("👍🏽", 2), (" a\n", 3), ("\0", 1), ("  ", 2)],
)
def test_length_is_counted_in_code_points(solution, value, length):
    schemas = [{"minLength": length, "maxLength": length}, {"minLength": length + 1}, {"maxLength": length - 1}]
    found = [solution.check_arguments(schema, value) for schema in schemas]
    expected = [[], [f"$: length must be at least {length + 1}"], [f"$: length must be at most {length - 1}"]]
    assert found == exactly(expected)


@pytest.mark.rule("R7")
@pytest.mark.parametrize("schema", [{"minLength": 9}, {"maxLength": 0}], ids=str)
def test_what_is_no_string_has_no_length(solution, schema):
    found = [solution.check_arguments(schema, value) for value in EVERY_SAMPLE if not isinstance(value, str)]
    assert found == exactly([[]] * len(found))


@pytest.mark.rule("R7")
@pytest.mark.parametrize("schema", [{"minItems": 9}, {"maxItems": 0}], ids=str)
def test_what_is_no_array_has_no_number_of_items(solution, schema):
    found = [solution.check_arguments(schema, value) for value in EVERY_SAMPLE if not isinstance(value, list)]
    assert found == exactly([[]] * len(found))


# R8: required


@pytest.mark.rule("R8")
def test_each_missing_name_is_a_problem_of_its_own(solution):
    found = solution.check_arguments({"required": ["city", "nights", "unit price"]}, {"nights": 1})
    assert found == exactly(["$.city: is required", '$["unit price"]: is required'])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("value", [None, "", 0, 0.0, False, [], {}], ids=repr)
def test_property_is_there_whatever_is_in_it(solution, value):
    assert solution.check_arguments({"required": ["a"]}, {"a": value}) == exactly([])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("value", [None, True, 1, 0.5, "", "b", [], ["b"]], ids=repr)
def test_what_is_no_object_lacks_nothing(solution, value):
    assert solution.check_arguments({"required": ["a"]}, value) == exactly([])


@pytest.mark.rule("R8")
def test_required_and_named_are_two_things(solution):
    schema = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["b", "c"]}
    found = [solution.check_arguments(schema, arguments) for arguments in ({}, {"b": ""}, {"b": "", "c": 0})]
    assert found == exactly([["$.b: is required", "$.c: is required"], ["$.c: is required"], []])


@pytest.mark.rule("R8")
def test_required_property_with_a_default_is_still_required(solution):
    schema = {"properties": {"a": {"type": "string", "default": "x"}}, "required": ["a"]}
    assert solution.check_arguments(schema, {}) == exactly(["$.a: is required"])


@pytest.mark.rule("R8")
def test_empty_name_may_be_required(solution):
    schema = {"required": ["", "a"]}
    found = [solution.check_arguments(schema, arguments) for arguments in ({}, {"a": 1}, {"": None})]
    assert found == exactly([['$[""]: is required', "$.a: is required"], ['$[""]: is required'], ["$.a: is required"]])


@pytest.mark.rule("R8")
def test_nothing_is_required_by_an_empty_list(solution):
    assert solution.check_arguments({"required": [], "properties": {"a": {}}}, {}) == exactly([])


@pytest.mark.rule("R8")
@pytest.mark.parametrize("arguments", [{"A": 1}, {" a": 1}, {"": 1}, {"b": {"a": 1}}])
def test_name_is_only_there_if_it_is_the_same(solution, arguments):
    assert solution.check_arguments({"required": ["a"]}, arguments) == exactly(["$.a: is required"])


# R9: properties and items


@pytest.mark.rule("R9")
def test_each_property_is_checked_by_its_own_schema(solution):
    schema = {"properties": {"a": {"type": "string"}, "b": {"minimum": 5}, "c": {"const": None}, "d": {}}}
    found = solution.check_arguments(schema, {"a": 1, "b": 1, "c": 1, "d": 1})
    assert found == exactly(["$.a: must be string, not integer", "$.b: must be at least 5", "$.c: must be null"])


@pytest.mark.rule("R9")
@pytest.mark.parametrize(
    "inner",
    [
        *({"type": "string"}, {"const": None}, {"enum": []}, {"required": ["b"]}, False),
        *({"type": "string", "default": 1}, {"default": None, "enum": ["a"]}, {"default": {}, "required": ["c"]}),
    ],
    ids=str,
)
def test_property_that_is_not_there_is_not_checked(solution, inner):
    assert solution.check_arguments({"properties": {"a": inner}}, {"b": 1}) == exactly([])


@pytest.mark.rule("R9")
@pytest.mark.parametrize("value", [None, "", 0, False, [], {}], ids=repr)
def test_property_is_checked_whatever_is_in_it(solution, value):
    found = solution.check_arguments({"properties": {"a": {"const": "x"}}}, {"a": value})
    assert found == exactly(['$.a: must be "x"'])


@pytest.mark.rule("R9")
def test_every_item_is_checked(solution):
    found = solution.check_arguments({"items": {"type": "string"}}, ["a", 1, "b", None])
    assert found == exactly(["$[1]: must be string, not integer", "$[3]: must be string, not null"])


@pytest.mark.rule("R9")
def test_item_far_down_the_array_is_checked(solution):
    found = solution.check_arguments({"items": {"type": "null"}}, [None] * 2000 + [0])
    assert found == exactly(["$[2000]: must be null, not integer"])


@pytest.mark.rule("R9")
def test_items_of_an_empty_array_are_not_checked(solution):
    assert solution.check_arguments({"items": {"enum": []}}, []) == exactly([])


@pytest.mark.rule("R9")
@pytest.mark.parametrize("value", [None, True, 3, 0.5, "", "abc", [], ["a"], [{"b": 1}]], ids=repr)
def test_properties_say_nothing_about_what_is_no_object(solution, value):
    assert solution.check_arguments({"properties": {"a": {"type": "string"}, "b": False}}, value) == exactly([])


@pytest.mark.rule("R9")
@pytest.mark.parametrize("value", [None, True, 3, 0.5, "", "abc", {}, {"a": 1}, {"0": 1}], ids=repr)
def test_items_say_nothing_about_what_is_no_array(solution, value):
    found = [solution.check_arguments({"items": inner}, value) for inner in ({"type": "array"}, {"enum": []}, False)]
    assert found == exactly([[], [], []])


@pytest.mark.rule("R9")
def test_schemas_inside_hold_further_ones(solution):
    schema = {"properties": {"a": {"properties": {"b": {"items": {"items": {"properties": {"c": {"minItems": 1}}}}}}}}}
    found = solution.check_arguments(schema, {"a": {"b": [[], [{"c": [1]}, {"c": []}]]}})
    assert found == exactly(["$.a.b[1][1].c: number of items must be at least 1"])


@pytest.mark.rule("R9")
def test_every_keyword_is_checked_inside_too(solution):
    schema = {
        "items": {
            "type": ["integer", "string", "array"],
            "enum": [-5, "abc", [1]],
            "const": 0,
            "minimum": 0,
            "maximum": -9,
            "minLength": 2,
            "maxLength": 0,
            "minItems": 2,
            "maxItems": 0,
        }
    }
    found = solution.check_arguments(schema, [-6, "a", [2], None])
    choice = 'must be one of [-5, "abc", [1]]'
    expected = [f"$[0]: {text}" for text in (choice, "must be 0", "must be at least 0", "must be at most -9")]
    expected += [
        f"$[1]: {text}" for text in (choice, "must be 0", "length must be at least 2", "length must be at most 0")
    ]
    items = ["number of items must be at least 2", "number of items must be at most 0"]
    expected += [f"$[2]: {text}" for text in (choice, "must be 0", *items)]
    expected += [f"$[3]: {text}" for text in ("must be integer or string or array, not null", choice, "must be 0")]
    assert found == exactly(expected)


@pytest.mark.rule("R9")
def test_arrays_may_lie_as_deep_as_may_be(solution):
    schema = {"type": "string"}
    for _ in range(99):
        schema = {"items": schema}
    found = [solution.check_arguments(schema, nested(99, value)) for value in ("a", 1)]
    assert found == exactly([[], [f"${'[0]' * 99}: must be string, not integer"]])


@pytest.mark.rule("R9")
def test_objects_may_lie_as_deep_as_may_be(solution):
    schema, value = {"type": "string"}, None
    for _ in range(99):
        schema, value = {"additionalProperties": schema}, {"a": value}
    assert solution.check_arguments(schema, value) == exactly([f"${'.a' * 99}: must be string, not null"])


# R10: additionalProperties


@pytest.mark.rule("R10")
@pytest.mark.parametrize("schema", [{}, {"properties": {}}, {"properties": {"a": {}}}, {"required": ["a"]}], ids=str)
def test_anything_may_be_added_by_default(solution, schema):
    assert solution.check_arguments(schema, {"a": 1, "b": None, "": {}}) == exactly([])


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "schema", [{}, {"properties": {}}, {"required": ["b", "a"]}, {"properties": {"c": {}}}], ids=str
)
def test_everything_that_is_not_named_is_additional(solution, schema):
    found = solution.check_arguments({**schema, "additionalProperties": False}, {"a": 1, "b": None})
    assert found == exactly(["$.a: is not allowed", "$.b: is not allowed"])


@pytest.mark.rule("R10")
def test_named_properties_are_not_additional(solution):
    schema = {"properties": {"a": {}, "b": {"type": "null"}}, "additionalProperties": {"type": "string"}}
    found = solution.check_arguments(schema, {"a": 1, "b": None, "c": 2, "d": "x", "e": None})
    assert found == exactly(["$.c: must be string, not integer", "$.e: must be string, not null"])


@pytest.mark.rule("R10")
@pytest.mark.parametrize("inner", [{}, True], ids=str)
def test_additional_properties_may_be_anything_if_their_schema_says_so(solution, inner):
    schema = {"properties": {"a": False}, "additionalProperties": inner}
    assert solution.check_arguments(schema, {"b": 1, "c": None}) == exactly([])


@pytest.mark.rule("R10")
def test_schema_of_the_additional_properties_may_hold_further_ones(solution):
    schema = {"additionalProperties": {"properties": {"a": {"type": "string"}}, "additionalProperties": False}}
    found = solution.check_arguments(schema, {"x": {"a": 1}, "a": {"b": 1, "a": ""}, "z": 5})
    assert found == exactly(["$.x.a: must be string, not integer", "$.a.b: is not allowed"])


@pytest.mark.rule("R10")
@pytest.mark.parametrize("inner", [False, {"type": "object"}], ids=str)
def test_additional_properties_of_an_object_say_nothing_about_objects_inside(solution, inner):
    schema = {
        "properties": {"a": {}, "b": {"properties": {"c": {}}}, "d": {"items": {}}},
        "additionalProperties": inner,
    }
    arguments = {"a": {"x": 1}, "b": {"c": 1, "x": 1}, "d": [{"x": 1}]}
    assert solution.check_arguments(schema, arguments) == exactly([])


@pytest.mark.rule("R10")
@pytest.mark.parametrize(
    "inner",
    [
        {},
        {"type": "object"},
        {"properties": {}},
        {"type": "object", "properties": {}},
        {"type": "object", "properties": {"b": {}}},
        {"type": ["object", "null"], "properties": {"b": {"type": "integer"}}, "required": ["b"]},
        {"required": ["b"]},
        {"additionalProperties": True},
    ],
    ids=str,
)
def test_object_inside_may_have_more_whatever_its_schema_is_called_by(solution, inner):
    value = {"b": 1, "x": 2, "y": {"z": 3}}
    schemas = [
        ({"additionalProperties": inner}, {"a": value}),
        ({"properties": {"c": {}}, "additionalProperties": inner}, {"c": 1, "a": value}),
        ({"properties": {"a": inner}, "additionalProperties": False}, {"a": value}),
        ({"items": inner, "additionalProperties": False}, [value]),
        ({"additionalProperties": {"additionalProperties": inner}}, {"a": {"a": value}}),
        ({"additionalProperties": {"items": inner}}, {"a": [value]}),
        ({"properties": {"a": {"items": inner}}, "additionalProperties": False}, {"a": [value]}),
    ]
    found = [solution.check_arguments(schema, arguments) for schema, arguments in schemas]
    assert found == exactly([[]] * len(schemas))


@pytest.mark.rule("R10")
@pytest.mark.parametrize("value", [None, True, 3, "abc", [], ["a"]], ids=repr)
def test_nothing_is_additional_in_what_is_no_object(solution, value):
    found = [solution.check_arguments({"additionalProperties": inner}, value) for inner in (False, {"enum": []})]
    assert found == exactly([[], []])


# R11: true and false


@pytest.mark.rule("R11")
@pytest.mark.parametrize("value", [None, 0, "", [], {}, {"a": 1}], ids=repr)
def test_false_refuses_every_value_that_is_there(solution, value):
    found = [
        solution.check_arguments({"properties": {"a": False}}, {"a": value}),
        solution.check_arguments({"properties": {}, "additionalProperties": False}, {"a": value}),
        solution.check_arguments({"items": False}, [value, value]),
    ]
    item = [f"$[{index}]: is not allowed" for index in (0, 1)]
    assert found == exactly([["$.a: is not allowed"], ["$.a: is not allowed"], item])


@pytest.mark.rule("R11")
@pytest.mark.parametrize("value", [None, 0, "", [], {}, {"a": [1]}], ids=repr)
def test_true_and_an_empty_schema_allow_every_value(solution, value):
    found = [
        solution.check_arguments({"properties": {"a": True, "b": {}}, "additionalProperties": False}, {"a": value}),
        solution.check_arguments({"properties": {"a": {}, "b": True}, "additionalProperties": False}, {"a": value}),
        solution.check_arguments({"properties": {}, "additionalProperties": True}, {"a": value}),
        solution.check_arguments({"properties": {}, "additionalProperties": {}}, {"a": value}),
        solution.check_arguments({"items": True}, [value, value]),
        solution.check_arguments({"items": {}}, [value, value]),
    ]
    assert found == exactly([[]] * 6)


@pytest.mark.rule("R11")
def test_false_refuses_only_what_is_there(solution):
    found = [
        solution.check_arguments({"properties": {"a": False}, "required": ["a"]}, {}),
        solution.check_arguments({"additionalProperties": False}, {}),
        solution.check_arguments({"items": False}, []),
    ]
    assert found == exactly([["$.a: is required"], [], []])


@pytest.mark.rule("R11")
def test_true_and_false_may_stand_deeper_too(solution):
    schema = {"items": {"properties": {"a": True, "b": False}, "additionalProperties": {"items": False}}}
    found = solution.check_arguments(schema, [{"a": 1, "b": 2, "c": [3]}])
    assert found == exactly(["$[0].b: is not allowed", "$[0].c[0]: is not allowed"])


# R12: paths


def below(name):
    """Return schemas and arguments with a problem at each place where `name` can be part of a path."""
    return [
        ({"required": [name]}, {}),
        ({"properties": {name: False}}, {name: 1}),
        ({"additionalProperties": False}, {name: 1}),
        ({"properties": {name: {"required": [name]}}}, {name: {}}),
        ({"additionalProperties": {"required": ["a"]}}, {name: {"b": 1}}),
        ({"items": {"required": [name, "b"]}}, [{"c": 1}]),
    ]


def problems_below(step):
    return [
        f"${step}: is required",
        f"${step}: is not allowed",
        f"${step}: is not allowed",
        f"${step}{step}: is required",
        f"${step}.a: is required",
        f"$[0]{step}: is required",
        "$[0].b: is required",
    ]


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    "name",
    [
        *(
            "a",
            "A1",
            "_",
            "__",
            "_1",
            "snake_case",
            "class",
            "straße",
            "東京",
            "नाम",
            "é",
            "e\u0301",
            "True",
            "n" * 5000,
        ),
        *("None", "x٣", "a·b", "ﬁ", "ª", "µ", "℘", "\u212a"),
    ],
    ids=lambda name: ascii(name)[:20],
)
def test_identifier_follows_a_dot(solution, name):
    found = [problem for schema, arguments in below(name) for problem in solution.check_arguments(schema, arguments)]
    assert found == exactly(problems_below(f".{name}"))


@pytest.mark.rule("R12")
@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("", '[""]'),
        ("unit price", '["unit price"]'),
        ("a.b", '["a.b"]'),
        ("order-id", '["order-id"]'),
        ("1", '["1"]'),
        ("1a", '["1a"]'),
        ("[0]", '["[0]"]'),
        ("$", '["$"]'),
        (" a", '[" a"]'),
        ("a\n", '["a\\n"]'),
        ("a\t\x01\x7f", '["a\\t\\u0001\x7f"]'),
        ("a b" * 2000, '["' + "a b" * 2000 + '"]'),
        ("it's", '["it\'s"]'),
        ('"', '["\\""]'),
        ("\\", '["\\\\"]'),
        ("a²", '["a²"]'),
        ("a: b", '["a: b"]'),
        ("größe (m)", '["größe (m)"]'),
        ("😀", '["😀"]'),
        ("10", '["10"]'),
        ("2nd", '["2nd"]'),
        ("0x1", '["0x1"]'),
        ("1_a", '["1_a"]'),
        ("٣", '["٣"]'),
        ("１a", '["１a"]'),
        ("½", '["½"]'),
        ("²", '["²"]'),
        ("€", '["€"]'),
        ("*", '["*"]'),
        ("/", '["/"]'),
        ("a/b", '["a/b"]'),
        ("a,b", '["a,b"]'),
        ("a\u00a0b", '["a\u00a0b"]'),
        ("a\u200b", '["a\u200b"]'),
        ("\ufeffa", '["\ufeffa"]'),
        ("\u2028", '["\u2028"]'),
        ("\u0301e", '["\u0301e"]'),
        (".", '["."]'),
        ("a ", '["a "]'),
        ("&lt;", '["&lt;"]'),
        ("%s {x}", '["%s {x}"]'),
        ("\r\n", '["\\r\\n"]'),
        ("\x00", '["\\u0000"]'),
    ],
    ids=lambda part: ascii(part)[:20],
)
def test_any_other_name_stands_in_brackets_as_json(solution, name, step):
    found = [problem for schema, arguments in below(name) for problem in solution.check_arguments(schema, arguments)]
    assert found == exactly(problems_below(step))


@pytest.mark.rule("R12")
def test_path_tells_the_whole_way(solution):
    schema = {"properties": {"stops": {"items": {"additionalProperties": {"items": {"required": ["name"]}}}}}}
    found = solution.check_arguments(schema, {"stops": [{}, {}, {"day 1": [{"name": 1}, {}]}]})
    assert found == exactly(['$.stops[2]["day 1"][1].name: is required'])


@pytest.mark.rule("R12")
def test_items_are_counted_from_zero(solution):
    found = solution.check_arguments({"items": {"items": False}}, [[1], [], [1, 2]])
    assert found == exactly(["$[0][0]: is not allowed", "$[2][0]: is not allowed", "$[2][1]: is not allowed"])


@pytest.mark.rule("R12")
def test_index_may_have_several_digits(solution):
    found = solution.check_arguments({"items": {"type": "null"}}, [None] * 12 + [0])
    assert found == exactly(["$[12]: must be null, not integer"])


@pytest.mark.rule("R12")
def test_arguments_themselves_are_the_dollar(solution):
    assert solution.check_arguments({"type": "object"}, "Lima") == exactly(["$: must be object, not string"])


# R13: all problems, in order

TABLE = ["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]
TABLE += ["required", "properties", "additionalProperties", "items"]
BROKEN_AT_ONCE = [
    (
        0,
        {"type": "string", "enum": [], "const": "z", "minimum": 1, "maximum": -1},
        ["must be string, not integer", "must be one of []", 'must be "z"', "must be at least 1", "must be at most -1"],
    ),
    (
        "a",
        {"type": "null", "enum": [1], "const": 2, "minLength": 2, "maxLength": 0},
        [
            "must be null, not string",
            "must be one of [1]",
            "must be 2",
            "length must be at least 2",
            "length must be at most 0",
        ],
    ),
    (
        [0],
        {"type": "null", "enum": [1], "const": 2, "minItems": 2, "maxItems": 0},
        [
            "must be null, not array",
            "must be one of [1]",
            "must be 2",
            "number of items must be at least 2",
            "number of items must be at most 0",
        ],
    ),
    ({}, {"type": "null", "enum": [1], "const": 2}, ["must be null, not object", "must be one of [1]", "must be 2"]),
]
IN_EMPTY_ONES = [
    ({}, "object", {"required": ["a"]}, "$.a: is required"),
    ([], "array", {"minItems": 1}, "$: number of items must be at least 1"),
    ("", "string", {"minLength": 1}, "$: length must be at least 1"),
]


@pytest.mark.rule("R13")
@pytest.mark.parametrize(("value", "schema", "texts"), BROKEN_AT_ONCE, ids=lambda part: repr(part)[:9])
def test_own_problems_come_in_the_order_of_the_table(solution, value, schema, texts):
    backwards = {keyword: schema[keyword] for keyword in reversed(schema)}
    found = [solution.check_arguments(each, value) for each in (schema, backwards)]
    assert found == exactly([[f"$: {text}" for text in texts]] * 2)


@pytest.mark.rule("R13")
@pytest.mark.parametrize(("value", "kind", "limit", "problem"), IN_EMPTY_ONES, ids=["object", "array", "string"])
def test_wrong_type_hides_nothing_that_an_empty_value_lacks(solution, value, kind, limit, problem):
    found = [solution.check_arguments({"type": types, **limit}, value) for types in ("null", ["null", "boolean"])]
    expected = [[f"$: must be {types}, not {kind}", problem] for types in ("null", "null or boolean")]
    assert found == exactly(expected)


WHOLE_OBJECT = {
    "type": "string",
    "enum": [],
    "const": None,
    "required": ["z", "c", "a"],
    "properties": {"c": {"type": "string"}, "b": {"type": "string", "const": 1}, "d": False},
    "additionalProperties": {"type": "null"},
}


@pytest.mark.rule("R13")
@pytest.mark.parametrize("keywords", [TABLE, TABLE[::-1], sorted(TABLE)], ids=["table", "backwards", "sorted"])
def test_problems_of_an_object_come_in_the_fixed_order(solution, keywords):
    schema = {keyword: WHOLE_OBJECT[keyword] for keyword in keywords if keyword in WHOLE_OBJECT}
    found = solution.check_arguments(schema, {"y": 1, "d": None, "b": 2, "x": 1})
    assert found == exactly(
        [
            "$: must be string, not object",
            "$: must be one of []",
            "$: must be null",
            "$.z: is required",
            "$.c: is required",
            "$.a: is required",
            "$.b: must be string, not integer",
            "$.b: must be 1",
            "$.d: is not allowed",
            "$.y: must be null, not integer",
            "$.x: must be null, not integer",
        ]
    )


@pytest.mark.rule("R13")
@pytest.mark.parametrize("keywords", [TABLE, TABLE[::-1]], ids=["table", "backwards"])
def test_problems_of_an_array_come_in_the_fixed_order(solution, keywords):
    whole = {"type": "null", "enum": [], "minItems": 5, "maxItems": 1, "items": {"type": "string", "maximum": 1}}
    found = solution.check_arguments({keyword: whole[keyword] for keyword in keywords if keyword in whole}, [2, "a", 1])
    assert found == exactly(
        [
            "$: must be null, not array",
            "$: must be one of []",
            "$: number of items must be at least 5",
            "$: number of items must be at most 1",
            "$[0]: must be string, not integer",
            "$[0]: must be at most 1",
            "$[2]: must be string, not integer",
        ]
    )


@pytest.mark.rule("R13")
def test_all_of_one_value_comes_before_the_next(solution):
    row = {"type": "object", "required": ["id"], "properties": {"tags": {"items": {"type": "string"}, "maxItems": 1}}}
    found = solution.check_arguments(
        {"items": row, "maxItems": 1}, [{"tags": [1, 2]}, 7, {"tags": [[]], "id": 1}, {"tags": "a"}]
    )
    assert found == exactly(
        [
            "$: number of items must be at most 1",
            "$[0].id: is required",
            "$[0].tags: number of items must be at most 1",
            "$[0].tags[0]: must be string, not integer",
            "$[0].tags[1]: must be string, not integer",
            "$[1]: must be object, not integer",
            "$[2].tags[0]: must be string, not array",
            "$[3].id: is required",
        ]
    )


@pytest.mark.rule("R13")
@pytest.mark.parametrize("keyword", ["properties", "additionalProperties"])
def test_all_of_one_property_comes_before_the_next(solution, keyword):
    inner = {"type": "null", "properties": {"x": {"items": False, "maxItems": 0}}, "items": False}
    arguments = {"a": {"x": [1]}, "b": 1, "c": [2], "d": 3, "e": {}}
    schema = {keyword: dict.fromkeys(arguments, inner) if keyword == "properties" else inner}
    assert solution.check_arguments(schema, arguments) == exactly(
        [
            "$.a: must be null, not object",
            "$.a.x: number of items must be at most 0",
            "$.a.x[0]: is not allowed",
            "$.b: must be null, not integer",
            "$.c: must be null, not array",
            "$.c[0]: is not allowed",
            "$.d: must be null, not integer",
            "$.e: must be null, not object",
        ]
    )


MANY = [f"n{number}" for number in range(2000)]


@pytest.mark.rule("R13")
@pytest.mark.parametrize(
    ("schema", "arguments", "problems"),
    [
        ({"items": {"required": ["id"]}}, [{}] * 2000, [f"$[{index}].id: is required" for index in range(2000)]),
        ({"required": MANY}, {}, [f"$.{name}: is required" for name in MANY]),
        ({"additionalProperties": False}, dict.fromkeys(MANY), [f"$.{name}: is not allowed" for name in MANY]),
    ],
    ids=["items", "missing names", "additional properties"],
)
def test_thousands_of_problems_are_all_reported(solution, schema, arguments, problems):
    assert solution.check_arguments(schema, arguments) == exactly(problems)


@pytest.mark.rule("R13")
@pytest.mark.parametrize("arguments", [{"a": 1, "b": 2, "c": 3}, {"c": 1, "b": 2, "a": 3}, {"b": 1, "c": 2, "a": 3}])
def test_properties_come_in_the_order_of_the_schema(solution, arguments):
    schema = {"properties": {"b": False, "c": False, "a": False}}
    assert solution.check_arguments(schema, arguments) == exactly([f"$.{name}: is not allowed" for name in "bca"])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("order", ["zyxwvuts", "stuvwxyz", "twsyvuzx"])
def test_additional_properties_come_in_the_order_of_the_arguments(solution, order):
    schema = {"properties": {"w": False, "y": False}, "additionalProperties": False}
    found = solution.check_arguments(schema, dict.fromkeys(order))
    others = [name for name in order if name not in "wy"]
    assert found == exactly([f"$.{name}: is not allowed" for name in ["w", "y", *others]])


@pytest.mark.rule("R13")
@pytest.mark.parametrize("order", ["zyxwvuts", "stuvwxyz", "twsyvuzx"])
def test_missing_names_come_in_the_order_of_required(solution, order):
    schema = {"properties": {"s": True, "z": True, "t": True}, "required": list(order)}
    found = solution.check_arguments(schema, {"u": 1})
    assert found == exactly([f"$.{name}: is required" for name in order if name != "u"])


@pytest.mark.rule("R13")
def test_equal_schemas_do_not_report_a_property_twice(solution):
    schema = {"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "string"}, "required": ["a"]}
    assert solution.check_arguments(schema, {"a": 1}) == exactly(["$.a: must be string, not integer"])


# R14: keywords that are ignored


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"description": "A city."},
        {"title": None, "default": 5, "examples": []},
        {"pattern": "^x$", "format": "date"},
        {"exclusiveMinimum": 9, "exclusiveMaximum": -9, "multipleOf": 7},
        {"minProperties": 9, "maxProperties": 0, "propertyNames": False},
        {"uniqueItems": True, "prefixItems": [False], "contains": False},
        {"patternProperties": {"a": False}, "dependentRequired": {"a": ["b"]}, "unevaluatedProperties": False},
        {"anyOf": [], "allOf": [False], "oneOf": [False], "not": {}},
        *({kind: [{"const": "none of these"}]} for kind in ("anyOf", "allOf", "oneOf")),
        *({kind: [{"type": kind_of}]} for kind in ("anyOf", "allOf", "oneOf") for kind_of in ("string", "object")),
        *({"not": {"type": kind_of}} for kind_of in ("string", "object", "integer", "null")),
        {"not": True},
        {"dependentSchemas": {"a": False, "b": False}},
        {"dependencies": {"a": ["none"], "b": {"required": ["none"]}}},
        {"contains": {"type": "null"}, "minContains": 9, "maxContains": 0},
        {"unevaluatedItems": False, "additionalItems": False},
        {"pattern": "^nothing$", "contentEncoding": "base64", "contentMediaType": "application/json"},
        {"$ref": "#/$defs/no", "$defs": {"no": False}},
        {"$ref": "#/definitions/no", "definitions": {"no": {"type": []}}},
        {"multipleOf": 0.7},
        {"format": "email"},
        {"default": "a", "examples": ["a"], "enums": ["a"], "values": ["a"], "deprecated": True},
        {"$ref": "#/nowhere", "$id": 5, "$defs": {"a": False}},
        {"if": {}, "then": False, "else": False},
        {"nullable": False, "x-unit": [1], "Type": "null", "": "null"},
    ],
    ids=str,
)
def test_keyword_that_is_not_in_the_table_changes_nothing(solution, schema):
    found = [solution.check_arguments(schema, value) for value in [*EVERY_SAMPLE, "ab", [1, 1], {"b": 1}]]
    assert found == exactly([[]] * len(found))


@pytest.mark.rule("R14")
@pytest.mark.parametrize(
    ("schema", "arguments", "problem"),
    [
        ({"type": "string", "nullable": True}, None, "$: must be string, not null"),
        ({"required": ["a"], "properties": {"a": {"default": 1}}}, {}, "$.a: is required"),
        ({"additionalProperties": False, "patternProperties": {"a": {}}}, {"a": 1}, "$.a: is not allowed"),
        ({"items": {"type": "null"}, "prefixItems": [{}]}, [0], "$[0]: must be null, not integer"),
        ({"maximum": 5, "exclusiveMaximum": True}, 6, "$: must be at most 5"),
        ({"const": 1, "anyOf": [{}]}, 2, "$: must be 1"),
        ({"type": "string", "$ref": "#/nowhere"}, 1, "$: must be string, not integer"),
        ({"enum": ["a"], "nullable": True}, None, '$: must be one of ["a"]'),
        ({"const": "a", "nullable": True}, None, '$: must be "a"'),
        ({"required": ["a"], "properties": {"a": {"readOnly": True, "writeOnly": True}}}, {}, "$.a: is required"),
    ],
    ids=lambda part: str(part)[:20],
)
def test_ignored_keyword_does_not_weaken_the_others(solution, schema, arguments, problem):
    assert solution.check_arguments(schema, arguments) == exactly([problem])


@pytest.mark.rule("R14")
def test_ignored_keyword_does_not_sharpen_a_limit(solution):
    schema = {"minimum": 1, "exclusiveMinimum": True, "maximum": 5, "exclusiveMaximum": True}
    found = [solution.check_arguments(schema, value) for value in (1, 5, 0, 6)]
    assert found == exactly([[], [], ["$: must be at least 1"], ["$: must be at most 5"]])


@pytest.mark.rule("R14")
def test_property_may_be_called_like_a_keyword(solution):
    schema = {
        "properties": {name: {"type": "null"} for name in TABLE},
        "required": TABLE,
        "additionalProperties": False,
    }
    found = [
        solution.check_arguments(schema, dict.fromkeys(TABLE, 1)),
        solution.check_arguments(schema, dict.fromkeys(TABLE)),
    ]
    assert found == exactly([[f"$.{name}: must be null, not integer" for name in TABLE], []])


@pytest.mark.rule("R14")
def test_keywords_in_a_const_or_in_the_arguments_are_data(solution):
    arguments = {"const": 2, "properties": {"a": False}, "a": 1}
    assert solution.check_arguments({"const": copy.deepcopy(arguments)}, arguments) == exactly([])
