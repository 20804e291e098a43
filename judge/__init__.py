"""The engine: it knows how to judge an attempt, and nothing of any one problem."""

__version__ = "0.1.0"
