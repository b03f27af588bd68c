//! Agents that load the test server together, and their files.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, SystemTime};

use serde_json::Value;
use tempfile::TempDir;

use super::ChatServer;
use super::realtime_priority::take_realtime_priority;

/// Long enough for the agents to start and join on a machine that has much else to do.
pub const LEAD: Duration = Duration::from_secs(5);

/// The files of agents that loaded a server together.
pub struct AgentGroup {
    folder: TempDir,
    agents: u32,
}

impl AgentGroup {
    /// Of agents that are still to be started.
    pub fn of(agents: u32) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { folder, agents }
    }

    /// Has so many agents play the load against the server.
    pub fn run(server: &ChatServer, agents: u32, load: &[&str]) -> Self {
        let group = Self::of(agents);
        // The agents inherit it.
        take_realtime_priority();
        let start = jiff::Timestamp::try_from(SystemTime::now() + LEAD).expect("a time");
        let start = format!("{start:.3}");
        let running: Vec<Child> = (0..agents)
            .map(|agent| group.start_agent(server, agent, &start, load))
            .collect();
        for agent in running {
            let output = agent.wait_with_output().expect("the agent ends");
            assert!(output.status.success(), "{}", stderr(&output));
        }
        group
    }

    pub fn start_agent(
        &self,
        server: &ChatServer,
        agent: u32,
        start: &str,
        load: &[&str],
    ) -> Child {
        let url = server.target().to_string();
        let (index, agents) = (agent.to_string(), self.agents.to_string());
        Command::new(env!("CARGO_BIN_EXE_rtbench"))
            .args(["agent", "--url", &url, "--agent", &index])
            .args(["--agents", &agents, "--start-at", start, "-o"])
            .arg(self.path(agent))
            .args(load)
            .stderr(Stdio::piped())
            .spawn()
            .expect("rtbench runs")
    }

    pub fn path(&self, agent: u32) -> PathBuf {
        self.folder.path().join(format!("agent-{agent}.json"))
    }

    pub fn paths(&self) -> Vec<PathBuf> {
        (0..self.agents).map(|agent| self.path(agent)).collect()
    }

    pub fn file(&self, agent: u32) -> Value {
        read(&self.path(agent))
    }

    /// Changes one value of an agent's file.
    pub fn set(&self, agent: u32, pointer: &str, value: Value) {
        let mut file = self.file(agent);
        *file.pointer_mut(pointer).expect(pointer) = value;
        std::fs::write(self.path(agent), file.to_string()).expect("a file");
    }

    pub fn result(&self) -> PathBuf {
        self.folder.path().join("merged/result.json")
    }

    pub fn try_merge(&self, files: &[PathBuf]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_rtbench"))
            .args([
                "merge",
                "--technology",
                "test-server",
                "--output",
                "json",
                "-o",
            ])
            .arg(self.result())
            .args(files)
            .output()
            .expect("rtbench runs")
    }

    pub fn merge(&self) -> Value {
        let output = self.try_merge(&self.paths());
        assert!(output.status.success(), "{}", stderr(&output));
        read(&self.result())
    }
}

pub fn read(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).expect("a file");
    serde_json::from_str(&text).expect("JSON")
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// What the schema of that name finds wrong with a file.
pub fn faults(name: &str, file: &Value) -> Vec<String> {
    let schema = |name: &str| {
        read(
            &Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../schema")
                .join(name),
        )
    };
    let registry = jsonschema::Registry::new()
        .add(
            "https://realtime-bench.example/schema/result.json",
            schema("result.json"),
        )
        .and_then(|registry| registry.prepare())
        .expect("a schema");
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&schema(name))
        .expect("a schema");
    let faults = validator.iter_errors(file);
    faults
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}
