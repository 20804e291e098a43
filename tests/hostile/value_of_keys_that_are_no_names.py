"""Puts keys that are no names, and names without end, among what the file defines; and takes the file's name away."""

# verdict: error
# says: has no function one_turn, but it has one_trun. did you mean

globals()[5] = len
globals()["a" * 1_000_000] = len
del __file__


def one_trun(reply, step, max_steps):
    return None


for number in range(300_000):
    globals()[f"one_turm{number}"] = len

# The stub's function, one_turn(reply, step, max_steps), is nowhere.
