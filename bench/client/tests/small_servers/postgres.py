"""PostgreSQL's simple query protocol, with no library: what the tests' small servers need of it."""

import socket
import struct
from urllib.parse import urlsplit

PROTOCOL_VERSION = 196608


class Database:
    """One connection. Whatever goes wrong with it is an OSError."""

    def __init__(self, url):
        url = urlsplit(url)
        self.socket = socket.create_connection((url.hostname, url.port), timeout=2)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = self.socket.makefile("rb")
        names = f"user\0{url.username}\0database\0{url.path[1:]}\0\0".encode()
        self.socket.sendall(struct.pack("!ii", 8 + len(names), PROTOCOL_VERSION) + names)
        self.answers()

    def rows(self, query):
        """The rows that a query gives, each a list of texts."""
        query = query.encode() + b"\0"
        self.socket.sendall(b"Q" + struct.pack("!i", 4 + len(query)) + query)
        return [values(body) for kind, body in self.answers() if kind == b"D"]

    def answers(self):
        """Messages up to the one that says that the database is ready for the next query."""
        found = []
        while True:
            head = self.stream.read(5)
            if len(head) < 5:
                raise OSError("the database is gone")
            body = self.stream.read(struct.unpack("!i", head[1:])[0] - 4)
            if head[:1] == b"E":
                raise OSError(body.decode(errors="replace"))
            if head[:1] == b"Z":
                return found
            found.append((head[:1], body))


def values(row):
    (count,) = struct.unpack_from("!h", row)
    found, place = [], 2
    for _ in range(count):
        (length,) = struct.unpack_from("!i", row, place)
        found.append(row[place + 4 : place + 4 + length].decode())
        place += 4 + length
    return found
