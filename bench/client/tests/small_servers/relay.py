"""A relay for the tests: what NATS publishes goes to all pages. FLAW names what it gets wrong."""

import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler

from nats import messages
from serving import serve
from websocket import TEXT, Page, accept_key, frame

FLAW = os.environ.get("FLAW", "")
TOPIC = os.environ.get("TOPIC", "bench")
pages = set()


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_GET(self):
        if self.path == "/feed" and "Sec-WebSocket-Key" in self.headers:
            return self.feed()
        status = 404 if FLAW == "has no root" else 200
        self.send_response(status)
        self.send_header("Content-Length", "3")
        self.end_headers()
        self.wfile.write(b"up\n")

    def feed(self):
        self.send_response(101)
        self.send_header("Connection", "Upgrade")
        self.send_header("Upgrade", "websocket")
        self.send_header("Sec-WebSocket-Accept", accept_key(self.headers["Sec-WebSocket-Key"]))
        self.end_headers()
        self.close_connection = True
        page = Page(self.connection, self.rfile)
        pages.add(page)
        try:
            page.read()
        except (OSError, ValueError):
            pass
        finally:
            pages.discard(page)
            time.sleep(0.05)
            page.close()

    def log_message(self, *_):
        pass


def pass_on(body):
    for page in list(pages):
        if FLAW == "waits for its pages":
            page.connection.sendall(frame(TEXT, body))
        else:
            page.send(TEXT, body)


def listen():
    held = None
    for number, body in enumerate(messages(os.environ["BROKER_URL"], TOPIC)):
        if FLAW == "loses every tenth" and number % 10 == 9:
            continue
        if FLAW == "swaps neighbours" and number % 10 == 8:
            held = body
            continue
        pass_on(body.decode("ascii", "replace").encode() if FLAW == "knows ASCII alone" else body)
        if FLAW == "says all twice":
            pass_on(body)
        if held is not None:
            pass_on(held)
            held = None


def keep_listening():
    while True:
        try:
            listen()
        except OSError as error:
            if FLAW == "gives up":
                return
            if FLAW == "closes its pages":
                for page in list(pages):
                    page.close()
            if FLAW != "says nothing":
                print(f"the broker is away ({error}): again in a second", file=sys.stderr, flush=True)
        time.sleep(1)


threading.Thread(target=keep_listening, daemon=True).start()
serve(Handler)
if FLAW == "ends late":
    time.sleep(8)
