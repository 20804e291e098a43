"""Every small schema of problem 067 on every small value, smallest first, then pairs of keywords and nested ones."""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

from judge.plain import dumps, plain, same

SPACE = "small schemas on small values, alone, in pairs and nested, and some long ones"
# Each tells some rare mistake apart; the replay that confirms a pass plays these as well.
TELLING = (
    195,
    512,
    531,
    1443,
    1467,
    1481,
    1549,
    1560,
    1599,
    1816,
    1911,
    2246,
    2452,
    2487,
    2504,
    2505,
    2606,
    2665,
    3323,
    3432,
    5010,
    7684,
    7876,
    7997,
    8008,
    8009,
    8085,
    8121,
    8932,
    8974,
    12027,
    12292,
    12295,
    13151,
    15548,
    15742,
    16209,
    16283,
    16877,
    17100,
    18634,
    20963,
    21316,
    25011,
    25226,
    26561,
    26878,
    27659,
    28660,
    33247,
    33259,
    33264,
    33282,
    33339,
    33342,
    33344,
)

BIG = 2**53 + 1  # An int that no float is equal to; the nearest is one less.
UNEVEN, NEAR = 2**53 + 3, 2.0**53 + 4  # The float that is nearest to this int is one more.
HUGE = 10**399  # An int that is too large for a float.
INFINITE = 1e400  # What json.loads makes of the text 1e400.

LEAVES = [None, True, False, 0, 1, 2, 3, 1.0, 0.0, 1.5, -1, "", "a", "ab", "abc"]
ODD_LEAVES = [-0.0, -1.0, 0.9, 0.5, 1e300, BIG, BIG - 1, float(BIG), UNEVEN, NEAR, HUGE, -HUGE, INFINITE, -INFINITE]
ODD_LEAVES += ["1", "A", "é", "e\u0301", "👍🏽", " a ", "\n", "null"]
ROWS = [[], [0], [1], [True], [1.0], [None], ["a"], [[]], [{}], [1, 2], [2, 1], [1, "a"], [[1]], [[True]], [1, 2, 3]]
OBJECTS = [{}, {"a": 1}, {"a": True}, {"a": 1.0}, {"a": None}, {"a": 0}, {"a": ""}, {"a": "a"}, {"a": []}, {"a": {}}]
OBJECTS += [{"b": 1}, {"a": 1, "b": 2}, {"b": 2, "a": 1}, {"a": [1]}, {"a": [True]}, {"a": {"b": 1}}, {"a": {"a": 1}}]
OBJECTS += [{"c": 1, "a": 1, "b": 1}, {"b": "b", "c": None, "a": "a", "d": 1}, {"type": "a"}, {"properties": {"a": 1}}]
NAMES = ["a b", "a.b", "", "a-b", "1", "_a1", "a\n", "é", "a²", "class", '"', "'", "[0]", "$", "\\", "नाम", "a\t"]
VALUES = [*LEAVES, *ROWS, *OBJECTS, *ODD_LEAVES, *({name: 1} for name in NAMES)]

TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
SINGLE = [
    {},
    *({"type": name} for name in TYPES),
    *({"type": [name]} for name in TYPES[:3]),
    *(
        {"type": names}
        for names in (["string", "null"], ["null", "string"], ["number", "array"], ["integer", "number"])
    ),
    {"type": ["object", "array", "boolean"]},
    {"enum": []},
    *({"enum": [value]} for value in (None, 0, False, 1, "a", "é", [], {}, [1], {"a": 1})),
    *(
        {"enum": choices}
        for choices in (
            [0, 1],
            [True, "a", None],
            [1.0, "ab"],
            [[1, 2], {"b": 2, "a": 1}],
            ["b", "a"],
            [2, 2.0, "b", "b"],
        )
    ),
    *({"const": value} for value in [*LEAVES, *ROWS, *OBJECTS]),
    *({"const": value} for value in (BIG, BIG - 1, float(BIG), NEAR, HUGE, 1e300, 0.5, -0.0, "é", "\n")),
    {"const": {"é": 1}},
    *(
        {keyword: limit}
        for keyword in ("minimum", "maximum")
        for limit in (0, 1, 2, 1.0, 0.5, -1, BIG, float(BIG), UNEVEN, NEAR, 1e300, HUGE)
    ),
    *({keyword: limit} for keyword in ("minLength", "maxLength", "minItems", "maxItems") for limit in (0, 1, 2)),
    {"maxLength": 3},
    *({"required": names} for names in ([], ["a"], ["b"], ["a", "b"], ["b", "a"], ["c", "a"], [""], ["a b"], ["type"])),
    {"properties": {}},
    *({"properties": {"a": inner}} for inner in (True, False, {}, {"type": "string"}, {"const": None}, {"minimum": 1})),
    {"properties": {"b": {"type": "string"}, "a": {"type": "string"}}},
    {"properties": {"a": False, "b": False}},
    {"properties": {"a": {"properties": {"b": {"type": "string"}}}}},
    {"properties": {"a": {"items": {"type": "string"}}}},
    {"properties": {"type": {"type": "integer"}, "properties": {"required": ["b"]}}},
    *({"additionalProperties": inner} for inner in (True, False, {}, {"type": "string"}, {"required": ["a"]})),
    *(
        {"items": inner}
        for inner in (True, False, {}, {"type": "integer"}, {"const": 1}, {"minItems": 1}, {"items": False})
    ),
    *({"description": text} for text in ("a", None)),
    {"default": 1},
    {"required": ["a"], "properties": {"a": {"default": 1}}},
    {"pattern": "^b"},
    {"format": "date"},
    {"nullable": True},
    {"exclusiveMinimum": 1},
    {"multipleOf": 2},
    {"minProperties": 2},
    {"uniqueItems": True},
    {"prefixItems": [False]},
    {"patternProperties": {"a": False}},
    {"propertyNames": False},
    {"not": {}},
    {"anyOf": []},
    {"$ref": "#/nowhere"},
    {"$ref": "#/nowhere", "type": "null"},
    {"minimum": 1, "exclusiveMinimum": True},
    {"maximum": 1, "exclusiveMaximum": True},
    {"enum": ["a"], "nullable": True},
    {"const": "a", "nullable": True},
    {"required": ["a"], "properties": {"a": {"readOnly": True}}},
    {"x-unit": [1]},
]

# Pairs: one or two of each keyword, put together in both orders.
PIECES = [
    {"type": "string"},
    {"type": ["integer", "null"]},
    {"type": "object"},
    {"enum": [1, "a"]},
    {"const": 2},
    {"minimum": 2},
    {"maximum": 0},
    {"minLength": 2},
    {"maxLength": 0},
    {"minItems": 2},
    {"maxItems": 0},
    {"required": ["a"]},
    {"required": ["c", "b"]},
    {"properties": {"a": {"type": "string"}}},
    {"properties": {"b": {"type": "string"}, "a": {"enum": []}}},
    {"properties": {"a": {"type": "string", "const": 2}, "b": False, "c": {"default": 1}}},
    {"additionalProperties": False},
    {"additionalProperties": {"type": "string"}},
    {"additionalProperties": {}},
    {"items": {"type": "string"}},
    {"items": False},
    {"nullable": True},
    {"pattern": "^b"},
    {"patternProperties": {"a": {}}},
]
FOR_PAIRS = [None, True, 1, 1.5, 3, "", "a", [], [1], [1, 2], {}, {"a": 1}, {"b": "x", "a": "a"}]
FOR_PAIRS += [{"d": 1, "a": None, "c": 2}, {"a": {}, "b": 1, "c": [], "d": 1}]

# Nested: what is inside, and the ways to put it there, once and twice.
INNER = [
    *({"type": name} for name in ("null", "integer", "string", "object")),
    {"enum": [1, None]},
    {"const": {"a": [1]}},
    {"minimum": 1},
    {"maxLength": 0},
    {"minItems": 1},
    {"required": ["a"]},
    {"required": ["a b", "b"]},
    {"properties": {"a": False}},
    {"properties": {"b": {"type": "null"}, "a": {"type": "null"}}, "required": ["c"], "additionalProperties": False},
    {"additionalProperties": {"minimum": 1}},
    {"items": {"type": "null"}, "maxItems": 1},
    {},
    True,
    False,
]
FOR_NESTED = [None, True, 0, 1.0, "a", [], [0, None], {"a": 0}, {"a": [True]}, {"c": 0, "a": 0, "b": None}]


def scenarios() -> Iterator[dict]:
    """Yield every schema with every value, smallest first within each part. The first of them are checked twice."""
    for size, schema, value in sorted(_sized(product(SINGLE, VALUES)), key=lambda found: found[0]):
        yield {"schema": schema, "arguments": value, "calls": 2 if size <= 4 else 1}
    for part in (_pairs(), _nested(), _limits_of_depth(), _many_and_long()):
        for _, schema, value in sorted(_sized(part), key=lambda found: found[0]):
            yield {"schema": schema, "arguments": value, "calls": 1}
    for schema, then, value in _changed():
        yield {"schema": schema, "arguments": value, "calls": 2, "then": then}


def _sized(pairs: Iterable[tuple]) -> Iterator[tuple[int, dict, Any]]:
    for schema, value in pairs:
        yield _size(schema) + _size(value), schema, value


def _size(value: Any) -> int:
    """Return of how many values this one is made up."""
    inside = value.values() if type(value) is dict else value if type(value) is list else ()
    return 1 + sum(map(_size, inside))


def _pairs() -> Iterator[tuple[dict, Any]]:
    for one, other in product(PIECES, repeat=2):
        if one.keys() != other.keys():
            for value in FOR_PAIRS:
                yield {**one, **other}, value
    for one, other, third in product(PIECES[3:16:3], PIECES[16:], PIECES[:3]):
        for value in FOR_PAIRS:
            yield {**one, **other, **third}, value


def _nested() -> Iterator[tuple[dict, Any]]:
    for inner, value in product(INNER, FOR_NESTED):
        for schema, outer in _inside(inner, value):
            yield schema, outer
            if schema.keys() != {"required", "properties", "additionalProperties"}:
                yield from _inside(schema, outer)


def _inside(inner: Any, value: Any) -> Iterator[tuple[dict, Any]]:
    """Yield the ways to have `inner` check `value` one level further down."""
    yield {"properties": {"a": inner}}, {"a": value}
    yield {"properties": {"a b": inner}, "additionalProperties": False}, {"c": 0, "a b": value}
    yield {"additionalProperties": inner}, {"é": value, "": 1}
    yield {"items": inner}, [value]
    yield {"items": inner, "maxItems": 1}, [0, value, value]
    yield (
        {"required": ["c"], "properties": {"b": inner, "a": inner}, "additionalProperties": inner},
        {"a": value, "d": 0},
    )


def _limits_of_depth() -> Iterator[tuple[dict, Any]]:
    for depth in (10, 99):
        schema, named, row, chain = {"type": "null"}, {"type": "null"}, 0, 0
        for _ in range(depth):
            schema, row = {"items": schema}, [row]
        for _ in range(depth // 2):
            named, chain = {"properties": {"a": named}}, {"a": chain}
        yield schema, row
        yield named, chain
        yield {"const": row}, [row]
        if depth == 10:
            yield {"const": row}, row


def _many_and_long() -> Iterator[tuple[dict, Any]]:
    """Yield what tempts somebody to stop early or to cut short."""
    names = [f"n{number}" for number in range(1500)]
    yield {"items": {"required": ["a"]}}, [{}] * 1500
    yield {"items": {"type": "null"}}, [None] * 1500 + [0]
    yield {"required": names}, {}
    yield {"additionalProperties": False}, dict.fromkeys(names)
    for number in (0.1 + 0.2, -1 / 3, 1e-5, 123456789.12345679):
        yield {"minimum": number}, -HUGE
        yield {"maximum": number}, HUGE
    for name in (*NAMES, "1a", "2nd", "10", "٣"):
        yield {"required": [name]}, {}
        yield {"properties": {name: False}}, {name: 1}
    for inner in ({"properties": {}}, {"type": "object", "properties": {"b": {}}}, {"required": ["b"]}):
        for value in ({"b": 1, "c": 2}, {"c": {"d": 3}, "b": None}):
            yield {"additionalProperties": inner}, {"a": value}
            yield {"properties": {"a": inner}, "additionalProperties": False}, {"a": value}
            yield {"items": inner, "additionalProperties": False}, [value]
    for limit, value in ((10**23, 1e23), (1e23, 10**23)):
        yield {"minimum": limit}, value
        yield {"maximum": limit}, value
    for kind in ("anyOf", "allOf", "oneOf"):
        yield {kind: [{"type": "string"}]}, 1
    yield {"not": {"type": "integer"}}, 1
    yield {"properties": {"a": {"type": "string", "default": 1}}}, {}
    yield {"const": "a" * 6000}, "b"
    yield {"enum": ["a" * 6000, "é"]}, "b"
    yield {"enum": names}, "b"
    for name in ("n" * 6000, "a b" * 2000):
        yield {"required": [name]}, {}
        yield {"additionalProperties": {"type": "null"}}, {name: 1}
    # Values of several kinds beside each other, each with problems inside and of its own.
    inner = {"type": "null", "properties": {"b": False}, "items": False}
    values = [{"a": {"b": 0}, "b": 1, "c": [2], "d": "", "e": {}}, {"a": 1, "b": {"b": 0}}, {"a": [0], "b": 1}]
    for value in values:
        yield {"additionalProperties": inner}, value
        yield {"properties": dict.fromkeys("abcde", inner)}, value
        yield {"items": inner}, list(value.values())


def _changed() -> Iterator[tuple[dict, dict, Any]]:
    """Yield schemas, each with what the caller makes of it between two calls, and a value."""
    yield {"type": "string"}, {"type": "integer"}, 1
    yield {"type": ["string"]}, {"type": ["string", "integer"]}, 1
    yield {"const": [1]}, {"const": [2]}, [2]
    yield {"enum": [1]}, {"enum": [1, 2]}, 2
    yield {"required": ["a"]}, {"required": ["a", "b"]}, {}
    yield {"properties": {"a": {"type": "string"}}}, {"properties": {"a": {"type": "null"}}}, {"a": 1}
    yield {"additionalProperties": {"minimum": 1}}, {"additionalProperties": {"minimum": 2}}, {"a": 1}
    yield {"items": {"type": "string"}}, {"items": {"type": "null"}}, [1]
    yield {"items": {"required": ["a"]}}, {"items": {"required": []}}, [{}]


def observe(solution: Any, scenario: dict) -> dict:
    """Check fresh copies of the arguments, and return what the caller got and how the caller's own data look after."""
    schema, arguments = plain(scenario["schema"]), plain(scenario["arguments"])
    before = dumps(schema), dumps(arguments)
    returned, raised = _check(solution, schema, arguments)
    seen = {
        "events": [],
        "returned": plain(returned),
        "raised": raised,
        "left alone": (dumps(schema), dumps(arguments)) == before,
    }
    if scenario["calls"] > 1:
        if type(returned) is list:
            returned.append("added by the caller")
        if "then" in scenario:
            _become(schema, plain(scenario["then"]))
        again, raised = _check(solution, schema, arguments)
        seen["again"] = plain(again), raised
    return seen


def _become(old: Any, new: Any) -> None:
    """Make a dict or list equal to another one in place, and what is inside it as well, whatever was done to it."""
    if type(new) is dict:
        before = dict(old)
        old.clear()
    else:
        before = dict(enumerate(old))
        old[:] = new
    for key, value in new.items() if type(new) is dict else enumerate(new):
        inside = before.get(key)
        if type(value) in (dict, list) and type(inside) is type(value):
            _become(inside, value)
            value = inside
        old[key] = value


def _check(solution: Any, schema: dict, arguments: Any) -> tuple[Any, str | None]:
    try:
        return solution.check_arguments(schema, arguments), None
    except Exception as exc:
        return None, f"{type(exc).__name__}: {_text(exc)}"


def _text(exc: Exception) -> str:
    try:
        return str(exc)
    except Exception:
        return "(its str() raises)"


def conversation(scenario: dict) -> list[str]:
    """Return the call as a person would read it, in Python's words."""
    lines = [f"schema     {_literal(scenario['schema'])}", f"arguments  {_literal(scenario['arguments'])}"]
    if "then" in scenario:
        return [*lines, f"checked, then the schema is made {_literal(scenario['then'])} in place, and checked again"]
    return [*lines, "checked twice"] if scenario["calls"] > 1 else lines


def _literal(value: Any) -> str:
    """Return the value as one would write it in Python, what is long as a short expression."""
    if type(value) is dict:
        if len(value) > 20:
            return f"dict.fromkeys({_literal(list(value))})"
        return "{" + ", ".join(f"{_literal(name)}: {_literal(item)}" for name, item in value.items()) + "}"
    if type(value) is list:
        return _literal_list(value) if len(value) > 20 else "[" + ", ".join(map(_literal, value)) + "]"
    if type(value) is str and len(value) > 100:
        unit = value[: (value + value).index(value, 1)]
        return f"{unit!r} * {len(value) // len(unit)}"
    if type(value) is int and abs(value) == HUGE:
        return "-10**399" if value < 0 else "10**399"
    if type(value) is float:
        return repr(value).replace("inf", "1e400")
    return repr(value)


def _literal_list(value: list) -> str:
    """Return a long list: numbered names, or one item again and again and perhaps another one last."""
    if value[0] != value[1]:
        return f"[f'n{{i}}' for i in range({len(value)})]"
    times = value.count(value[0])
    rest = f" + {_literal(value[times:])}" if times < len(value) else ""
    return f"[{_literal(value[0])}] * {times}{rest}"


# Which rule decides a difference. The smallest call comes first, so mostly there is one keyword to blame.

_OF_KEYWORD = {
    "type": "R2",
    "enum": "R4",
    "const": "R4",
    "minimum": "R6",
    "maximum": "R6",
    "minLength": "R7",
    "maxLength": "R7",
    "minItems": "R7",
    "maxItems": "R7",
    "required": "R8",
    "properties": "R9",
    "additionalProperties": "R10",
    "items": "R9",
}


def rule(scenario: dict, reference: dict, attempt: dict) -> str:
    """Return the rule that decides the first difference between what two solutions were seen to do."""
    schema, arguments = scenario["schema"], scenario["arguments"]
    wanted, got = reference["returned"], attempt["returned"]
    if schema.keys() - _OF_KEYWORD.keys() or schema.get("properties", {}).keys() & _OF_KEYWORD.keys():
        return "R14"
    if attempt["raised"] is not None:
        return _rule_for_a_crash(schema, arguments)
    if type(got) is not list or same(wanted, got) or not all(type(text) is str for text in got):
        return "R1"
    lacking, extra = [text for text in wanted if text not in got], [text for text in got if text not in wanted]
    if got and not extra:
        return "R13"
    path, _, text = (lacking or extra)[0].partition(": ")
    other_path, _, other_text = (extra or lacking)[0].partition(": ")
    if text == other_text and path != other_path and (text, other_path) != ("is not allowed", "$"):
        return "R12"
    if path != "$" and text != "is required":
        return _rule_for_what_is_inside(schema, path, text, bool(lacking))
    return _rule_for_a_text(scenario, text, other_text if lacking and extra else None)


def _rule_for_a_crash(schema: dict, arguments: Any) -> str:
    if arguments and any(
        type(inner) is bool for inner in [schema.get("items"), *schema.get("properties", {}).values()]
    ):
        return "R11"
    if type(arguments) is float:
        return "R6" if HUGE in schema.values() else "R3"
    if type(arguments) is int and schema.keys() & {"enum", "const"}:
        return "R5"
    return next((_OF_KEYWORD[keyword] for keyword in schema), "R1")


def _rule_for_what_is_inside(schema: dict, path: str, text: str, is_lacking: bool) -> str:
    named = schema.get("properties", {})
    is_named = any(path.startswith((f"$.{name}", f'$["{name}"]')) for name in named)
    if not (is_named or path.startswith(("$[0", "$[1", "$[2"))):
        return "R10"
    if text != "is not allowed" or (is_lacking and path.count("[") + path.count(".") > 1):
        return "R9"
    if False not in [schema.get("items"), *named.values()] and "additionalProperties" in schema:
        return "R10"
    return "R11" if is_lacking else "R9"


def _rule_for_a_text(scenario: dict, text: str, other_text: str | None) -> str:
    """Return the rule for a problem of the value itself; `other_text` is what it was called in the other words."""
    schema, arguments = scenario["schema"], scenario["arguments"]
    if text == "is required":
        inner = [each for each in schema.get("properties", {}).values() if type(each) is dict]
        return "R14" if any(each.keys() - _OF_KEYWORD.keys() for each in inner) else "R8"
    if text.startswith(("length", "number of items")):
        return "R7"
    if text.startswith(("must be at least", "must be at most")):
        return "R6"
    if ", not " in text:
        if other_text is not None:
            kinds = {text.rpartition(" ")[2], other_text.rpartition(" ")[2]}
            return "R3" if kinds == {"integer", "number"} or kinds == {"boolean", "integer"} else "R2"
        if "type" not in schema:
            return "R9"
        return "R3" if type(arguments) in (bool, int, float) and ("integer" in text or "number" in text) else "R2"
    choices = [*schema.get("enum", []), *([schema["const"]] if "const" in schema else [])]
    return "R5" if other_text is None and any(_are_alike(arguments, choice) for choice in choices) else "R4"


def _are_alike(one: Any, other: Any) -> bool:
    """Tell whether two values could be taken for equal, or equal ones for different."""
    numbers = (bool, int, float)
    return type(one) is type(other) or (type(one) in numbers and type(other) in numbers)
