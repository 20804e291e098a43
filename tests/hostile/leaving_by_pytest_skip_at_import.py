"""Asks pytest to skip the whole module while it is imported."""

# verdict: error
# says: raises Skipped: not today while

import pytest

pytest.skip("not today", allow_module_level=True)
