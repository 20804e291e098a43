"""Write `check_arguments`: say everything that is wrong with a tool call's arguments. The rules are in spec.md."""


def check_arguments(schema: dict, arguments: object) -> list[str]:
    """Return every problem of `arguments` under `schema` as "PATH: TEXT", in the fixed order; `[]` if there is none."""
    raise NotImplementedError("check_arguments is not written yet")
