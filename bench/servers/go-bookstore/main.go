// A bookstore with its books in PostgreSQL, on net/http and pgx.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"
)

const closingGrace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// run serves until SIGTERM or SIGINT, then answers what is under way and ends.
func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()

	poolSize, err := strconv.ParseInt(env("DATABASE_POOL_SIZE", "16"), 10, 32)
	if err != nil {
		return fmt.Errorf("DATABASE_POOL_SIZE: %w", err)
	}
	books, err := OpenBooks(env("DATABASE_URL", "postgres://bench@127.0.0.1:5432/bench"), int32(poolSize))
	if err != nil {
		return fmt.Errorf("DATABASE_URL: %w", err)
	}
	defer books.Close()
	_, _ = books.Find(ctx, 1) // So that a connection is there for the first request, if the database is.

	server := &http.Server{
		Addr:              net.JoinHostPort(env("HOST", "127.0.0.1"), env("PORT", "8080")),
		Handler:           Routes(books),
		ReadHeaderTimeout: 10 * time.Second,
	}

	failed := make(chan error, 1)
	go func() { failed <- server.ListenAndServe() }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}

	grace, cancel := context.WithTimeout(context.Background(), closingGrace)
	defer cancel()
	if err := server.Shutdown(grace); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return server.Close() // Who is not answered by now is cut.
}

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
