// RabbitMQ by AMQP 0-9-1: its topic exchange fills a queue of the relay's own.

import amqp from "amqplib";

export async function subscribeByAmqp(url, topic, handOn) {
  const connection = await amqp.connect(url.href);
  // Without a listener, an error would end the process; what follows it is the end of the connection.
  connection.on("error", () => {});
  const closed = new Promise((resolve) => connection.once("close", resolve));
  // It fails if the connection is closed already.
  const close = () => connection.close().catch(() => {});

  const channel = await connection.createChannel();
  channel.on("error", close);
  const { queue } = await channel.assertQueue("", { exclusive: true, autoDelete: true, durable: false });
  await channel.bindQueue(queue, "amq.topic", topic);
  const take = (message) => {
    // Null is the broker's way to say that it has ended the subscription.
    if (message === null) close();
    else handOn(message.content);
  };
  await channel.consume(queue, take, { noAck: true, exclusive: true });
  return { closed, close };
}
