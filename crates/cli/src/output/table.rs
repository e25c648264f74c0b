//! Tables in plain columns.

use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};

use crate::text::plain;

/// A column: its heading and its alignment. Numbers are aligned right.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TableColumn<'a> {
    /// Words.
    Words(&'a str),
    /// Numbers.
    Numbers(&'a str),
    /// Ids. They are never broken, because people copy them.
    Ids(&'a str),
}

/// A table whose cells wrap at `width`; without a width (output that is piped) each row is one line.
pub(crate) fn table(
    columns: &[TableColumn<'_>],
    rows: impl IntoIterator<Item = Vec<String>>,
    width: Option<usize>,
) -> String {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_header(columns.iter().map(|column| match column {
        TableColumn::Words(heading) | TableColumn::Numbers(heading) | TableColumn::Ids(heading) => {
            heading.to_uppercase()
        }
    }));
    match width.and_then(|width| u16::try_from(width).ok()) {
        Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    for row in rows {
        table.add_row(row.iter().map(|cell| plain(cell).into_owned()));
    }
    for (column, shape) in columns.iter().zip(table.column_iter_mut()) {
        shape.set_padding((0, 2));
        match column {
            TableColumn::Words(_) => {}
            TableColumn::Numbers(_) => {
                shape.set_cell_alignment(CellAlignment::Right);
            }
            TableColumn::Ids(_) => {
                shape.set_constraint(ColumnConstraint::ContentWidth);
            }
        }
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::{TableColumn, table};

    fn ships(width: Option<usize>) -> String {
        let rows = [("Majesty Class Dreadnought", 255), ("Frigate", 20)]
            .map(|(name, points)| vec![name.to_owned(), points.to_string(), "Large".to_owned()]);
        table(&[TableColumn::Words("name"), TableColumn::Numbers("points"), TableColumn::Words("size")], rows, width)
    }

    #[test]
    fn piped() {
        insta::assert_snapshot!(ships(None), @r"
        NAME                       POINTS  SIZE
        Majesty Class Dreadnought     255  Large
        Frigate                        20  Large
        ");
    }

    #[test]
    fn on_a_narrow_terminal() {
        insta::assert_snapshot!(ships(Some(32)), @r"
        NAME             POINTS  SIZE
        Majesty Class       255  Large
        Dreadnought
        Frigate              20  Large
        ");
    }
}
