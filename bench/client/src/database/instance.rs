//! An instance's data, settings and tables; whether its server runs, and how it was started, is the affair of others.

use std::fs::OpenOptions;
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Programs, Schema};
use crate::error::Error;
use crate::interrupt::Interrupt;
use crate::repository::Repository;
use crate::server::{Log, LogTail, spawn_tied, wait_for};

/// Who owns the table, and its database's name.
const ROLE: &str = "bench";
const SUPERUSER: &str = "postgres";
/// For pgbench at the highest concurrency, and for several servers' pools.
const MAX_CONNECTIONS: u32 = 400;

/// A database cluster in a folder, for one port of the loopback address.
#[derive(Debug, Clone)]
pub struct Instance {
    pub(super) programs: Programs,
    pub(super) folder: PathBuf,
    address: SocketAddr,
}

impl Instance {
    /// An instance in a folder that holds one.
    pub(super) fn at(programs: Programs, folder: &Path, address: SocketAddr) -> Self {
        Self {
            programs,
            folder: folder.to_owned(),
            address,
        }
    }

    /// Makes the cluster in an empty folder, which then belongs to PostgreSQL's user. All settings but addresses and the number
    /// of connections are PostgreSQL's own, so it writes to the disk as ever.
    ///
    /// # Errors
    /// The cluster cannot be made, or the user interrupts.
    pub(super) fn create(
        programs: Programs,
        folder: &Path,
        address: SocketAddr,
        interrupt: &Interrupt,
    ) -> Result<Self, Error> {
        programs.give_ownership(folder)?;
        let instance = Self::at(programs, folder, address);
        let mut command = instance.programs.owners_command("initdb");
        command
            .args(["--username", SUPERUSER, "--auth", "trust"])
            .args(["--encoding", "UTF8", "--locale", "C.UTF-8", "--pgdata"])
            .arg(instance.data());
        instance.run(&mut command, interrupt)?;
        let path = instance.data().join("postgresql.conf");
        let append = || {
            let mut file = OpenOptions::new().append(true).open(&path)?;
            file.write_all(instance.settings().as_bytes())
        };
        append().map_err(Error::io("written", &path))?;
        Ok(instance)
    }

    fn settings(&self) -> String {
        let (host, port) = (self.address.ip(), self.address.port());
        format!(
            "listen_addresses = '{host}'\nport = {port}\nunix_socket_directories = ''\nmax_connections = {MAX_CONNECTIONS}\n"
        )
    }

    pub(super) fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// As servers take it, in `DATABASE_URL`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("postgres://{ROLE}@{}/{ROLE}", self.address)
    }

    /// Whether its server takes connections now.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        let mut command = self.client_command("pg_isready", SUPERUSER);
        command
            .args(["--quiet", "--dbname", "postgres"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Makes the role and the database that servers use, in a cluster whose server runs.
    ///
    /// # Errors
    /// PostgreSQL refuses, or the user interrupts.
    pub(super) fn create_database(&self, interrupt: &Interrupt) -> Result<(), Error> {
        let mut command = self.psql(SUPERUSER, "postgres");
        command
            .args(["--command", &format!("CREATE ROLE {ROLE} LOGIN")])
            .args(["--command", &format!("CREATE DATABASE {ROLE} OWNER {ROLE}")]);
        self.run(&mut command, interrupt)
    }

    /// Makes the schema's table anew, as `bench/database` describes it: the same rows each time.
    ///
    /// # Errors
    /// PostgreSQL refuses, another number of rows is there then than should be, or the user interrupts.
    pub fn fill(
        &self,
        schema: Schema,
        repository: &Repository,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let (table, files, rows) = (schema.table(), schema.files(), schema.rows());
        let mut command = self.psql(ROLE, ROLE);
        command.args(["--command", &format!("DROP TABLE IF EXISTS {table}")]);
        for file in files {
            command.arg("--file");
            command.arg(repository.path("bench/database").join(file));
        }
        self.run(&mut command, interrupt)?;
        let counted = self.count(table)?;
        if counted == rows {
            return Ok(());
        }
        Err(Error::Database {
            command: format!("bench/database/{}", files.join(", ")),
            how: format!("left {counted} {table} (expected {rows})"),
            tail: LogTail::default(),
        })
    }

    /// Runs a file of `bench/database` with psql's variables set.
    ///
    /// # Errors
    /// PostgreSQL refuses, or the user interrupts.
    pub fn run_file(
        &self,
        file: &str,
        variables: &[(&str, u32)],
        repository: &Repository,
        interrupt: &Interrupt,
    ) -> Result<(), Error> {
        let mut command = self.psql(ROLE, ROLE);
        for (name, value) in variables {
            command.args(["--set", &format!("{name}={value}")]);
        }
        command.arg("--file");
        command.arg(repository.path("bench/database").join(file));
        self.run(&mut command, interrupt)
    }

    fn count(&self, table: &str) -> Result<String, Error> {
        let mut command = self.psql(ROLE, ROLE);
        command.args(["--tuples-only", "--no-align"]);
        command.args(["--command", &format!("SELECT count(*) FROM {table}")]);
        let output = command.output();
        let output = output.map_err(|source| failed(&command, source.to_string()))?;
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// A program that connects to the database as servers do.
    #[must_use]
    pub fn users_command(&self, program: &str) -> Command {
        self.client_command(program, ROLE)
    }

    /// The database's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        ROLE
    }

    fn psql(&self, user: &str, database: &str) -> Command {
        let mut command = self.client_command("psql", user);
        command
            .args(["--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1"])
            .args(["--dbname", database]);
        command
    }

    fn client_command(&self, program: &str, user: &str) -> Command {
        let mut command = self.programs.command(program);
        command
            .args(["--host", &self.address.ip().to_string()])
            .args(["--port", &self.address.port().to_string()])
            .args(["--username", user]);
        command
    }

    /// Runs a command to its end.
    ///
    /// # Errors
    /// It cannot be run, it fails (with the tail of what it printed), or the user interrupts.
    pub(super) fn run(&self, command: &mut Command, interrupt: &Interrupt) -> Result<(), Error> {
        let log = Log::create()?;
        command
            .current_dir(&self.folder)
            .stdin(Stdio::null())
            .stdout(log.for_child()?)
            .stderr(log.for_child()?);
        let child = spawn_tied(command, None);
        let child = child.map_err(|source| failed(command, source.to_string()))?;
        let status = wait_for(child, interrupt)?;
        if status.success() {
            return Ok(());
        }
        Err(Error::Database {
            command: name(command),
            how: format!("failed ({status})"),
            tail: log.tail(),
        })
    }
}

pub(super) fn failed(command: &Command, how: String) -> Error {
    Error::Database {
        command: name(command),
        how,
        tail: LogTail::default(),
    }
}

/// The program's, without its folder.
fn name(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name();
    program.unwrap_or_default().to_string_lossy().into_owned()
}
