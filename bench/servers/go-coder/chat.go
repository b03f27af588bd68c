package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

const maxMessageBytes = 1 << 20

// Chat knows who is in which room. A name is in use once, whatever the room.
type Chat struct {
	mu    sync.Mutex // taken before any room's
	conns map[*websocket.Conn]struct{}
	names map[string]*user
	rooms map[string]*room

	handlers sync.WaitGroup
}

type room struct {
	mu    sync.Mutex
	users map[*user]struct{}
}

// NewChat returns a chat in which nobody is yet.
func NewChat() *Chat {
	return &Chat{
		conns: make(map[*websocket.Conn]struct{}),
		names: make(map[string]*user),
		rooms: make(map[string]*room),
	}
}

// ServeHTTP takes on a new WebSocket and stays until its end.
func (c *Chat) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered.
	}
	defer conn.CloseNow()
	conn.SetReadLimit(maxMessageBytes)

	c.track(conn)
	defer c.untrack(conn)
	c.converse(r.Context(), conn)
}

// Shutdown tells everyone that the server goes away, and waits until all have gone or ctx ends.
func (c *Chat) Shutdown(ctx context.Context) error {
	c.mu.Lock()
	for conn := range c.conns {
		go conn.Close(websocket.StatusGoingAway, "server is shutting down")
	}
	c.mu.Unlock()

	gone := make(chan struct{})
	go func() {
		c.handlers.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *Chat) track(conn *websocket.Conn) {
	c.handlers.Add(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conns[conn] = struct{}{}
}

func (c *Chat) untrack(conn *websocket.Conn) {
	c.mu.Lock()
	delete(c.conns, conn)
	c.mu.Unlock()
	c.handlers.Done()
}

// join enters the user into its room; false if the name is in use.
func (c *Chat) join(u *user) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, taken := c.names[u.name]; taken {
		return false
	}
	c.names[u.name] = u
	r, open := c.rooms[u.chat]
	if !open {
		r = &room{users: make(map[*user]struct{})}
		c.rooms[u.chat] = r
	}
	u.room = r
	r.mu.Lock()
	defer r.mu.Unlock()
	r.users[u] = struct{}{}
	return true
}

// leave takes the user out of its room and frees the name; a second call does nothing.
func (c *Chat) leave(u *user) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.names[u.name] != u {
		return
	}
	delete(c.names, u.name)
	u.room.mu.Lock()
	defer u.room.mu.Unlock()
	delete(u.room.users, u)
	if len(u.room.users) == 0 {
		delete(c.rooms, u.chat)
	}
}

// post passes a message on to all of the room, the sender included. Who is too far behind is cut off.
func (c *Chat) post(r *room, message []byte) {
	for _, slow := range r.tell(message) {
		c.leave(slow)
		go slow.conn.Close(websocket.StatusPolicyViolation, "too far behind")
	}
}

// tell queues the message for each user, and returns those whose queue is full.
func (r *room) tell(message []byte) (slow []*user) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for u := range r.users {
		select {
		case u.sendQueue <- message:
		default:
			slow = append(slow, u)
		}
	}
	return slow
}
