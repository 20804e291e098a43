"""Imports the reference and answers with it."""

# verdict: error
# says: fails while it is imported: (ModuleNotFound|Permission)Error

from solutions.problem_001.reference import one_turn  # noqa: F401
