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
    // An operator of the enum's own is not executed.
    "02-switch-and-patterns.md: A comparison of cases is known",
    // What may come of a choice that is assigned stands at no statement of its own.
    "03-guards.md: A choice is a branch",
    // Methods of an associated value of the event are not executed.
    "14-reducers.md: An enum that the event carries may tell the next state",
    // A publisher that is assigned to a property is not seen.
    "20-what-is-not-read.md: A publisher whose values are not told leads to any state",
  ]

  @Test("tell the same of each example", arguments: SpecificationDocument.all.flatMap(\.examples))
  func tellTheSame(of example: SpecificationExample) {
    var options = Extractor.Options()
    options.engine = .executions
    let walked = extract(example.source)
    let executed = extract(example.source, options: options)
    let name = "\(example.document.lastPathComponent): \(example.heading)"
    if !Self.known.contains(name) {
      #expect(executed == walked)
    } else {
      #expect(executed != walked, "\(name) is no longer an exception")
    }
  }
}
