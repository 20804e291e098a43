"""The project's own tests."""

import pytest

# So that a failed assertion in there shows its values, as one in a test does.
pytest.register_assert_rewrite("tests.support")
