"""Asks pytest to end the whole session while it is imported."""

# verdict: error
# says: Exit: enough

import pytest

pytest.exit("enough", returncode=0)
