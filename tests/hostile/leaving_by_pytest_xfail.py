"""Declares the test to be expected to fail."""

# verdict: fail
# says: skipped this test from inside
# costs: 1

import pytest


def attack():
    pytest.xfail("known")
