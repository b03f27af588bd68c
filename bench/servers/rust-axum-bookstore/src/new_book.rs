//! What a book must be to be added.

use serde_json::{Map, Value};

const MAX_NAME_CHARACTERS: usize = 256;
const MAX_PRICE: f64 = 99_999_999.99;

/// Keeps to what the database takes.
pub struct NewBook<'a> {
    pub name: &'a str,
    pub price: f64,
}

/// What is wrong, and what was expected.
pub struct BadBook(pub &'static str);

impl BadBook {
    pub const NOT_AN_OBJECT: Self = Self("body must be a JSON object");
    const NAME: Self =
        Self("name must be a string of 1 to 256 characters that is not blank and has no U+0000");
    const PRICE: Self = Self("price must be a number from 0 to 99999999.99");
}

impl<'a> TryFrom<&'a Map<String, Value>> for NewBook<'a> {
    type Error = BadBook;

    fn try_from(members: &'a Map<String, Value>) -> Result<Self, BadBook> {
        let name = members.get("name").and_then(Value::as_str);
        let price = members.get("price").and_then(Value::as_f64);
        Ok(Self {
            name: name.filter(|name| is_name(name)).ok_or(BadBook::NAME)?,
            price: price
                .filter(|price| (0.0..=MAX_PRICE).contains(price))
                .ok_or(BadBook::PRICE)?,
        })
    }
}

/// There is something to be seen, and nothing that PostgreSQL's strings can't hold.
fn is_name(name: &str) -> bool {
    !name.trim().is_empty() && name.chars().count() <= MAX_NAME_CHARACTERS && !name.contains('\0')
}
