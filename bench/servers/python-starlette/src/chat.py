"""The chat: who is in which room, and what happens to each frame.

Every user of a room gets every message of that room, the sender included; a name is in use once, whatever the room.
"""

import asyncio
import json
from contextlib import suppress

from starlette.websockets import WebSocket, WebSocketDisconnect

NAME_IN_USE = json.dumps({"type": "system", "message": "User already exist"})

# A reader that falls this far behind is cut off, so that it cannot fill the server's memory.
MAX_PENDING_CHARACTERS = 64 * 1024 * 1024

UNSUPPORTED_DATA, INVALID_PAYLOAD, POLICY_VIOLATION = 1003, 1007, 1008


class Refused(Exception):
    """A frame that breaks the protocol: the connection is closed with this code and reason."""

    def __init__(self, code: int, reason: str):
        super().__init__(code, reason)


class User:
    """A joined user: messages to it wait in a queue of its own, so that a slow reader holds up no one else."""

    def __init__(self, websocket: WebSocket, room: str, name: str):
        self.room = room
        self.name = name
        self._websocket = websocket
        self._pending: asyncio.Queue[str] = asyncio.Queue()
        self._pending_characters = 0
        self._connection = asyncio.current_task()
        self._sender = asyncio.create_task(self._deliver())

    def send(self, text: str) -> None:
        if self._pending_characters > MAX_PENDING_CHARACTERS:
            self._connection.cancel()
            return
        self._pending_characters += len(text)
        self._pending.put_nowait(text)

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


class Chat:
    """Names and rooms. One event loop needs no locks."""

    def __init__(self) -> None:
        self._names: set[str] = set()
        self._rooms: dict[str, set[User]] = {}

    async def connect(self, websocket: WebSocket) -> None:
        """Takes on a WebSocket: its first frame joins, the later ones are messages."""
        await websocket.accept()
        try:
            with suppress(WebSocketDisconnect):
                await self._talk(websocket)
        except Refused as refusal:
            with suppress(WebSocketDisconnect):
                await websocket.close(*refusal.args)

    async def _talk(self, websocket: WebSocket) -> None:
        room, name = _joining(_parse(await _receive(websocket)))
        if name in self._names:
            await websocket.send_text(NAME_IN_USE)
            await websocket.close()
            return
        user = User(websocket, room, name)
        self._names.add(name)
        self._rooms.setdefault(room, set()).add(user)
        try:
            while True:
                self._post(user, await _receive(websocket))
        finally:
            self._leave(user)
            await user.stop()

    def _post(self, user: User, text: str) -> None:
        """Passes a message on to the user's room, as it came: checked, but not serialised anew."""
        match _parse(text):
            case {"name": user.name, "chat": user.room, "message": str()}:
                for member in self._rooms[user.room]:
                    member.send(text)
            case _:
                raise Refused(POLICY_VIOLATION, "expected own name, own chat and message")

    def _leave(self, user: User) -> None:
        self._names.discard(user.name)
        members = self._rooms[user.room]
        members.discard(user)
        if not members:
            del self._rooms[user.room]


async def _receive(websocket: WebSocket) -> str:
    message = await websocket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    if text is None:
        raise Refused(UNSUPPORTED_DATA, "text frames only")
    return text


def _parse(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(INVALID_PAYLOAD, "not JSON") from None


def _joining(frame: object) -> tuple[str, str]:
    match frame:
        case {"chat": str(room), "name": str(name)} if room and name:
            return room, name
    raise Refused(POLICY_VIOLATION, "expected chat and name")
