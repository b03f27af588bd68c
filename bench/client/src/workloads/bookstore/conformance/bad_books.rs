//! What is no book, and which member says so.

use serde_json::{Value, json};

/// The longest name, in characters.
pub(super) const LONGEST_NAME: usize = 256;

/// Bodies that servers refuse, each with the member that is wrong.
pub(super) fn bad_books() -> Vec<(String, &'static str)> {
    let no_objects = ["", "{", "[]", "\"a text\"", "7", "null"];
    let bodies = no_objects.map(|body| (body.to_owned(), "body"));
    let long = "n".repeat(LONGEST_NAME + 1);
    let names = [json!(7), json!(null), json!(""), json!("  "), json!(long)];
    let prices = [
        json!("12.5"),
        json!(null),
        json!(true),
        json!(-0.01),
        json!(100_000_000),
    ];
    let with_name = |name: Value| (json!({ "name": name, "price": 1 }).to_string(), "name");
    let with_price = |price: Value| (json!({ "name": "A", "price": price }).to_string(), "price");
    let mut bad = Vec::from(bodies);
    bad.push((json!({ "price": 1 }).to_string(), "name"));
    bad.extend(names.map(with_name));
    bad.push((json!({ "name": "A" }).to_string(), "price"));
    bad.extend(prices.map(with_price));
    bad
}
