"""Raises what pytest raises for a failed test, without the words that every such exception has."""

# verdict: fail
# says: cannot be put into words
# costs: 1

import pytest


def attack():
    failure = pytest.fail.Exception("no")
    del failure.msg
    raise failure
