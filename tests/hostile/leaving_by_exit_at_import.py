"""Ends the process while it is imported, with the status of success."""

# verdict: error
# says: ended the process with exit status 0 while

import os

os._exit(0)
