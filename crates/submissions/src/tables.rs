//! At which table each player sits, as a pairing program writes it.

use std::collections::BTreeMap;

use csv::ReaderBuilder;
use muster_exchange::encoding::decode;

/// The heads of the column with the tables.
const HEADS: [&str; 3] = ["table", "board", "tisch"];
/// The longest cell that is taken for a name.
const NAME: usize = 200;

/// Reads a table of pairings: comma, semicolon or tab between its cells, and a column *Table*, *Board* or *Tisch*, in which a number
/// may follow the word. Every other cell of a row may be a player's name, so the answer has each of them in lower case with its table,
/// or with both if it has two. None if there is no such column.
#[must_use]
pub fn tables(bytes: &[u8]) -> Option<BTreeMap<String, String>> {
    let text = decode(bytes);
    let read = |delimiter| pairings(&text, delimiter);
    let (_, tables) = [b',', b';', b'\t'].into_iter().filter_map(read).max_by_key(|(cells, _)| *cells)?;
    Some(tables)
}

/// The same with this between the cells, and the number of cells of the row with the heads. Some programs write the name of the
/// event above that row.
fn pairings(text: &str, delimiter: u8) -> Option<(usize, BTreeMap<String, String>)> {
    let mut reader =
        ReaderBuilder::new().delimiter(delimiter).flexible(true).has_headers(false).from_reader(text.as_bytes());
    let mut rows = reader.records().filter_map(Result::ok);
    let (column, cells) =
        rows.find_map(|row| Some((row.iter().position(|cell| number(cell).is_some())?, row.len())))?;
    let mut tables: BTreeMap<String, String> = BTreeMap::new();
    for row in rows {
        let Some(cell) = row.get(column).map(str::trim).filter(|cell| !cell.is_empty()) else { continue };
        let table = number(cell).filter(|number| !number.is_empty()).unwrap_or(cell);
        let others = row.iter().enumerate().filter(|(place, _)| *place != column);
        for name in others.map(|(_, cell)| cell.trim()).filter(|cell| !cell.is_empty() && cell.len() <= NAME) {
            let known = tables.entry(name.to_lowercase()).or_insert_with(|| table.to_owned());
            if known != table && known.len() < NAME {
                *known = format!("{known} or {table}");
            }
        }
    }
    Some((cells, tables))
}

/// What follows the word for a table: the number in `Table 12`, nothing in `Table`. None if the cell does not begin with the word.
fn number(cell: &str) -> Option<&str> {
    let cell = cell.trim();
    let rest = HEADS.iter().find_map(|head| {
        let begin = cell.get(..head.len())?;
        begin.eq_ignore_ascii_case(head).then(|| &cell[head.len()..])
    })?;
    (!rest.starts_with(char::is_alphabetic)).then(|| rest.trim())
}

#[cfg(test)]
mod tests {
    use super::tables;

    #[test]
    fn each_player_has_the_table_of_the_row() {
        for text in [
            "Table,Player 1,Player 2\n1,Anna Ó Lí,Bob\n12,Cleo,Dora\n",
            "\u{feff}Spring Cup;;\n\nPlayer 1;Board No;Player 2\nAnna Ó Lí;1;Bob\nCleo;12;Dora\nEmil;;\n",
            "Spring Cup\nTable,Player 1,Player 2\nTable 1,Anna Ó Lí,Bob\nTable 12,Cleo,Dora\n",
            "Name\tTisch\r\nANNA ó lí\t1\r\nBob\t1\r\nCleo\t12\r\nDora\t12\r\n",
        ] {
            let tables = tables(text.as_bytes()).expect(text);
            for (name, table) in [("anna ó lí", "1"), ("bob", "1"), ("cleo", "12"), ("dora", "12")] {
                assert_eq!(tables.get(name).map(String::as_str), Some(table), "{text}");
            }
            assert_eq!(tables.get("emil"), None);
        }
        let twice = tables(b"Board,Name\n1,Anna\n2,anna\n2,Bob\n").unwrap();
        assert_eq!((twice["anna"].as_str(), twice["bob"].as_str()), ("1 or 2", "2"));
        for none in ["", "\n", "Name,Club\nAnna,Wessex\n", "Tables of contents,x\n", "\u{0}\u{1}"] {
            assert_eq!(tables(none.as_bytes()), None, "{none}");
        }
    }
}
