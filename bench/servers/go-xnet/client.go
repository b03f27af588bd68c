package main

import (
	"context"
	"encoding/json"
	"io"
	"unicode/utf8"

	"golang.org/x/net/websocket"
)

const (
	maxMessageBytes = 2 << 20
	// maxWaitingMessages is how many messages may wait for a reader; with more it is cut off.
	maxWaitingMessages = 1024
)

// A client's messages wait in sendQueue until its connection takes them; cut ends the connection at once.
type client struct {
	ws        *websocket.Conn
	sendQueue chan []byte
	cut       context.CancelFunc
}

// A message is handed on with its payload as it came.
type message struct {
	Type    string          `json:"type"`
	Payload json.RawMessage `json:"payload"`
}

// A result tells the sender of a broadcast to how many clients it went.
type result struct {
	message
	ListenCount int `json:"listenCount"`
}

// converse takes the client's messages until its end, or until one is malformed.
func (c *client) converse(ctx context.Context, h *Hub) {
	// Read as a stream, for the package's codecs take each fragment of a message for a message, and with a limit of
	// its own, for the package's holds only for codecs.
	limited := &io.LimitedReader{R: c.ws}
	decoder := json.NewDecoder(limited)
	for {
		limited.N = maxMessageBytes
		var m message
		// Neither the package nor encoding/json refuses text that is not UTF-8.
		if decoder.Decode(&m) != nil || !utf8.Valid(m.Payload) || !c.take(ctx, h, m) {
			return
		}
	}
}

// take does what a message asks for; false if it is of no known type, or the client is gone.
func (c *client) take(ctx context.Context, h *Hub, m message) bool {
	switch m.Type {
	case "echo":
		return c.reply(ctx, m)
	case "broadcast":
		text, err := json.Marshal(m)
		if err != nil {
			return false
		}
		m.Type = "broadcastResult"
		return c.reply(ctx, result{m, h.broadcast(text)})
	default:
		return false
	}
}

// reply queues an answer; if the queue is full, nothing more is read from the client until it has taken some.
func (c *client) reply(ctx context.Context, answer any) bool {
	text, err := json.Marshal(answer)
	if err != nil {
		return false
	}
	select {
	case c.sendQueue <- text:
		return true
	case <-ctx.Done():
		return false
	}
}

// deliver writes what waits for the client, one message after the other.
func (c *client) deliver(ctx context.Context) {
	defer c.cut()
	for {
		select {
		case text := <-c.sendQueue:
			if _, err := c.ws.Write(text); err != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
