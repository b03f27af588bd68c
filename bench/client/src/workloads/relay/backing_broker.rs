//! The broker behind relays: started when it is first needed, with a tap before it, which relays find in their environment in its place.

use std::collections::BTreeMap;

use crate::affinity::CpuList;
use crate::broker::{Broker, RunningBroker};
use crate::error::Error;
use crate::relay::Tap;
use crate::runner::Context;
use crate::server;

pub(super) struct BackingBroker {
    broker: Broker,
    cpus: CpuList,
    version: String,
    /// Started for the first iteration that is missing. The tap ends before the broker does.
    running: Option<(Tap, RunningBroker)>,
}

impl BackingBroker {
    /// On the cores that the plan gives it, else on the server's.
    ///
    /// # Errors
    /// A core is not there, or the broker isn't.
    pub fn new(
        broker: Broker,
        planned_cpus: Option<&str>,
        context: &Context,
    ) -> Result<Self, Error> {
        let own = CpuList::or_planned(None, planned_cpus)?;
        let cpus = own.unwrap_or_else(|| context.cores.server.clone());
        cpus.check_within(&CpuList::allowed()?)?;
        Ok(Self {
            broker,
            cpus,
            version: RunningBroker::version(broker)?,
            running: None,
        })
    }

    pub fn cpus(&self) -> &CpuList {
        &self.cpus
    }

    /// As the broker tells it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The broker, which takes connections from here on, and the tap before it.
    ///
    /// # Errors
    /// It cannot be made to run, or the user interrupts.
    pub fn running(&mut self, context: &Context) -> Result<(&Tap, &RunningBroker), Error> {
        let interrupt = &context.interrupt;
        if self.running.is_none() {
            let broker = RunningBroker::start(self.broker, Some(&self.cpus), interrupt)?;
            self.running = Some((Tap::start(broker.addresses())?, broker));
        }
        let (tap, broker) = self.running.as_mut().expect("it was started");
        broker.resume(interrupt)?;
        Ok((tap, broker))
    }

    pub fn is_running(&mut self) -> bool {
        let running = self.running.as_mut();
        running.is_some_and(|(_, broker)| broker.is_running())
    }

    /// What servers are offered, of which each takes what it speaks.
    ///
    /// # Errors
    /// As `running`.
    pub fn environment(&mut self, context: &Context) -> Result<BTreeMap<String, String>, Error> {
        let broker = self.broker;
        let (tap, _) = self.running(context)?;
        Ok(server::Relay::offer(broker, tap.addresses()))
    }
}
