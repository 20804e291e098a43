"""Problem 067 calls valid what a full JSON Schema validator calls valid, and nothing else."""

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.loading import load, public_names
from judge.problem import find

# A development dependency, see requirements-dev.txt: the bank itself never needs it.
jsonschema = pytest.importorskip("jsonschema", reason="compares with the package jsonschema, which is not installed")

PROBLEM = find(Path(__file__).resolve().parent.parent, "067")
FILES = [PROBLEM.reference, *PROBLEM.alternatives]

SEED = 67
SCHEMAS = 2_200
VALUES_FOR_EACH = 10
EVERY = 50  # To check a schema takes as long as to check a thousand values.

TYPES = ["null", "boolean", "integer", "number", "string", "array", "object"]
HOLDERS = ["properties", "additionalProperties", "items"]
KEYWORDS = ["type", "enum", "const", "minimum", "maximum", "required", *HOLDERS]
KEYWORDS += ["minLength", "maxLength", "minItems", "maxItems"]
NAMES = ["a", "b", "type", "", "a b"]
NUMBERS = [0, 1, 2, -1, 1.0, 2.0, 0.0, -0.0, 0.5, 1.5, 2**53 + 1, float(2**53), 1e300]
LEAVES = [None, True, False, *NUMBERS, "", " ", "a", "ab", "é", "👍🏽", "1"]
# What a value may hold and a schema may not.
ONLY_IN_VALUES = [10**400, -(10**400), 1e400, -1e400]
# They say something about a schema, or are of another standard; to a validator they are true of every value.
ANNOTATIONS: list[dict[str, Any]] = [
    {"description": "a"},
    {"default": 1},
    {"title": ""},
    {"nullable": True},
    {"x-unit": [1]},
]


def json_value(dice: random.Random, depth: int, leaves: list[Any]) -> Any:
    """Return a value that is nested at most `depth` deep."""
    kind = dice.random()
    if depth == 0 or kind < 0.5:
        return dice.choice(leaves)
    if kind < 0.7:
        return [json_value(dice, depth - 1, leaves) for _ in range(dice.randrange(4))]
    return {
        name: json_value(dice, depth - 1, leaves) for name in dice.sample(NAMES, dice.choice([0, 1, 1, 2, 2, 3, 4]))
    }


def subschema(dice: random.Random, depth: int) -> Any:
    """Return a schema that may be a bool."""
    return dice.choice([True, False, {}]) if dice.random() < 0.2 else schema(dice, depth)


def schema(dice: random.Random, depth: int) -> dict[str, Any]:
    """Return a schema of the subset, with a few keywords in any order."""
    known = KEYWORDS if depth else [keyword for keyword in KEYWORDS if keyword not in HOLDERS]
    made = {keyword: holding(dice, depth, keyword) for keyword in dice.sample(known, dice.choice([1, 1, 2, 2, 3, 4]))}
    return made if dice.random() < 0.8 else {**made, **dice.choice(ANNOTATIONS)}


def holding(dice: random.Random, depth: int, keyword: str) -> Any:
    """Return something that `keyword` may hold."""
    if keyword == "type":
        return dice.choice([dice.choice(TYPES), dice.sample(TYPES, dice.randrange(1, 4))])
    if keyword == "enum":
        return [json_value(dice, 2, LEAVES) for _ in range(dice.randrange(5))]
    if keyword == "const":
        return json_value(dice, 2, LEAVES)
    if keyword in ("minimum", "maximum"):
        return dice.choice(NUMBERS)
    if keyword == "required":
        return dice.sample(NAMES, dice.randrange(3))
    if keyword == "properties":
        return {name: subschema(dice, depth - 1) for name in dice.sample(NAMES, dice.choice([0, 1, 2, 2, 3]))}
    return subschema(dice, depth - 1) if keyword in HOLDERS else dice.randrange(3)


def nearly(dice: random.Random, value: Any) -> Any:
    """Return a copy of `value` that may differ where Python's == sees no difference, or JSON's order none."""
    if isinstance(value, list):
        return [nearly(dice, item) for item in value]
    if isinstance(value, dict):
        return {name: nearly(dice, value[name]) for name in dice.sample(list(value), len(value))}
    if isinstance(value, str) or value not in (0, 1) or dice.random() < 0.3:
        return value
    return dice.choice([bool(value), int(value), float(value)])


def fitting(dice: random.Random, wanted: Any) -> Any:
    """Return a value that has a chance to be valid: random ones are refused at once by most schemas."""
    if not isinstance(wanted, dict) or dice.random() < 0.1:
        return json_value(dice, 2, LEAVES + ONLY_IN_VALUES)
    if "const" in wanted:
        return nearly(dice, wanted["const"])
    if wanted.get("enum"):
        return nearly(dice, dice.choice(wanted["enum"]))
    if "items" in wanted and dice.random() < 0.6:
        return [fitting(dice, wanted["items"]) for _ in range(dice.randrange(4))]
    if wanted.keys() & {"properties", "required", "additionalProperties"} and dice.random() < 0.8:
        named = wanted.get("properties", {})
        names = [name for name in {**named, **dict.fromkeys(wanted.get("required", []))} if dice.random() < 0.9]
        names += [name for name in NAMES if name not in names and dice.random() < 0.1]
        other = wanted.get("additionalProperties", True)
        return {name: fitting(dice, named.get(name, other)) for name in names}
    return json_value(dice, 2, LEAVES + ONLY_IN_VALUES)


def pairs() -> Iterator[tuple[dict[str, Any], list[Any]]]:
    """Yield schemas, each with the values to check: the same ones in every run."""
    dice = random.Random(SEED)
    for _ in range(SCHEMAS):
        made = schema(dice, depth=3)
        yield made, [fitting(dice, made) for _ in range(VALUES_FOR_EACH)]


@pytest.fixture(scope="module")
def judged() -> list[tuple[dict[str, Any], Any, bool]]:
    """Every schema with every value that it is to check, and whether the full validator calls it valid."""
    found = []
    for made, values in pairs():
        validator = jsonschema.Draft202012Validator(made)
        found += [(made, value, bool(validator.is_valid(value))) for value in values]
    return found


def test_schemas_are_valid() -> None:
    for made, _ in itertools.islice(pairs(), 0, None, EVERY):
        jsonschema.Draft202012Validator.check_schema(made)


def test_there_are_many_pairs_and_enough_of_both_kinds(judged: list[tuple[dict[str, Any], Any, bool]]) -> None:
    valid = sum(is_valid for _, _, is_valid in judged)

    assert len(judged) > 20_000
    assert 0.25 < valid / len(judged) < 0.75


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_valid_is_what_a_full_validator_calls_valid(file: Path, judged: list[tuple[dict[str, Any], Any, bool]]) -> None:
    solution = load(file, public_names(PROBLEM.stub))
    differ = (
        (made, value, is_valid)
        for made, value, is_valid in judged
        if (solution.check_arguments(made, value) == []) is not is_valid
    )

    assert next(differ, None) is None
