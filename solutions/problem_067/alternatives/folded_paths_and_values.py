"""Functional: one lazy stream of (schema, value, path) for everything there is, and one of problems for each."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from json import JSONEncoder
from operator import gt, lt

write = JSONEncoder(ensure_ascii=False).encode
is_number = {"integer", "number"}.__contains__

LIMITS = [
    ("minimum", is_number, lambda value: value, lt, "must be at least "),
    ("maximum", is_number, lambda value: value, gt, "must be at most "),
    ("minLength", "string".__eq__, len, lt, "length must be at least "),
    ("maxLength", "string".__eq__, len, gt, "length must be at most "),
    ("minItems", "array".__eq__, len, lt, "number of items must be at least "),
    ("maxItems", "array".__eq__, len, gt, "number of items must be at most "),
]


def check_arguments(schema: dict, arguments: object) -> list[str]:
    return [": ".join(problem) for problem in chain.from_iterable(map(own, everything(schema, arguments, "$")))]


def everything(schema, value, path) -> Iterator[tuple]:
    """Yield the value with its schema, then what is inside it, in the order in which problems are told."""
    yield schema, value, path
    keywords = schema if isinstance(schema, dict) else {}
    if isinstance(value, list):
        inside = ((keywords.get("items", True), item, f"{path}[{index}]") for index, item in enumerate(value))
    elif isinstance(value, dict):
        named = keywords.get("properties", {})
        names = [*filter(value.__contains__, named), *(name for name in value if name not in named)]
        other = keywords.get("additionalProperties", True)
        inside = ((named.get(name, other), value[name], path + step(name)) for name in names)
    else:
        inside = ()
    yield from chain.from_iterable(everything(*place) for place in inside)


def own(place) -> Iterator[tuple[str, str]]:
    schema, value, path = place
    if isinstance(schema, bool):
        return iter(() if schema else [(path, "is not allowed")])
    texts = chain(of_type(schema, value), of_choice(schema, value), of_limits(schema, value))
    required = schema.get("required", ()) if isinstance(value, dict) else ()
    missing = ((path + step(name), "is required") for name in required if name not in value)
    return chain(zip(iter(partial(str, path), None), texts), missing)  # noqa: B905  # endless on the left


def of_type(schema, value):
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    kinds = [kind(value), "number"] if kind(value) == "integer" else [kind(value)]
    if names and not set(names) & set(kinds):
        yield f"must be {' or '.join(names)}, not {kinds[0]}"


def of_choice(schema, value):
    if "enum" in schema and canonical(value) not in map(canonical, schema["enum"]):
        yield f"must be one of {write(schema['enum'])}"
    if "const" in schema and canonical(value) != canonical(schema["const"]):
        yield f"must be {write(schema['const'])}"


def of_limits(schema, value):
    for keyword, applies, measure, breaks, text in LIMITS:
        if keyword in schema and applies(kind(value)) and breaks(measure(value), schema[keyword]):
            yield text + write(schema[keyword])


def canonical(value):
    """Return a hashable value that is equal for equal JSON values only."""
    if isinstance(value, list):
        return "array", tuple(map(canonical, value))
    if isinstance(value, dict):
        return "object", frozenset((name, canonical(item)) for name, item in value.items())
    return kind(value), value


def kind(value):
    if isinstance(value, float) and value.is_integer():
        return "integer"
    kinds = {
        "NoneType": "null",
        "bool": "boolean",
        "int": "integer",
        "float": "number",
        "str": "string",
        "list": "array",
    }
    return kinds.get(type(value).__name__, "object")


def step(name):
    return f".{name}" if name.isidentifier() else f"[{write(name)}]"
