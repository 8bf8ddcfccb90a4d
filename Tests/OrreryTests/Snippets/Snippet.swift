/// A snippet of the document that describes the reducer style, word for word.
struct Snippet: Sendable, CustomStringConvertible {
  /// What the compiler makes of it.
  enum Verdict: Sendable {
    case compiles
    /// It compiles in the Swift 5 language mode, and why not in that of Swift 6.
    case compilesInSwift5(why: String)
    /// It does not compile: what the compiler says, and why.
    case refused(String, why: String)
  }

  /// The place in the document: its ordinal and its heading.
  var number: Int
  var title: String
  /// The modules that it needs, or whole import lines.
  var imports = ["Orrery"]
  /// What stands around it, where it is a part of something.
  var before = ""
  var after = ""
  /// What it mentions and does not declare.
  var context = ""
  var verdict = Verdict.compiles
  var text: String

  var description: String { "\(number) \(title)" }

  /// The snippet as a program of its own.
  var files: [(name: String, text: String)] {
    let imports = imports.map { $0.contains(" ") ? "\($0)\n" : "import \($0)\n" }.joined()
    return [
      ("Snippet.swift", "\(imports)\(before)\n\(text)\n\(after)\n"),
      ("Context.swift", "import Orrery\n\(context)\n"),
    ]
  }

  /// A row of the table in the documentation.
  var row: String {
    let needs = [
      before.isEmpty ? nil : "a type around it", context.isEmpty ? nil : "the types it mentions",
    ].compactMap(\.self)
    switch verdict {
    case .compiles:
      let with = needs.isEmpty ? "" : ", with \(needs.joined(separator: " and "))"
      return "| \(number) | \(title) | yes\(with) | |"
    case .compilesInSwift5(let why):
      return "| \(number) | \(title) | yes, in the Swift 5 language mode | \(why) |"
    case .refused(_, let why): return "| \(number) | \(title) | no | \(why) |"
    }
  }
}

extension Snippet {
  /// All of them, in the order of the document.
  static let all = core + effects + composition + principles + testing
}
