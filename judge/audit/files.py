"""What the author of a mistake says in its file, and what it is called in a fault."""

import ast
from pathlib import Path


def breaks(mistake: Path) -> list[str]:
    """Return the rules that a mistake's BREAKS names, none where it has no such list."""
    for node in ast.parse(mistake.read_bytes()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "BREAKS":
            try:
                return [str(rule) for rule in ast.literal_eval(node.value)]
            except (ValueError, TypeError):
                return []
    return []


def short(file: Path) -> str:
    """Return the path of a solution below its problem's folder, such as ``mistakes/no_cap.py``."""
    return file.name if file.parent.name.startswith("problem_") else f"{file.parent.name}/{file.name}"
