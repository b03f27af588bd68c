"""NATS's protocol of lines, with no library: what the tests' small relay needs of it."""

import socket
from urllib.parse import urlsplit


def messages(url, topic):
    """The bodies of a topic's messages, as they come. Whatever goes wrong with the connection is an OSError."""
    url = urlsplit(url)
    with socket.create_connection((url.hostname, url.port), timeout=2) as connection:
        connection.settimeout(None)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(f'CONNECT {{"verbose":false}}\r\nSUB {topic} 1\r\n'.encode())
        stream = connection.makefile("rb")
        while line := stream.readline():
            if line.startswith(b"PING"):
                connection.sendall(b"PONG\r\n")
            elif line.startswith(b"MSG"):
                length = int(line.split()[-1])
                yield stream.read(length + 2)[:-2]
        raise OSError("it closed the connection")
