//! The database behind servers that need one: made and filled for the run, started when it is first needed, and named to the servers
//! in their environment.

use std::collections::BTreeMap;

use crate::affinity::CpuList;
use crate::database::{Database, Programs, Schema};
use crate::error::Error;
use crate::runner::Context;

pub(super) struct BackingDatabase {
    schema: Schema,
    /// Connections that each server may hold.
    pool_size: u32,
    cpus: CpuList,
    version: String,
    /// Started for the first iteration that is missing.
    database: Option<Database>,
}

impl BackingDatabase {
    /// Of the cores that the plan gives it, else of the server's.
    ///
    /// # Errors
    /// A core is not there, or PostgreSQL isn't.
    pub fn new(
        schema: Schema,
        pool_size: u32,
        planned_cpus: Option<&str>,
        context: &Context,
    ) -> Result<Self, Error> {
        let own = CpuList::or_planned(None, planned_cpus)?;
        let cpus = own.unwrap_or_else(|| context.cores.server.clone());
        cpus.check_within(&CpuList::allowed()?)?;
        Ok(Self {
            schema,
            pool_size,
            cpus,
            version: Programs::find()?.version()?,
            database: None,
        })
    }

    pub fn cpus(&self) -> &CpuList {
        &self.cpus
    }

    /// As PostgreSQL tells it.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// The database, which takes connections from here on.
    ///
    /// # Errors
    /// It cannot be made to run, or the user interrupts.
    pub fn running(&mut self, context: &Context) -> Result<&Database, Error> {
        let Context {
            repository,
            interrupt,
            ..
        } = context;
        if self.database.is_none() {
            let started = Database::start(self.schema, repository, Some(&self.cpus), interrupt)?;
            self.database = Some(started);
        }
        let database = self.database.as_mut().expect("it was started");
        database.resume(interrupt)?;
        Ok(database)
    }

    pub fn is_running(&mut self) -> bool {
        self.database.as_mut().is_some_and(Database::is_running)
    }

    /// The id of its first process, while it runs.
    pub fn pid(&self) -> Option<i32> {
        self.database.as_ref().and_then(Database::pid)
    }

    /// What servers find in their environment.
    ///
    /// # Errors
    /// As `running`.
    pub fn environment(&mut self, context: &Context) -> Result<BTreeMap<String, String>, Error> {
        let url = self.running(context)?.instance().url();
        Ok(BTreeMap::from([
            ("DATABASE_URL".to_owned(), url),
            ("DATABASE_POOL_SIZE".to_owned(), self.pool_size.to_string()),
        ]))
    }
}
