"""The books: kept in the database, reached by way of a pool of connections."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Annotated

import asyncpg
from pydantic import AfterValidator, BaseModel, Field, PlainSerializer

CONNECTION_TIMEOUT_S = 2
QUERY_TIMEOUT_S = 2

LIST = "SELECT id, name, price, created_at FROM books ORDER BY id"
FIND = "SELECT id, name, price, created_at FROM books WHERE id = $1"
ADD = "INSERT INTO books (name, price) VALUES ($1, $2) RETURNING id, name, price, created_at"
COUNT = "SELECT count(*) FROM books"
CLEAR = "TRUNCATE books RESTART IDENTITY"

# What is raised while the database cannot be reached or does not answer.
UNAVAILABLE = (OSError, asyncio.TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


def to_be_seen(name: str) -> str:
    if not name.strip() or "\0" in name:
        raise ValueError("it must not be blank, nor have U+0000, which PostgreSQL's strings can't hold")
    return name


def with_milliseconds(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class NewBook(BaseModel):
    """A book to be added; it keeps to what the database takes."""

    name: Annotated[str, Field(strict=True, max_length=256), AfterValidator(to_be_seen)]
    price: Annotated[float, Field(strict=True, ge=0, le=99_999_999.99, allow_inf_nan=False)]


class Book(BaseModel):
    """A book as clients get it. A float holds each price of the database, which has two decimals."""

    id: int
    name: str
    price: float
    created_at: Annotated[datetime, PlainSerializer(with_milliseconds)] = Field(serialization_alias="createdDate")


class Books:
    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, pool_size: int) -> "AsyncIterator[Books]":
        """Connects as the need arises, and so succeeds without the database."""
        pool = asyncpg.create_pool(
            url,
            min_size=0,
            max_size=pool_size,
            timeout=CONNECTION_TIMEOUT_S,
            command_timeout=QUERY_TIMEOUT_S,
            init=_read_prices_as_floats,
        )
        async with pool:
            yield cls(pool)

    async def all(self) -> list[Book]:
        """All books, by their ids."""
        async with self._connection() as connection:
            return [Book(**row) for row in await connection.fetch(LIST)]

    async def find(self, book_id: int) -> Book | None:
        """The book of that id, if there is one."""
        async with self._connection() as connection:
            row = await connection.fetchrow(FIND, book_id)
            return Book(**row) if row else None

    async def add(self, book: NewBook) -> Book:
        """Adds a book, and returns it as it is kept."""
        async with self._connection() as connection:
            return Book(**await connection.fetchrow(ADD, book.name, book.price))

    async def clear(self) -> int:
        """Removes all books, and returns how many there were."""
        async with self._connection() as connection:
            count = await connection.fetchval(COUNT)
            await connection.execute(CLEAR)
            return count

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection. The wait for it has no limit; giving it back has, as that waits for what was broken off."""
        connection = await self._pool.acquire()
        try:
            yield connection
        finally:
            await self._pool.release(connection, timeout=QUERY_TIMEOUT_S)


async def _read_prices_as_floats(connection: asyncpg.Connection) -> None:
    """By default they are decimals, which become strings in JSON."""
    await connection.set_type_codec("numeric", schema="pg_catalog", encoder=str, decoder=float)
