"""Raises an exception that says it is the skip of a test."""

# verdict: fail
# says: raised Liar: a lie
# costs: 1

import pytest


class Liar(Exception):
    @property
    def __class__(self):
        return pytest.skip.Exception


def attack():
    raise Liar("a lie")
