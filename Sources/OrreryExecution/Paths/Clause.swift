import OrreryProgram

/// One clause of the condition under which a path is taken.
///
/// Rows are joined by comparing their clauses time and again: what a clause says is read once, when it
/// is made, and shared by its copies.
package struct Clause: Hashable {
  package private(set) var isNegated: Bool
  private(set) var standing = Standing()
  private var content: Content

  /// How far its answer can be relied on.
  struct Standing {
    /// Whether it asks for nothing that may change while a handler waits.
    var isLasting = false
    /// Whether it asks for what code may have changed that is not followed.
    var isDoubtful = false
  }

  package struct Choice: Sendable {
    /// What tells the value from others.
    package var value: String
    package var names: Set<String>

    package init(value: String, names: Set<String>) { (self.value, self.names) = (value, names) }
  }

  /// One of several conjunctions, with what a path on which it holds has found out.
  package struct Alternative {
    var clauses: [Clause]
    /// Nothing where no run takes it.
    var facts: Facts?
  }

  private final class Content {
    let text: String
    let choice: Choice?
    let ways: [Alternative]
    let patterns: [Pattern]
    /// What `!` stands before; else the text itself.
    let plain: String
    let isDenial: Bool
    let isCase: Bool
    let isConjunction: Bool
    /// Whether a weaker operator than `&&` stands outside of all brackets.
    let isLoose: Bool
    let hash: Int

    init(_ text: String, _ choice: Choice?, _ ways: [Alternative], _ patterns: [Pattern]) {
      (self.text, self.choice, self.ways, self.patterns) = (text, choice, ways, patterns)
      let denied = text.denied
      (plain, isDenial) = (denied ?? text, denied != nil)
      isCase = text.hasPrefix("case ")
      isLoose = text.isLoose
      isConjunction = text.utf8.contains(UInt8(ascii: "&"))
      hash = plain.hashValue
    }
  }

  /// What denies a denial says what that denies.
  ///
  /// - Parameters:
  ///   - choice: The cases that a value is one of.
  ///   - ways: Where it says that one of several conjunctions holds: those.
  ///   - patterns: Of what it asks a value to match one, where it asks for nothing else.
  package init(
    text: String, isNegated: Bool = false, choice: Choice? = nil, ways: [Alternative] = [],
    patterns: [Pattern] = []
  ) {
    let denied = text.denied
    if isNegated, let denied {
      (content, self.isNegated) = (Content(denied, choice, ways, patterns), false)
    } else {
      content = Content(denied?.denied ?? text, choice, ways, patterns)
      self.isNegated = isNegated
    }
  }

  package var text: String { content.text }
  package var choice: Choice? { isNegated ? nil : content.choice }
  package var ways: [Alternative] { isNegated ? [] : content.ways }
  /// Of what it asks a value to match one, or denies that it does.
  package var patterns: [Pattern] { content.patterns }
  /// What it asks a value to match, or denies that it does, where that is one pattern.
  package var pattern: Pattern? { patterns.count == 1 ? patterns[0] : nil }
  /// Whether it asks for the case of a value, or denies one.
  package var isCase: Bool { content.isCase }
  private var isLoose: Bool { !isNegated && content.isLoose }
  /// Whether it may deny that several others hold.
  package var mayDenySeveral: Bool { isNegated && content.isConjunction }

  package static func == (a: Clause, b: Clause) -> Bool {
    if a.content === b.content { return a.isNegated == b.isNegated }
    return a.content.hash == b.content.hash && a.saysNo == b.saysNo
      && a.content.plain == b.content.plain
  }

  /// Whether it is a copy of another one.
  func isSame(as other: Clause) -> Bool { content === other.content }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(content.hash)
    hasher.combine(saysNo)
  }

  /// Whether it denies its plain text: `!x` is what denies `x`.
  private var saysNo: Bool { isNegated != content.isDenial }

  /// Whether one clause denies the other.
  package func denies(_ other: Clause) -> Bool {
    saysNo != other.saysNo && content.hash == other.content.hash
      && content.plain == other.content.plain
  }

  package var negated: Clause {
    guard !content.isDenial else {
      return Clause(text: text, isNegated: !isNegated).standing(standing)
    }
    var clause = self
    clause.isNegated.toggle()
    return clause
  }

  /// The same words, where only one of the patterns is matched.
  package func matching(_ pattern: Pattern) -> Clause {
    Clause(
      text: content.text, isNegated: isNegated, choice: content.choice, ways: content.ways,
      patterns: [pattern]
    ).standing(standing)
  }

  func standing(_ standing: Standing) -> Clause {
    var clause = self
    clause.standing = standing
    return clause
  }

  /// That not all of some clauses hold.
  static func denial(of clauses: [Clause]) -> Clause {
    let isDoubtful = clauses.contains(where: \.isDoubtful)
    return Clause(text: conjunction(clauses), isNegated: true)
      .standing(Standing(isDoubtful: isDoubtful))
  }

  /// Whether one answer alone may hold.
  package var isDoubtful: Bool { standing.isDoubtful }

  package var description: String { isNegated ? "!(\(text))" : text }
}

extension Clause {
  /// What clauses say together, as the guard of a row; nothing where they say nothing.
  package static func wording(of clauses: [Clause]) -> String? {
    let narrowed = narrowed(clauses)
    let told = narrowed.enumerated().map { offset, clause in
      // Code between has changed what was asked before.
      narrowed.prefix(offset).contains(where: clause.denies)
        ? Clause(text: clause.text + " /* again */", isNegated: clause.isNegated) : clause
    }
    let text = conjunction(told)
    return text.isEmpty ? nil : text
  }

  /// The clauses without those that a narrower one makes needless: that a value is one of some cases
  /// where it is one of fewer, or is none of some where it is one of others.
  private static func narrowed(_ clauses: [Clause]) -> [Clause] {
    clauses.filter { clause in
      guard let wide = clause.content.choice else { return true }
      return !clauses.contains { other in
        guard let narrow = other.choice, narrow.value == wide.value else { return false }
        return clause.isNegated
          ? narrow.names.isDisjoint(with: wide.names)
          : narrow.names.isStrictSubset(of: wide.names)
      }
    }
  }

  /// Clauses joined by `&&`; one that holds a weaker operator is put in parentheses.
  package static func conjunction(_ clauses: [Clause]) -> String {
    var seen: Set<Clause> = []
    let clauses = clauses.filter { !$0.text.isEmpty && seen.insert($0).inserted }
    guard clauses.count > 1 else { return clauses.first?.description ?? "" }
    return clauses.map { $0.isLoose ? "(\($0.text))" : $0.description }.joined(separator: " && ")
  }
}

extension String {
  /// Whether `||`, `??` or `?:` stands outside of all brackets.
  fileprivate var isLoose: Bool {
    var depth = 0
    var previous = UInt8(ascii: " ")
    for character in utf8 {
      switch character {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "|") where depth == 0 && previous == character: return true
      case UInt8(ascii: "?")
      where depth == 0 && (previous == character || previous == UInt8(ascii: " ")):
        return true
      default: break
      }
      previous = character
    }
    return false
  }

  /// What `!` stands before, where it is all of the condition: `x` of `!x` and of `!(x)`.
  fileprivate var denied: String? {
    guard utf8.first == UInt8(ascii: "!") else { return nil }
    let rest = dropFirst()
    let last = rest.indices.last
    var depth = 0
    var previous: Character = "!"
    var isInParentheses = rest.first == "("
    for (index, character) in zip(rest.indices, rest) {
      switch character {
      case "(", "[", "{": depth += 1
      case ")", "]", "}": depth -= 1
      case "\"": return nil
      default:
        let isPart = character.isLetter || character.isNumber || "_.?!$`".contains(character)
        guard depth > 0 || isPart, depth > 0 || previous != "?" || character == "." else {
          return nil
        }
      }
      if depth == 0, index != last { isInParentheses = false }
      previous = character
    }
    return String(isInParentheses ? rest.dropFirst().dropLast() : rest)
  }
}
