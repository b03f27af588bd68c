"""The server's side of a WebSocket, with no library: what the tests' small relay needs of it."""

import base64
import hashlib
import socket
import struct
import threading

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
MOST_UNSENT_BYTES = 4 * 1024 * 1024
MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


def accept_key(key):
    return base64.b64encode(hashlib.sha1(key.encode() + MAGIC).digest()).decode()


def frame(opcode, payload):
    length = len(payload)
    if length < 126:
        head = struct.pack("!BB", 0x80 | opcode, length)
    elif length < 65536:
        head = struct.pack("!BBH", 0x80 | opcode, 126, length)
    else:
        head = struct.pack("!BBQ", 0x80 | opcode, 127, length)
    return head + payload


class Page:
    """A client, to whom a thread of its own writes; one that does not read is cut off."""

    def __init__(self, connection, stream):
        self.connection = connection
        self.stream = stream
        self.unsent = b""
        self.is_open = True
        self.changed = threading.Condition()
        threading.Thread(target=self.write, daemon=True).start()

    def send(self, opcode, payload):
        with self.changed:
            self.unsent += frame(opcode, payload)
            self.changed.notify()
            is_full = len(self.unsent) > MOST_UNSENT_BYTES
        if is_full:
            self.close()

    def write(self):
        while self.is_open:
            with self.changed:
                self.changed.wait_for(lambda: self.unsent or not self.is_open)
                unsent, self.unsent = self.unsent, b""
            try:
                self.connection.sendall(unsent)
            except OSError:
                self.close()

    def close(self):
        with self.changed:
            self.is_open = False
            self.changed.notify()
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass

    def read(self):
        """Answers pings until the page leaves."""
        while head := self.stream.read(2):
            length = head[1] & 0x7F
            if length == 126:
                (length,) = struct.unpack("!H", self.stream.read(2))
            elif length == 127:
                (length,) = struct.unpack("!Q", self.stream.read(8))
            mask = self.stream.read(4)
            masked = self.stream.read(length)
            payload = bytes(byte ^ mask[place % 4] for place, byte in enumerate(masked))
            opcode = head[0] & 0x0F
            if opcode == PING:
                self.send(PONG, payload)
            elif opcode == CLOSE:
                return self.send(CLOSE, payload)
