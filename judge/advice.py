"""The command as it is typed here, for the sentences that say what to type next."""

import shutil

# Many systems have no `python`, only `python3`.
PYTHON = "python" if shutil.which("python") or not shutil.which("python3") else "python3"
RUNNER = f"{PYTHON} runner.py"
