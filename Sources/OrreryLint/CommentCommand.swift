/// What a comment says that begins with `orrery:`.
struct CommentCommand {
  enum Kind {
    case next, this, rest, enable
  }

  /// What is wrong with a comment, as a sentence without its full stop.
  struct Problem: Error {
    var text: String
  }

  var kind: Kind
  var rules: [String]

  private static let kinds: [Substring: Kind] = [
    "disable:next": .next, "disable:this": .this, "disable": .rest, "enable": .enable,
  ]

  /// What follows `orrery:` in a comment; nothing where it does not begin with that.
  static func text(in comment: String) -> Substring? {
    let text = comment.drop { $0 == "/" || $0 == "*" || $0 == " " || $0 == "\t" }
    return text.hasPrefix("orrery:") ? text.dropFirst("orrery:".count) : nil
  }

  static func read(_ text: Substring) -> Result<Self, Problem> {
    let words = text.split { $0 == " " || $0 == "\t" }
    guard let first = words.first, let kind = kinds[first] else {
      let name = words.first.map(String.init) ?? ""
      return .failure(
        Problem(
          text: "'orrery:\(name)' is no comment that Orrery knows; there are `disable:next`, "
            + "`disable:this`, `disable` and `enable`"))
    }
    let ids = Set(Rules.all.map { $0.id })
    let names = words.dropFirst().map { word in
      word.hasSuffix(",") || word.hasSuffix(":") ? String(word.dropLast()) : String(word)
    }
    let rules = Array(names.prefix { ids.contains($0) })
    guard !rules.isEmpty else {
      let problem = names.first.map { "'\($0)' is no rule" } ?? "the comment names no rule"
      return .failure(Problem(text: problem + "; `orrery lint --list` names them"))
    }
    let reason = names.dropFirst(rules.count).joined().filter { $0.isLetter || $0.isNumber }
    guard kind == .enable || !reason.isEmpty else {
      return .failure(Problem(text: "the comment disables '\(rules[0])' without a reason"))
    }
    return .success(Self(kind: kind, rules: rules))
  }
}
