"""Works in a pool of thirty-two threads."""

# verdict: pass

from concurrent.futures import ThreadPoolExecutor


def attack():
    with ThreadPoolExecutor(32) as pool:
        assert sum(pool.map(len, ["x" * 100_000] * 320)) == 32_000_000
