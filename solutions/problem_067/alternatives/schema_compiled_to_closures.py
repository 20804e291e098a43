"""The schema is compiled to functions first, each from a value to its problems; then the function is called."""

import json
from itertools import chain


def check_arguments(schema: dict, arguments: object) -> list[str]:
    return [f"${path}: {text}" for path, text in compiled(schema)(arguments)]


def compiled(schema):
    """Return a function from a value to a list of (path, text)."""
    if schema is True:
        return lambda value: []
    if schema is False:
        return lambda value: [("", "is not allowed")]
    checks = [make(schema[keyword], schema) for keyword, make in MAKERS.items() if keyword in schema]
    return lambda value: list(chain.from_iterable(check(value) for check in checks))


def make_type(names, _):
    names = names if type(names) is list else [names]
    accepted = {*names, "integer"} if "number" in names else set(names)

    def check(value):
        return [] if kind(value) in accepted else [("", f"must be {' or '.join(names)}, not {kind(value)}")]

    return check


def make_enum(choices, _):
    return lambda value: [] if any(alike(value, one) for one in choices) else [("", f"must be one of {shown(choices)}")]


def make_const(only, _):
    return lambda value: [] if alike(value, only) else [("", f"must be {shown(only)}")]


def limit(kinds, measure, breaks, text):
    """Return the maker of one kind of limit."""

    def make(bound, _):
        def check(value):
            return [("", text + shown(bound))] if kind(value) in kinds and breaks(measure(value), bound) else []

        return check

    return make


def below(size, bound):
    return size < bound


def above(size, bound):
    return size > bound


def itself(value):
    return value


def make_required(names, _):
    def check(value):
        missing = [name for name in names if name not in value] if kind(value) == "object" else []
        return [(step(name), "is required") for name in missing]

    return check


def make_properties(schemas, _):
    checks = {name: compiled(schema) for name, schema in schemas.items()}

    def check(value):
        inside = checks.keys() if kind(value) == "object" else ()
        return [found for name in inside if name in value for found in at(step(name), checks[name](value[name]))]

    return check


def make_additional(schema, whole):
    inner, named = compiled(schema), whole.get("properties", {})

    def check(value):
        inside = value if kind(value) == "object" else ()
        return [found for name in inside if name not in named for found in at(step(name), inner(value[name]))]

    return check


def make_items(schema, _):
    inner = compiled(schema)

    def check(value):
        inside = enumerate(value) if kind(value) == "array" else ()
        return [found for index, item in inside for found in at(f"[{index}]", inner(item))]

    return check


def at(place, found):
    return [(place + path, text) for path, text in found]


NUMBERS = ("integer", "number")
MAKERS = {
    "type": make_type,
    "enum": make_enum,
    "const": make_const,
    "minimum": limit(NUMBERS, itself, below, "must be at least "),
    "maximum": limit(NUMBERS, itself, above, "must be at most "),
    "minLength": limit(("string",), len, below, "length must be at least "),
    "maxLength": limit(("string",), len, above, "length must be at most "),
    "minItems": limit(("array",), len, below, "number of items must be at least "),
    "maxItems": limit(("array",), len, above, "number of items must be at most "),
    "required": make_required,
    "properties": make_properties,
    "additionalProperties": make_additional,
    "items": make_items,
}


def step(name):
    return f".{name}" if name.isidentifier() else f"[{shown(name)}]"


def shown(value):
    return json.dumps(value, ensure_ascii=False)


def kind(value):
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "integer" if value % 1 == 0 else "number"
    return {str: "string", list: "array", dict: "object"}.get(type(value), "null")


def alike(one, other):
    if isinstance(one, list) and isinstance(other, list):
        return [*map(frozen, one)] == [*map(frozen, other)]
    return frozen(one) == frozen(other)


def frozen(value):
    """Return a value in a form in which Python's == tells true from 1."""
    if isinstance(value, list):
        return ("array", *map(frozen, value))
    if isinstance(value, dict):
        return {name: frozen(item) for name, item in value.items()}
    return (isinstance(value, bool), value)
