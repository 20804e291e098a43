"""The files of a problem that an audit looks at, and what their authors say in them."""

import ast
from pathlib import Path

from judge.problem import Problem


def reference(problem: Problem) -> Path:
    return problem.solutions / "reference.py"


def alternatives(problem: Problem) -> list[Path]:
    return sorted((problem.solutions / "alternatives").glob("*.py"))


def mistakes(problem: Problem) -> list[Path]:
    return sorted((problem.solutions / "mistakes").glob("*.py"))


def breaks(mistake: Path) -> list[str]:
    """Return the rules that a mistake's BREAKS names, none where it has no such list."""
    for node in ast.parse(mistake.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "BREAKS":
            try:
                return [str(rule) for rule in ast.literal_eval(node.value)]
            except (ValueError, TypeError):
                return []
    return []


def sentence(file: Path) -> str:
    """Return the docstring of a file on one line."""
    return " ".join((ast.get_docstring(ast.parse(file.read_bytes())) or "").split())


def short(file: Path) -> str:
    """Return the path of a solution below its problem's folder, such as ``mistakes/no_cap.py``."""
    return file.name if file.parent.name.startswith("problem_") else f"{file.parent.name}/{file.name}"
