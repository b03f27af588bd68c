"""A bookstore for the tests: a thread for each client, and one connection to the database. FLAW names what it gets wrong."""

import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler

from postgres import Database
from serving import serve

CREATED = """to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"""
COLUMNS = f"id, name, price, {CREATED}"
LARGEST_ID = 2**63 - 1
LOCK = threading.Lock()
FLAW = os.environ.get("FLAW", "")


class Refused(Exception):
    """An answer other than the one that was asked for."""

    def __init__(self, status, error):
        super().__init__(error)
        self.status = status


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    database = None

    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            self.answer(*self.route(body))
        except Refused as refused:
            self.answer(refused.status, {"error": str(refused)})
        except OSError:
            self.answer(500 if FLAW == "fails without its database" else 503, {"error": "database unavailable"})

    do_GET = do_POST = do_PUT = do_DELETE = respond

    def route(self, body):
        if self.path == "/cleanup/":
            self.allow("POST")
            return 200, self.clean_up()
        if self.path == "/books/" and self.command == "POST":
            return 201, self.add(body)
        if self.path == "/books/":
            self.allow("GET")
            return 200, self.books("ORDER BY id DESC" if FLAW == "lists the newest first" else "ORDER BY id")
        if single := re.fullmatch("/books/([^/]+)", self.path):
            self.allow("GET")
            return 200, self.book(single[1])
        raise Refused(404, "not found")

    def allow(self, method):
        if self.command != method and FLAW != "takes any method":
            raise Refused(405, "method not allowed")

    def rows(self, query):
        with LOCK:
            try:
                if Handler.database is None:
                    Handler.database = Database(os.environ["DATABASE_URL"])
                return Handler.database.rows(query)
            except OSError:
                Handler.database = None
                raise

    def clean_up(self):
        ((count,),) = self.rows("SELECT count(*) FROM books")
        self.rows("TRUNCATE books RESTART IDENTITY")
        return {"removed": int(count)}

    def books(self, which):
        return [book(row) for row in self.rows(f"SELECT {COLUMNS} FROM books {which}")]

    def book(self, id):
        if not re.fullmatch("[0-9]+", id) or int(id) > LARGEST_ID:
            raise Refused(404, "not found")
        found = self.books(f"WHERE id = {int(id)}")
        if not found:
            raise Refused(404, "not found")
        return found[0]

    def add(self, body):
        name, price = checked(body)
        quoted = name.replace("'", "''")
        insert = f"INSERT INTO books (name, price) VALUES ('{quoted}', {price}) RETURNING {COLUMNS}"
        (row,) = self.rows(insert)
        return book(row)

    def answer(self, status, content):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if FLAW == "hangs up after each answer":
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def book(row):
    id, name, price, created = row
    price = price if FLAW == "writes prices as texts" else float(price)
    return {"id": int(id), "name": name, "price": price, "createdDate": created}


def checked(body):
    try:
        sent = json.loads(body)
    except ValueError:
        sent = None
    if not isinstance(sent, dict):
        raise Refused(400, "body: expected a JSON object")
    name, price = sent.get("name"), sent.get("price")
    if not isinstance(name, str) or not name.strip() or len(name) > 256:
        raise Refused(400, "name: expected a text of 1 to 256 characters")
    least = -1 if FLAW == "takes prices below zero" else 0
    is_number = isinstance(price, (int, float)) and not isinstance(price, bool)
    if not is_number or not least <= price <= 99_999_999.99:
        raise Refused(400, "price: expected a number from 0 to 99999999.99")
    return name, price


serve(Handler)
