"""Writes one file of any size."""

# verdict: fail
# says: OSError.*File too large
# costs: 1


def attack():
    with open("eaten", "wb", buffering=0) as file:
        while file.write(bytes(1 << 20)):
            pass
