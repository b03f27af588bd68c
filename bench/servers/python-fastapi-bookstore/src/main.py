"""The server: uvicorn runs the bookstore, on uvloop, with a pool of connections for as long as it runs."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import uvicorn
from fastapi import FastAPI

from books import UNAVAILABLE, Books
from bookstore import bookstore

HOST = os.environ.get("HOST", "127.0.0.1")
PORT = int(os.environ.get("PORT", "8080"))
DATABASE_URL = os.environ.get("DATABASE_URL", "postgres://bench@127.0.0.1:5432/bench")
DATABASE_POOL_SIZE = int(os.environ.get("DATABASE_POOL_SIZE", "16"))
CLOSING_GRACE_S = 2
# Uvicorn's default of 5 s would cut clients that merely have nothing to ask for a while.
KEEP_ALIVE_S = 75


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    async with Books.open(DATABASE_URL, DATABASE_POOL_SIZE) as app.state.books:
        # So that a connection is there for the first request, if the database is.
        with suppress(*UNAVAILABLE):
            await app.state.books.find(1)
        yield


if __name__ == "__main__":
    uvicorn.run(
        bookstore(lifespan),
        host=HOST,
        port=PORT,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=CLOSING_GRACE_S,
        # Uvicorn logs every request at level info.
        log_level="warning",
    )
