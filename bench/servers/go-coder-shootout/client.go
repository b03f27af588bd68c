package main

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// maxWaitingMessages is how many messages may wait for a reader; with more it is cut off.
const maxWaitingMessages = 1024

// A client's messages wait in sendQueue until its connection takes them; cut ends the connection at once.
type client struct {
	conn      *websocket.Conn
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

// converse takes the client's messages until its end.
func (c *client) converse(ctx context.Context, h *Hub) {
	for {
		_, text, err := c.conn.Read(ctx)
		if err != nil {
			return
		}
		if err := c.take(ctx, h, text); err != nil {
			c.conn.Close(websocket.StatusInvalidFramePayloadData, err.Error())
			return
		}
	}
}

func (c *client) take(ctx context.Context, h *Hub, text []byte) error {
	var m message
	// Neither the library nor encoding/json refuses text that is not UTF-8.
	if !utf8.Valid(text) || json.Unmarshal(text, &m) != nil {
		return errors.New("expected JSON")
	}
	switch m.Type {
	case "echo":
		return c.reply(ctx, m)
	case "broadcast":
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		m.Type = "broadcastResult"
		return c.reply(ctx, result{m, h.broadcast(text)})
	default:
		return errors.New("expected type echo or broadcast")
	}
}

// reply queues an answer; if the queue is full, nothing more is read from the client until it has taken some.
func (c *client) reply(ctx context.Context, answer any) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	select {
	case c.sendQueue <- text:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// deliver writes what waits for the client, one message after the other.
func (c *client) deliver(ctx context.Context) {
	defer c.cut()
	for {
		select {
		case text := <-c.sendQueue:
			if c.conn.Write(ctx, websocket.MessageText, text) != nil {
				return
			}
		case <-ctx.Done():
			return
		}
	}
}
