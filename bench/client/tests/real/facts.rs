//! What a real server costs before anyone connects.

use rtbench::affinity::CpuList;
use rtbench::interrupt::Interrupt;
use rtbench::repository::Repository;
use rtbench::result::{Client, Machine};
use rtbench::server::facts::{CodeLines, Conditions, measure};

use super::support::built_servers;

#[test]
#[cfg_attr(without_node, ignore = "node and npm are not installed")]
fn a_server_is_built_weighed_and_started_in_a_copy() {
    let server = built_servers().get("node-ws").unwrap();
    let packages = server.folder.join("node_modules/.package-lock.json");
    let built_at = packages.metadata().unwrap().modified().unwrap();
    let repository = Repository::find(Some(&server.folder.join("../../.."))).unwrap();
    let conditions = Conditions {
        client: Client::current(repository.client_commit()),
        machine: Machine::current().unwrap(),
        cpus: CpuList::allowed().unwrap(),
        starts: 2,
        interrupt: &Interrupt::default(),
    };
    let facts = measure(server, CodeLines::default(), &conditions).unwrap();
    assert_eq!((facts.technology.as_str(), facts.starts), ("node-ws", 2));
    assert!(facts.versions.contains_key("ws"));
    assert!(facts.build_s > 0.0, "{facts:?}");
    // Express and ws with all that they need are some 2 MiB.
    assert!((0.5..50.0).contains(&facts.artifact_mib), "{facts:?}");
    assert!(facts.ready_min_ms > 0.0 && facts.ready_min_ms <= facts.ready_median_ms);
    assert!(facts.ready_median_ms <= facts.ready_max_ms);
    assert!((5.0..500.0).contains(&facts.idle_memory_mib), "{facts:?}");
    let still = packages.metadata().unwrap().modified().unwrap();
    assert_eq!(still, built_at, "the server's own folder is left alone");
}
