import Foundation

/// Takes line numbers out of texts that are compared: moving a machine in its file is no drift.
enum Masking {
  private static let mask = "#"

  /// A text with a mask in place of the lines in addresses of source files.
  static func addresses(in text: String) -> String { text.masking(after: [".swift#L"]) }

  /// The lines of a text, with a mask in place of each line number.
  static func lines(of text: String, _ format: DrawingFormat?) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch format {
    case .model:
      return lines.map {
        $0.masking(after: ["\"line\": ", "\"column\": ", "\"endLine\": ", "\"wildcard\": "])
      }
    case .text(.csv): return CSVColumns(header: lines.first ?? "").masked(lines)
    case nil, .text(.markdown): return markdown(lines).map { $0.masking(after: places) }
    default: return lines.map { $0.masking(after: places) }
    }
  }

  /// What stands before a line number in text.
  private static let places = [".swift:", ".swift#L"]

  /// The lines of a document, with a mask in place of the numbers in columns of lines.
  private static func markdown(_ lines: [String]) -> [String] {
    var column: Int?
    var isInTable = false
    return lines.map { line in
      defer { isInTable = line.hasPrefix("| ") }
      guard line.hasPrefix("| ") else { return line }
      var cells = line.components(separatedBy: " | ")
      if !isInTable { column = cells.firstIndex { $0 == "Line" || $0 == "Line |" } }
      guard isInTable, let column, cells.indices.contains(column) else { return line }
      cells[column] = cells[column].maskingNumbers
      return cells.joined(separator: " | ")
    }
  }

  /// The columns of a table of comma-separated values that hold line numbers.
  private struct CSVColumns {
    private static let names: Set<Substring> = ["line", "wildcard"]
    private let columns: Set<Int>

    init(header: String) {
      let names = header.split(separator: ",", omittingEmptySubsequences: false)
      columns = Set(names.indices.filter { Self.names.contains(names[$0]) })
    }

    /// A field in quotes may hold commas and line ends, so the columns are counted across lines.
    func masked(_ lines: [String]) -> [String] {
      var column = 0
      var isQuoted = false
      return lines.map { line in
        var result = ""
        if !isQuoted { column = 0 }
        for character in line {
          switch character {
          case "\"": isQuoted.toggle()
          case "," where !isQuoted: column += 1
          case "0"..."9" where columns.contains(column):
            if !result.hasSuffix(mask) { result += mask }
            continue
          default: break
          }
          result.append(character)
        }
        return result
      }
    }
  }
}

extension String {
  /// The text with `#` in place of each number that is no part of a name.
  fileprivate var maskingNumbers: String {
    var result = ""
    for character in self {
      let isDigit = ("0"..."9").contains(character)
      let isInName = result.last.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
      if isDigit, !isInName {
        if result.last != "#" { result += "#" }
      } else {
        result.append(character)
      }
    }
    return result
  }

  /// The text with `#` in place of the digits that follow any of the marks.
  fileprivate func masking(after marks: [String]) -> String {
    marks.reduce(self) { text, mark in text.masking(after: mark) }
  }

  private func masking(after mark: String) -> String {
    guard containsBytes(of: mark) else { return self }
    let parts = components(separatedBy: mark)
    return parts.first.map { first in
      parts.dropFirst().reduce(first) { text, part in
        let rest = part.drop { ("0"..."9").contains($0) }
        return text + mark + (rest.count < part.count ? "#" : "") + rest
      }
    } ?? self
  }
}
