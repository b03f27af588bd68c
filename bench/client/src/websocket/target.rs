//! Where the server under load listens.

use std::fmt;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use tungstenite::http::Uri;

/// A server's address and the path of its chat, such as `/chat`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    pub address: SocketAddr,
    pub path: String,
}

impl fmt::Display for Target {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "ws://{}{}", self.address, self.path)
    }
}

impl FromStr for Target {
    type Err = String;

    /// Reads `ws://HOST:PORT/PATH`; without a port, 80.
    ///
    /// # Errors
    /// What was found where which part of a `ws://` URL was expected, or that the host has no address.
    fn from_str(url: &str) -> Result<Self, String> {
        let expected = "expected ws://HOST:PORT/PATH";
        let uri: Uri = url
            .parse()
            .map_err(|error| format!("{error} ({expected})"))?;
        match uri.scheme_str() {
            Some("ws") => {}
            Some(other) => {
                return Err(format!(
                    "scheme {other}: only unencrypted ws is supported ({expected})"
                ));
            }
            None => return Err(format!("no scheme ({expected})")),
        }
        let host = uri.host().ok_or_else(|| format!("no host ({expected})"))?;
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let address = (host, uri.port_u16().unwrap_or(80))
            .to_socket_addrs()
            .map_err(|error| format!("host {host}: {error}"))?
            .next()
            .ok_or_else(|| format!("host {host} has no address"))?;
        let path = uri
            .path_and_query()
            .map_or("/", |path| path.as_str())
            .to_owned();
        Ok(Self { address, path })
    }
}

#[cfg(test)]
mod tests {
    use super::Target;

    #[test]
    fn a_url_gives_address_and_path() {
        let target: Target = "ws://127.0.0.1:3000/chat".parse().unwrap();
        assert_eq!(
            (target.address.to_string().as_str(), target.path.as_str()),
            ("127.0.0.1:3000", "/chat")
        );
        assert_eq!(target.to_string(), "ws://127.0.0.1:3000/chat");
        let target: Target = "ws://[::1]".parse().unwrap();
        assert_eq!(
            (target.address.to_string().as_str(), target.path.as_str()),
            ("[::1]:80", "/")
        );
    }

    #[test]
    fn a_url_of_another_kind_is_refused_with_the_expected_form() {
        for (url, found) in [
            ("wss://localhost/chat", "wss"),
            ("http://localhost/", "http"),
            ("localhost", "no scheme"),
        ] {
            let message = url.parse::<Target>().unwrap_err();
            assert!(
                message.contains(found) && message.contains("ws://HOST:PORT/PATH"),
                "{message}"
            );
        }
    }
}
