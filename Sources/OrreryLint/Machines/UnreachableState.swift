import OrreryModel
import OrrerySyntax

/// A state that no way leads to.
enum UnreachableState: SourceRule {
  static let description = RuleDescription(
    "unreachable-state", .machines, "A state that no way leads to from the initial state.",
    why: """
      Code that handles the state is never run, and every `switch` pays for it. Either a transition \
      is missing, or the state is.
      """,
    sources: [.statecharts("UML 2.5.1, 14.2: a state is entered by a transition")],
    wrong: [
      RuleExample(
        "Nothing leads to `dimmed`.",
        """
        struct Lamp {
          enum Light {
            case on, off
            case dimmed  // wrong
          }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off, .dimmed: light = .on
            }
          }
        }
        """),
      RuleExample(
        "The answer is written to the list, but the phase goes back to `idle`.",
        """
        @Reducer
        struct Articles {
          enum Phase {
            case idle
            case loading
            case loaded  // wrong
          }
          struct State: Equatable {
            var phase = Phase.idle
            var titles: [String] = []
          }
          enum Action {
            case task
            case response([String])
          }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action {
              case .task:
                state.phase = .loading
                return .none
              case .response(let titles):
                state.titles = titles
                state.phase = .idle
                return .none
              }
            }
          }
        }
        """),
      RuleExample(
        "The second attempt never says that it is one.",
        """
        final class Resource<Value>: ObservableObject {
          enum State {
            case loading
            case loaded(Value)
            case failed(Error)
            case reloading  // wrong
          }
          @Published private(set) var state: State = .loading
          private let read: () async throws -> Value
          init(_ read: @escaping () async throws -> Value) { self.read = read }
          func reload() async {
            do {
              state = .loaded(try await read())
            } catch {
              state = .failed(error)
            }
          }
        }
        """),
    ],
    right: [
      RuleExample(
        "Each state is entered.",
        """
        struct Lamp {
          enum Light { case on, off }
          private var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off: light = .on
            }
          }
        }
        """),
      RuleExample(
        "Somebody else makes a lamp that is dimmed.",
        """
        struct Lamp {
          enum Light { case on, off, dimmed }
          var light = Light.on
          mutating func toggle() {
            switch light {
            case .on: light = .off
            case .off, .dimmed: light = .on
            }
          }
        }
        func nightLamp() -> Lamp { Lamp(light: .dimmed) }
        """),
    ])

  static func findings(in subject: LintSubject) -> [Finding] {
    let candidates = subject.stateEnums.filter { !$0.isMadeElsewhere }.map { found in
      (found, unreached(found))
    }
    let names = Set(candidates.flatMap { $0.1.map(\.item.name) })
    let places = subject.places(makingCasesOf: names)
    let taken = otherRows(in: subject, entering: names)
    return candidates.flatMap { found, unreached -> [Finding] in
      let names = Set(unreached.map(\.name))
      return unreached.filter { state in
        !(places[state.item.name] ?? []).contains { place in
          place.mayMake(state.item) && makes(state.name, place, found, names)
            && !(taken[Line(place.location)] ?? []).contains { $0 != found.type.key }
        }
      }.map { state in
        finding(
          at: found.location(of: state.item), machine: found.machine.id, state: state.name,
          "no way leads from `\(found.initial)` to `\(state.name)` of \(found.machine.name)",
          remedy: "add the transition that enters it, or remove the case")
      }
    }
  }

  private struct Line: Hashable {
    var file: String
    var line: Int

    init(_ location: SourceLocation) { (file, line) = (location.file, location.line) }
  }

  /// The lines that enter states of some names, with the keys of the enums that these belong to: what
  /// one machine enters there, no other one does.
  private static func otherRows(
    in subject: LintSubject, entering names: Set<String>
  ) -> [Line: Set<String>] {
    subject.stateEnums.reduce(into: [:]) { found, states in
      for row in states.machine.transitions where row.to.map(names.contains) ?? false {
        found[Line(row.location), default: []].insert(states.type.key)
      }
    }
  }

  private typealias Unreached = (name: String, item: EnumCase)

  private static func unreached(_ found: StateEnum) -> [Unreached] {
    let reached = Set(found.index.reachable(from: found.initial))
    return found.states.filter { !reached.contains($0.name) && !$0.item.isConditional }
  }

  /// Whether a place may enter a state otherwise than the machine's own rows do from states that are
  /// themselves not reached.
  private static func makes(
    _ state: String, _ place: CasePlace, _ found: StateEnum, _ unreached: Set<String>
  ) -> Bool {
    let rows = found.index.transitions(to: state).map { found.machine.transitions[$0] }
    return !rows.contains { row in
      row.location.file == place.location.file && row.location.line == place.location.line
        && unreached.contains(row.from)
    }
  }
}

extension Machine {
  /// Whether each way that the source has is among the transitions: none leads to where nobody knows.
  var isWhole: Bool {
    unresolved.isEmpty && !transitions.contains { $0.kind == .unresolved }
  }
}
