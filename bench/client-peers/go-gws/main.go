// Loads a chat server as users of Go and gws would: a goroutine that reads and one with a ticker that writes
// for each user, encoding/json, and HdrHistogram. Prints one JSON object when all deliveries have come.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/lxzan/gws"
)

// The protocol does not acknowledge a join.
const settling = 500 * time.Millisecond

var started = time.Now()

type load struct {
	rooms, usersPerRoom, messagesPerUser int
	interval                             time.Duration
	expected                             int64
	received                             atomic.Int64
	complete                             chan struct{}
}

type join struct {
	Chat string `json:"chat"`
	Name string `json:"name"`
}

type post struct {
	Name    string `json:"name"`
	Chat    string `json:"chat"`
	Message string `json:"message"`
}

type user struct {
	gws.BuiltinEventHandler
	load      *load
	name      string
	chat      string
	socket    *gws.Conn
	latencyUs *hdrhistogram.Histogram
}

func connect(url string, load *load, number int) (*user, error) {
	user := &user{
		load:      load,
		name:      fmt.Sprintf("load-user-%d", number),
		chat:      fmt.Sprintf("load-room-%d", number%load.rooms),
		latencyUs: newHistogram(),
	}
	socket, _, err := gws.NewClient(user, &gws.ClientOption{Addr: url})
	if err != nil {
		return nil, err
	}
	user.socket = socket
	go socket.ReadLoop()
	return user, user.write(join{Chat: user.chat, Name: user.name})
}

func (user *user) OnMessage(_ *gws.Conn, message *gws.Message) {
	defer message.Close()
	var delivery post
	if err := json.Unmarshal(message.Bytes(), &delivery); err != nil {
		log.Fatal(err)
	}
	sentNs, err := strconv.ParseInt(delivery.Message, 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	if err := user.latencyUs.RecordValue((time.Since(started).Nanoseconds() - sentNs) / 1000); err != nil {
		log.Fatal(err)
	}
	if user.load.received.Add(1) == user.load.expected {
		close(user.load.complete)
	}
}

func (user *user) OnClose(_ *gws.Conn, err error) {
	if received := user.load.received.Load(); received < user.load.expected {
		log.Fatalf("%s was disconnected after %d of %d deliveries: %v", user.name, received, user.load.expected, err)
	}
}

func (user *user) send(phase time.Duration) {
	time.Sleep(phase)
	ticker := time.NewTicker(user.load.interval)
	defer ticker.Stop()
	for range user.load.messagesPerUser {
		<-ticker.C
		now := strconv.FormatInt(time.Since(started).Nanoseconds(), 10)
		if err := user.write(post{Name: user.name, Chat: user.chat, Message: now}); err != nil {
			log.Fatal(err)
		}
	}
}

func (user *user) write(value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return user.socket.WriteMessage(gws.OpcodeText, text)
}

// From 1 µs to 10 minutes.
func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, 600_000_000, 3)
}

func number(name string) int {
	value, err := strconv.Atoi(os.Getenv(name))
	if err != nil || value < 1 {
		log.Fatalf("%s: found %q, expected a whole number from 1 up", name, os.Getenv(name))
	}
	return value
}

func main() {
	load := &load{
		rooms:           number("ROOMS"),
		usersPerRoom:    number("USERS"),
		messagesPerUser: number("MESSAGES"),
		interval:        time.Duration(number("INTERVAL_MS")) * time.Millisecond,
		complete:        make(chan struct{}),
	}
	users := make([]*user, load.rooms*load.usersPerRoom)
	load.expected = int64(len(users) * load.usersPerRoom * load.messagesPerUser)
	for i := range users {
		user, err := connect(os.Getenv("URL"), load, i)
		if err != nil {
			log.Fatal(err)
		}
		users[i] = user
	}
	time.Sleep(settling)
	for i, user := range users {
		go user.send(load.interval * time.Duration(i) / time.Duration(len(users)))
	}
	<-load.complete
	report(load, users)
}

func report(load *load, users []*user) {
	latencyUs := newHistogram()
	for _, user := range users {
		user.socket.WriteClose(1000, nil)
		latencyUs.Merge(user.latencyUs)
	}
	err := json.NewEncoder(os.Stdout).Encode(map[string]any{
		"expected_deliveries": load.expected,
		"received_deliveries": load.received.Load(),
		"latency_p50_ms":      float64(latencyUs.ValueAtQuantile(50)) / 1000,
		"latency_p99_ms":      float64(latencyUs.ValueAtQuantile(99)) / 1000,
	})
	if err != nil {
		log.Fatal(err)
	}
}
