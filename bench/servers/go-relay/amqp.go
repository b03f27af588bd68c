package main

import (
	"context"
	"net/url"

	amqp "github.com/rabbitmq/amqp091-go"
)

// receiveAMQP has the broker's topic exchange fill a queue of its own, and takes from it without acknowledging.
func receiveAMQP(ctx context.Context, broker *url.URL, topic string, handOn func([]byte)) error {
	conn, err := amqp.Dial(broker.String())
	if err != nil {
		return err
	}
	defer conn.Close()
	deliveries, err := consume(conn, topic)
	if err != nil {
		return err
	}
	for {
		select {
		case delivery, open := <-deliveries:
			if !open {
				return errGone
			}
			handOn(delivery.Body)
		case <-ctx.Done():
			return nil
		}
	}
}

func consume(conn *amqp.Connection, topic string) (<-chan amqp.Delivery, error) {
	const (
		durable, autoDelete, exclusive, noWait = false, true, true, false
		autoAck, noLocal                       = true, false
	)
	channel, err := conn.Channel()
	if err != nil {
		return nil, err
	}
	queue, err := channel.QueueDeclare("", durable, autoDelete, exclusive, noWait, nil)
	if err != nil {
		return nil, err
	}
	if err := channel.QueueBind(queue.Name, topic, "amq.topic", noWait, nil); err != nil {
		return nil, err
	}
	return channel.Consume(queue.Name, "", autoAck, exclusive, noLocal, noWait, nil)
}
