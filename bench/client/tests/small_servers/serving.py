"""Serves HTTP where HOST and PORT say, a thread for each connection, until it is asked to end."""

import os
import signal
import threading
from http.server import ThreadingHTTPServer


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # For many who come at once.
    request_queue_size = 512


def serve(handler):
    server = Server((os.environ["HOST"], int(os.environ["PORT"])), handler)
    stop = threading.Thread(target=server.shutdown)
    signal.signal(signal.SIGTERM, lambda *_: stop.start())
    server.serve_forever()
