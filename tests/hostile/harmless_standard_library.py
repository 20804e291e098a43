"""Imports the whole standard library, but for what opens a window, prints or tests."""

# verdict: pass

import contextlib
import importlib
import sys
import warnings

LEFT_OUT = {"antigravity", "this", "idlelib", "turtle", "turtledemo", "tkinter", "test", "lib2to3", "ensurepip", "venv"}
warnings.simplefilter("ignore")
for name in sorted(sys.stdlib_module_names - LEFT_OUT):
    with contextlib.suppress(ImportError):  # Not every system has every module.
        importlib.import_module(name)
