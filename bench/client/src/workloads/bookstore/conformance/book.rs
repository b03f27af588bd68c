//! A book as servers answer it.

use std::time::Duration;

use jiff::Timestamp;
use serde_json::Value;

/// How far a server's clock, which is the database's, may be from this one.
const CLOCKS: Duration = Duration::from_secs(60);

/// Its id, where it is a book of that name and price, added just now.
pub(super) fn id_of(book: &Value, name: &str, price: f64) -> Result<u64, String> {
    let members: Vec<&String> = book
        .as_object()
        .map_or(vec![], |book| book.keys().collect());
    if members != ["id", "name", "price", "createdDate"] {
        return Err(format!(
            "found the members {members:?} (expected id, name, price, createdDate)"
        ));
    }
    let expected = |member: &str, expected: &str| {
        format!("{member}: found {} (expected {expected})", book[member])
    };
    if book["name"] != name {
        return Err(expected("name", &format!("{name:?}")));
    }
    if book["price"].as_f64() != Some(price) {
        return Err(expected("price", &price.to_string()));
    }
    check_date(&book["createdDate"]).map_err(|what| {
        expected(
            "createdDate",
            &format!("{what}, as 2026-11-23T12:34:56.789Z"),
        )
    })?;
    book["id"]
        .as_u64()
        .ok_or_else(|| expected("id", "a whole number"))
}

/// What it is not.
fn check_date(date: &Value) -> Result<(), &'static str> {
    let text = date.as_str().ok_or("a text")?;
    let time: Timestamp = text.parse().map_err(|_| "RFC 3339")?;
    let is_utc = text.ends_with('Z') || text.ends_with("+00:00");
    if !is_utc {
        return Err("UTC");
    }
    let fraction = text.split_once('.').map_or("", |(_, fraction)| fraction);
    let decimals = fraction.chars().take_while(char::is_ascii_digit).count();
    if decimals < 3 {
        return Err("milliseconds");
    }
    let now = Timestamp::now();
    match now.duration_since(time).unsigned_abs() <= CLOCKS {
        true => Ok(()),
        false => Err("the time of now"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn dates_are_of_now_in_utc_to_the_millisecond() {
        let now = format!("{:.3}", Timestamp::now());
        assert_eq!(check_date(&json!(now)), Ok(()));
        assert_eq!(check_date(&json!(now.replace('Z', "+00:00"))), Ok(()));
        for (date, fault) in [
            (json!(7), "a text"),
            (json!("23 November"), "RFC 3339"),
            (json!(now.replace('Z', "+01:00")), "UTC"),
            (json!("2026-11-23T12:34:56Z"), "milliseconds"),
            (json!("2019-11-23T12:34:56.789Z"), "the time of now"),
        ] {
            assert_eq!(check_date(&date), Err(fault), "{date}");
        }
    }
}
