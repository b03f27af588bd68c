//! The figures as they are read: tables in Markdown, or one JSON object with every round.

use std::fmt::{self, Display, Formatter};

use rtbench::notation::figure;
use serde_json::{Value, json};

use super::client::{Client, Program};
use super::conditions::Conditions;
use super::measurement::Measurement;
use super::rounds::{Plan, Rounds};
use super::statistics::Spread;

#[derive(Debug)]
pub struct Report<'a> {
    pub conditions: &'a Conditions,
    pub plan: &'a Plan,
    pub rounds: &'a Rounds,
}

/// One client's measurements in one cell, by round.
type Series = Vec<Option<Measurement>>;

impl Report<'_> {
    /// Every round's figures, and what they sum up to.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let clients = &self.plan.clients;
        let by_client = |series: &[Series]| -> Vec<Value> {
            clients
                .iter()
                .zip(series)
                .map(|(client, rounds)| {
                    json!({
                        "client": client,
                        "cpu_s_per_million_deliveries": spread(rounds, |figures| Some(figures.cpu_s_per_million_deliveries)),
                        "peak_memory_mib": spread(rounds, |figures| Some(figures.peak_memory_mib)),
                        "latency_p50_ms": spread(rounds, |figures| figures.latency_p50_ms),
                        "latency_p99_ms": spread(rounds, |figures| figures.latency_p99_ms),
                        "rounds": rounds,
                    })
                })
                .collect()
        };
        let cells: Vec<Value> = self
            .plan
            .cells
            .iter()
            .zip(&self.rounds.cells)
            .map(|(cell, series)| json!({ "cell": cell, "clients": by_client(series) }))
            .collect();
        let limits: Vec<Value> = clients
            .iter()
            .zip(&self.rounds.limits)
            .map(|(client, limits)| {
                let rates = limits.iter().map(|limit| limit.deliveries_per_s);
                json!({
                    "client": client,
                    "deliveries_per_s": Spread::of(rates),
                    "rounds": limits,
                })
            })
            .collect();
        json!({
            "conditions": self.conditions,
            "cells": cells,
            "low_load": { "cell": self.plan.low_load, "clients": by_client(&self.rounds.low_load) },
            "highest_rates": limits,
        })
    }

    /// rtbench's place among the clients, once for each of its read intervals.
    fn rtbench(&self) -> impl Iterator<Item = (usize, &Client)> {
        let clients = self.plan.clients.iter().enumerate();
        clients.filter(|(_, client)| client.program == Program::Rtbench)
    }

    fn write_conditions(&self, out: &mut Formatter) -> fmt::Result {
        let Conditions {
            started_at,
            command,
            commit,
            machine,
            server_cpus,
            client_cpus,
            versions,
            warnings,
        } = self.conditions;
        writeln!(
            out,
            "Measured {} by `{command}`, medians of {} rounds (smallest–largest).\n",
            &started_at[..10],
            self.plan.rounds
        )?;
        let virtualization = machine.virtualization.as_deref().unwrap_or("unknown");
        writeln!(
            out,
            "Machine: {} × {}, {} MiB, {}, virtualization {virtualization}; load average before: {}. Server on cores {server_cpus}, client on {client_cpus}.",
            machine.cpu_count,
            machine.cpu_model,
            machine.memory_mib,
            machine.kernel,
            machine.load_average_1min.unwrap_or_default()
        )?;
        let versions: Vec<String> = versions
            .iter()
            .map(|(id, version)| format!("{id}: {version}"))
            .collect();
        let commit = commit.as_deref().unwrap_or("unknown");
        writeln!(out, "Versions: {}; commit {commit}.", versions.join("; "))?;
        for warning in warnings {
            writeln!(out, "Warning: {warning}.")?;
        }
        Ok(())
    }

    fn write_cell(&self, out: &mut Formatter, series: &[Series]) -> fmt::Result {
        write!(out, "| client | CPU s per million deliveries |")?;
        for (_, rtbench) in self.rtbench() {
            write!(out, " {rtbench} ÷ this |")?;
        }
        writeln!(
            out,
            " its core % | server's core % | peak memory MiB | kept pace |"
        )?;
        let ratios = self.rtbench().count();
        writeln!(
            out,
            "|---|---:|{}---:|---:|---:|---:|",
            "---:|".repeat(ratios)
        )?;
        for (client, rounds) in self.plan.clients.iter().zip(series) {
            let cost = spread(rounds, |figures| Some(figures.cpu_s_per_million_deliveries));
            write!(out, "| {client} | {} |", range(cost))?;
            for (index, _) in self.rtbench() {
                write!(
                    out,
                    " {} |",
                    median(cost_ratio(&series[index], rounds), figure)
                )?;
            }
            let core = spread(rounds, |figures| Some(figures.client_cpu_percent));
            let server = spread(rounds, |figures| Some(figures.server_cpu_percent));
            let memory = spread(rounds, |figures| Some(figures.peak_memory_mib));
            let kept = rounds.iter().flatten().filter(|figures| !figures.saturated);
            writeln!(
                out,
                " {} | {} | {} | {} of {} |",
                median(core, figure),
                median(server, figure),
                median(memory, figure),
                kept.count(),
                rounds.len()
            )?;
        }
        Ok(())
    }

    fn write_limits(&self, out: &mut Formatter) -> fmt::Result {
        writeln!(
            out,
            "| client | highest rate, deliveries/s | users | noise floor p50 ms | p99 ms |\n|---|---:|---:|---:|---:|"
        )?;
        for (index, client) in self.plan.clients.iter().enumerate() {
            let limits = &self.rounds.limits[index];
            let rate = Spread::of(limits.iter().map(|limit| limit.deliveries_per_s));
            let users = Spread::of(limits.iter().map(|limit| f64::from(limit.users)));
            let at_least = if limits.iter().any(|limit| limit.is_lower_bound) {
                "≥ "
            } else {
                ""
            };
            let low_load = &self.rounds.low_load[index];
            writeln!(
                out,
                "| {client} | {at_least}{} | {} | {} | {} |",
                median(rate, thousands),
                median(users, |users| format!("{users:.0}")),
                range(spread(low_load, |figures| figures.latency_p50_ms)),
                range(spread(low_load, |figures| figures.latency_p99_ms)),
            )?;
        }
        Ok(())
    }
}

impl Display for Report<'_> {
    fn fmt(&self, out: &mut Formatter) -> fmt::Result {
        self.write_conditions(out)?;
        for (cell, series) in self.plan.cells.iter().zip(&self.rounds.cells) {
            writeln!(out, "\n{cell}:\n")?;
            self.write_cell(out, series)?;
        }
        writeln!(
            out,
            "\nHighest rate in one room, and latency at low load ({}):\n",
            self.plan.low_load
        )?;
        self.write_limits(out)?;
        let runs = self.rounds.cells.iter().flatten().flatten().flatten();
        match Spread::of(runs.filter_map(|figures| figures.steal_percent)) {
            None => Ok(()),
            Some(Spread { median, max, .. }) => writeln!(
                out,
                "\nThe hypervisor took {} % of a core while the cells ran (median), {} % at most.",
                figure(median),
                figure(max)
            ),
        }
    }
}

fn spread(rounds: &Series, value: impl Fn(&Measurement) -> Option<f64>) -> Option<Spread> {
    Spread::of(rounds.iter().flatten().filter_map(value))
}

/// Of the same round each, so that what disturbed a whole round cancels out.
fn cost_ratio(of: &Series, to: &Series) -> Option<Spread> {
    Spread::of(of.iter().zip(to).filter_map(|(of, to)| {
        let (of, to) = (of.as_ref()?, to.as_ref()?);
        Some(of.cpu_s_per_million_deliveries / to.cpu_s_per_million_deliveries)
    }))
}

fn range(spread: Option<Spread>) -> String {
    spread.map_or("–".to_owned(), |Spread { median, min, max }| {
        format!("{} ({}–{})", figure(median), figure(min), figure(max))
    })
}

fn median(spread: Option<Spread>, write: impl Fn(f64) -> String) -> String {
    spread.map_or("–".to_owned(), |spread| write(spread.median))
}

/// Rates differ by steps; a thousand is less than any.
fn thousands(rate: f64) -> String {
    let thousands = (rate / 1e3).round() as u64;
    match (thousands / 1_000, thousands % 1_000) {
        (0, 0) => "0".to_owned(),
        (0, thousands) => format!("{thousands},000"),
        (millions, thousands) => format!("{millions},{thousands:03},000"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(cpu_s_per_million_deliveries: f64) -> Option<Measurement> {
        Some(Measurement {
            cpu_s_per_million_deliveries,
            deliveries_per_s: 1.0,
            client_cpu_percent: 1.0,
            server_cpu_percent: 1.0,
            peak_memory_mib: 1.0,
            latency_p50_ms: None,
            latency_p99_ms: None,
            steal_percent: None,
            saturated: false,
        })
    }

    #[test]
    fn ratios_are_taken_round_by_round() {
        let ours = vec![measured(1.0), measured(4.0), None, measured(1.0)];
        let theirs = vec![measured(2.0), measured(8.0), measured(1.0), None];
        let ratio = cost_ratio(&ours, &theirs).unwrap();
        assert_eq!((ratio.min, ratio.median, ratio.max), (0.5, 0.5, 0.5));
    }

    #[test]
    fn rates_are_written_in_thousands() {
        assert_eq!(thousands(0.0), "0");
        assert_eq!(thousands(359_612.0), "360,000");
        assert_eq!(thousands(1_005_400.0), "1,005,000");
    }
}
