"""No recursion at all: a stack holds what is still to be checked, the next thing on top; so does equality."""

import json

WORDS = {
    "minimum": "must be at least",
    "maximum": "must be at most",
    "minLength": "length must be at least",
    "maxLength": "length must be at most",
    "minItems": "number of items must be at least",
    "maxItems": "number of items must be at most",
}


def check_arguments(schema: dict, arguments: object) -> list[str]:
    found, waiting = [], [(schema, arguments, "$")]
    while waiting:
        schema, value, path = waiting.pop()
        if schema is False:
            found.append(path + ": is not allowed")
        if isinstance(schema, bool):
            continue
        found.extend(path + ": " + text for text in texts(schema, value))
        inside = []
        if isinstance(value, dict):
            for name in schema.get("required", []):
                if name not in value:
                    found.append(path + suffix(name) + ": is required")
            rest = dict(value)
            for name, inner in schema.get("properties", {}).items():
                if name in rest:
                    inside.append((inner, rest.pop(name), path + suffix(name)))
            if "additionalProperties" in schema:
                inside += [(schema["additionalProperties"], rest[name], path + suffix(name)) for name in rest]
        elif isinstance(value, list) and "items" in schema:
            inside = [(schema["items"], item, path + "[" + str(index) + "]") for index, item in enumerate(value)]
        waiting += reversed(inside)
    return found


def texts(schema, value):
    names = type_names(value)
    if "type" in schema:
        wanted = schema["type"]
        wanted = wanted if isinstance(wanted, list) else [wanted]
        if names.isdisjoint(wanted):
            yield f"must be {' or '.join(wanted)}, not {'integer' if 'integer' in names else min(names)}"
    if "enum" in schema:
        for choice in schema["enum"]:
            if equal(choice, value):
                break
        else:
            yield "must be one of " + json.dumps(schema["enum"], ensure_ascii=False)
    if "const" in schema and not equal(schema["const"], value):
        yield "must be " + json.dumps(schema["const"], ensure_ascii=False)
    for least, most, size in sizes(names, value):
        if least in schema and size < schema[least]:
            yield f"{WORDS[least]} {json.dumps(schema[least])}"
        if most in schema and size > schema[most]:
            yield f"{WORDS[most]} {json.dumps(schema[most])}"


def type_names(value):
    """Return all the types that a value is of."""
    if value is None or value is True or value is False:
        return {"null"} if value is None else {"boolean"}
    if isinstance(value, str):
        return {"string"}
    if isinstance(value, (list, dict)):
        return {"array"} if isinstance(value, list) else {"object"}
    return {"integer", "number"} if isinstance(value, int) or value.is_integer() else {"number"}


def sizes(names, value):
    if "number" in names:
        yield "minimum", "maximum", value
    if "string" in names:
        yield "minLength", "maxLength", len(value)
    if "array" in names:
        yield "minItems", "maxItems", len(value)


def suffix(name):
    return "." + name if name.isidentifier() else "[" + json.dumps(name, ensure_ascii=False) + "]"


def equal(one, other):
    pairs = [(one, other)]
    while pairs:
        one, other = pairs.pop()
        if type_names(one) != type_names(other):
            return False
        if isinstance(one, dict):
            if one.keys() != other.keys():
                return False
            pairs += [(one[name], other[name]) for name in one]
        elif isinstance(one, list):
            if len(one) != len(other):
                return False
            pairs += zip(one, other, strict=True)
        elif one != other:
            return False
    return True
