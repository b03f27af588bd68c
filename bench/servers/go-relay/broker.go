package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/url"
	"time"
)

const retryPause = time.Second

var errGone = errors.New("the connection is closed")

// A receive function subscribes to the topic and hands on its messages. It returns when the broker is gone or ctx ends.
type receive func(ctx context.Context, broker *url.URL, topic string, handOn func([]byte)) error

var receiveByScheme = map[string]receive{
	"amqp": receiveAMQP,
	"nats": receiveNATS,
	"mqtt": receiveMQTT,
}

// Broker is where the messages come from.
type Broker struct {
	url     *url.URL
	topic   string
	receive receive
}

// NewBroker returns the broker at an address, whose scheme says by which protocol it is spoken to.
func NewBroker(address, topic string) (*Broker, error) {
	broker, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("BROKER_URL: %w", err)
	}
	receive, known := receiveByScheme[broker.Scheme]
	if !known {
		return nil, fmt.Errorf("BROKER_URL: found scheme %q, expected amqp, nats or mqtt", broker.Scheme)
	}
	return &Broker{broker, topic, receive}, nil
}

// Relay hands on messages until ctx ends, and subscribes anew where the broker was absent or went away.
func (b *Broker) Relay(ctx context.Context, handOn func([]byte)) {
	for {
		err := b.receive(ctx, b.url, b.topic, handOn)
		if ctx.Err() != nil {
			return
		}
		log.Printf("no broker at %s: %v; trying again in %v", b.url.Redacted(), err, retryPause)
		select {
		case <-time.After(retryPause):
		case <-ctx.Done():
			return
		}
	}
}
