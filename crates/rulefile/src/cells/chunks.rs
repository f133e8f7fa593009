//! A line of a file on cells as chunks between blanks, with their columns.

/// A run of characters without blanks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chunk {
    pub text: String,
    /// Column of the first character, from 1.
    pub column: usize,
}

/// The chunks of a line up to a comment, and the column behind the last. `mark` starts a comment; a comma at the end of a chunk
/// is a chunk of its own.
pub(crate) fn chunks(line: &str, mark: &str) -> (Vec<Chunk>, usize) {
    let mut found: Vec<Chunk> = Vec::new();
    let mut end = 1;
    let mut open = false;
    for (i, c) in line.chars().enumerate() {
        if c.is_whitespace() {
            open = false;
            continue;
        }
        match found.last_mut() {
            Some(chunk) if open => chunk.text.push(c),
            _ => found.push(Chunk {
                text: c.to_string(),
                column: i + 1,
            }),
        }
        open = true;
        end = i + 2;
    }
    let mut found: Vec<Chunk> = found.into_iter().flat_map(without_comma).collect();
    let comment = found.iter().position(|chunk| chunk.text.starts_with(mark));
    if let Some(at) = comment {
        found.truncate(at);
        end = found
            .last()
            .map_or(1, |last| last.column + last.text.chars().count());
    }
    (found, end)
}

fn without_comma(mut chunk: Chunk) -> Vec<Chunk> {
    let long = chunk.text.chars().count();
    if long < 2 || !chunk.text.ends_with(',') {
        return vec![chunk];
    }
    chunk.text.pop();
    let comma = Chunk {
        text: ",".to_string(),
        column: chunk.column + long - 1,
    };
    vec![chunk, comma]
}

/// Reads chunks one after the other.
pub(crate) struct Cursor<'a> {
    pub chunks: &'a [Chunk],
    pub at: usize,
    /// Column behind the last chunk.
    pub end: usize,
}

impl<'a> Cursor<'a> {
    pub fn peek(&self) -> Option<&'a str> {
        self.chunks.get(self.at).map(|c| c.text.as_str())
    }

    /// The column of the next chunk, or the end of the line.
    pub fn column(&self) -> usize {
        self.chunks.get(self.at).map_or(self.end, |c| c.column)
    }

    pub fn next(&mut self) -> Option<&'a Chunk> {
        let chunk = self.chunks.get(self.at)?;
        self.at += 1;
        Some(chunk)
    }

    /// Takes the next chunk if it is `word`.
    pub fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        self.at += usize::from(found);
        found
    }

    /// The next chunk in quotes, or the end of the line, for error sentences.
    pub fn found(&self) -> String {
        match self.peek() {
            Some(text) => format!("`{}`", bouton_rules::heaps::shorten(text)),
            None => "the end of the line".to_string(),
        }
    }
}
