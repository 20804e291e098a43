"""Uses random numbers and the clock."""

# verdict: pass

import random
import secrets
import time
import uuid
from datetime import datetime


def attack():
    random.shuffle([1, 2, 3])
    time.sleep(0.001)
    datetime.now().astimezone()
    uuid.uuid4()
    secrets.token_hex()
