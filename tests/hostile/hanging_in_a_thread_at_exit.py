"""Starts a thread that Python would wait for, and exits."""

# verdict: fail
# says: SystemExit
# costs: 1

import sys
import threading
import time


def attack():
    threading.Thread(target=time.sleep, args=(1_000,)).start()
    sys.exit()
