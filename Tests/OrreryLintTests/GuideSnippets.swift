import Testing

/// A snippet of a document that rules come from, made complete enough to be read.
struct GuideSnippet: CustomTestStringConvertible {
  var document: String
  var heading: String
  /// Lines that end in `// wrong: rule-id` are called wrong by the document.
  var source: String

  init(_ document: String, _ heading: String, _ source: String) {
    (self.document, self.heading, self.source) = (document, heading, source)
  }

  var testDescription: String { "\(document), “\(heading)”" }

  /// A rule, and the line that it should find something at.
  struct Expectation: Hashable, Comparable {
    var line: Int
    var rule: String

    static func < (lhs: Self, rhs: Self) -> Bool { (lhs.line, lhs.rule) < (rhs.line, rhs.rule) }
  }

  /// What the marks say.
  var expected: [Expectation] {
    source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { number, line -> [Expectation] in
        let parts = line.split(separator: "// wrong: ", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return [] }
        return parts[1].split(separator: ", ").map {
          Expectation(line: number + 1, rule: String($0))
        }
      }.sorted()
  }
}
