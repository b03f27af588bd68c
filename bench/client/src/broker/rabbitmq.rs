//! RabbitMQ with its plugins for STOMP, STOMP in a WebSocket and MQTT, and the daemon by which Erlang's nodes find each other (epmd), both of
//! which would else outlive `rtbench`: the daemon is started before, in the foreground, and the node takes its script's place as a process.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::process::Command;

use super::place::Place;
use super::{Broker, PASSWORD, Scheme, USER, programs};
use crate::error::Error;
use crate::server::free_address;

const PROGRAM: &str = "rabbitmq-server";
const EPMD: &str = "epmd";
const ERLANG: &str = "erlang-base";
const PLUGINS: &str = "[rabbitmq_stomp,rabbitmq_web_stomp,rabbitmq_mqtt].\n";

pub(super) fn commands(place: &Place) -> Result<Vec<Command>, Error> {
    let epmd_address = free_address(None)?;
    let (host, port) = (
        epmd_address.ip().to_string(),
        epmd_address.port().to_string(),
    );
    let mut epmd = Command::new(programs::find(EPMD, ERLANG)?);
    epmd.args(["-port", &port, "-address", &host]);
    let mut node = Command::new(programs::find(PROGRAM, PROGRAM)?);
    set_folders(&mut node, place)?;
    node.env("ERL_EPMD_PORT", port)
        .env("ERL_EPMD_ADDRESS", &host)
        .env("RABBITMQ_NODENAME", "rtbench@localhost")
        .env("RABBITMQ_DIST_PORT", free_address(None)?.port().to_string())
        .env(
            "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
            listening_at(epmd_address.ip()),
        )
        .env("RABBITMQ_LOGS", "-")
        // The script then becomes the node, and does not start it as a child, which would outlive a client that is killed.
        .env("RUNNING_UNDER_SYSTEMD", "true")
        .env_remove("NOTIFY_SOCKET");
    Ok(vec![epmd, node])
}

/// All that it keeps is in its own folder, also the cookie of Erlang's, which lies in the home.
fn set_folders(node: &mut Command, place: &Place) -> Result<(), Error> {
    let folder = |name: &str| place.folder.join(name);
    node.env("HOME", &place.folder)
        .env(
            "RABBITMQ_CONFIG_FILE",
            place.write("rabbitmq.conf", &settings(place))?,
        )
        .env(
            "RABBITMQ_CONF_ENV_FILE",
            place.write("rabbitmq-env.conf", "")?,
        )
        .env(
            "RABBITMQ_ENABLED_PLUGINS_FILE",
            place.write("plugins", PLUGINS)?,
        )
        .env("RABBITMQ_MNESIA_BASE", folder("data"))
        .env("RABBITMQ_LOG_BASE", folder("log"))
        .env("RABBITMQ_GENERATED_CONFIG_DIR", folder("config"))
        .env("RABBITMQ_SCHEMA_DIR", folder("schema"));
    Ok(())
}

/// For what nodes say to each other, of which there is one.
fn listening_at(host: IpAddr) -> String {
    let words = host.to_string().replace('.', ",");
    format!("-kernel inet_dist_use_interface {{{words}}}")
}

/// Its own settings, but for where it listens, who may use it, and that it does not compress WebSockets: what can't be read can't be seen
/// on its way.
fn settings(place: &Place) -> String {
    let at = |scheme| -> SocketAddr { place.address(scheme) };
    format!(
        "listeners.tcp.1 = {}\nstomp.listeners.tcp.1 = {}\nmqtt.listeners.tcp.1 = {}\nweb_stomp.tcp.listener = {}\n\
         web_stomp.ws_opts.compress = false\ndefault_user = {USER}\ndefault_pass = {PASSWORD}\n",
        at(Scheme::Amqp),
        at(Scheme::Stomp),
        at(Scheme::Mqtt),
        at(Scheme::WebStomp),
    )
}

/// That of its folder, `rabbitmq_server-3.10.8`: its own command takes seconds to tell.
pub(super) fn version() -> Result<String, Error> {
    let program = programs::find(PROGRAM, PROGRAM)?;
    let program = program
        .canonicalize()
        .map_err(Error::io("found", &program))?;
    version_in(&program).ok_or_else(|| programs::untold(Broker::Rabbitmq))
}

fn version_in(program: &Path) -> Option<String> {
    let mut names = program
        .ancestors()
        .filter_map(|part| part.file_name()?.to_str());
    let version = names.find_map(|name| name.strip_prefix("rabbitmq_server-"))?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_version_is_in_its_path() {
        let program = "/usr/lib/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server";
        assert_eq!(version_in(Path::new(program)), Some("3.10.8".to_owned()));
        assert_eq!(version_in(Path::new("/usr/sbin/rabbitmq-server")), None);
    }

    #[test]
    fn erlang_takes_an_address_as_a_tuple() {
        let host = "127.0.0.1".parse().unwrap();
        let expected = "-kernel inet_dist_use_interface {127,0,0,1}";
        assert_eq!(listening_at(host), expected);
    }
}
