"""Where the messages come from: a coroutine for each broker that subscribes and hands on, and the loop that calls it anew."""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable
from urllib.parse import SplitResult, urlsplit

import aio_pika
import aiomqtt
import nats
from aio_pika.abc import AbstractIncomingMessage
from nats.aio.msg import Msg

RETRY_PAUSE_S = 1

HandOn = Callable[[bytes], None]

# What is wrong is said once, below, in the same words for all brokers.
for library in ("aio_pika", "aiormq", "nats", "mqtt"):
    logging.getLogger(library).setLevel(logging.CRITICAL)


async def receive_amqp(url: SplitResult, topic: str, hand_on: HandOn) -> None:
    gone = asyncio.Event()

    async def receive(message: AbstractIncomingMessage) -> None:
        hand_on(message.body)

    connection = await aio_pika.connect(url.geturl())
    async with connection:
        connection.close_callbacks.add(lambda *_: gone.set())
        channel = await connection.channel()
        queue = await channel.declare_queue(exclusive=True, auto_delete=True)
        await queue.bind("amq.topic", topic)
        await queue.consume(receive, no_ack=True, exclusive=True)
        await gone.wait()


async def receive_nats(url: SplitResult, topic: str, hand_on: HandOn) -> None:
    gone = asyncio.Event()

    async def receive(message: Msg) -> None:
        hand_on(message.data)

    async def ignore(error: Exception) -> None:
        """Without it, the library prints a traceback."""

    async def closed() -> None:
        gone.set()

    client = await nats.connect(
        url.geturl(),
        # Where the broker is absent, it would else try by itself for minutes before it fails.
        max_reconnect_attempts=1,
        reconnect_time_wait=0,
        allow_reconnect=False,
        closed_cb=closed,
        error_cb=ignore,
    )
    try:
        await client.subscribe(topic, cb=receive)
        await gone.wait()
    finally:
        await client.close()


async def receive_mqtt(url: SplitResult, topic: str, hand_on: HandOn) -> None:
    async with aiomqtt.Client(url.hostname, url.port or 1883, protocol=aiomqtt.ProtocolVersion.V311) as client:
        await client.subscribe(topic, qos=0)
        async for message in client.messages:
            hand_on(message.payload)


RECEIVE_BY_SCHEME: dict[str, Callable[[SplitResult, str, HandOn], Awaitable[None]]] = {
    "amqp": receive_amqp,
    "nats": receive_nats,
    "mqtt": receive_mqtt,
}


class Broker:
    """The broker at an address, whose scheme says by which protocol it is spoken to."""

    def __init__(self, address: str, topic: str) -> None:
        self._url = urlsplit(address)
        self._topic = topic
        if self._url.scheme not in RECEIVE_BY_SCHEME:
            sys.exit(f"BROKER_URL: found scheme {self._url.scheme!r}, expected amqp, nats or mqtt")
        self._receive = RECEIVE_BY_SCHEME[self._url.scheme]

    async def relay(self, hand_on: HandOn) -> None:
        """Hands on messages until it is cancelled, and subscribes anew where the broker was absent or went away."""
        while True:
            reason = "the connection is closed"
            try:
                await self._receive(self._url, self._topic, hand_on)
            except Exception as error:  # Each library has its own, beside those of the operating system.
                reason = str(error) or type(error).__name__
            place = f"{self._url.hostname}:{self._url.port}"
            print(f"no broker at {place}: {reason}; trying again in {RETRY_PAUSE_S} s", file=sys.stderr, flush=True)
            await asyncio.sleep(RETRY_PAUSE_S)
