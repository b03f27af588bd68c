//! What is asked of the bookstore.

use std::net::SocketAddr;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::BOOKS;
use crate::http_load::{HttpRequest, Requests};

/// A book as a client sends it.
pub(super) const BOOK: &str = r#"{"name":"A book of the store","price":12.5}"#;
/// Of a hundred requests of the mix; the rest add a book.
const LISTS: u32 = 80;
const SINGLE: u32 = 15;

/// All books, time and again.
pub(super) fn lists(address: SocketAddr) -> Requests {
    let list = HttpRequest::get(address, BOOKS);
    Box::new(move || list.clone())
}

/// Of requests drawn one by one, 80 % list all books, 15 % get one of the first so many, 5 % add one. A seed gives the same
/// requests in the same order on every machine.
pub(super) fn mix(address: SocketAddr, books: u32, seed: u64) -> Requests {
    let list = HttpRequest::get(address, BOOKS);
    let add = HttpRequest::post_json(address, BOOKS, BOOK);
    let mut generator = ChaCha8Rng::seed_from_u64(seed);
    Box::new(move || {
        let drawn = generator.random_range(0..100);
        if drawn < LISTS {
            list.clone()
        } else if drawn < LISTS + SINGLE {
            let id = generator.random_range(1..=books);
            HttpRequest::get(address, &format!("{BOOKS}{id}"))
        } else {
            add.clone()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each method and path is drawn, of so many.
    fn drawn(seed: u64, count: usize) -> (usize, usize, usize) {
        let mut requests = mix("127.0.0.1:80".parse().unwrap(), 100, seed);
        let texts: Vec<String> = (0..count).map(|_| format!("{:?}", requests())).collect();
        let of = |sign: &str| texts.iter().filter(|text| text.contains(sign)).count();
        (of("uri: /books/,"), of("method: GET"), of("method: POST"))
    }

    #[test]
    fn the_mix_is_of_lists_single_books_and_new_ones() {
        let (books, gets, posts) = drawn(1, 10_000);
        let lists = books - posts;
        let singles = gets - lists;
        assert!(lists.abs_diff(8_000) < 200, "{lists}");
        assert!(singles.abs_diff(1_500) < 200, "{singles}");
        assert!(posts.abs_diff(500) < 100, "{posts}");
    }

    #[test]
    fn a_seed_gives_the_same_requests() {
        assert_eq!(drawn(7, 1_000), drawn(7, 1_000));
    }
}
