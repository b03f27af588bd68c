//! What the machine runs in, as far as it shows from inside: a container, a virtual machine, or one in
//! the other.

use std::fs;

/// Such as `docker in a virtual machine (KVM)`; `none` on bare metal, and nothing where it cannot be told.
#[must_use]
pub fn describe(cpus: &procfs::CpuInfo) -> Option<String> {
    words(container(), virtual_machine(cpus))
}

/// Whether there is a virtual machine, and by what name.
#[derive(Debug, Clone, PartialEq, Eq)]
enum VirtualMachine {
    Absent,
    /// Of this hypervisor or vendor, if that is known.
    Present(Option<String>),
    Unknown,
}

fn words(container: Option<String>, virtual_machine: VirtualMachine) -> Option<String> {
    let outer = match virtual_machine {
        VirtualMachine::Absent if container.is_none() => return Some("none".to_owned()),
        VirtualMachine::Absent | VirtualMachine::Unknown => return container,
        VirtualMachine::Present(None) => "virtual machine".to_owned(),
        VirtualMachine::Present(Some(name)) => format!("virtual machine ({name})"),
    };
    Some(match container {
        None => outer,
        Some(container) => format!("{container} in a {outer}"),
    })
}

fn container() -> Option<String> {
    let is_there = |path| fs::exists(path).unwrap_or(false);
    if is_there("/var/run/secrets/kubernetes.io") {
        Some("kubernetes".to_owned())
    } else if is_there("/.dockerenv") {
        Some("docker".to_owned())
    } else if is_there("/run/.containerenv") {
        Some("podman".to_owned())
    } else {
        // systemd's convention, which other managers of containers keep too.
        read("/run/systemd/container")
    }
}

fn virtual_machine(cpus: &procfs::CpuInfo) -> VirtualMachine {
    let vendor = ["sys_vendor", "product_name"]
        .iter()
        .filter_map(|name| read(&format!("/sys/class/dmi/id/{name}")))
        .collect::<Vec<_>>()
        .join(" ");
    let names: Vec<String> = [hypervisor(), Some(vendor)]
        .into_iter()
        .flatten()
        .filter(|name| !name.is_empty())
        .collect();
    let name = (!names.is_empty()).then(|| names.join(", "));
    match cpus.flags(0) {
        Some(flags) if flags.contains(&"hypervisor") => VirtualMachine::Present(name),
        // Only x86 has the flag.
        Some(_) if cfg!(target_arch = "x86_64") => VirtualMachine::Absent,
        _ => VirtualMachine::Unknown,
    }
}

/// As the processor names it, which a container does not hide.
#[cfg(target_arch = "x86_64")]
fn hypervisor() -> Option<String> {
    use raw_cpuid::{CpuId, Hypervisor};
    let name = match CpuId::new().get_hypervisor_info()?.identify() {
        Hypervisor::Unknown(..) => return None,
        Hypervisor::HyperV => "Hyper-V".to_owned(),
        known => format!("{known:?}"),
    };
    Some(name)
}

#[cfg(not(target_arch = "x86_64"))]
fn hypervisor() -> Option<String> {
    None
}

fn read(path: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?.trim().to_owned();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(container: Option<&str>, machine: VirtualMachine) -> Option<String> {
        words(container.map(str::to_owned), machine)
    }

    fn kvm() -> VirtualMachine {
        VirtualMachine::Present(Some("KVM".to_owned()))
    }

    #[test]
    fn a_container_does_not_hide_the_virtual_machine_around_it() {
        let told = told(Some("docker"), kvm());
        assert_eq!(told.unwrap(), "docker in a virtual machine (KVM)");
    }

    #[test]
    fn each_is_told_alone() {
        assert_eq!(told(None, kvm()).unwrap(), "virtual machine (KVM)");
        let nameless = VirtualMachine::Present(None);
        assert_eq!(told(None, nameless).unwrap(), "virtual machine");
        let metal = VirtualMachine::Absent;
        assert_eq!(told(Some("podman"), metal).unwrap(), "podman");
    }

    #[test]
    fn bare_metal_is_only_claimed_where_it_shows() {
        assert_eq!(told(None, VirtualMachine::Absent).unwrap(), "none");
        assert_eq!(told(None, VirtualMachine::Unknown), None);
    }
}
