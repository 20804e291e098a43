"""Asks for eight gigabytes while it is imported."""

# verdict: error
# says: MemoryError

EATEN = bytearray(8 << 30)
