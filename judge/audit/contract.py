"""Check `contract`: what the spec shows of signatures and names is what the stub and the reference have."""

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from types import GenericAlias

from judge.audit.fault import Fault
from judge.problem import Problem

_EXAMPLE = re.compile(r"^### Example (\d+)", re.MULTILINE)
_BARE = re.compile(r"^((?:def .*)?\)(?: -> [\w\[\], |.]+)?)$", re.MULTILINE)  # the end of a signature without a body
_FIELDS = "its fields"
_QUOTED = re.compile(r'`"([^"`\n]+)"`')

Signature = dict[str, str]  # what to compare, by what it is called in a fault


def faults(problem: Problem) -> Iterator[Fault]:
    """Yield where spec, stub, reference and tests do not say the same."""
    text = problem.spec.read_text(encoding="utf-8")
    contract = _section(text, "Contract")
    blocks = "\n".join(re.findall(r"^```python\n(.*?)^```", contract, re.MULTILINE | re.DOTALL))
    promised = _signatures(_BARE.sub(r"\1: ...", blocks))
    if not promised:
        yield Fault("the Contract of spec.md shows no signature", "show it in a python block, as the stub has it")
    for file in (problem.stub, problem.reference):
        yield from _signatures_of(file, promised, _aliases(problem))
    given = _signatures(problem.stub.read_text(encoding="utf-8"))
    for name in [name for name in given if name not in promised]:
        # A class may be told field by field instead.
        told = [f"`{each}`" in contract for each in [name, *given[name].get(_FIELDS, "").split(", ")] if each]
        if _FIELDS not in given[name] or not all(told):
            yield Fault(f"{name} is in the stub and not in the Contract of spec.md", "show its signature there as well")
    yield from _strings(problem, contract)
    yield from _examples(problem, _section(text, "Examples"))


def _section(text: str, heading: str) -> str:
    found = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


def _aliases(problem: Problem) -> dict[str, str]:
    """Return the types that the lab gives other names to, such as ``Message = dict[str, Any]``."""
    if not (problem.folder / "lab.py").is_file():
        return {}
    lab = vars(importlib.import_module(f"problems.{problem.name}.lab"))
    return {name: _type(repr(value)) for name, value in lab.items() if isinstance(value, GenericAlias)}


def _signatures_of(file: Path, promised: dict[str, Signature], aliases: dict[str, str]) -> Iterator[Fault]:
    has = _signatures(file.read_text(encoding="utf-8"))
    for name, signature in promised.items():
        if name not in has:
            yield Fault(f"{file.name} does not define {name}, which the Contract shows", "make the two the same")
            continue
        for what in {**signature, **has[name]}:
            ours, theirs = (aliases.get(said or "", said) for said in (signature.get(what), has[name].get(what)))
            # An annotation may be left out; where both have one, it is the same.
            if ours != theirs and not (what.startswith("the type") and None in (ours, theirs)):
                said = f"{name}: {what} is {ours or 'not there'} in spec.md and {theirs or 'not there'} in {file.name}"
                yield Fault(said, "make the two the same")


def _signatures(code: str) -> dict[str, Signature]:
    """Return what can be compared of the public functions and classes that `code` defines."""
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return {}
    found: dict[str, Signature] = {}
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found[node.name] = _of_function(node)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            found[node.name] = _of_class(node)
    return found


def _of_function(node: ast.FunctionDef) -> Signature:
    arguments = node.args
    bare = ast.arguments(
        [ast.arg(each.arg) for each in arguments.posonlyargs],
        [ast.arg(each.arg) for each in arguments.args],
        ast.arg(arguments.vararg.arg) if arguments.vararg else None,
        [ast.arg(each.arg) for each in arguments.kwonlyargs],
        arguments.kw_defaults,
        ast.arg(arguments.kwarg.arg) if arguments.kwarg else None,
        arguments.defaults,
    )
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    types = {f"the type of {each.arg}": _type(each.annotation) for each in every if each.annotation}
    returned = {"the type of what is returned": _type(node.returns)} if node.returns else {}
    return {"its signature": f"({ast.unparse(bare)})", **types, **returned}


def _of_class(node: ast.ClassDef) -> Signature:
    fields = [each for each in node.body if isinstance(each, ast.AnnAssign)]
    names = ", ".join(
        ast.unparse(each.target) + (f"={ast.unparse(each.value)}" if each.value else "") for each in fields
    )
    types = {f"the type of {ast.unparse(each.target)}": _type(each.annotation) for each in fields}
    bases = ", ".join(map(ast.unparse, node.bases))
    return {_FIELDS: names, **types, **({"its base": bases} if bases else {})}


def _type(annotation: ast.expr | str) -> str:
    """Return a type as text; what is in a container may be said more precisely in one place than in another."""
    text = annotation if isinstance(annotation, str) else ast.unparse(annotation)
    return re.sub(r"\b(dict|list|tuple|set)\[.*\]", r"\1", text)


def _strings(problem: Problem, contract: str) -> Iterator[Fault]:
    """Look for the strings that the Contract quotes, such as stop reasons, where they would have to be written."""
    files = [problem.reference, problem.folder / "lab.py", problem.tests]
    written = "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())
    for quoted in dict.fromkeys(_QUOTED.findall(contract)):
        if quoted not in written:
            yield Fault(f'the Contract names "{quoted}", which no code of the problem writes', "make the two the same")


def _examples(problem: Problem, section: str) -> Iterator[Fault]:
    numbers = _EXAMPLE.findall(section)
    if numbers != [str(number) for number in range(1, len(numbers) + 1)] or not numbers:
        yield Fault(
            "spec.md has no examples that are numbered from 1 on", "head each with `### Example 1: what it shows`"
        )
    tests = problem.tests.read_text(encoding="utf-8")
    for part in re.split(r"(?=^### Example )", section, flags=re.MULTILINE)[1:]:
        number = _EXAMPLE.findall(part)[0]
        if f"def test_example_{number}_" not in tests:
            yield Fault(f"example {number} of spec.md is no test", f"write test_example_{number}_...")
        if not re.search(r"^```python\n(?:.*\n)*?>>> ", part, re.MULTILINE):
            yield Fault(
                f"example {number} of spec.md shows no code that runs", "show it in a python block after `>>> `"
            )
