import OrreryModel
import Testing

@testable import OrreryExtraction

/// What is found by executing handlers in their lowered form is what is found by walking their syntax.
@Suite("Two engines")
struct EngineTests {
  /// The examples of the specification in which an execution comes to other rows, each with what it
  /// does not know yet. An entry that is no longer needed fails.
  static let known = [
    "02-switch-and-patterns.md: An enum is ordered as it is declared": "an operator of the enum's own",
    "14-reducers.md: what an enum of others answers": "methods of an event's values",
  ]

  @Test("tell the same of each example", arguments: SpecificationDocument.all.flatMap(\.examples))
  func tellTheSame(of example: SpecificationExample) {
    var options = Extractor.Options()
    options.engine = .executions
    let walked = extract(example.source)
    let executed = extract(example.source, options: options)
    let name = "\(example.document.lastPathComponent): \(example.heading)"
    if Self.known[name] == nil {
      #expect(executed == walked)
    } else {
      #expect(executed != walked, "\(name) is no longer an exception")
    }
  }
}
