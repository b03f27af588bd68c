"""The server: Starlette answers GET / and takes pages at /feed, beside the task that hears the broker; uvicorn runs it, on uvloop."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from broker import Broker
from feed import Feed

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8080"))
BROKER_URL = os.environ.get("BROKER_URL", "amqp://bench:bench@127.0.0.1:5672")
TOPIC = os.environ.get("TOPIC", "bench")
CLOSING_GRACE_S = 2

broker = Broker(BROKER_URL, TOPIC)
feed = Feed()


async def index(request: Request) -> PlainTextResponse:
    return PlainTextResponse("A broker's messages over WebSocket at /feed\n")


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    relaying = asyncio.create_task(broker.relay(feed.send))
    yield
    relaying.cancel()
    await asyncio.wait([relaying], timeout=CLOSING_GRACE_S)


app = Starlette(
    routes=[Route("/", index), WebSocketRoute("/feed", feed.connect)],
    lifespan=lifespan,
)

if __name__ == "__main__":
    uvicorn.run(
        app,
        host=HOST,
        port=PORT,
        timeout_graceful_shutdown=CLOSING_GRACE_S,
        # Uvicorn logs every connection at level info.
        log_level="warning",
    )
