//! The machine that a run was made on, as far as it bears on the figures.

use std::fs;
use std::path::Path;

use procfs::{Current, LoadAverage, Meminfo};
use rustix::system::uname;

use crate::error::Error;
use crate::notation::round;
use crate::result::Machine;
use crate::virtualization;

/// Above this one-minute load per core, other work is likely to disturb a measurement.
const BUSY_LOAD_PER_CPU: f64 = 0.5;

impl Machine {
    /// Describes this machine.
    ///
    /// # Errors
    /// /proc does not say what it must.
    pub fn current() -> Result<Self, Error> {
        let proc_error = |what: &str| {
            let what = what.to_owned();
            move |source| Error::Proc { what, source }
        };
        let cpus = procfs::CpuInfo::current().map_err(proc_error("/proc/cpuinfo"))?;
        let memory = Meminfo::current().map_err(proc_error("/proc/meminfo"))?;
        let load = LoadAverage::current().map_err(proc_error("/proc/loadavg"))?;
        let kernel = uname();
        Ok(Self {
            cpu_model: cpu_model(&cpus)
                .unwrap_or_else(|| kernel.machine().to_string_lossy().into()),
            cpu_signature: cpu_signature(|field| cpus.get_field(0, field)),
            cpu_count: cpus.num_cores(),
            memory_mib: (memory.mem_total as f64 / 1024.0 / 1024.0).round(),
            kernel: format!(
                "{} {}",
                kernel.sysname().to_string_lossy(),
                kernel.release().to_string_lossy()
            ),
            os: os_name(&fs::read_to_string("/etc/os-release").unwrap_or_default()),
            virtualization: virtualization::describe(&cpus),
            frequency_governor: frequency_governor(Path::new("/sys/devices/system/cpu")),
            load_average_1min: Some(round(f64::from(load.one), 2)),
        })
    }

    /// What to tell the user when the machine is busy with other work.
    #[must_use]
    pub fn load_warning(&self) -> Option<String> {
        let load = self.load_average_1min?;
        (load > BUSY_LOAD_PER_CPU * self.cpu_count as f64).then(|| {
            format!("the machine is busy (load average {load:.2}): other work disturbs the figures")
        })
    }
}

fn cpu_model(cpus: &procfs::CpuInfo) -> Option<String> {
    // x86 calls it so; Arm names the board or nothing.
    cpus.model_name(0)
        .or_else(|| cpus.fields.get("Hardware").map(String::as_str))
        .map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|name| !name.is_empty())
}

/// What a processor says of its generation, under the names of `/proc/cpuinfo`: the first three on x86, the others on Arm.
const CPU_SIGNATURE: [(&str, &str); 7] = [
    ("family", "cpu family"),
    ("model", "model"),
    ("stepping", "stepping"),
    ("implementer", "CPU implementer"),
    ("part", "CPU part"),
    ("variant", "CPU variant"),
    ("revision", "CPU revision"),
];

/// Tells generations apart that a hypervisor gives one model name. `None` where the kernel says nothing of them.
fn cpu_signature<'a>(field: impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let stated: Vec<String> = CPU_SIGNATURE
        .iter()
        .filter_map(|(name, key)| Some(format!("{name} {}", field(key)?)))
        .collect();
    (!stated.is_empty()).then(|| stated.join(", "))
}

fn os_name(os_release: &str) -> Option<String> {
    let line = os_release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(line.trim_matches(['"', '\'']).to_owned()).filter(|name| !name.is_empty())
}

/// The frequency governors of all cores; `None` where the kernel does not show any.
fn frequency_governor(cpus_folder: &Path) -> Option<String> {
    let mut governors: Vec<String> = fs::read_dir(cpus_folder)
        .ok()?
        .filter_map(|entry| {
            let file = entry.ok()?.path().join("cpufreq/scaling_governor");
            Some(fs::read_to_string(file).ok()?.trim().to_owned())
        })
        .filter(|governor| !governor.is_empty())
        .collect();
    governors.sort_unstable();
    governors.dedup();
    (!governors.is_empty()).then(|| governors.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_the_machine_that_it_runs_on() {
        let machine = Machine::current().unwrap();
        assert!(machine.cpu_count >= 1);
        assert!(machine.memory_mib > 100.0);
        assert!(machine.kernel.starts_with("Linux "));
        assert!(!machine.cpu_model.is_empty());
    }

    #[test]
    fn reads_the_systems_name() {
        let text = "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n";
        assert_eq!(
            os_name(text).as_deref(),
            Some("Debian GNU/Linux 12 (bookworm)")
        );
        assert_eq!(os_name("ID=x\n"), None);
    }

    #[test]
    fn a_processors_generation_is_told_as_far_as_it_is_stated() {
        let of = |stated: &[(&str, &'static str)]| {
            cpu_signature(|field| Some(stated.iter().find(|(key, _)| *key == field)?.1))
        };
        let x86 = [("stepping", "1"), ("cpu family", "26"), ("model", "2")];
        assert_eq!(of(&x86).as_deref(), Some("family 26, model 2, stepping 1"));
        let arm = [("CPU implementer", "0x41"), ("CPU part", "0xd0c")];
        assert_eq!(of(&arm).as_deref(), Some("implementer 0x41, part 0xd0c"));
        assert_eq!(of(&[("processor", "0")]), None);
    }

    #[test]
    fn governors_are_told_once_each_and_not_at_all_where_there_are_none() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(frequency_governor(folder.path()), None);
        for (cpu, governor) in [
            ("cpu0", "powersave"),
            ("cpu1", "performance"),
            ("cpu2", "powersave"),
        ] {
            let cpufreq = folder.path().join(cpu).join("cpufreq");
            fs::create_dir_all(&cpufreq).unwrap();
            fs::write(cpufreq.join("scaling_governor"), format!("{governor}\n")).unwrap();
        }
        assert_eq!(
            frequency_governor(folder.path()).as_deref(),
            Some("performance, powersave")
        );
    }

    #[test]
    fn a_busy_machine_is_pointed_out() {
        let mut machine = Machine::current().unwrap();
        machine.cpu_count = 4;
        machine.load_average_1min = Some(3.0);
        assert!(machine.load_warning().is_some());
        machine.load_average_1min = Some(1.0);
        assert!(machine.load_warning().is_none());
    }
}
