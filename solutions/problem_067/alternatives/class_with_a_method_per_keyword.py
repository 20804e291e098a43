"""A class with a method for each keyword, run in the order of the table, and a path that is rendered at the end."""

from json import dumps

TABLE = ["type", "enum", "const", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"]
TABLE += ["required", "properties", "additionalProperties", "items"]
JSON_TYPES = [
    ("null", lambda value: value is None),
    ("boolean", lambda value: value is True or value is False),
    ("integer", lambda value: isinstance(value, int) or (isinstance(value, float) and value.is_integer())),
    ("number", lambda value: isinstance(value, float)),
    ("string", lambda value: isinstance(value, str)),
    ("array", lambda value: isinstance(value, list)),
    ("object", lambda value: isinstance(value, dict)),
]


def check_arguments(schema: dict, arguments: object) -> list[str]:
    check = Check()
    check.visit(schema, arguments)
    return check.found


def type_of(value):
    return next(name for name, fits in JSON_TYPES if fits(value))


def key_of(value):
    """Return a text that two values share exactly if they are equal."""
    if isinstance(value, list):
        return f"[{','.join(key_of(item) for item in value)}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{dumps(name)}:{key_of(value[name])}" for name in sorted(value)) + "}"
    if type_of(value) == "integer":
        return hex(int(value))
    return dumps(value)


class Check:
    def __init__(self):
        self.found, self.path = [], []

    def say(self, *words):
        self.found.append(f"${''.join(self.path)}: {' '.join(words)}")

    def visit(self, schema, value, *step):
        self.path += step
        if schema is False:
            self.say("is not allowed")
        elif schema is not True:
            for keyword in TABLE:
                if keyword in schema:
                    getattr(self, f"on_{keyword}")(schema[keyword], value, schema)
        if step:
            self.path.pop()

    def on_type(self, wanted, value, _):
        wanted = [wanted] if isinstance(wanted, str) else list(wanted)
        kind = type_of(value)
        if kind not in [*wanted, *["integer" for name in wanted if name == "number"]]:
            self.say("must be", " or ".join(wanted) + ",", "not", kind)

    def on_enum(self, choices, value, _):
        if key_of(value) not in map(key_of, choices):
            self.say("must be one of", dumps(choices, ensure_ascii=False))

    def on_const(self, only, value, _):
        if key_of(value) != key_of(only):
            self.say("must be", dumps(only, ensure_ascii=False))

    def on_minimum(self, limit, value, _):
        if type_of(value) in ("integer", "number") and value < limit:
            self.say("must be at least", dumps(limit))

    def on_maximum(self, limit, value, _):
        if type_of(value) in ("integer", "number") and value > limit:
            self.say("must be at most", dumps(limit))

    def on_minLength(self, limit, value, _):
        if isinstance(value, str) and len(value) < limit:
            self.say("length must be at least", str(limit))

    def on_maxLength(self, limit, value, _):
        if isinstance(value, str) and len(value) > limit:
            self.say("length must be at most", str(limit))

    def on_minItems(self, limit, value, _):
        if isinstance(value, list) and len(value) < limit:
            self.say("number of items must be at least", str(limit))

    def on_maxItems(self, limit, value, _):
        if isinstance(value, list) and len(value) > limit:
            self.say("number of items must be at most", str(limit))

    def on_required(self, names, value, _):
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    self.path.append(self.step(name))
                    self.say("is required")
                    self.path.pop()

    def on_properties(self, schemas, value, _):
        if isinstance(value, dict):
            for name, schema in schemas.items():
                if name in value:
                    self.visit(schema, value[name], self.step(name))

    def on_additionalProperties(self, schema, value, whole):
        if isinstance(value, dict):
            for name, item in value.items():
                if name not in whole.get("properties", ()):
                    self.visit(schema, item, self.step(name))

    def on_items(self, schema, value, _):
        if isinstance(value, list):
            for index, item in enumerate(value):
                self.visit(schema, item, f"[{index}]")

    @staticmethod
    def step(name):
        return "." + name if name.isidentifier() else "[" + dumps(name, ensure_ascii=False) + "]"
