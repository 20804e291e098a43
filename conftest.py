"""Gives `pytest problems/problem_119` the same fixture and markers as the judge."""

pytest_plugins = ["judge.plugin"]
