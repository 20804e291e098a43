"""Skips the test from inside."""

# verdict: fail
# says: skipped this test from inside
# costs: 1

import pytest


def attack():
    pytest.skip("not today")
