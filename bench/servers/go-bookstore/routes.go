package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"

	"github.com/jackc/pgx/v5"
)

type failure struct {
	Error string `json:"error"`
}

type removed struct {
	Removed int64 `json:"removed"`
}

type shop struct {
	books *Books
}

// Routes answers what the bookstore is asked.
func Routes(books *Books) http.Handler {
	s := shop{books}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /cleanup/{$}", s.cleanUp)
	mux.HandleFunc("GET /books/{$}", s.list)
	mux.HandleFunc("POST /books/{$}", s.add)
	mux.HandleFunc("GET /books/{id}", s.one)

	// The mux answers other methods and paths by itself, but in plain text. The last pattern would take other methods, too.
	mux.HandleFunc("/cleanup/{$}", refuseMethod("POST"))
	mux.HandleFunc("/books/{$}", refuseMethod("GET, HEAD, POST"))
	mux.HandleFunc("/books/{id}", refuseMethod("GET, HEAD"))
	mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) { notFound(w) })
	return mux
}

func (s shop) cleanUp(w http.ResponseWriter, r *http.Request) {
	count, err := s.books.Clear(r.Context())
	answerOr(w, err, http.StatusOK, removed{count})
}

func (s shop) list(w http.ResponseWriter, r *http.Request) {
	books, err := s.books.All(r.Context())
	answerOr(w, err, http.StatusOK, books)
}

func (s shop) add(w http.ResponseWriter, r *http.Request) {
	newBook, err := readNewBook(w, r)
	if err != nil {
		answer(w, http.StatusBadRequest, failure{err.Error()})
		return
	}
	book, err := s.books.Add(r.Context(), newBook)
	answerOr(w, err, http.StatusCreated, book)
}

func (s shop) one(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseUint(r.PathValue("id"), 10, 63)
	if err != nil {
		notFound(w)
		return
	}
	book, err := s.books.Find(r.Context(), int64(id))
	if errors.Is(err, pgx.ErrNoRows) {
		notFound(w)
		return
	}
	answerOr(w, err, http.StatusOK, book)
}

// answerOr answers body, unless the database failed.
func answerOr(w http.ResponseWriter, err error, status int, body any) {
	if err != nil {
		answer(w, http.StatusServiceUnavailable, failure{"database unavailable"})
		return
	}
	answer(w, status, body)
}

func notFound(w http.ResponseWriter) {
	answer(w, http.StatusNotFound, failure{"not found"})
}

func refuseMethod(allowed string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Allow", allowed)
		answer(w, http.StatusMethodNotAllowed, failure{"method not allowed"})
	}
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // It fails only if the client is gone.
}
