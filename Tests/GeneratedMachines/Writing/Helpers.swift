/// A method that events and other helpers call.
struct Helper {
  var name: String
  var body: Scope.Body
  var level: Int
  var lines: [String]

  var isThrowing: Bool { body.isThrowing }
}

/// Methods, and the calls of them.
extension MachineWriter {
  /// What every event and helper is told.
  static let parameters = "(_ p: Bool, _ q: Bool, _ n: Int, _ m: Int, _ l: Int)"

  mutating func answeringCall(in scope: Scope) -> String {
    helperCall(.answering, in: scope.asArgument)
  }

  mutating func eventCall(in scope: Scope) -> String {
    (form.hasWaits ? "try await " : "try ") + helperCall(.event, in: scope)
  }

  mutating func call(in scope: inout Scope) -> [String] {
    guard scope.hasSelf, scope.level < 3 else { return write(in: scope) }
    switch share() {
    case ..<0.6: break
    case ..<0.8 where scope.mayLeave && scope.mayThrow:
      return ["try " + helperCall(.throwing, in: scope)]
    default:
      guard scope.body == .event, scope.level == 0, scope.mayLeave, scope.mayThrow else { break }
      let call = eventCall(in: scope)
      let name = unique("r")
      scope.acts.append(name)
      return ["let \(name) = \(call)"]
    }
    return [helperCall(.plain, in: scope)]
  }

  /// A call of a helper, an older one now and then; it only calls such as stand further from events.
  mutating func helperCall(_ body: Scope.Body, in scope: Scope) -> String {
    let level = scope.level + 1
    let known = helpers.filter { $0.body == body && $0.level >= level }.map(\.name)
    let name =
      !known.isEmpty && chance(0.4) ? one(of: known) : newHelper(body, level: level)
    let asked = condition(in: scope.asArgument, nested: 1)
    let first = one(of: ["p", "q", asked])
    let second = one(of: ["q", "p", "true", "false"])
    return "\(name)(\(first), \(second), \(number(in: scope)), m, l)"
  }

  private mutating func newHelper(_ body: Scope.Body, level: Int) -> String {
    let name = unique("help")
    let scope = scope(body, level: level, depth: 1)
    let lines = statements(in: scope, count: one(of: [1, 2, 2]))
    let (answer, end) = ending(in: scope)
    let head = "private \(form.mutating)func \(name)\(Self.parameters)\(answer)"
    let marks =
      scope.mayWait
      ? recorded("recorder.enter(\"\(name)\"); defer { recorder.leave() }") : []
    helpers.append(
      Helper(name: name, body: body, level: level, lines: block(head, marks + lines + end)))
    return name
  }

  /// What stands in a body from its beginning.
  func scope(_ body: Scope.Body, level: Int, depth: Int) -> Scope {
    Scope(body, level: level, depth: depth).changed {
      switch body {
      case .event: $0.mayWait = form.hasWaits
      case .waiting, .asking, .attempting, .fetching: $0.mayWait = true
      case .answering, .plain, .throwing, .trying: break
      }
    }
  }

  var answerOfEvents: String { form.hasWaits ? " async throws -> Act?" : " throws -> Act?" }

  /// What stands behind the parameters, and what closes the body.
  private mutating func ending(in scope: Scope) -> (answer: String, lines: [String]) {
    switch scope.body {
    case .event: (answerOfEvents, ["return " + act(in: scope)])
    case .answering: (" -> Bool", ["return " + atom(in: scope)])
    case .plain: ("", [])
    case .throwing: (" throws", [])
    case .trying: (" throws -> Bool", ["return " + atom(in: scope)])
    case .waiting: (" async", [])
    case .asking: (" async -> Bool", ["return " + atom(in: scope)])
    case .attempting: (" async throws", [])
    case .fetching: (" async -> State", ["return " + state(in: scope)])
    }
  }
}
