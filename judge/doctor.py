"""`--doctor`: which protections this machine gives when it judges somebody else's code, and which are missing."""

import os
import platform
from pathlib import Path

import judge
from judge.columns import wrapped
from judge.problem import names
from judge.sandbox import confine, is_sandboxed, protections
from judge.scratch import scratch_folder
from judge.terminal import WIDTH, write

NO_SANDBOX = (
    "This machine has no sandbox: the code that is judged can do whatever you can do. "
    "See --doctor, and SECURITY.md for what to do about it."
)
READABLE = (
    "An attempt can read solutions/ here all the same. Move the project to another folder, such as one of your home, "
    "and do not install its solutions as a package."
)
UNCONFIRMED = "Without solutions/, no replay confirms a pass here: an attempt that forges its reports is not found out."


def run() -> int:
    """Print what protects this machine; return 0 if an attempt is kept in bounds, else 1."""
    root = Path(judge.__file__).resolve().parent.parent
    sound = is_sandboxed()
    told = "Strangers' code is kept in bounds here." if sound else NO_SANDBOX
    if sound and reads_solutions(root):
        sound, told = False, READABLE
    lines = [f"{platform.system()} {platform.release()}, Python {platform.python_version()}", ""]
    for protection in protections():
        mark = "✓" if protection.present else "✗"
        lines += [f"  {mark} {protection.name:<9} {protection.meaning}"]
    lines += ["", *wrapped(told, WIDTH)]
    if not all((root / "solutions" / name / "reference.py").is_file() for name in names(root)):
        lines += wrapped(UNCONFIRMED, WIDTH)
    write(lines)
    return 0 if sound else 1


def reads_solutions(root: Path) -> bool:
    """Tell whether a confined process can read any reference of the project at `root`, by letting one try."""
    references = sorted(root.glob("solutions/*/reference.py"))
    with scratch_folder() as scratch:
        pid = os.fork()
        if pid == 0:
            found = True
            try:
                confine(root, scratch)
                found = any(_is_readable(path) for path in references)
            finally:
                os._exit(found)
        return os.waitpid(pid, 0)[1] != 0


def _is_readable(path: Path) -> bool:
    try:
        path.read_bytes()
    except OSError:
        return False
    return True
