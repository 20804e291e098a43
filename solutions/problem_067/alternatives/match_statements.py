"""Match statements tell the kinds apart, and every function returns a list that its caller joins to its own."""

import json


def check_arguments(schema: dict, arguments: object) -> list[str]:
    match schema, arguments:
        case {**keywords}, value:
            return check("$", keywords, value)


def check(path, schema, value):
    match schema:
        case True:
            return []
        case False:
            return [f"{path}: is not allowed"]
    return [f"{path}: {text}" for text in (*general(schema, value), *limits(schema, value))] + inner(
        path, schema, value
    )


def name_of(value):
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float() if value == value // 1:
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case dict():
            return "object"


def general(schema, value):
    found = []
    match schema:
        case {"type": str(wanted)} if not fits(value, wanted):
            found += [f"must be {wanted}, not {name_of(value)}"]
        case {"type": [*several]} if not [wanted for wanted in several if fits(value, wanted)]:
            found += [f"must be {' or '.join(several)}, not {name_of(value)}"]
    match schema:
        case {"enum": choices} if not [choice for choice in choices if equal(choice, value)]:
            found += ["must be one of " + json.dumps(choices, ensure_ascii=False)]
    match schema:
        case {"const": only} if not equal(only, value):
            found += ["must be " + json.dumps(only, ensure_ascii=False)]
    return found


def fits(value, wanted):
    match wanted, name_of(value):
        case "number", "integer":
            return True
        case _, name:
            return name == wanted


def limits(schema, value):
    match value:
        case bool():
            return []
        case int() | float():
            return between(value, "", schema.get("minimum"), schema.get("maximum"))
        case str():
            return between(len(value), "length ", schema.get("minLength"), schema.get("maxLength"))
        case list():
            return between(len(value), "number of items ", schema.get("minItems"), schema.get("maxItems"))
    return []


def between(size, what, least, most):
    found = []
    if least is not None and not least <= size:
        found.append(f"{what}must be at least {json.dumps(least)}")
    if most is not None and not size <= most:
        found.append(f"{what}must be at most {json.dumps(most)}")
    return found


def inner(path, schema, value):
    match value:
        case list():
            places = [(f"{path}[{index}]", schema.get("items", True), item) for index, item in enumerate(value)]
            missing = []
        case dict():
            named = schema.get("properties", {})
            present = [(name, named[name]) for name in named if name in value]
            others = [(name, schema.get("additionalProperties", True)) for name in value if name not in named]
            places = [(at(path, name), one, value[name]) for name, one in present + others]
            missing = [f"{at(path, name)}: is required" for name in schema.get("required", ()) if name not in value]
        case _:
            return []
    return sum((check(*place) for place in places), missing)


def at(path, name):
    match name.isidentifier():
        case True:
            return f"{path}.{name}"
        case False:
            return f"{path}[{json.dumps(name, ensure_ascii=False)}]"


def equal(one, other):
    match one, other:
        case (bool(), _) | (_, bool()) | (None, _) | (_, None):
            return one is other
        case [*_], [*_]:
            return len(one) == len(other) and all(equal(*pair) for pair in zip(one, other, strict=True))
        case {**left}, {**right}:
            return left.keys() == right.keys() and all(equal(left[name], right[name]) for name in left)
    return one == other
