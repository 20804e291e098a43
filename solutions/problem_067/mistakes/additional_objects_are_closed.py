"""An additional object with `properties` may have no other ones, unless its schema says so."""

import json

BREAKS = ["R10"]


def check_arguments(schema, arguments):
    found = []
    check(schema, arguments, "$", found)
    return found


def check(schema, value, path, found):
    if schema is True:
        return
    if schema is False:
        found.append(f"{path}: is not allowed")
        return
    kind = kind_of(value)
    if "type" in schema:
        wanted = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        if not any(kind == one or (kind == "integer" and one == "number") for one in wanted):
            found.append(f"{path}: must be {' or '.join(wanted)}, not {kind}")
    if "enum" in schema and not any(is_same(value, one) for one in schema["enum"]):
        found.append(f"{path}: must be one of {text(schema['enum'])}")
    if "const" in schema and not is_same(value, schema["const"]):
        found.append(f"{path}: must be {text(schema['const'])}")
    if kind in ("integer", "number"):
        if "minimum" in schema and value < schema["minimum"]:
            found.append(f"{path}: must be at least {text(schema['minimum'])}")
        if "maximum" in schema and value > schema["maximum"]:
            found.append(f"{path}: must be at most {text(schema['maximum'])}")
    if kind == "string":
        if "minLength" in schema and len(value) < schema["minLength"]:
            found.append(f"{path}: length must be at least {schema['minLength']}")
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            found.append(f"{path}: length must be at most {schema['maxLength']}")
    if kind == "array":
        if "minItems" in schema and len(value) < schema["minItems"]:
            found.append(f"{path}: number of items must be at least {schema['minItems']}")
        if "maxItems" in schema and len(value) > schema["maxItems"]:
            found.append(f"{path}: number of items must be at most {schema['maxItems']}")
    if kind == "object":
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                found.append(f"{join(path, name)}: is required")
        for name, inner in properties.items():
            if name in value:
                check(inner, value[name], join(path, name), found)
        if "additionalProperties" in schema:
            inner = schema["additionalProperties"]
            if isinstance(inner, dict) and "properties" in inner:
                inner = {"additionalProperties": False, **inner}
            for name in value:
                if name not in properties:
                    check(inner, value[name], join(path, name), found)
    if kind == "array" and "items" in schema:
        for index, item in enumerate(value):
            check(schema["items"], item, f"{path}[{index}]", found)


def kind_of(value):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "integer" if value.is_integer() else "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def is_same(one, other):
    if kind_of(one) != kind_of(other):
        return False
    if isinstance(one, list):
        return len(one) == len(other) and all(is_same(a, b) for a, b in zip(one, other))
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_same(one[name], other[name]) for name in one)
    return one == other


def join(path, name):
    if name.isidentifier():
        return f"{path}.{name}"
    return f"{path}[{text(name)}]"


def text(value):
    return json.dumps(value, ensure_ascii=False)
