"""Exceptions for control flow: each problem is raised where it is found, and groups of them are flattened."""

import json
from fractions import Fraction


class Problem(Exception):
    pass


def check_arguments(schema: dict, arguments: object) -> list[str]:
    try:
        demand(schema, arguments, "$")
    except* Problem as group:
        found = [str(problem) for problem in leaves(group)]
    else:
        found = []
    return found


def leaves(group):
    for one in group.exceptions:
        if isinstance(one, ExceptionGroup):
            yield from leaves(one)
        else:
            yield one


def demand(schema, value, path):
    """Raise a group of all problems of a value, or a single Problem, or nothing."""
    if schema is True:
        return
    if schema is False:
        raise Problem(f"{path}: is not allowed")
    raised = []
    for keyword, check in CHECKS.items():
        if keyword not in schema:
            continue
        for what in check(schema[keyword], value, path, schema):
            try:
                what()
            except (Problem, ExceptionGroup) as problem:
                raised.append(problem)
    if raised:
        raise ExceptionGroup(path, raised)


def refuse(path, text):
    def what():
        raise Problem(f"{path}: {text}")

    return [what]


def check_type(wanted, value, path, _):
    wanted = [wanted] if isinstance(wanted, str) else wanted
    name = json_type(value)
    good = name in wanted or (name, "number") == ("integer", next((one for one in wanted if one == "number"), None))
    return [] if good else refuse(path, f"must be {' or '.join(wanted)}, not {name}")


def check_enum(choices, value, path, _):
    listed = [tagged(choice) for choice in choices]
    return [] if tagged(value) in listed else refuse(path, f"must be one of {text_of(choices)}")


def check_const(only, value, path, _):
    return [] if tagged(value) == tagged(only) else refuse(path, f"must be {text_of(only)}")


def limit(names, measure, is_broken, words):
    def check(bound, value, path, _):
        if json_type(value) in names and is_broken(measure(value), bound):
            return refuse(path, f"{words} {text_of(bound)}")
        return []

    return check


def check_required(names, value, path, _):
    missing = set(names) - set(value) if isinstance(value, dict) else set()
    return [what for name in names if name in missing for what in refuse(longer(path, name), "is required")]


def check_properties(schemas, value, path, _):
    for name in schemas if isinstance(value, dict) else ():
        if name in value:
            yield lambda name=name: demand(schemas[name], value[name], longer(path, name))


def check_additional(inner, value, path, schema):
    for name in value if isinstance(value, dict) else ():
        if name not in schema.get("properties", {}):
            yield lambda name=name: demand(inner, value[name], longer(path, name))


def check_items(inner, value, path, _):
    for index in range(len(value)) if isinstance(value, list) else ():
        yield lambda index=index: demand(inner, value[index], f"{path}[{index}]")


NUMBERS = {"integer", "number"}
CHECKS = {
    "type": check_type,
    "enum": check_enum,
    "const": check_const,
    "minimum": limit(NUMBERS, lambda value: value, lambda size, bound: size < bound, "must be at least"),
    "maximum": limit(NUMBERS, lambda value: value, lambda size, bound: size > bound, "must be at most"),
    "minLength": limit({"string"}, len, lambda size, bound: size < bound, "length must be at least"),
    "maxLength": limit({"string"}, len, lambda size, bound: size > bound, "length must be at most"),
    "minItems": limit({"array"}, len, lambda size, bound: size < bound, "number of items must be at least"),
    "maxItems": limit({"array"}, len, lambda size, bound: size > bound, "number of items must be at most"),
    "required": check_required,
    "properties": check_properties,
    "additionalProperties": check_additional,
    "items": check_items,
}


def json_type(value):
    names = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    if isinstance(value, float) and abs(value) != float("inf") and Fraction(value).denominator == 1:
        return "integer"
    return names.get(type(value), "null")


def tagged(value):
    """Return a value with every bool in it marked, so that == tells it from a number."""
    if isinstance(value, bool):
        return {"bool": str(value)}, "bool"
    if isinstance(value, list):
        return [tagged(item) for item in value]
    if isinstance(value, dict):
        return {name: tagged(item) for name, item in value.items()}
    return value


def longer(path, name):
    return f"{path}.{name}" if name.isidentifier() else f"{path}[{text_of(name)}]"


def text_of(value):
    return json.dumps(value, ensure_ascii=False)
