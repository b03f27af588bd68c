package main

import (
	"context"
	"sync/atomic"

	"github.com/coder/websocket"
)

// How much may wait for a page; with more it is cut off.
const (
	maxWaitingMessages = 32_768
	maxWaitingBytes    = 4 << 20
)

// A page's messages wait in sendQueue until its connection takes them; cut ends the connection at once.
type page struct {
	conn         *websocket.Conn
	sendQueue    chan []byte
	waitingBytes atomic.Int64
	cut          context.CancelFunc
}

// queue adds a message to those that wait for the page; false if they are too many.
func (p *page) queue(body []byte) bool {
	if p.waitingBytes.Add(int64(len(body))) > maxWaitingBytes {
		return false
	}
	select {
	case p.sendQueue <- body:
		return true
	default:
		return false
	}
}

// deliver writes what waits for the page, one message after the other.
func (p *page) deliver(ctx context.Context) {
	for {
		select {
		case body := <-p.sendQueue:
			if p.conn.Write(ctx, websocket.MessageText, body) != nil {
				return
			}
			p.waitingBytes.Add(-int64(len(body)))
		case <-ctx.Done():
			return
		}
	}
}
