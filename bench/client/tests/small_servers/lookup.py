"""A lookup server for the tests: a thread and a connection to the database for each client. FLAW names what it gets wrong."""

import json
import os
import random
from http.server import BaseHTTPRequestHandler

from postgres import Database
from serving import serve

MEMBERS = ("id", "name", "email", "description")
FLAW = os.environ.get("FLAW", "")


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
                self.database = Database(os.environ["DATABASE_URL"])
            number = 1 if FLAW == "always the first" else random.randint(1, 10_000)
            Handler.remembered = self.user(number)
            self.answer(200, Handler.remembered)
        except OSError:
            self.database = None if FLAW != "never connects again" else self.database
            if FLAW == "answers from memory":
                return self.answer(200, Handler.remembered)
            self.answer(503, {"error": "database unavailable"})

    def user(self, number):
        (row,) = self.database.rows(f"SELECT id, name, email, description FROM users WHERE name = 'user-{number}'")
        user = dict(zip(MEMBERS, row))
        return user | {"id": int(user["id"])}

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


serve(Handler)
