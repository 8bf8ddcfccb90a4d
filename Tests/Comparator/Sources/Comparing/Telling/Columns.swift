/// Text in columns: words at the left, numbers at the right.
enum Columns {
  static func text(_ rows: [[String]], indent: String = "  ") -> String {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].count : 0 }.max() ?? 0
    }
    let isNumber = (rows.last ?? []).map { $0.first?.isNumber == true }
    return rows.map { row in
      let cells = zip(row, zip(widths, isNumber)).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1.0 - cell.0.count)
        if cell.1.1 { return blanks + cell.0 }
        return column == row.count - 1 ? cell.0 : cell.0 + blanks
      }
      return indent + cells.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
