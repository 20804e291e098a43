"""Pretends while it is imported that somebody has pressed Ctrl-C."""

# verdict: error
# says: raises KeyboardInterrupt while

raise KeyboardInterrupt
