import Foundation
import Testing

/// A page of the specification: prose, and examples that are told apart by their headings.
struct SpecificationDocument: Sendable {
  let url: URL
  /// The page, line by line.
  let lines: [String]
  let examples: [SpecificationExample]
  /// What is wrong with the page itself.
  let problems: [String]

  var name: String { url.lastPathComponent }

  init(url: URL, text: String) {
    self.url = url
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var scanner = SpecificationScanner(url: url)
    for line in lines { scanner.read(line) }
    scanner.end()
    (examples, problems) = (scanner.examples, scanner.problems)
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Specification")

  /// All pages, in the order in which someone learns what they say.
  static let all: [SpecificationDocument] = {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return (files ?? []).filter { $0.pathExtension == "md" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .compactMap { url in
        (try? String(contentsOf: url, encoding: .utf8)).map { Self(url: url, text: $0) }
      }
  }()
}

/// A small source under a heading, and the blocks that tell what is found in it.
struct SpecificationExample: Sendable, CustomTestStringConvertible {
  /// A fenced block: what it shows, of which machine, and its lines.
  struct Block: Sendable {
    var kind: SpecificationKind
    /// The name of the machine; nothing where the example has one only.
    var machine: String?
    /// Where the block's content stands in the page, counted from zero.
    var content: Range<Int>
    var rows: [String]

    /// The words behind the fence.
    var info: String { [kind.rawValue, machine].compactMap(\.self).joined(separator: " ") }
  }

  let document: URL
  let heading: String
  /// The line of the heading, counted from one.
  let line: Int
  var source = ""
  var blocks: [Block] = []

  var testDescription: String { "\(document.lastPathComponent):\(line) \(heading)" }

  /// A place in the page, as a test tells it.
  func location(ofLine line: Int) -> Testing.SourceLocation {
    Testing.SourceLocation(
      fileID: "OrreryExtractionTests/\(document.lastPathComponent)", filePath: document.path,
      line: line, column: 1)
  }
}

/// Reads a page line by line: headings, and blocks between fences.
struct SpecificationScanner {
  private(set) var examples: [SpecificationExample] = []
  private(set) var problems: [String] = []

  private let url: URL
  /// The lines that were read.
  private var count = 0
  private var heading = (text: "", line: 0)
  private var hasProse = false
  private var current: SpecificationExample?
  /// The block that is open: the words behind its fence, and its lines.
  private var fence: (info: String, rows: [String])?

  init(url: URL) { self.url = url }

  mutating func read(_ line: String) {
    defer { count += 1 }
    if let open = fence {
      if line == "```" { close(open.info, open.rows) } else { fence?.rows.append(line) }
    } else if line.hasPrefix("```") {
      fence = (String(line.dropFirst(3)), [])
    } else if line.hasPrefix("#") {
      finish()
      let title = line.drop { $0 == "#" }.drop { $0 == " " }
      (heading, hasProse) = ((String(title), count + 1), false)
    } else if !line.isEmpty {
      hasProse = true
    }
  }

  mutating func end() {
    if let fence { complain("the block '\(fence.info)' has no end") }
    finish()
  }

  private mutating func close(_ info: String, _ rows: [String]) {
    fence = nil
    if info == "swift" {
      if current != nil { complain("a heading has one example only") }
      if !hasProse { complain("no sentence tells the rule") }
      current = SpecificationExample(
        document: url, heading: heading.text, line: heading.line,
        source: rows.map { $0 + "\n" }.joined())
      return
    }
    let words = info.split(separator: " ", maxSplits: 1).map(String.init)
    guard let kind = words.first.flatMap(SpecificationKind.init) else {
      return complain("no block is called '\(info)'")
    }
    guard current != nil else { return complain("no source stands before the block '\(info)'") }
    current?.blocks.append(
      .init(
        kind: kind, machine: words.count > 1 ? words[1] : nil, content: count - rows.count..<count,
        rows: rows))
  }

  private mutating func finish() {
    guard let example = current else { return }
    if example.blocks.isEmpty { complain("no block tells what is found") }
    examples.append(example)
    current = nil
  }

  private mutating func complain(_ problem: String) {
    problems.append("\(url.lastPathComponent):\(count + 1): \(problem)")
  }
}
