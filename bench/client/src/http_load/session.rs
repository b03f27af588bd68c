//! What all connections of a load share.

use std::cell::{Cell, RefCell};
use std::net::SocketAddr;
use std::time::Duration;

use super::account::{Account, Closed, Ending};
use super::{HttpRequest, Load, Requests};
use crate::load::Progress;
use crate::load::clock::now_ns;

pub(super) struct Session {
    pub address: SocketAddr,
    pub timeout: Duration,
    /// How many requests there will be, where that is fixed.
    planned: Option<u64>,
    /// Requests that were begun.
    begun: Cell<u64>,
    requests: RefCell<Requests>,
    account: RefCell<Account>,
}

impl Session {
    pub fn new(address: SocketAddr, load: &Load, requests: Requests) -> Self {
        Self {
            address,
            timeout: load.timeout,
            planned: load.arrival.requests(),
            begun: Cell::new(0),
            requests: RefCell::new(requests),
            account: RefCell::new(Account::new(now_ns(), None)),
        }
    }

    /// From here on requests count.
    pub fn begin(&self, start_ns: u64, window: Option<Duration>) {
        let end_ns = window.map(|window| start_ns + nanoseconds(window));
        self.account.replace(Account::new(start_ns, end_ns));
    }

    pub fn next_request(&self) -> HttpRequest {
        self.begun.set(self.begun.get() + 1);
        (*self.requests.borrow_mut())()
    }

    /// Enters a request that has just ended.
    pub fn record(&self, since_ns: u64, ending: Ending) {
        self.account.borrow_mut().record(since_ns, now_ns(), ending);
    }

    /// Enters how late a request is handed out that was due then.
    pub fn record_lag(&self, due_ns: u64) {
        let lag_ns = now_ns().saturating_sub(due_ns);
        self.account.borrow_mut().record_lag(lag_ns);
    }

    pub fn progress(&self) -> Progress {
        let account = self.account.borrow();
        let so_far = account.so_far();
        Progress {
            received_deliveries: account.requests(),
            expected_deliveries: self.planned.unwrap_or(0),
            latency_p50_us: so_far.p50_us,
            latency_p99_us: so_far.p99_us,
        }
    }

    /// Those that were planned and not begun.
    pub fn unsent(&self) -> Option<u64> {
        Some(self.planned?.saturating_sub(self.begun.get()))
    }

    /// The account up to then; what ends later counts nowhere.
    pub fn close(&self, end_ns: u64) -> Closed {
        let account = self.account.replace(Account::new(end_ns, None));
        account.close(end_ns)
    }
}

pub(super) fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
