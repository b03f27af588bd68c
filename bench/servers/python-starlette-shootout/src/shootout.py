"""The shootout's protocol: an echo goes back to its sender, a broadcast to every client, the sender included."""

import asyncio
import json
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

# A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
MAX_PENDING_CHARACTERS = 64 * 1024 * 1024

INVALID_PAYLOAD = 1007


class Client:
    """A connected client: messages to it wait in a queue of its own, so that a slow reader holds up no one else."""

    def __init__(self, websocket: WebSocket):
        self._websocket = websocket
        self._pending: asyncio.Queue[str] = asyncio.Queue()
        self._pending_characters = 0
        self._connection = asyncio.current_task()
        self._sender = asyncio.create_task(self._deliver())

    def send(self, text: str) -> bool:
        """Queues a message; false if the client is too far behind."""
        if self._pending_characters > MAX_PENDING_CHARACTERS:
            self._connection.cancel()
            return False
        self._pending_characters += len(text)
        self._pending.put_nowait(text)
        return True

    async def stop(self) -> None:
        self._sender.cancel()
        with suppress(asyncio.CancelledError):
            await self._sender

    async def _deliver(self) -> None:
        # Who is gone is seen by the connection's own task, which reads.
        with suppress(WebSocketDisconnect):
            while True:
                text = await self._pending.get()
                await self._websocket.send_text(text)
                self._pending_characters -= len(text)


# One event loop needs no locks.
clients: set[Client] = set()


async def connect(websocket: WebSocket) -> None:
    """Takes on a WebSocket and serves it until its end."""
    await websocket.accept()
    try:
        await converse(websocket)
    except WebSocketDisconnect:
        pass
    except (ValueError, KeyError, RecursionError):
        # No JSON, none of the protocol's, in a binary frame, or nested more deeply than can be followed.
        with suppress(WebSocketDisconnect):
            await websocket.close(INVALID_PAYLOAD, "expected an echo or a broadcast")


async def converse(websocket: WebSocket) -> None:
    client = Client(websocket)
    clients.add(client)
    try:
        while True:
            take(client, await websocket.receive_json())
    finally:
        clients.discard(client)
        await client.stop()


def take(client: Client, message: object) -> None:
    match message:
        case {"type": "echo", "payload": payload}:
            client.send(serialise(type="echo", payload=payload))
        case {"type": "broadcast", "payload": payload}:
            text = serialise(type="broadcast", payload=payload)
            listen_count = sum(listener.send(text) for listener in clients)
            client.send(serialise(type="broadcastResult", payload=payload, listenCount=listen_count))
        case _:
            raise ValueError("expected an echo or a broadcast")


def serialise(**message: object) -> str:
    # Python reads NaN and Infinity, which are no JSON, and would pass them on.
    return json.dumps(message, allow_nan=False)
