//! Each broker: started, published to, taken away, brought back; none of what it needs outlives it.

use rtbench::broker::{Broker, RunningBroker};
use rtbench::interrupt::Interrupt;
use rtbench::process::Tree;

use crate::small_server::is_there;

fn comes_and_goes(broker: Broker) {
    let interrupt = Interrupt::default();
    assert!(!RunningBroker::version(broker).unwrap().is_empty());
    let mut running = RunningBroker::start(broker, None, &interrupt).unwrap();
    let addresses = running.addresses().clone();
    let mut publisher = running.publisher().unwrap();
    publisher.publish(b"hello");
    publisher.finish().unwrap();
    publisher.attend();
    assert!(publisher.is_open());

    let before = Tree::of(running.pid().unwrap()).unwrap().running();
    running.suspend();
    assert!(before.iter().all(|pid| !is_there(*pid)), "{before:?}");
    assert!(running.publisher().is_err());
    running.resume(&interrupt).unwrap();
    assert_eq!(*running.addresses(), addresses);
    assert!(running.publisher().is_ok());

    let after = Tree::of(running.pid().unwrap()).unwrap().running();
    drop(running);
    assert!(after.iter().all(|pid| !is_there(*pid)), "{after:?}");
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn rabbitmq_comes_and_goes() {
    comes_and_goes(Broker::Rabbitmq);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn nats_comes_and_goes() {
    comes_and_goes(Broker::Nats);
}

#[test]
#[cfg_attr(without_brokers, ignore = "a broker or Python is not installed")]
fn mosquitto_comes_and_goes() {
    comes_and_goes(Broker::Mosquitto);
}
