"""The pages, and the way of a message to all of them."""

import asyncio
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

# A page that falls this far behind is cut off, so that it cannot fill the server's memory.
MAX_PENDING_BYTES = 4 * 1024 * 1024


class Page:
    """A connected page: messages to it wait in a queue of its own, so that a slow one holds up no other."""

    def __init__(self, websocket: WebSocket):
        self._websocket = websocket
        self._pending: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self._pending_bytes = 0
        self._connection = asyncio.current_task()
        self._sender = asyncio.create_task(self._deliver())

    def send(self, text: str, length_bytes: int) -> None:
        if self._pending_bytes > MAX_PENDING_BYTES:
            self._connection.cancel()
            return
        self._pending_bytes += length_bytes
        self._pending.put_nowait((text, length_bytes))

    async def stop(self) -> None:
        self._sender.cancel()
        with suppress(asyncio.CancelledError):
            await self._sender

    async def _deliver(self) -> None:
        # Which page is gone is seen by the connection's own task, which reads.
        with suppress(WebSocketDisconnect):
            while True:
                text, length_bytes = await self._pending.get()
                await self._websocket.send_text(text)
                self._pending_bytes -= length_bytes


class Feed:
    """All pages. One event loop needs no locks."""

    def __init__(self) -> None:
        self._pages: set[Page] = set()

    def send(self, body: bytes) -> None:
        """Queues a message for every page."""
        # A text frame can hold nothing but UTF-8.
        text = body.decode(errors="replace")
        for page in self._pages:
            page.send(text, len(body))

    async def connect(self, websocket: WebSocket) -> None:
        """Takes on a page and serves it until its end. It says nothing; what it says all the same is ignored."""
        await websocket.accept()
        page = Page(websocket)
        self._pages.add(page)
        try:
            while (await websocket.receive())["type"] != "websocket.disconnect":
                pass
        finally:
            self._pages.discard(page)
            await page.stop()
