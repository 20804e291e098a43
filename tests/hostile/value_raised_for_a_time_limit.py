"""Raises what the time limit would raise, at once."""

# verdict: fail
# says: The time limit ran out|raised Failed
# costs: 1

import pytest


def attack():
    pytest.fail("Timeout (>0.3s) from pytest-timeout.")
