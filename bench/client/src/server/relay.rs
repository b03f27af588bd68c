//! `[relay]` of `server.toml`: which brokers a relay speaks to, and how; and what it is told of where its broker is.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use serde::Deserialize;

use crate::broker::{Broker, Scheme, TOPIC};
use crate::error::Error;

/// Whose addresses are offered.
const BROKER: &str = "BROKER";
const URL: &str = "BROKER_URL";

type Environment = BTreeMap<String, String>;

/// Of a relay: what it speaks to each broker that it knows.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Relay {
    pub brokers: BTreeMap<Broker, Scheme>,
}

impl Relay {
    /// What is offered to relays before it is known which of them is started: the broker's address in each scheme.
    #[must_use]
    pub fn offer(broker: Broker, addresses: &BTreeMap<Scheme, SocketAddr>) -> Environment {
        let urls = addresses
            .iter()
            .map(|(scheme, address)| (offered(*scheme), scheme.url(*address)));
        let others = [(BROKER, broker.id()), ("TOPIC", TOPIC)];
        let others = others.map(|(name, value)| (name.to_owned(), value.to_owned()));
        urls.chain(others).collect()
    }

    /// What is wrong with it.
    pub(super) fn fault(&self) -> Option<String> {
        let unspoken = |(broker, scheme): &(&Broker, &Scheme)| !broker.schemes().contains(*scheme);
        let (broker, scheme) = self.brokers.iter().find(unspoken)?;
        let known: Vec<&str> = broker.schemes().iter().map(|known| known.id()).collect();
        Some(format!(
            "relay.brokers: found {} = `{}` (expected one of {})",
            broker.id(),
            scheme.id(),
            known.join(", ")
        ))
    }

    /// Of what is offered, what the relay finds in its environment: the one address that it takes. Without an offer it stays as it is.
    ///
    /// # Errors
    /// The relay does not know the broker whose addresses are offered.
    pub(super) fn choose(
        &self,
        server: &str,
        environment: &Environment,
    ) -> Result<Environment, Error> {
        let mut chosen = environment.clone();
        let Some(wanted) = chosen.remove(BROKER) else {
            return Ok(chosen);
        };
        let mut known = self.brokers.iter();
        let of_wanted = known.find(|(broker, _)| broker.id() == wanted);
        let url = of_wanted.and_then(|(_, scheme)| chosen.remove(&offered(*scheme)));
        let url = url.ok_or_else(|| Error::BrokerNotSpoken {
            server: server.to_owned(),
            wanted,
            speaks: self
                .brokers
                .keys()
                .map(|broker| broker.id().to_owned())
                .collect(),
        })?;
        chosen.retain(|name, _| !name.starts_with(URL));
        chosen.insert(URL.to_owned(), url);
        Ok(chosen)
    }
}

fn offered(scheme: Scheme) -> String {
    format!("{URL} {}", scheme.id())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relay() -> Relay {
        let text = "[brokers]\nrabbitmq = \"web-stomp\"\nnats = \"nats\"\n";
        toml::from_str(text).unwrap()
    }

    fn offer(broker: Broker) -> Environment {
        let schemes = broker.schemes().iter().zip(1..);
        let address = |port| SocketAddr::from(([127, 0, 0, 1], port));
        let addresses = schemes.map(|(scheme, port)| (*scheme, address(port)));
        Relay::offer(broker, &addresses.collect())
    }

    #[test]
    fn a_relay_finds_the_one_address_that_it_takes() {
        let chosen = relay().choose("one", &offer(Broker::Rabbitmq)).unwrap();
        let expected = [("BROKER_URL", "ws://127.0.0.1:3/ws"), ("TOPIC", "bench")];
        let expected = expected.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(chosen, Environment::from(expected));
    }

    #[test]
    fn a_broker_that_a_relay_does_not_know_is_named_with_those_it_does() {
        let error = relay()
            .choose("one", &offer(Broker::Mosquitto))
            .unwrap_err();
        let expected = "server `one` speaks to rabbitmq, nats, not to mosquitto";
        assert!(error.to_string().starts_with(expected), "{error}");
    }

    #[test]
    fn what_is_no_offer_stays_as_it_is() {
        let environment = Environment::from([("DATABASE_URL".to_owned(), "x".to_owned())]);
        let chosen = Relay::default().choose("one", &environment).unwrap();
        assert_eq!(chosen, environment);
    }

    #[test]
    fn what_a_broker_does_not_speak_is_a_fault() {
        assert_eq!(relay().fault(), None);
        let faulty: Relay = toml::from_str("[brokers]\nnats = \"amqp\"\n").unwrap();
        let expected = "relay.brokers: found nats = `amqp` (expected one of nats)";
        assert_eq!(faulty.fault().unwrap(), expected);
    }
}
