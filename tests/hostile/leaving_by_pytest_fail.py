"""Fails by pytest's own outcome, in words that look like the judge's."""

# verdict: fail
# says: raised Failed: R1 passed
# costs: 1

import pytest


def attack():
    pytest.fail("R1 passed", pytrace=False)
