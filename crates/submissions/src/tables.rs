//! At which table each player sits, as a pairing program writes it.

use std::collections::BTreeMap;

use csv::ReaderBuilder;
use muster_exchange::encoding::decode;

/// The heads of the column with the tables.
const HEADS: [&str; 3] = ["table", "board", "tisch"];
/// The longest cell that is taken for a name.
const NAME: usize = 200;

/// Reads a table of pairings: comma, semicolon or tab between its cells, and a column *Table*, *Board* or *Tisch*, in which a number
/// may follow the word. Every other cell of a row may be a player's name, so the answer has each of them in lower case with its table.
/// None if there is no such column.
#[must_use]
pub fn tables(bytes: &[u8]) -> Option<BTreeMap<String, String>> {
    let text = decode(bytes);
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    let delimiter =
        [b',', b';', b'\t'].into_iter().max_by_key(|one| first.bytes().filter(|byte| byte == one).count())?;
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut rows = reader.records().filter_map(Result::ok);
    let is_head = |cell: &str| {
        let cell = cell.trim().to_lowercase();
        HEADS.iter().any(|head| cell.strip_prefix(head).is_some_and(|rest| !rest.starts_with(char::is_alphabetic)))
    };
    // Some programs write the name of the event above the heads.
    let column = rows.find_map(|row| row.iter().position(is_head))?;
    let mut tables = BTreeMap::new();
    for row in rows {
        let Some(table) = row.get(column).map(str::trim).filter(|table| !table.is_empty()) else { continue };
        let others = row.iter().enumerate().filter(|(place, _)| *place != column);
        for name in others.map(|(_, cell)| cell.trim()).filter(|cell| !cell.is_empty() && cell.len() <= NAME) {
            tables.entry(name.to_lowercase()).or_insert_with(|| table.to_owned());
        }
    }
    Some(tables)
}

#[cfg(test)]
mod tests {
    use super::tables;

    #[test]
    fn each_player_has_the_table_of_the_row() {
        for text in [
            "Table,Player 1,Player 2\n1,Anna Ó Lí,Bob\n12,Cleo,Dora\n",
            "\u{feff}Spring Cup;;\n\nPlayer 1;Board No;Player 2\nAnna Ó Lí;1;Bob\nCleo;12;Dora\nEmil;;\n",
            "Name\tTisch\r\nANNA ó lí\t1\r\nBob\t1\r\nCleo\t12\r\nDora\t12\r\n",
        ] {
            let tables = tables(text.as_bytes()).expect(text);
            for (name, table) in [("anna ó lí", "1"), ("bob", "1"), ("cleo", "12"), ("dora", "12")] {
                assert_eq!(tables.get(name).map(String::as_str), Some(table), "{text}");
            }
            assert_eq!(tables.get("emil"), None);
        }
        for none in ["", "\n", "Name,Club\nAnna,Wessex\n", "Tables of contents,x\n", "\u{0}\u{1}"] {
            assert_eq!(tables(none.as_bytes()), None, "{none}");
        }
    }
}
