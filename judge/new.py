"""`--new`: the two folders of a new problem, made from a template that is itself a small working problem."""

import re
from pathlib import Path

from judge.advice import RUNNER
from judge.faults import UserError
from judge.problem import shown
from judge.terminal import write

_TEMPLATE = Path(__file__).resolve().parent / "template"
_NAME = re.compile(r"(?:problem_)?([0-9]{1,6})")


def run(root: Path, typed: str) -> int:
    """Make the folders of the problem that was `typed`, such as problem_130 or 130, and return 0.

    Raises UserError where that is no name for a problem, or one of the folders is there already.
    """
    found = _NAME.fullmatch(typed)
    if not found:
        raise UserError(f"{typed!r} is no name for a problem; a number is, for example: {RUNNER} --new 130")
    number = f"{int(found[1]):03d}"
    folders = {kind: root / f"{kind}s" / f"problem_{number}" for kind in ("problem", "solution")}
    for folder in folders.values():
        if folder.exists():
            raise UserError(f"{shown(folder, root)} is there already; choose another number, or edit what is there.")
    for kind, folder in folders.items():
        try:
            _copy(_TEMPLATE / kind, folder, number)
        except OSError as error:
            raise UserError(f"{shown(folder, root)} cannot be made ({error.strerror}); mend that first.") from None
    write(_NEXT.format(number=number, runner=RUNNER).splitlines())
    return 0


def _copy(template: Path, folder: Path, number: str) -> None:
    for source in sorted(template.rglob("*")):
        if source.is_file() and "__pycache__" not in source.parts:
            target = folder / source.relative_to(template)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = source.read_text(encoding="utf-8").replace("$number", number)
            target.write_text(text, encoding="utf-8", newline="\n")


_NEXT = """\
Made problems/problem_{number} and solutions/problem_{number}: a small working
problem, to be rewritten file by file as CONTRIBUTING.md says.

  {runner} {number} --audit    says what is still missing"""
