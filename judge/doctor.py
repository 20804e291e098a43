"""`--doctor`: which protections this machine gives when it judges somebody else's code, and which are missing."""

import platform
import textwrap

from judge.sandbox import is_sandboxed, protections
from judge.terminal import WIDTH, write

NO_SANDBOX = (
    "This machine has no sandbox: the code that is judged can do whatever you can do. "
    "See --doctor, and SECURITY.md for what to do about it."
)


def run() -> int:
    """Print what protects this machine; return 0 if an attempt is kept in bounds, else 1."""
    lines = [f"{platform.system()} {platform.release()}, Python {platform.python_version()}", ""]
    for protection in protections():
        mark = "✓" if protection.present else "✗"
        lines += [f"  {mark} {protection.name:<9} {protection.meaning}"]
    lines += ["", *textwrap.wrap("Strangers' code is kept in bounds here." if is_sandboxed() else NO_SANDBOX, WIDTH)]
    write(lines)
    return 0 if is_sandboxed() else 1
