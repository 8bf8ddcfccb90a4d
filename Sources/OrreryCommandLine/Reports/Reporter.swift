import ArgumentParser
import OrreryModelFile

/// The forms in which a verb says what it found.
enum Reporter: String, CaseIterable, ExpressibleByArgument, Sendable {
  case text, github, sarif, junit, json
}

/// One thing that was found, in the words that every reporter needs.
struct Annotation: Hashable, Sendable {
  enum Level: String, Sendable {
    case warning, error
  }

  /// The kind of what was found, stable and in kebab case.
  var rule: String
  var level = Level.error
  /// The kind in a few words.
  var title: String
  /// What is wrong and what puts it right.
  var message: String
  /// More of it, line by line.
  var details: [String] = []
  var file: String
  var line: Int?
  /// What stays the same while lines move.
  var identity: String
  /// What would mend it, where that is certain: bytes of the file, and the text in their place.
  var replacements: [Replacement] = []

  struct Replacement: Hashable, Sendable {
    var file: String
    var bytes: Range<Int>
    var text: String
  }

  /// File and line as terminals link them.
  var place: String { line.map { "\(file):\($0)" } ?? file }
}
