"""A lookup server for the tests: a thread and a connection to the database for each client, in PostgreSQL's simple query
protocol, with no library. FLAW names what it gets wrong."""

import json
import os
import random
import signal
import socket
import struct
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

PROTOCOL_VERSION = 196608
MEMBERS = ("id", "name", "email", "description")
FLAW = os.environ.get("FLAW", "")


class Database:
    """One connection."""

    def __init__(self, url):
        self.socket = socket.create_connection((url.hostname, url.port), timeout=2)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.stream = self.socket.makefile("rb")
        names = f"user\0{url.username}\0database\0{url.path[1:]}\0\0".encode()
        self.socket.sendall(struct.pack("!ii", 8 + len(names), PROTOCOL_VERSION) + names)
        self.answers()

    def user(self, number):
        query = f"SELECT id, name, email, description FROM users WHERE name = 'user-{number}'\0".encode()
        self.socket.sendall(b"Q" + struct.pack("!i", 4 + len(query)) + query)
        (row,) = [body for kind, body in self.answers() if kind == b"D"]
        values, place = [], 2
        for _ in MEMBERS:
            (length,) = struct.unpack_from("!i", row, place)
            values.append(row[place + 4 : place + 4 + length].decode())
            place += 4 + length
        user = dict(zip(MEMBERS, values))
        return user | {"id": int(user["id"])}

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


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    database = None
    remembered = None

    def do_GET(self):
        if self.path != "/api/user":
            return self.answer(404, {"error": "not found"})
        try:
            if self.database is None:
                self.database = Database(urlsplit(os.environ["DATABASE_URL"]))
            number = 1 if FLAW == "always the first" else random.randint(1, 10_000)
            Handler.remembered = self.database.user(number)
            self.answer(200, Handler.remembered)
        except OSError:
            self.database = None if FLAW != "never connects again" else self.database
            if FLAW == "answers from memory":
                return self.answer(200, Handler.remembered)
            self.answer(503, {"error": "database unavailable"})

    def answer(self, status, content):
        text = json.dumps(content, indent=None if FLAW == "in one line" else 2)
        body = b"<h1>Oops</h1>" if FLAW == "in HTML" and status != 200 else text.encode()
        self.send_response(status)
        kind = "text/html" if body.startswith(b"<") else "application/json; charset=utf-8"
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if FLAW == "hangs up after each answer":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self):
        if FLAW == "takes any method":
            return self.do_GET()
        self.answer(405, {"error": "not found"})

    def log_message(self, *_):
        pass


def main():
    server = ThreadingHTTPServer((os.environ["HOST"], int(os.environ["PORT"])), Handler)
    server.daemon_threads = True
    stop = threading.Thread(target=server.shutdown)
    signal.signal(signal.SIGTERM, lambda *_: stop.start())
    server.serve_forever()


main()
