"""Never comes to the end of its import."""

# verdict: error
# says: takes more than 5 s to import

import time

time.sleep(1_000)
