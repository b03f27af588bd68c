"""The server: Starlette answers GET / and takes WebSockets at /ws; uvicorn runs it, on uvloop."""

import os

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from shootout import connect

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8080"))
MAX_MESSAGE_BYTES = 2 * 1024 * 1024
CLOSING_GRACE_S = 2


async def index(request: Request) -> PlainTextResponse:
    return PlainTextResponse("Echo and broadcast over WebSocket at /ws\n")


app = Starlette(
    routes=[Route("/", index), WebSocketRoute("/ws", connect)],
)

if __name__ == "__main__":
    uvicorn.run(
        app,
        host=HOST,
        port=PORT,
        ws_max_size=MAX_MESSAGE_BYTES,
        timeout_graceful_shutdown=CLOSING_GRACE_S,
        # Uvicorn logs every connection at level info.
        log_level="warning",
    )
