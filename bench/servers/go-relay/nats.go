package main

import (
	"context"
	"net/url"

	"github.com/nats-io/nats.go"
)

func receiveNATS(ctx context.Context, broker *url.URL, topic string, handOn func([]byte)) error {
	closed := make(chan struct{})
	conn, err := nats.Connect(
		broker.String(),
		nats.NoReconnect(),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }),
	)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.Subscribe(topic, func(m *nats.Msg) { handOn(m.Data) }); err != nil {
		return err
	}
	select {
	case <-closed:
		return errGone
	case <-ctx.Done():
		return nil
	}
}
