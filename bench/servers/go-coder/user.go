package main

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/coder/websocket"
)

// maxWaitingMessages is how many messages may wait for a reader; with more it is cut off.
const maxWaitingMessages = 32_768

var nameInUse = []byte(`{"type":"system","message":"User already exist"}`)

// A user who has joined: its messages wait in sendQueue until its connection takes them.
type user struct {
	name, chat string
	room       *room
	conn       *websocket.Conn
	sendQueue  chan []byte
}

// A frame's fields; nil where there is none.
type frame struct {
	Name, Chat, Message *string
}

// converse takes a connection's frames until its end: the first joins, the later ones are messages.
func (c *Chat) converse(ctx context.Context, conn *websocket.Conn) {
	err := c.receive(ctx, conn)
	if refusal, ok := errors.AsType[refusal](err); ok {
		conn.Close(refusal.code, refusal.reason)
	}
}

func (c *Chat) receive(ctx context.Context, conn *websocket.Conn) error {
	_, first, err := read(ctx, conn)
	if err != nil {
		return err
	}
	if first.Name == nil || *first.Name == "" || first.Chat == nil || *first.Chat == "" {
		return refusal{websocket.StatusPolicyViolation, "expected chat and name"}
	}
	u := &user{
		name:      *first.Name,
		chat:      *first.Chat,
		conn:      conn,
		sendQueue: make(chan []byte, maxWaitingMessages),
	}
	if !c.join(u) {
		if err := conn.Write(ctx, websocket.MessageText, nameInUse); err != nil {
			return err
		}
		return refusal{websocket.StatusNormalClosure, ""}
	}
	defer func() {
		c.leave(u)
		close(u.sendQueue) // Nobody posts to a user who has left its room.
	}()

	go u.deliver(ctx)
	for {
		text, f, err := read(ctx, conn)
		if err != nil {
			return err
		}
		if !u.mayPost(f) {
			return refusal{websocket.StatusPolicyViolation, "expected own name, own chat and message"}
		}
		// As it came: checked, but not serialised anew.
		c.post(u.room, text)
	}
}

func (u *user) mayPost(f frame) bool {
	return f.Name != nil && *f.Name == u.name && f.Chat != nil && *f.Chat == u.chat && f.Message != nil
}

// deliver writes what waits for the user, one message after the other.
func (u *user) deliver(ctx context.Context) {
	for message := range u.sendQueue {
		if u.conn.Write(ctx, websocket.MessageText, message) != nil {
			return // The connection is closed, which ends the reader as well.
		}
	}
}

func read(ctx context.Context, conn *websocket.Conn) ([]byte, frame, error) {
	var f frame
	kind, text, err := conn.Read(ctx)
	if err != nil {
		return nil, f, err
	}
	if kind != websocket.MessageText {
		return nil, f, refusal{websocket.StatusUnsupportedData, "text frames only"}
	}
	// Neither the library nor encoding/json refuses text that is not UTF-8.
	if !utf8.Valid(text) {
		return nil, f, refusal{websocket.StatusInvalidFramePayloadData, "not UTF-8"}
	}
	if err := json.Unmarshal(text, &f); err != nil {
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			return nil, f, refusal{websocket.StatusPolicyViolation, "expected strings"}
		}
		return nil, f, refusal{websocket.StatusInvalidFramePayloadData, "not JSON"}
	}
	return text, f, nil
}

// A refusal says how a connection is closed whose user broke the protocol.
type refusal struct {
	code   websocket.StatusCode
	reason string
}

func (r refusal) Error() string { return r.reason }
