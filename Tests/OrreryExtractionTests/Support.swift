import OrreryExtraction
import OrreryModel
import Testing

/// A machine's transitions in a form that reads like a table: `idle --load [guard] / .fetch--> busy`.
struct Table: Equatable, CustomTestStringConvertible {
  var rows: [String]

  var testDescription: String { rows.joined(separator: "\n") }
}

/// The only machine that a source declares.
func machine(
  _ source: String, options: Extractor.Options = .init(),
  location: Testing.SourceLocation = #_sourceLocation
) throws -> Machine {
  let machines = extract(source, options: options).machines
  try #require(machines.count == 1, "\(machines.map(\.id))", sourceLocation: location)
  return machines[0]
}

func extract(_ source: String, options: Extractor.Options = .init()) -> Extract {
  Extractor(options: options).extract([
    SourceText(module: "App", path: "Sources/App/File.swift", text: source)
  ])
}

/// Checks the transitions of the only machine of a source.
///
/// A row is `from event[guard]/effect to`, where `to` is the state, or the kind for what enters none.
///
/// - Parameter isSure: Whether the rows are those that are sure, as in `Machine.sure`.
func expectTransitions(
  _ source: String, _ rows: [String], isSure: Bool = false,
  location: Testing.SourceLocation = #_sourceLocation
) throws {
  let machine = try machine(source, location: location)
  let found = (isSure ? machine.sure : machine.transitions).map(describe)
  #expect(found == rows, sourceLocation: location)
}

/// Checks the actions of the only machine of a source: `event[guard]/effect path op value; …`.
func expectActions(
  _ source: String, _ rows: [String], location: Testing.SourceLocation = #_sourceLocation
) throws {
  let found = try machine(source, location: location).actions.map(describe)
  #expect(found == rows, sourceLocation: location)
}

func describe(_ transition: Transition) -> String {
  let target =
    switch transition.kind {
    case .move, .stay: transition.to ?? "?"
    case .ignore: "ignored"
    case .reject: "rejected"
    case .trap: "trap"
    case .throw: "throws"
    case .unresolved: "?"
    }
  let when = transition.when.isEmpty ? "" : " {\(transition.whenText)}"
  return
    "\(transition.from) \(event(transition.event.name, transition.guard, transition.effect)) \(target)"
    + when
}

/// A row that says where it is not sure.
func describeWithCertainty(_ transition: Transition) -> String {
  let mark = transition.isLate ? " (late)" : transition.certainty == .exact ? "" : " (inferred)"
  return describe(transition) + mark
}

extension Machine {
  /// The transitions that are sure: without what follows a wait where only other events have led.
  var sure: [Transition] { transitions.filter { $0.certainty == .exact } }
}

func describe(_ action: Action) -> String {
  let writes = action.writes.map { "\($0.path) \($0.op) \($0.value)" }.joined(separator: "; ")
  return "\(event(action.event.name, action.guard, action.effect)) \(writes)"
}

private func event(_ name: String, _ condition: String?, _ effect: Effect?) -> String {
  name + (condition.map { "[\($0)]" } ?? "") + (effect.map { "/\($0)" } ?? "")
}
