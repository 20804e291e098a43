"""Leaves a thread behind that ends the process in the middle of a later test."""

# verdict: fail
# says: ended the process with exit status 0
# costs: 1

import os
import threading
import time


def attack():
    threading.Thread(target=lambda: (time.sleep(0.02), os._exit(0)), daemon=True).start()
    time.sleep(0.2)
