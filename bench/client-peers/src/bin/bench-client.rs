//! Compares what rtbench costs with what other load clients do. Run by script/bench-client.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use client_peers::comparison::{
    Bench, Client, Conditions, Error, Plan, Program, RateSearch, Report, RoomsAndUsers, Rounds,
    build,
};
use rtbench::affinity::{CoreSplit, CpuList};
use rtbench::interrupt::Interrupt;
use rtbench::repository::Repository;

const EXAMPLES: &str = "\
Examples:
  script/bench-client
  script/bench-client --quick
  script/bench-client --clients rtbench,floor --cells 1x60 --without-highest-rate
  script/bench-client --output json > bench-client.json";

/// Ten users who hear nobody but themselves, a message a millisecond.
const LOW_LOAD: RoomsAndUsers = RoomsAndUsers {
    rooms: 10,
    users: 1,
};
/// Users of one room: 10,000 deliveries a second, and up to 5.8 million.
const STEPS: std::ops::RangeInclusive<u32> = 1..=24;
const USERS_STEP: u32 = 10;
const QUICK_STEPS: [u32; 2] = [5, 10];

/// Compare what rtbench costs with what other load clients do, under the same load from the same server
///
/// The clients take turns, so that all meet the same machine. Nothing else should run meanwhile.
#[derive(Debug, Parser)]
#[command(name = "script/bench-client", after_help = EXAMPLES)]
struct Args {
    /// Who takes part
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = Program::value_variants().to_vec())]
    clients: Vec<Program>,

    /// Microseconds between two rounds of reads, for those who read in rounds
    #[arg(
        long,
        value_name = "US",
        value_delimiter = ',',
        default_value = "250,1000"
    )]
    read_intervals_us: Vec<u32>,

    /// Rooms and users in each
    #[arg(
        long,
        value_name = "ROOMSxUSERS",
        value_delimiter = ',',
        default_value = "1x60,4x17"
    )]
    cells: Vec<RoomsAndUsers>,

    /// Messages that each user sends, one in 10 ms
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(10..))]
    messages: u32,

    /// How often all take their turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    /// Leave out the search for each client's highest rate, which takes as long as all else
    #[arg(long)]
    without_highest_rate: bool,

    /// One short round under little load: whether all works, not what it costs
    #[arg(long, conflicts_with_all = ["cells", "messages", "rounds"])]
    quick: bool,

    /// Cores for the server, as a Linux CPU list; by default all but the client's
    #[arg(long, value_name = "LIST")]
    server_cpus: Option<CpuList>,

    /// Cores for the client, as a Linux CPU list; by default the last one
    #[arg(long, value_name = "LIST")]
    client_cpus: Option<CpuList>,

    /// The repository; by default the nearest folder upwards that holds bench/servers
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,

    /// Tables to read, or one JSON object with every round
    #[arg(long, value_enum, default_value_t = Output::Text)]
    output: Output,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Output {
    /// Markdown
    Text,
    /// For other programs
    Json,
}

impl Args {
    fn plan(&self) -> Plan {
        let clients = Client::all(&self.clients, &self.read_intervals_us);
        if self.quick {
            return Plan {
                clients,
                rounds: 1,
                cells: vec![RoomsAndUsers { rooms: 2, users: 5 }.cell(50)],
                low_load: LOW_LOAD.cell(50),
                search: self.search(&QUICK_STEPS, 50),
            };
        }
        let users: Vec<u32> = STEPS.map(|step| step * USERS_STEP).collect();
        Plan {
            clients,
            rounds: self.rounds as usize,
            cells: self
                .cells
                .iter()
                .map(|size| size.cell(self.messages))
                .collect(),
            low_load: LOW_LOAD.cell(200),
            search: self.search(&users, 200),
        }
    }

    fn search(&self, users: &[u32], messages_per_user: u32) -> Option<RateSearch> {
        (!self.without_highest_rate).then(|| RateSearch {
            users: users.to_vec(),
            messages_per_user,
        })
    }
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Error::Rtbench(error @ rtbench::error::Error::Interrupted { .. })) => {
            eprintln!("{error}");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<(), Error> {
    let repository = Repository::find(args.root.as_deref())?;
    let plan = args.plan();
    build(&args.clients, &repository)?;
    let allowed = CpuList::allowed()?;
    let cores = CoreSplit::choose(&allowed, args.server_cpus, args.client_cpus)?;
    let conditions = Conditions::now(&args.clients, &repository, &cores)?;
    for warning in &conditions.warnings {
        eprintln!("warning: {warning}");
    }
    let interrupt = Interrupt::listen()?;
    cores.server.pin_current_thread()?;
    let bench = Bench {
        repository: &repository,
        cores: &cores,
        interrupt: &interrupt,
    };
    let rounds = Rounds::measure(&plan, &bench, |step| eprintln!("{step}"))?;
    let report = Report {
        conditions: &conditions,
        plan: &plan,
        rounds: &rounds,
    };
    match args.output {
        Output::Text => print!("{report}"),
        Output::Json => println!("{:#}", report.to_json()),
    }
    Ok(())
}
