"""The command: makes sure that pytest is there, then hands over to judge/ (see `python runner.py --help`)."""

import os
import sys

if __name__ == "__main__":
    # Every Python since 2.7 must be able to parse this file, so that an old one gets a sentence and no SyntaxError.
    if sys.version_info < (3, 11):  # noqa: UP036 - the reader's Python may well be older than the project's
        advice = "type the name of a newer one, such as python3.12 runner.py"
        if os.environ.get("RUNNER_HANDED_OVER"):
            advice = "it belongs to the .venv in this folder, so rename or delete .venv and run this again"
        found = sys.executable + " is " + ".".join(map(str, sys.version_info[:3]))
        sys.stderr.write("This needs Python 3.11 or newer, but " + found + ": " + advice + ".\n")
        sys.exit(2)
    try:
        root = os.path.dirname(os.path.realpath(__file__))
        if root not in sys.path:  # as with python -P, or PYTHONSAFEPATH
            sys.path.insert(0, root)
        from judge import bootstrap

        try:
            bootstrap.ensure(root, sys.argv[1:])
        except bootstrap.SetupError as error:
            sys.stderr.write(str(error) + "\n")
            sys.exit(2)
        from judge import cli

        sys.exit(cli.main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
