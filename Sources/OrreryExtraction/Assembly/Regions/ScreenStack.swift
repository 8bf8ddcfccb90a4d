import OrreryExecution
import OrreryModel
import OrreryProgram
import OrreryRecognition

/// A stack of screens as a state variable: its value is the screen on top.
///
/// `append` leads to a screen, `removeAll` to the root. What lies under a screen that is taken off is
/// not in the source: it is inferred to be where the screen was put on.
struct ScreenStack {
  /// The value of a stack that is empty.
  static let root = DeclaredValues.root
  /// As many screens as may lie under one before the source counts as not telling.
  private static let mostBelow = 3

  /// The screens from which each screen is put on; nothing where that is any.
  private var below: [String: Set<String>?] = [:]

  /// The property, and the case of the action that carries what its screens do.
  private let name: String
  private let screens: [String]

  /// A stack of which nothing is read yet.
  init(_ name: String, screens: [String]) {
    (self.name, self.screens) = (name, screens)
  }

  /// Learns from where each screen is put on.
  mutating func read(_ outcomes: [Outcome]) {
    for outcome in outcomes.flatMap(apart) {
      guard case .object(let object) = outcome.state else { continue }
      var top = source(of: outcome)
      for write in writes(of: object) {
        let change = Change(write, among: screens)
        if case .screen(let screen) = change {
          let known = below[screen] ?? []
          below[screen] = .some(top.flatMap { top in known?.union([top]) })
        }
        top = change.top
      }
    }
  }

  private func writes(of object: ObjectValue) -> [Write] {
    object.writes.filter { $0.path == name || $0.isWhole }
  }

  /// Whether a handler puts a screen on the stack.
  func isUsed(by writes: [Action.Write]) -> Bool {
    writes.contains { write in
      let change = Change(op: write.op, value: write.value, among: screens)
      return if case .screen = change { true } else { false }
    }
  }

  /// Where a way may leave the stack.
  func landings(of outcome: Outcome, _ object: ObjectValue) -> [Landing] {
    var top = source(of: outcome)
    var landings: [Landing] = [.same]
    for write in writes(of: object) {
      let change = Change(write, among: screens)
      switch change {
      case .screen(let screen): landings = [.value(screen)]
      case .root: landings = [.value(Self.root)]
      case .back:
        let screens = under(top)
        landings = screens.isEmpty ? [.open] : screens.map(Landing.value)
      case .unknown: landings = [.open]
      }
      top = change.top
    }
    return landings
  }

  /// What may lie under a screen; empty where the source does not tell.
  private func under(_ screen: String?) -> [String] {
    guard let screen, let sources = below[screen] ?? nil, sources.count <= Self.mostBelow else {
      return []
    }
    return sources.sorted()
  }

  // MARK: Reading

  /// What one write does to a stack.
  private enum Change {
    case root, back, unknown
    case screen(String)

    init(_ write: Write, among screens: [String]) {
      self = write.isWhole ? .unknown : Self(op: write.op, value: write.value, among: screens)
    }

    init(op: String, value: String, among screens: [String]) {
      guard op == "mutate" else {
        self = ScreenStack.isEmpty(value) ? .root : .unknown
        return
      }
      let name = value.callHead
      let arguments = value.dropFirst(name.count)
      switch (name, arguments) {
      case ("append", _) where arguments.isOneList:
        self =
          ScreenStack.screen(in: arguments.dropFirst().dropLast(), among: screens)
          .map(Self.screen) ?? .unknown
      case ("popLast", "()"), ("removeLast", "()"): self = .back
      case ("pop", _) where arguments.hasPrefix("(from: "): self = .back
      case ("removeAll", "()"): self = .root
      case ("removeAll", _) where arguments.hasPrefix("(keepingCapacity: "): self = .root
      default: self = .unknown
      }
    }

    /// The screen on top where that is known.
    var top: String? {
      switch self {
      case .screen(let screen): screen
      case .root: ScreenStack.root
      case .back, .unknown: nil
      }
    }
  }

  /// The screen whose action a way answers: `case .element(id: _, action: .detail(.saved))`.
  func source(of outcome: Outcome) -> String? {
    guard outcome.event.name == name else { return nil }
    return outcome.guards.lazy.filter { !$0.isNegated }.compactMap { $0.pattern.flatMap(screen) }
      .first
  }

  /// A way that answers actions of several screens, once for each of them.
  func apart(_ outcome: Outcome) -> [Outcome] {
    guard outcome.event.name == name,
      let place = outcome.guards.firstIndex(where: { clause in
        !clause.isNegated && clause.patterns.count > 1
          && clause.patterns.allSatisfy { screen(of: $0) != nil }
      })
    else { return [outcome] }
    return outcome.guards[place].patterns.map { pattern in
      var outcome = outcome
      outcome.guards[place] = outcome.guards[place].matching(pattern)
      return outcome
    }
  }

  private func screen(of pattern: Pattern) -> String? {
    guard case .enumCase("element", let values?) = pattern,
      case .enumCase(let screen, _)? = values.first(where: { $0.label == "action" })?.pattern
    else { return nil }
    return screens.contains(screen) ? screen : nil
  }

  /// Whether a stack is made with nothing in it: `StackState()`, `.init()` or `[]`.
  fileprivate static func isEmpty(_ value: String) -> Bool {
    guard value.hasSuffix("()") else { return value == "[]" }
    let name = value.callHead.prefix { $0 != "<" }.split(separator: ".").last
    return ["StackState", "StackStateOf", "init"].contains(name)
  }

  /// `detail` of `.detail(id)`, of `.detail`, and of `Path.State.detail(id)`.
  fileprivate static func screen(in code: Substring, among screens: [String]) -> String? {
    let head = code.prefix { $0.isLetter || $0.isNumber || "_.".contains($0) }
    let rest = code.dropFirst(head.count)
    guard head.contains("."), rest.isEmpty || rest.isOneList else { return nil }
    return screens.first { head.hasSuffix(".\($0)") }
  }
}
