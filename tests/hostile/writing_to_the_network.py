"""Opens a connection."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import socket


def attack():
    socket.create_connection(("127.0.0.1", 9), timeout=0.1)
