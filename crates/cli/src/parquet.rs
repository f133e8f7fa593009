//! Tables as Parquet files: columns of whole numbers or text, in which an entry may be null; plain, not compressed.
//!
//! A file is the word `PAR1`, for each column a page (a header, one bit an entry that says whether it is there, the values that
//! are), then the metadata, their length, and the word again. Headers and metadata are structs of Thrift's compact protocol.

use bouton_engine::{Error, Result};

/// A column; empty entries are null.
enum Column {
    Numbers(Vec<Option<i64>>),
    Texts(Vec<Option<String>>),
}

/// The bytes of a Parquet file with the rows of comma-separated values; the first line names the columns, and those in `texts`
/// hold text.
pub fn from_csv(csv: &str, texts: &[&str]) -> Result<Vec<u8>> {
    let mut lines = csv.lines();
    let names: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let mut columns: Vec<Column> = names
        .iter()
        .map(|name| match texts.contains(name) {
            true => Column::Texts(Vec::new()),
            false => Column::Numbers(Vec::new()),
        })
        .collect();
    let wrong = |line: &str| {
        Error::input(format!(
            "the row `{line}` does not fit the columns `{}`",
            names.join(",")
        ))
    };
    let mut rows = 0;
    for line in lines {
        let fields = fields(line);
        if fields.len() != names.len() {
            return Err(wrong(line));
        }
        for (column, field) in columns.iter_mut().zip(fields) {
            let given = (!field.is_empty()).then_some(field);
            match column {
                Column::Texts(entries) => entries.push(given),
                Column::Numbers(entries) => {
                    let number = given.map(|text| text.parse()).transpose();
                    entries.push(number.map_err(|_| wrong(line))?);
                }
            }
        }
        rows += 1;
    }
    file(&names, &columns, rows)
        .ok_or_else(|| Error::limit("a column of a Parquet file is limited to 2^31 bytes here"))
}

/// The fields of a line of comma-separated values; a field in quotation marks may hold commas, and marks written twice (RFC 4180).
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.len() - 1;
        match c {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => fields[last].push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields[last].push(c),
        }
    }
    fields
}

/// Numbers of physical types, of encodings, and of what a column may lack.
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const UTF8: i64 = 0;
const OPTIONAL: i64 = 1;
const PLAIN: i64 = 0;
const RLE: i64 = 3;

fn file(names: &[&str], columns: &[Column], rows: i64) -> Option<Vec<u8>> {
    let mut bytes = b"PAR1".to_vec();
    let mut schema = vec![Struct::new().text(4, "table").int(5, names.len() as i64)];
    let mut chunks = Vec::new();
    for (name, column) in names.iter().zip(columns) {
        let (kind, data) = column.data();
        let element = Struct::new().int(1, kind).int(3, OPTIONAL).text(4, name);
        schema.push(match column {
            Column::Numbers(_) => element,
            Column::Texts(_) => element.int(6, UTF8),
        });
        let size = i64::from(i32::try_from(data.len()).ok()?);
        let header = Struct::new().int(1, 0).int(2, size).int(3, size);
        let values = Struct::new().int(1, rows).int(2, PLAIN);
        let values = values.int(3, RLE).int(4, RLE);
        let start = bytes.len() as i64;
        bytes.extend(header.part(5, values).end());
        bytes.extend(data);
        let total = bytes.len() as i64 - start;
        let meta = Struct::new()
            .int(1, kind)
            .list(2, INTEGER, vec![integer(PLAIN), integer(RLE)])
            .list(3, BINARY, vec![binary(name)])
            .int(4, 0)
            .long(5, rows)
            .long(6, total)
            .long(7, total)
            .long(9, start);
        chunks.push((total, Struct::new().long(2, start).part(3, meta)));
    }
    let total = chunks.iter().map(|c| c.0).sum();
    let chunks = chunks.into_iter().map(|c| c.1.end()).collect();
    let group = Struct::new().list(1, STRUCT, chunks);
    let group = group.long(2, total).long(3, rows);
    let schema = schema.into_iter().map(Struct::end).collect();
    let meta = Struct::new().int(1, 1).list(2, STRUCT, schema);
    let meta = meta.long(3, rows).list(4, STRUCT, vec![group.end()]).end();
    bytes.extend(&meta);
    bytes.extend(u32::try_from(meta.len()).ok()?.to_le_bytes());
    bytes.extend(b"PAR1");
    Some(bytes)
}

impl Column {
    /// The physical type, and the page: which entries are there, then those.
    fn data(&self) -> (i64, Vec<u8>) {
        let (kind, there): (i64, Vec<bool>) = match self {
            Column::Numbers(n) => (INT64, n.iter().map(Option::is_some).collect()),
            Column::Texts(t) => (BYTE_ARRAY, t.iter().map(Option::is_some).collect()),
        };
        // One run of packed bits, eight entries a byte.
        let mut levels = varint((there.len().div_ceil(8) as u64) << 1 | 1);
        for eight in there.chunks(8) {
            let bits = eight.iter().enumerate();
            levels.push(bits.fold(0, |byte, (i, &there)| byte | u8::from(there) << i));
        }
        let mut data = (levels.len() as u32).to_le_bytes().to_vec();
        data.extend(levels);
        match self {
            Column::Numbers(n) => data.extend(n.iter().flatten().flat_map(|n| n.to_le_bytes())),
            Column::Texts(texts) => {
                for text in texts.iter().flatten() {
                    data.extend((text.len() as u32).to_le_bytes());
                    data.extend(text.as_bytes());
                }
            }
        }
        (kind, data)
    }
}

/// Types of Thrift's compact protocol.
const INTEGER: u8 = 5;
const LONG: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

/// A struct being written; its fields come in ascending order.
struct Struct {
    bytes: Vec<u8>,
    last: u8,
}

impl Struct {
    fn new() -> Struct {
        Struct {
            bytes: Vec::new(),
            last: 0,
        }
    }

    fn field(mut self, id: u8, kind: u8, value: Vec<u8>) -> Struct {
        self.bytes.push((id - self.last) << 4 | kind);
        self.bytes.extend(value);
        self.last = id;
        self
    }

    fn int(self, id: u8, value: i64) -> Struct {
        self.field(id, INTEGER, integer(value))
    }

    fn long(self, id: u8, value: i64) -> Struct {
        self.field(id, LONG, integer(value))
    }

    fn text(self, id: u8, value: &str) -> Struct {
        self.field(id, BINARY, binary(value))
    }

    fn part(self, id: u8, value: Struct) -> Struct {
        self.field(id, STRUCT, value.end())
    }

    fn list(self, id: u8, kind: u8, values: Vec<Vec<u8>>) -> Struct {
        let mut list = match values.len() {
            few @ 0..15 => vec![(few as u8) << 4 | kind],
            many => [vec![0xf0 | kind], varint(many as u64)].concat(),
        };
        list.extend(values.concat());
        self.field(id, LIST, list)
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

/// Zigzag: small numbers of either sign are short.
fn integer(value: i64) -> Vec<u8> {
    varint((value << 1 ^ value >> 63) as u64)
}

fn binary(text: &str) -> Vec<u8> {
    [varint(text.len() as u64), text.as_bytes().to_vec()].concat()
}

/// Seven bits a byte, the lowest first.
fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as another implementation reads them, each a list of texts; `null` where nothing is there.
    fn read_by_another(bytes: Vec<u8>) -> Vec<Vec<String>> {
        use parquet::file::reader::{FileReader, SerializedFileReader};
        let reader = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
        let rows = reader.get_row_iter(None).unwrap();
        let text = |row: parquet::record::Row| {
            let fields = row.get_column_iter().map(|(_, field)| field.to_string());
            fields.collect()
        };
        rows.map(|row| text(row.unwrap())).collect()
    }

    #[test]
    fn another_reader_gets_the_rows_back() {
        let csv = "rows,value\n1,\"{1|0,*}\"\n2,\n-3,\"a \"\"b\"\" c\"\n";
        let rows = read_by_another(from_csv(csv, &["value"]).unwrap());
        let expected = [["1", "\"{1|0,*}\""], ["2", "null"], ["-3", "\"a \"b\" c\""]];
        assert_eq!(rows, expected);
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..50 {
            let numbers: Vec<i64> = (0..rng.usize(1..40)).map(|_| rng.i64(..)).collect();
            let lines: String = numbers.iter().map(|n| format!("{n},\"{n},\"\n")).collect();
            let bytes = from_csv(&format!("n,t\n{lines}"), &["t"]).unwrap();
            let expected: Vec<Vec<String>> = numbers
                .iter()
                .map(|n| vec![n.to_string(), format!("\"{n},\"")])
                .collect();
            assert_eq!(read_by_another(bytes), expected);
        }
    }

    #[test]
    fn a_small_file_byte_for_byte() {
        let csv = "code,period,first_values\n0.77,12,0 1 2\n0.16,,0 1\n0.5,-2,\n";
        let bytes = from_csv(csv, &["code", "first_values"]).unwrap();
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        let known = "\
            504152311500153a153a2c1506150015061506000002000000030704000000302e373704000000302e313603000000302e35\
            1500152c152c2c150615001506150600000200000003050c00000000000000feffffffffffffff1500152c152c2c15061500\
            150615060000020000000303050000003020312032030000003020311502194c48057461626c65150600150c25021804636f\
            6465250000150425021806706572696f6400150c2502180c66697273745f76616c7565732500001606191c193c26081c150c\
            19250006191804636f646515001606165c165c2608000026641c150419250006191806706572696f6415001606164e164e26\
            64000026b2011c150c1925000619180c66697273745f76616c75657315001606164e164e26b201000016f80116060000aa00\
            000050415231";
        assert_eq!(hex, known);
    }

    #[test]
    fn rows_that_do_not_fit_are_errors() {
        for csv in ["a,b\n1,2\n3\n", "a,b\n1,x\n"] {
            let text = from_csv(csv, &[]).unwrap_err().to_string();
            assert!(text.contains("does not fit the columns `a,b`"), "{text}");
        }
    }
}
