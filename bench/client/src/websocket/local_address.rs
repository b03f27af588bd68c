//! The addresses of this machine from which users connect.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use ipnet::{IpAddrRange, IpNet, Ipv4AddrRange, Ipv6AddrRange};
use serde::Deserialize;

const EXPECTED: &str = "expected an address, a range or a network, as in 127.0.0.2, 127.0.0.2-127.0.0.9 or 127.0.0.0/28";
/// A mistyped prefix length shall not fill the memory.
const MOST: usize = 65_536;

/// One or several addresses, as the user wrote them: `127.0.0.2`, `127.0.0.2-127.0.0.9`, or the hosts of
/// `127.0.0.0/28`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct LocalAddresses {
    text: String,
    addresses: Vec<IpAddr>,
}

impl LocalAddresses {
    /// At least one; a network's own and its broadcast address are left out.
    #[must_use]
    pub fn addresses(&self) -> &[IpAddr] {
        &self.addresses
    }

    /// Those of all `several`, in their order.
    #[must_use]
    pub fn joined(several: &[Self]) -> Vec<IpAddr> {
        several
            .iter()
            .flat_map(|some| some.addresses.iter().copied())
            .collect()
    }
}

impl FromStr for LocalAddresses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let addresses: Vec<IpAddr> = range(text)?.take(MOST + 1).collect();
        match addresses.len() {
            0 => Err(format!("`{text}` runs backwards ({EXPECTED})")),
            1..=MOST => Ok(Self {
                text: text.to_owned(),
                addresses,
            }),
            _ => Err(format!("`{text}` has more than {MOST} addresses")),
        }
    }
}

impl TryFrom<String> for LocalAddresses {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl fmt::Display for LocalAddresses {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

fn range(text: &str) -> Result<IpAddrRange, String> {
    let invalid = || format!("found `{text}` ({EXPECTED})");
    let address = |text: &str| text.trim().parse::<IpAddr>().map_err(|_| invalid());
    if text.contains('/') {
        let network: IpNet = text.parse().map_err(|_| invalid())?;
        return Ok(network.hosts());
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    match (address(first)?, address(last)?) {
        (IpAddr::V4(first), IpAddr::V4(last)) => Ok(Ipv4AddrRange::new(first, last).into()),
        (IpAddr::V6(first), IpAddr::V6(last)) => Ok(Ipv6AddrRange::new(first, last).into()),
        _ => Err(invalid()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(text: &str) -> Result<Vec<String>, String> {
        let parsed: LocalAddresses = text.parse()?;
        assert_eq!(parsed.to_string(), text);
        Ok(parsed.addresses().iter().map(IpAddr::to_string).collect())
    }

    #[test]
    fn an_address_a_range_and_a_network_are_understood() {
        assert_eq!(addresses("127.0.0.2").unwrap(), ["127.0.0.2"]);
        assert_eq!(addresses("::1").unwrap(), ["::1"]);
        let two = ["127.0.0.255", "127.0.1.0"];
        assert_eq!(addresses("127.0.0.255-127.0.1.0").unwrap(), two);
        assert_eq!(
            addresses("127.0.0.0/30").unwrap(),
            ["127.0.0.1", "127.0.0.2"]
        );
        assert_eq!(addresses("127.0.0.0/28").unwrap().len(), 14);
    }

    #[test]
    fn anything_else_is_refused_with_what_was_expected() {
        for text in [
            "",
            "localhost",
            "127.0.0.256",
            "127.0.0.2-",
            "127.0.0.3-127.0.0.2",
            "127.0.0.2-::1",
            "127.0.0.0/33",
            "127.0.0.2/x",
        ] {
            let message = addresses(text).unwrap_err();
            assert!(message.contains("127.0.0.0/28"), "{message}");
        }
        let message = addresses("127.0.0.0/8").unwrap_err();
        assert!(message.contains("more than 65536"), "{message}");
    }
}
