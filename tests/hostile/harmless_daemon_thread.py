"""Leaves a daemon thread running."""

# verdict: pass

import threading
import time

threading.Thread(target=time.sleep, args=(1_000,), daemon=True).start()
