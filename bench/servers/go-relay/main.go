// A relay on net/http and github.com/coder/websocket: what a broker has on a topic goes to all pages, with a
// goroutine that writes for each page.
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
	"syscall"
	"time"
)

const closingGrace = 2 * time.Second

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

// run serves until SIGTERM or SIGINT, then tells everyone and ends in order.
func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()

	broker, err := NewBroker(env("BROKER_URL", "amqp://bench:bench@127.0.0.1:5672"), env("TOPIC", "bench"))
	if err != nil {
		return err
	}
	feed := NewFeed()
	go broker.Relay(ctx, feed.Send)

	mux := http.NewServeMux()
	mux.Handle("GET /feed", feed)
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "A broker's messages over WebSocket at /feed")
	})
	server := &http.Server{
		Addr:              net.JoinHostPort(env("HOST", "127.0.0.1"), env("PORT", "8080")),
		Handler:           mux,
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
	err = errors.Join(server.Shutdown(grace), feed.Shutdown(grace))
	if errors.Is(err, context.DeadlineExceeded) {
		return nil // Who has not answered the goodbye by now is cut.
	}
	return err
}

func env(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}
