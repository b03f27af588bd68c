"""The routes of the bookstore, and what is answered when something is wrong."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Path, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException as StarletteHTTPException

from books import UNAVAILABLE, Book, Books, NewBook

Lifespan = Callable[[FastAPI], AbstractAsyncContextManager[None]]


async def books_of(request: Request) -> Books:
    return request.app.state.books


Shop = Annotated[Books, Depends(books_of)]
BookId = Annotated[int, Path(ge=1, le=2**63 - 1)]


async def clean_up(books: Shop) -> dict[str, int]:
    return {"removed": await books.clear()}


async def list_books(books: Shop) -> list[Book]:
    return await books.all()


async def add_book(books: Shop, book: NewBook) -> Book:
    return await books.add(book)


async def get_book(books: Shop, book_id: BookId) -> Book:
    book = await books.find(book_id)
    if book is None:
        raise HTTPException(404)
    return book


async def refuse(_: Request, error: StarletteHTTPException) -> JSONResponse:
    """Other paths and methods, too: Starlette words them "Not Found", "Method Not Allowed"."""
    return JSONResponse({"error": error.detail.lower()}, error.status_code, error.headers)


async def refuse_invalid(request: Request, error: RequestValidationError) -> JSONResponse:
    """A bad book is told which member is wrong; an id that is no number is no book's."""
    fault = error.errors()[0]
    source, *place = fault["loc"]
    if source == "path":
        return await refuse(request, HTTPException(404))
    # In JSON that can't be read, the place is a position.
    member = place[0] if place and isinstance(place[0], str) else "body"
    return JSONResponse({"error": f"{member}: {fault['msg']}"}, 400)


async def tell_unavailable(_: Request, __: Exception) -> JSONResponse:
    return JSONResponse({"error": "database unavailable"}, 503)


def bookstore(lifespan: Lifespan) -> FastAPI:
    """The application. `lifespan` keeps the books in its state."""
    # Neither pages that describe it nor redirects are among its paths.
    app = FastAPI(lifespan=lifespan, openapi_url=None, redirect_slashes=False)
    app.post("/cleanup/")(clean_up)
    app.get("/books/")(list_books)
    app.post("/books/", status_code=201)(add_book)
    app.get("/books/{book_id}")(get_book)

    app.exception_handler(StarletteHTTPException)(refuse)
    app.exception_handler(RequestValidationError)(refuse_invalid)
    for kind in UNAVAILABLE:
        app.exception_handler(kind)(tell_unavailable)
    return app
