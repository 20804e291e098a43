"""Leaves a thread running that Python would wait for."""

# verdict: pass

import threading
import time

threading.Thread(target=time.sleep, args=(1_000,)).start()
