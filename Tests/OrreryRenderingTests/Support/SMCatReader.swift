/// Reads the language of state-machine-cat by its published grammar, of which it knows all that a
/// diagram may hold but actions, arrows that lead back and comments.
///
/// https://github.com/sverweij/state-machine-cat/blob/main/src/parse/smcat/smcat-parser.peggy
struct SMCatReader {
  struct Machine {
    var states: [State] = []
    var transitions: [Transition] = []

    /// With all that is inside of states.
    var allStates: [State] { states.flatMap { [$0] + ($0.inner?.allStates ?? []) } }
    var allTransitions: [Transition] {
      states.flatMap { $0.inner?.allTransitions ?? [] } + transitions
    }
  }

  struct State {
    var name: String
    var attributes: [String: String]
    /// An array, because a value cannot hold one of its own type.
    private var inside: [Machine]
    var inner: Machine? { inside.first }

    init(name: String, attributes: [String: String], inner: Machine?) {
      (self.name, self.attributes, inside) = (name, attributes, inner.map { [$0] } ?? [])
    }
  }

  struct Transition {
    var source: String
    var target: String
    var label: String
    var attributes: [String: String]
    /// The comments before it.
    var notes: [String]
  }

  /// What the grammar does not allow, and what follows there.
  struct SyntaxError: Error {
    var expected: String
    var rest: String
  }

  private static let stateTypes = ["regular", "initial", "final", "parallel", "choice"]
  private static let transitionTypes = ["external", "internal"]

  private var rest: Substring

  /// The machine that a text describes.
  static func read(_ text: String) throws -> Machine {
    var reader = SMCatReader(rest: text[...])
    let machine = try reader.machine()
    reader.skipSpace()
    guard reader.rest.isEmpty else { throw reader.expected("the end") }
    return machine
  }

  private func expected(_ what: String) -> SyntaxError {
    SyntaxError(expected: what, rest: String(rest.prefix(60)))
  }
}

// MARK: - Rules

extension SMCatReader {
  /// States with commas between them and a semicolon behind, if any; then transitions.
  private mutating func machine() throws -> Machine {
    var machine = Machine()
    if beginsState {
      repeat { machine.states.append(try state()) } while take(",")
      try need(";")
    }
    while let transition = try transition() { machine.transitions.append(transition) }
    return machine
  }

  /// Whether a name comes next, and no arrow behind it.
  private var beginsState: Bool {
    var ahead = self
    _ = ahead.notes()
    ahead.skipSpace()
    guard !ahead.take("}"), (try? ahead.identifier()) != nil else { return false }
    ahead.skipSpace()
    return !ahead.take("=>")
  }

  private mutating func state() throws -> State {
    _ = notes()
    skipSpace()
    let name = try identifier()
    skipSpace()
    let attributes = try attributes(types: Self.stateTypes)
    skipSpace()
    var inner: Machine?
    if take("{") {
      skipSpace()
      inner = try machine()
      skipSpace()
      try need("}")
    }
    skipSpace()
    return State(name: name, attributes: attributes, inner: inner)
  }

  /// Nothing where none begins here.
  private mutating func transition() throws -> Transition? {
    let start = self
    let notes = notes()
    skipSpace()
    let source = try? identifier()
    skipSpace()
    // The brace that closes a state is a name as well, to this grammar.
    guard let source, take("=>") else {
      self = start
      return nil
    }
    skipSpace()
    let target = try identifier()
    skipSpace()
    let attributes = try attributes(types: Self.transitionTypes)
    skipSpace()
    var label = ""
    if take(":") {
      skipSpace()
      label = try quoted()
      skipSpace()
    }
    try need(";")
    return Transition(
      source: source, target: target, label: label, attributes: attributes, notes: notes)
  }

  private mutating func attributes(types: [String]) throws -> [String: String] {
    guard take("[") else { return [:] }
    var found: [String: String] = [:]
    skipSpace()
    while !take("]") {
      let name = try identifier()
      try need("=")
      switch name {
      case "label": found[name] = try quoted()
      case "color":
        found[name] = try quoted()
        guard found[name]?.allSatisfy(Self.isOfColor) ?? false else { throw expected("a color") }
      case "type":
        guard let type = types.first(where: rest.hasPrefix) else { throw expected("a type") }
        found[name] = type
        rest = rest.dropFirst(type.count)
      default: throw expected("an attribute, not \(name)")
      }
      skipSpace()
    }
    return found
  }

  private static func isOfColor(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "#,.:; ".contains(character))
  }

  private mutating func notes() -> [String] {
    var notes: [String] = []
    while true {
      let start = self
      skipSpace()
      guard take("#") else {
        self = start
        return notes
      }
      let line = rest.prefix { !$0.isNewline }
      rest = rest[line.endIndex...]
      notes.append(String(line.drop { $0 == " " }))
    }
  }
}

// MARK: - Tokens

extension SMCatReader {
  private mutating func take(_ token: String) -> Bool {
    guard rest.hasPrefix(token) else { return false }
    rest = rest.dropFirst(token.count)
    return true
  }

  private mutating func need(_ token: String) throws {
    guard take(token) else { throw expected(token) }
  }

  private mutating func skipSpace() { rest = rest.drop { " \t\n\r\r\n".contains($0) } }

  private mutating func identifier() throws -> String {
    if rest.hasPrefix("\"") { return try quoted() }
    let name = rest.prefix { !";, \"\t\n\r\r\n=-><:{[".contains($0) }
    guard !name.isEmpty else { throw expected("a name") }
    rest = rest[name.endIndex...]
    return String(name)
  }

  /// By scalars, as the grammar's own: a quote with a mark over it is a quote.
  ///
  /// A backslash before a quote takes it in; every other one stands for itself.
  private mutating func quoted() throws -> String {
    guard rest.unicodeScalars.first == "\"" else { throw expected("a quote") }
    var scalars = rest.unicodeScalars.dropFirst()
    var text = String.UnicodeScalarView()
    while let scalar = scalars.popFirst() {
      if scalar == "\"" {
        rest = Substring(scalars)
        return String(text)
      }
      if scalar == "\\", scalars.first == "\"" {
        scalars.removeFirst()
        text.append("\"")
      } else {
        text.append(scalar)
      }
    }
    throw expected("the end of a string")
  }
}
