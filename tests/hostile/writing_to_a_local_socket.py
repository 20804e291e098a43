"""Opens a socket that other programs could listen on."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import socket


def attack():
    socket.socket(socket.AF_UNIX).bind("\0written")
