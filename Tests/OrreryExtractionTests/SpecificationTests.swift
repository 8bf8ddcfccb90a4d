import Foundation
import Testing

/// The pages in `Specification`, which say construct by construct what is read.
@Suite("The specification")
struct SpecificationTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let isRecording = environment["ORRERY_RECORD"] == "1"

  @Test(
    "says what is found in each example",
    .disabled(if: isRecording, "skipped: ORRERY_RECORD=1 writes the blocks"),
    arguments: SpecificationDocument.all.flatMap(\.examples))
  func example(_ example: SpecificationExample) {
    let findings = SpecificationFindings(example)
    for block in example.blocks {
      let (found, line) = (
        findings.rows(of: block.kind, in: block.machine), block.content.lowerBound
      )
      if let found, found != block.rows {
        report("'\(block.info)' differs", block.rows, found, in: example, line: line)
      } else if found == nil {
        let names = findings.names
        report("'\(block.info)' means none of the machines", [], names, in: example, line: line)
      }
    }
    for due in findings.due where !example.shows(due) {
      let found = findings.rows(of: due.kind, in: due.machine) ?? []
      report("'\(due.info)' is missing", [], found, in: example, line: example.line)
    }
  }

  @Test("has its pages")
  func pages() {
    #expect(SpecificationDocument.all.count > 20)
  }

  @Test("is made of headings, sentences, sources and blocks", arguments: SpecificationDocument.all)
  func form(_ document: SpecificationDocument) {
    #expect(document.problems == [])
    #expect(document.lines.first?.hasPrefix("# ") == true)
    #expect(document.examples.count >= 5)
  }

  @Test("has its blocks written by ORRERY_RECORD=1", .enabled(if: isRecording))
  func record() throws {
    try #require(Self.environment["CI"] != "true", "nothing is recorded in CI")
    for document in SpecificationDocument.all {
      try document.recorded.write(to: document.url, atomically: true, encoding: .utf8)
    }
    Issue.record("recorded the specification; read it and run again without ORRERY_RECORD")
  }

  private func report(
    _ problem: String, _ expected: [String], _ found: [String], in example: SpecificationExample,
    line: Int
  ) {
    Issue.record(
      """
      \(example.document.lastPathComponent):\(line) \(example.heading): \(problem)
      \(LineDifference(from: expected, to: found).text)
      To record what is found, run: ORRERY_RECORD=1 swift test --filter Specification
      """, sourceLocation: example.location(ofLine: line))
  }
}

@Suite("The pages of the specification")
struct SpecificationPageTests {
  private func document(_ text: String) -> SpecificationDocument {
    SpecificationDocument(url: URL(filePath: "/Page.md"), text: text)
  }

  private let lamp = """
    # Lamps

    ## A lamp

    It is a machine.

    ```swift
    struct Lamp {
      enum State { case off, on }
      private var state = State.off
      mutating func flip() { state = state == .off ? .on : .off }
    }
    ```

    ```rows
    off flip on
    ```

    """

  @Test("are read by their headings and fences")
  func scanner() throws {
    let page = document(lamp)
    #expect(page.problems == [])
    let example = try #require(page.examples.first)
    #expect(example.testDescription == "Page.md:3 A lamp")
    #expect(example.source.hasPrefix("struct Lamp {\n"))
    #expect(example.blocks.map(\.kind) == [.rows])
    #expect(example.blocks.first?.rows == ["off flip on"])
    #expect(example.blocks.first?.content == 15..<16)
  }

  @Test(
    "may have slips, which are told with their lines",
    arguments: [
      ("## A\n\nB.\n\n```text\n```\n", "Page.md:6: no block is called 'text'"),
      ("## A\n\nB.\n\n```rows\n```\n", "Page.md:6: no source stands before the block 'rows'"),
      (
        "## A\n\n```swift\n```\n\n```rows\n", "Page.md:4: no sentence tells the rule"
      ),
      ("## A\n\nB.\n\n```swift\n```\n", "Page.md:8: no block tells what is found"),
      ("## A\n\nB.\n\n```rows", "Page.md:6: the block 'rows' has no end"),
    ])
  func slips(_ text: String, _ problem: String) {
    #expect(document(text).problems.first == problem)
  }

  @Test("are recorded block by block, and get the blocks that are due")
  func recording() {
    #expect(document(lamp).recorded == lamp.replacing("flip on", with: "flip on\non flip off"))
    let open = lamp.replacing("state == .off ? .on : .off", with: "state == .off ? .on : saved()")
    let recorded = document(open).recorded
    #expect(recorded.contains("```rows\noff flip on\non flip ?\n```\n\n```notes\n4: "))
    #expect(document(recorded).recorded == recorded)
  }

  @Test("show what differs line by line")
  func difference() {
    let difference = LineDifference(from: ["a", "b", "c"], to: ["a", "c", "d"])
    #expect(difference.text == "  a\n- b\n  c\n+ d")
  }
}

extension SpecificationExample {
  func shows(_ due: SpecificationFindings.Due) -> Bool {
    blocks.contains { $0.kind == due.kind && $0.machine == due.machine }
  }
}

extension SpecificationDocument: CustomTestStringConvertible {
  var testDescription: String { name }

  /// The page with what is found in each block, and with the blocks that are due.
  var recorded: String {
    var lines = lines
    for example in examples.reversed() {
      let findings = SpecificationFindings(example)
      if let last = example.blocks.last {
        let due = findings.due.filter { !example.shows($0) }.flatMap { due in
          ["", "```\(due.info)"] + (findings.rows(of: due.kind, in: due.machine) ?? []) + ["```"]
        }
        lines.insert(contentsOf: due, at: last.content.upperBound + 1)
      }
      for block in example.blocks.reversed() {
        let found = findings.rows(of: block.kind, in: block.machine)
        lines.replaceSubrange(block.content, with: found ?? block.rows)
      }
    }
    return lines.joined(separator: "\n")
  }
}

/// Two texts, line by line: what both have, what is gone, and what has come.
struct LineDifference {
  let text: String

  init(from old: [String], to new: [String]) {
    let difference = new.difference(from: old)
    let gone = Set(difference.removals.map(\.offset))
    let come = Set(difference.insertions.map(\.offset))
    var (lines, i, j): ([String], Int, Int) = ([], 0, 0)
    while i < old.count || j < new.count {
      if gone.contains(i) {
        lines.append("- \(old[i])")
        i += 1
      } else if come.contains(j) {
        lines.append("+ \(new[j])")
        j += 1
      } else {
        lines.append("  \(new[j])")
        (i, j) = (i + 1, j + 1)
      }
    }
    text = lines.joined(separator: "\n")
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
