"""Opens files until there are no more descriptors, and keeps them open."""

# verdict: fail
# says: OSError.*Too many open files
# costs: 1

KEPT = []


def attack():
    while True:
        KEPT.append(open("/dev/null"))
