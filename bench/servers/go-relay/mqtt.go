package main

import (
	"context"
	"net/url"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

const (
	mqtt311    = 4
	atMostOnce = 0
)

func receiveMQTT(ctx context.Context, broker *url.URL, topic string, handOn func([]byte)) error {
	lost := make(chan error, 1)
	client := mqtt.NewClient(mqtt.NewClientOptions().
		AddBroker(broker.String()).
		SetProtocolVersion(mqtt311).
		SetAutoReconnect(false).
		SetConnectionLostHandler(func(_ mqtt.Client, err error) { lost <- err }))
	if err := done(client.Connect()); err != nil {
		return err
	}
	defer client.Disconnect(0)
	pass := func(_ mqtt.Client, m mqtt.Message) { handOn(m.Payload()) }
	if err := done(client.Subscribe(topic, atMostOnce, pass)); err != nil {
		return err
	}
	select {
	case err := <-lost:
		return err
	case <-ctx.Done():
		return nil
	}
}

func done(token mqtt.Token) error {
	token.Wait()
	return token.Error()
}
