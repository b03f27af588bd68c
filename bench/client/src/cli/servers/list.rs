//! `rtbench servers list`: what there is to measure.

use super::Output;
use crate::server::{Registry, Server};

/// Lists the servers for people or for other programs.
pub(super) fn list(registry: &Registry, output: Output) {
    match output {
        Output::Text => list_text(registry),
        Output::Json => list_json(registry),
    }
}

fn list_text(registry: &Registry) {
    let width = |column: fn(&Server) -> usize| registry.all().map(column).max().unwrap_or(0);
    let id_width = width(|server| server.id().chars().count());
    let name_width = width(|server| server.manifest.name.chars().count());
    for server in registry.all() {
        let manifest = &server.manifest;
        let protocols: Vec<String> = manifest.protocols.iter().map(ToString::to_string).collect();
        println!(
            "{:id_width$}  {:name_width$}  {}  {}{}",
            manifest.technology,
            manifest.name,
            manifest.language,
            protocols.join(", "),
            origin(server),
        );
    }
}

/// Of an original, that it is one, and what is to be done where it is not available.
fn origin(server: &Server) -> String {
    let Some(original) = &server.manifest.original else {
        return String::new();
    };
    match server.is_available() {
        true => "  original".to_owned(),
        false => format!("  original, not available: {}", original.absence()),
    }
}

fn list_json(registry: &Registry) {
    for server in registry.all() {
        let manifest = &server.manifest;
        let protocols: Vec<String> = manifest.protocols.iter().map(ToString::to_string).collect();
        println!(
            "{}",
            serde_json::json!({
                "technology": manifest.technology,
                "name": manifest.name,
                "language": manifest.language,
                "protocols": protocols,
                "original": manifest.original.is_some(),
                "available": server.is_available(),
            })
        );
    }
}
