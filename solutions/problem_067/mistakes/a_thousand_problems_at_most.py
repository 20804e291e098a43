"""The check stops after a thousand problems."""

import json
from itertools import islice
from types import NoneType

BREAKS = ["R13"]

KINDS = {NoneType: "null", bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"}


def check_arguments(schema: dict, arguments: object) -> list[str]:
    return list(islice(problems(schema, arguments, "$"), 1000))


def problems(schema, value, path):
    if isinstance(schema, bool):
        if not schema:
            yield f"{path}: is not allowed"
        return
    kind = kind_of(value)
    for text in own_problems(schema, value, kind):
        yield f"{path}: {text}"
    if kind == "object":
        yield from problems_of_properties(schema, value, path)
    elif kind == "array":
        for index, item in enumerate(value):
            yield from problems(schema.get("items", True), item, f"{path}[{index}]")


def own_problems(schema, value, kind):
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if kind not in types and not (kind == "integer" and "number" in types):
            yield f"must be {' or '.join(types)}, not {kind}"
    if "enum" in schema and not any(equal(value, choice) for choice in schema["enum"]):
        yield f"must be one of {as_json(schema['enum'])}"
    if "const" in schema and not equal(value, schema["const"]):
        yield f"must be {as_json(schema['const'])}"
    if kind in ("integer", "number"):
        yield from outside("", value, schema, "minimum", "maximum")
    elif kind == "string":
        yield from outside("length ", len(value), schema, "minLength", "maxLength")
    elif kind == "array":
        yield from outside("number of items ", len(value), schema, "minItems", "maxItems")


def outside(what, size, schema, lower, upper):
    if size < schema.get(lower, size):
        yield f"{what}must be at least {as_json(schema[lower])}"
    if size > schema.get(upper, size):
        yield f"{what}must be at most {as_json(schema[upper])}"


def problems_of_properties(schema, value, path):
    for name in schema.get("required", []):
        if name not in value:
            yield f"{below(path, name)}: is required"
    named = schema.get("properties", {})
    for name in named:
        if name in value:
            yield from problems(named[name], value[name], below(path, name))
    for name in value:
        if name not in named:
            yield from problems(schema.get("additionalProperties", True), value[name], below(path, name))


def below(path, name):
    return f"{path}.{name}" if name.isidentifier() else f"{path}[{as_json(name)}]"


def kind_of(value):
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    return KINDS[type(value)]


def equal(one, other):
    kind = kind_of(one)
    if kind != kind_of(other):
        return False
    if kind == "array":
        return len(one) == len(other) and all(map(equal, one, other))
    if kind == "object":
        return one.keys() == other.keys() and all(equal(one[name], other[name]) for name in one)
    return one == other


def as_json(value):
    return json.dumps(value, ensure_ascii=False)
