// Mosquitto by MQTT 3.1.1.

import mqtt from "mqtt";

const MQTT_3_1_1 = 4;
const AT_MOST_ONCE = 0;

export async function subscribeByMqtt(url, topic, handOn) {
  const client = await mqtt.connectAsync(url.href, { protocolVersion: MQTT_3_1_1, reconnectPeriod: 0 }, false);
  // Without a listener, an error would end the process; what follows it is the end of the connection.
  client.on("error", () => {});
  const closed = new Promise((resolve) => client.once("close", resolve));
  client.on("message", (_topic, body) => handOn(body));
  await client.subscribeAsync(topic, { qos: AT_MOST_ONCE });
  return { closed, close: () => client.end() };
}
