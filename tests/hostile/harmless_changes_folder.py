"""Goes to another folder and changes the environment."""

# verdict: pass

import os


def attack():
    os.chdir("/")
    os.environ.clear()
