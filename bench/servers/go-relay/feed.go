package main

import (
	"context"
	"net/http"
	"sync"

	"github.com/coder/websocket"
)

// Feed knows all pages.
type Feed struct {
	mu       sync.Mutex
	pages    map[*page]struct{}
	handlers sync.WaitGroup
}

// NewFeed returns a feed to which no page is connected yet.
func NewFeed() *Feed {
	return &Feed{pages: make(map[*page]struct{})}
}

// ServeHTTP takes on a new page and stays until its end.
func (f *Feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered.
	}
	defer conn.CloseNow()

	// A page says nothing; its pings and its goodbye are read all the same.
	ctx, cut := context.WithCancel(conn.CloseRead(r.Context()))
	defer cut()
	p := &page{conn: conn, sendQueue: make(chan []byte, maxWaitingMessages), cut: cut}
	f.join(p)
	defer f.leave(p)
	p.deliver(ctx)
}

// Send queues a message for every page. One that is too far behind is cut off.
func (f *Feed) Send(body []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for p := range f.pages {
		if !p.queue(body) {
			p.cut()
		}
	}
}

// Shutdown tells all pages that the server goes away, and waits until all have gone or ctx ends.
func (f *Feed) Shutdown(ctx context.Context) error {
	f.mu.Lock()
	for p := range f.pages {
		go p.conn.Close(websocket.StatusGoingAway, "server is shutting down")
	}
	f.mu.Unlock()

	gone := make(chan struct{})
	go func() {
		f.handlers.Wait()
		close(gone)
	}()
	select {
	case <-gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (f *Feed) join(p *page) {
	f.handlers.Add(1)
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pages[p] = struct{}{}
}

func (f *Feed) leave(p *page) {
	f.mu.Lock()
	delete(f.pages, p)
	f.mu.Unlock()
	f.handlers.Done()
}
