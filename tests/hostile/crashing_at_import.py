"""Crashes while it is imported."""

# verdict: error
# says: SIGSEGV.* while

import ctypes

ctypes.string_at(0)
