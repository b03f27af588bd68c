// Where the messages come from.

import { setTimeout } from "node:timers/promises";

import { subscribeByAmqp } from "./brokers/amqp.js";
import { subscribeByMqtt } from "./brokers/mqtt.js";
import { subscribeByNats } from "./brokers/nats.js";

const RETRY_PAUSE_MS = 1000;

/**
 * By the address's scheme. Each subscribes to a topic, and hands on the body of each message, as bytes. It resolves to
 * `{ closed, close }`: a promise that resolves when the broker is gone, and the way to leave it.
 */
const SUBSCRIBE_BY_PROTOCOL = { "amqp:": subscribeByAmqp, "nats:": subscribeByNats, "mqtt:": subscribeByMqtt };

export class Broker {
  #url;
  #topic;
  #subscribe;
  #subscription = null;
  #closing = false;

  constructor(address, topic) {
    this.#url = new URL(address);
    this.#topic = topic;
    this.#subscribe = SUBSCRIBE_BY_PROTOCOL[this.#url.protocol];
    if (this.#subscribe === undefined) {
      throw new Error(`BROKER_URL: found ${address}, expected a scheme of amqp, nats or mqtt`);
    }
  }

  /** Hands on messages until it is closed, and subscribes anew where the broker was absent or went away. */
  async relay(handOn) {
    while (!this.#closing) {
      let reason = "the connection is closed";
      try {
        this.#subscription = await this.#subscribe(this.#url, this.#topic, handOn);
        if (this.#closing) this.#subscription.close();
        await this.#subscription.closed;
      } catch (error) {
        reason = error.message || error.code;
      }
      if (this.#closing) return;
      console.error(`no broker at ${this.#url.host}: ${reason}; trying again in ${RETRY_PAUSE_MS / 1000} s`);
      // Not waited for once everything else has ended.
      await setTimeout(RETRY_PAUSE_MS, undefined, { ref: false });
    }
  }

  close() {
    this.#closing = true;
    this.#subscription?.close();
  }
}
