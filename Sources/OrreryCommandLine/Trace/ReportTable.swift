/// A table of a report, shown on a terminal or as Markdown.
struct ReportTable {
  /// A column; numbers stand on the right.
  struct Column {
    var name: String
    var isNumber = false
  }

  var columns: [Column]
  var rows: [[Styled]] = []
  /// What is to be said of rows that are left out.
  var note: String?

  /// - Parameter columns: The headings; one that starts with `#` is that of a column of numbers.
  init(_ columns: String...) {
    self.columns = columns.map {
      $0.hasPrefix("#") ? Column(name: String($0.dropFirst()), isNumber: true) : Column(name: $0)
    }
  }

  /// The lines for a terminal, indented by two spaces; none where there are no rows.
  var lines: [Styled] {
    guard !rows.isEmpty else { return [] }
    let cells = [columns.map { Styled($0.name, .dim) }] + rows
    let widths = columns.indices.map { column in cells.map { $0[column].width }.max() ?? 0 }
    return cells.map { row in
      var line: Styled = " "
      for (column, cell) in row.enumerated() {
        let isLast = column == row.count - 1
        let padding = Styled(String(repeating: " ", count: widths[column] - cell.width))
        line += " "
        line += columns[column].isNumber ? padding + cell : cell + (isLast ? "" : padding)
        if !isLast { line += " " }
      }
      return line
    } + (note.map { ["  \($0, .dim)"] } ?? [])
  }

  /// The table in GitHub's Markdown; nothing where there are no rows.
  var markdown: String {
    guard !rows.isEmpty else { return "" }
    let heading = "| \(columns.map(\.name).joined(separator: " | ")) |"
    let rule = "|\(columns.map { $0.isNumber ? "--:|" : "---|" }.joined())"
    let body = rows.map { row in
      "| \(row.map { Markdown.escaped($0.text(colored: false)) }.joined(separator: " | ")) |"
    }
    return ([heading, rule] + body).joined(separator: "\n") + "\n"
      + (note.map { "\n\(Markdown.escaped($0))\n" } ?? "")
  }
}
