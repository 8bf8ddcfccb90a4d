import Foundation

/// A page of the documentation, for tests that hold it against what is true.
struct Page {
  /// The repository.
  static let folder = URL(fileURLWithPath: #filePath)
    .appendingPathComponent("../../../..").standardizedFileURL.path

  private let lines: [Substring]

  init(_ name: String) throws {
    let path = "\(Self.folder)/Sources/Orrery/Orrery.docc/\(name).md"
    lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The fenced blocks of a language.
  func blocks(_ language: String) -> [String] {
    var found: [String] = []
    var open: [Substring]?
    for line in lines {
      if line.hasPrefix("```") {
        if let block = open { found.append(block.joined(separator: "\n")) }
        open = open == nil && line == "```\(language)" ? [] : nil
      } else {
        open?.append(line)
      }
    }
    return found
  }

  /// Code without the white space before its lines, and without empty lines.
  static func unindented(_ code: String) -> String {
    code.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
      .joined(separator: "\n")
  }
}
