import OrreryModel
import Testing

@testable import OrreryExtraction

/// What is found by executing handlers in their lowered form is what is found by walking their syntax.
@Suite("Two engines")
struct EngineTests {
  /// The examples of the specification in which an execution comes to other rows, each with what it
  /// does not know yet.
  ///
  /// An entry that is no longer needed fails.
  static let known: Set = [
    // A publisher that is assigned to a property is not seen.
    "20-what-is-not-read.md: A publisher whose values are not told leads to any state"
  ]

  @Test("tell the same of each example", arguments: SpecificationDocument.all.flatMap(\.examples))
  func tellTheSame(of example: SpecificationExample) {
    var options = Extractor.Options()
    options.engine = .walks
    let walked = extract(example.source, options: options)
    options.engine = .executions
    let executed = extract(example.source, options: options)
    let name = "\(example.document.lastPathComponent): \(example.heading)"
    if !Self.known.contains(name) {
      #expect(executed == walked)
    } else {
      #expect(executed != walked, "\(name) is no longer an exception")
    }
  }
}
