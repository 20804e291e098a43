"""Asks pytest to end the whole session."""

# verdict: fail
# says: enough
# costs: 1

import pytest


def attack():
    pytest.exit("enough", returncode=0)
