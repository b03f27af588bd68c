//! Cores: Linux CPU lists, which cores client and server get, and pinning to them.

use std::fmt;
use std::str::FromStr;

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::error::Error;

/// Cores as a sorted Linux CPU list: `0`, `0-2`, `0-2,4`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CpuList {
    cpus: Vec<usize>,
}

impl CpuList {
    /// The cores that this process may use.
    ///
    /// # Errors
    /// The kernel does not say.
    pub fn allowed() -> Result<Self, Error> {
        let set = sched_getaffinity(None).map_err(|errno| Error::System {
            what: "reading this process's cores",
            source: errno.into(),
        })?;
        let cpus = (0..CpuSet::MAX_CPU)
            .filter(|&cpu| set.is_set(cpu))
            .collect();
        Ok(Self { cpus })
    }

    /// What the user chose, else what a plan says.
    ///
    /// # Errors
    /// What the plan says is no CPU list.
    pub fn or_planned(chosen: Option<Self>, planned: Option<&str>) -> Result<Option<Self>, Error> {
        match chosen {
            Some(chosen) => Ok(Some(chosen)),
            None => planned.map(str::parse).transpose(),
        }
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.cpus.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cpus.is_empty()
    }

    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.cpus.iter().any(|cpu| other.cpus.contains(cpu))
    }

    /// Pins the calling thread, and all that it starts from now on.
    ///
    /// # Errors
    /// The kernel refuses.
    pub fn pin_current_thread(&self) -> Result<(), Error> {
        sched_setaffinity(None, &self.to_set()).map_err(|errno| Error::System {
            what: "pinning to cores",
            source: errno.into(),
        })
    }

    pub(crate) fn to_set(&self) -> CpuSet {
        let mut set = CpuSet::new();
        self.cpus.iter().for_each(|&cpu| set.set(cpu));
        set
    }

    /// # Errors
    /// A core is not among those `allowed`.
    pub(crate) fn check_within(&self, allowed: &Self) -> Result<(), Error> {
        match self.cpus.iter().find(|cpu| !allowed.cpus.contains(cpu)) {
            None => Ok(()),
            Some(&cpu) => Err(Error::NoSuchCpu {
                list: self.to_string(),
                cpu,
                available: allowed.to_string(),
            }),
        }
    }
}

impl FromStr for CpuList {
    type Err = Error;

    fn from_str(list: &str) -> Result<Self, Error> {
        let invalid = |reason: String| Error::InvalidCpuList {
            list: list.to_owned(),
            reason,
        };
        let number = |text: &str| match text.parse::<usize>() {
            Ok(cpu) if cpu < CpuSet::MAX_CPU => Ok(cpu),
            _ => Err(invalid(format!(
                "`{text}` is not a core's number below {}",
                CpuSet::MAX_CPU
            ))),
        };
        let mut cpus = Vec::new();
        for part in list.split(',') {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if first > last {
                return Err(invalid(format!("`{part}` runs backwards")));
            }
            cpus.extend(first..=last);
        }
        cpus.sort_unstable();
        cpus.dedup();
        Ok(Self { cpus })
    }
}

impl fmt::Display for CpuList {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = self.cpus.chunk_by(|one, next| one + 1 == *next);
        for (index, range) in ranges.enumerate() {
            let separator = if index == 0 { "" } else { "," };
            match range {
                [only] => write!(formatter, "{separator}{only}")?,
                [first, .., last] => write!(formatter, "{separator}{first}-{last}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

/// Which cores the server and the client get.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CoreSplit {
    pub server: CpuList,
    pub client: CpuList,
}

impl CoreSplit {
    /// Takes what the user chose; by default the client gets the last core and the server the
    /// others.
    ///
    /// # Errors
    /// A chosen core is not among those `allowed`.
    pub fn choose(
        allowed: &CpuList,
        server: Option<CpuList>,
        client: Option<CpuList>,
    ) -> Result<Self, Error> {
        for chosen in [&server, &client].into_iter().flatten() {
            chosen.check_within(allowed)?;
        }
        let client = client.unwrap_or_else(|| CpuList {
            cpus: allowed.cpus.last().copied().into_iter().collect(),
        });
        let others = || {
            let mut cpus = allowed.cpus.clone();
            cpus.retain(|cpu| !client.cpus.contains(cpu));
            // Nothing else is left on a machine with one core.
            if cpus.is_empty() {
                cpus.clone_from(&allowed.cpus);
            }
            CpuList { cpus }
        };
        let server = server.unwrap_or_else(others);
        Ok(Self { server, client })
    }

    /// What to tell the user when client and server compete for a core.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        self.server.overlaps(&self.client).then(|| {
            format!(
                "client (cores {}) and server (cores {}) share a core: they slow each other down, and the figures show it",
                self.client, self.server
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cpus(list: &str) -> CpuList {
        list.parse().unwrap()
    }

    #[test]
    fn reads_and_writes_linux_cpu_lists() {
        for list in ["0", "1", "0-2", "0-2,4", "1,3,5-7"] {
            assert_eq!(cpus(list).to_string(), list);
        }
        assert_eq!(cpus("2,1,0,1").to_string(), "0-2");
    }

    #[test]
    fn refuses_what_is_no_cpu_list() {
        for list in ["", "a", "1-", "-1", "3-1", "0;1", "99999999"] {
            let error = list.parse::<CpuList>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("CPU list `{list}`")), "{error}");
        }
    }

    #[test]
    fn the_client_gets_the_last_core_and_the_server_the_others() {
        let split = CoreSplit::choose(&cpus("0-3"), None, None).unwrap();
        assert_eq!(split.client.to_string(), "3");
        assert_eq!(split.server.to_string(), "0-2");
        assert_eq!(split.warning(), None);
    }

    #[test]
    fn a_chosen_side_keeps_its_cores_to_itself() {
        let split = CoreSplit::choose(&cpus("0-3"), None, Some(cpus("0-1"))).unwrap();
        assert_eq!(split.server.to_string(), "2-3");
    }

    #[test]
    fn one_core_is_shared_with_a_warning() {
        let split = CoreSplit::choose(&cpus("0"), None, None).unwrap();
        assert_eq!((&split.server, &split.client), (&cpus("0"), &cpus("0")));
        assert!(split.warning().unwrap().contains("share a core"));
    }

    #[test]
    fn a_core_that_is_not_there_is_refused() {
        let error = CoreSplit::choose(&cpus("0-1"), Some(cpus("5")), None).unwrap_err();
        assert!(error.to_string().contains("core 5 is not there"), "{error}");
    }

    #[test]
    fn pinning_holds_for_the_calling_thread() {
        let first = CpuList {
            cpus: vec![CpuList::allowed().unwrap().cpus[0]],
        };
        let expected = first.clone();
        std::thread::spawn(move || {
            first.pin_current_thread().unwrap();
            assert_eq!(CpuList::allowed().unwrap(), first);
        })
        .join()
        .unwrap();
        assert_eq!(expected.len(), 1);
    }
}
