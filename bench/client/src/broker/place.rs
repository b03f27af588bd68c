//! Where a broker keeps its files, and where it listens.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use super::{Broker, Scheme};
use crate::error::Error;
use crate::server::free_address;

#[derive(Debug, Clone)]
pub(super) struct Place {
    pub folder: PathBuf,
    pub addresses: BTreeMap<Scheme, SocketAddr>,
}

impl Place {
    /// A free port for each scheme of the broker.
    ///
    /// # Errors
    /// No port is free.
    pub fn new(broker: Broker, folder: &Path) -> Result<Self, Error> {
        let schemes = broker.schemes().iter();
        let addresses = schemes.map(|scheme| Ok((*scheme, free_address(None)?)));
        Ok(Self {
            folder: folder.to_owned(),
            addresses: addresses.collect::<Result<_, Error>>()?,
        })
    }

    pub fn address(&self, scheme: Scheme) -> SocketAddr {
        self.addresses[&scheme]
    }

    /// Writes a file of settings; where it is.
    ///
    /// # Errors
    /// The file system refuses.
    pub fn write(&self, name: &str, text: &str) -> Result<PathBuf, Error> {
        let path = self.folder.join(name);
        std::fs::write(&path, text).map_err(Error::io("written", &path))?;
        Ok(path)
    }
}
