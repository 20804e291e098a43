"""Waits for two threads that wait for each other."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import threading


def attack():
    locks = threading.Lock(), threading.Lock()
    both = threading.Barrier(2)

    def take(first, second):
        with first:
            both.wait()
            with second:
                pass

    threads = [threading.Thread(target=take, args=order) for order in (locks, locks[::-1])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
