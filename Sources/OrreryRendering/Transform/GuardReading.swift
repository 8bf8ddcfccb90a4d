/// A condition as people write it in a picture: `error == nil` for `!(let error)`.
///
/// Reads clauses, not Swift: what it does not know stays as the source has it.
struct GuardReading {
  /// The conditions that all hold, in the order of the source.
  private(set) var clauses: [String]

  /// - Parameter state: The state that is left; what it implies is not said.
  init(_ condition: String, in state: String? = nil) {
    let all = GuardText.clauses(of: condition).map { Self.clause($0, isTrue: true) }
    clauses = state.map { state in all.flatMap { Self.beyond(state, $0) } } ?? all
  }

  /// What a clause says beyond that the machine is in the state: nothing, or what the state carries.
  private static func beyond(_ state: String, _ clause: String) -> [String] {
    let known = ownNames.map { "\($0) is .\(state)" }
    if known.contains(clause) { return [] }
    guard clause.hasSuffix(")"), let own = known.first(where: { clause.hasPrefix($0 + "(") })
    else { return [clause] }
    let values = String(clause.dropFirst(own.count + 1).dropLast())
    return GuardText.list(values).compactMap { value in
      let parts = value.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, parts[1] != "_", !parts[1].hasPrefix("let ") else { return nil }
      switch parts[1] {
      case "true": return parts[0]
      case "false": return "!\(parts[0])"
      default: return "\(parts[0]) is \(parts[1])"
      }
    }
  }

  private static let ownNames = ["state", "self.state", "self", "stateMachine.state"]

  var text: String { clauses.joined(separator: " && ") }

  /// The clauses within a limit: the last one, which decides, is shown before those that lead to it.
  func cut(to limit: Int) -> String {
    guard text.length > limit, clauses.count > 1 else { return text.cut(to: limit) }
    var shown = clauses.suffix(1)
    while shown.count < clauses.count {
      let more = clauses.suffix(shown.count + 1)
      guard more.joined(separator: " && ").length + 5 <= limit else { break }
      shown = more
    }
    return ("… && " + shown.joined(separator: " && ")).cut(to: limit)
  }

  private static func clause(_ text: String, isTrue: Bool) -> String {
    let text = GuardText.unwrapped(text)
    if text.hasPrefix("!"), case let rest = String(text.dropFirst()),
      GuardText.isOneOperand(rest)
    {
      return clause(rest, isTrue: !isTrue)
    }
    let choices = GuardText.split(text, at: "||")
    if choices.count > 1 {
      let read = choices.map { clause($0, isTrue: true) }.joined(separator: " || ")
      return isTrue ? read : "!(\(read))"
    }
    if text.hasPrefix("case ") {
      return pattern(String(text.dropFirst(5)), isTrue) ?? plain(text, isTrue)
    }
    for word in ["let ", "var "] where text.hasPrefix(word) {
      return binding(String(text.dropFirst(4)), isTrue)
    }
    return comparison(text, isTrue) ?? plain(text, isTrue)
  }

  private static func plain(_ text: String, _ isTrue: Bool) -> String {
    isTrue ? text : GuardText.isOneOperand(text) ? "!\(text)" : "!(\(text))"
  }

  /// `x` or `x = y`: there is a value, or none.
  private static func binding(_ text: String, _ isTrue: Bool) -> String {
    let parts = GuardText.split(text, at: "=")
    let value = parts.count == 2 ? parts[1] : text
    let cast = GuardText.split(value, at: "as?")
    if cast.count == 2 { return "\(cast[0]) is \(isTrue ? "" : "not ")\(cast[1])" }
    let operand = GuardText.isOneOperand(value) ? value : "(\(value))"
    return "\(operand) \(isTrue ? "!=" : "==") nil"
  }

  /// `.pattern = value`: which case it is; what it carries is said where the pattern asks for it.
  private static func pattern(_ text: String, _ isTrue: Bool) -> String? {
    // What a binding sets: `\.name`.
    if text.hasPrefix("\\.") { return isTrue ? text : "not \(text)" }
    let parts = GuardText.split(text, at: "=")
    guard parts.count == 2 else { return nil }
    var (pattern, value) = (parts[0], parts[1])
    if pattern == "true" || pattern == "false" {
      return clause(value, isTrue: isTrue == (pattern == "true"))
    }
    for word in ["let ", "var "] where pattern.hasPrefix(word) {
      pattern = String(pattern.dropFirst(4))
      if pattern.hasSuffix("?") { return "\(value) \(isTrue ? "!=" : "==") nil" }
      guard pattern.hasPrefix(".") else { return nil }
      pattern = String(pattern.prefix { $0 != "(" })
    }
    guard pattern.hasPrefix(".") else { return nil }
    if !GuardText.isOneOperand(value) { value = "(\(value))" }
    return "\(value) is \(isTrue ? "" : "not ")\(GuardText.asked(pattern))"
  }

  private static func comparison(_ text: String, _ isTrue: Bool) -> String? {
    for (sign, opposite) in [("==", "!="), ("!=", "==")] {
      let parts = GuardText.split(text, at: sign)
      guard parts.count == 2, parts.allSatisfy(GuardText.isOneOperand) else { continue }
      return "\(parts[0]) \(isTrue ? sign : opposite) \(parts[1])"
    }
    return nil
  }
}
