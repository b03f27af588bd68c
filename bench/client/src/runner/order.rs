//! The order in which servers take turns. Each run draws another: what changes on a machine over a run, such as its neighbours on
//! the host, would otherwise meet the same servers in all of them. The seed is in the result files, and gives the same order on every machine:
//! the generator is named, since rand's own choice may change.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// The plan's servers as the seed shuffles them, so that those that are chosen among them keep their order, and after them what
/// else is `chosen`.
pub(super) fn drawn<'a>(seed: u32, planned: &[&'a str], chosen: &[&'a str]) -> Vec<&'a str> {
    let mut generator = ChaCha8Rng::seed_from_u64(seed.into());
    let is_besides = |id: &&&str| !planned.contains(id);
    let mut besides: Vec<&str> = chosen.iter().filter(is_besides).copied().collect();
    let mut order = planned.to_vec();
    order.shuffle(&mut generator);
    besides.shuffle(&mut generator);
    order.extend(besides);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLANNED: [&str; 5] = ["a", "b", "c", "d", "e"];

    #[test]
    fn a_seed_gives_the_same_order_everywhere() {
        let of = |seed| drawn(seed, &PLANNED, &PLANNED);
        assert_eq!(of(7), ["a", "d", "b", "c", "e"]);
        assert_ne!(of(8), of(7));
    }

    #[test]
    fn each_server_comes_first_in_some_runs() {
        for id in PLANNED {
            let is_first = |seed: &u32| drawn(*seed, &PLANNED, &PLANNED)[0] == id;
            let count = (0..1000).filter(is_first).count();
            assert!((120..=280).contains(&count), "{id}: {count} of 1000");
        }
    }

    #[test]
    fn servers_that_the_plan_does_not_name_come_after_its_own_which_keep_their_order() {
        let whole = drawn(7, &PLANNED, &PLANNED);
        let with_others = drawn(7, &PLANNED, &["y", "b", "x"]);
        assert_eq!(with_others[..5], whole);
        let mut others = with_others[5..].to_vec();
        others.sort_unstable();
        assert_eq!(others, ["x", "y"]);
    }
}
