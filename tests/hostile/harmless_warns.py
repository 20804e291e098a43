"""Warns of what is old, at import and in a call."""

# verdict: pass

import warnings

warnings.warn("old", DeprecationWarning, stacklevel=1)


def attack():
    warnings.warn("older", DeprecationWarning, stacklevel=1)
