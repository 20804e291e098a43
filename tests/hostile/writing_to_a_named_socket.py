"""Sends a datagram to a socket that has a name, as a log's has."""

# verdict: fail
# says: PermissionError
# costs: 1

import socket


def attack():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(b"x", "/dev/log")
