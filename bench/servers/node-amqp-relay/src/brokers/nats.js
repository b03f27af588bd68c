// NATS by its own protocol.

import { connect } from "@nats-io/transport-node";

export async function subscribeByNats(url, topic, handOn) {
  const connection = await connect({ servers: url.host, reconnect: false });
  const take = (error, message) => {
    if (!error) handOn(message.data);
  };
  connection.subscribe(topic, { callback: take });
  return { closed: connection.closed(), close: () => connection.close() };
}
