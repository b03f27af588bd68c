package main

import (
	"context"
	"sync"
	"time"

	"golang.org/x/net/websocket"
)

// Hub knows all clients.
type Hub struct {
	mu       sync.Mutex
	clients  map[*client]struct{}
	handlers sync.WaitGroup
}

// NewHub returns a hub to which nobody is connected yet.
func NewHub() *Hub {
	return &Hub{clients: make(map[*client]struct{})}
}

// TakeOn serves a new WebSocket until its end.
func (h *Hub) TakeOn(ws *websocket.Conn) {
	ctx, cut := context.WithCancel(context.Background())
	defer cut()
	// Whatever waits in a read or a write then fails.
	context.AfterFunc(ctx, func() { ws.SetDeadline(time.Now()) })

	c := &client{ws: ws, sendQueue: make(chan []byte, maxWaitingMessages), cut: cut}
	h.join(c)
	defer h.leave(c)
	go c.deliver(ctx)
	c.converse(ctx, h)

	// The package does not answer a client's goodbye by itself.
	ws.SetWriteDeadline(time.Now().Add(closingGrace))
	ws.Close()
}

// Shutdown tells everyone that the server goes away, and waits until all have gone or ctx ends.
func (h *Hub) Shutdown(ctx context.Context) error {
	h.mu.Lock()
	for c := range h.clients {
		go c.ws.Close()
	}
	h.mu.Unlock()

	gone := make(chan struct{})
	go func() {
		h.handlers.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (h *Hub) join(c *client) {
	h.handlers.Add(1)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients[c] = struct{}{}
}

func (h *Hub) leave(c *client) {
	h.mu.Lock()
	delete(h.clients, c)
	h.mu.Unlock()
	h.handlers.Done()
}

// broadcast queues a message for every client, and returns for how many. Who is too far behind is cut off.
func (h *Hub) broadcast(text []byte) (listenCount int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.clients {
		select {
		case c.sendQueue <- text:
			listenCount++
		default:
			c.cut()
		}
	}
	return listenCount
}
