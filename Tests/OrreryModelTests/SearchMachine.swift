import OrreryModel

/// A search that loads and fails: the machine on which the specifications of this target stand.
enum SearchMachine {
  static func machine() -> Machine {
    var machine = Machine(
      id: "Shop.Search", name: "Search", style: .reducer, location: place(1), stateKind: .enum)
    machine.states = [
      State("idle", isInitial: true), State("loading", isStable: false), State("error"),
      State("closed", isFinal: true),
    ]
    machine.initial = "idle"
    machine.events = [
      Event(.init(.input, "search")), Event(.init(.input, "close")),
      Event(.init(.ioResult, "failed")), Event(.init(.ioResult, "close")),
    ]
    machine.transitions = [
      edge("idle", "search", "loading", effect: .run(".fetch"), line: 10),
      edge("loading", "failed", "error", origin: .ioResult, line: 12),
      edge("error", "search", "loading", guard: "canRetry", effect: .run(".fetch"), line: 14),
      edge("error", "search", "idle", guard: "!(canRetry)", line: 16),
      edge("error", "close", "closed", line: 18),
    ]
    return machine
  }

  static func place(_ line: Int) -> SourceLocation {
    SourceLocation(file: "Sources/Shop/Search.swift", line: line)
  }

  static func edge(
    _ from: String, _ event: String, _ to: String, origin: Event.Origin = .input,
    guard condition: String? = nil, effect: Effect? = nil, line: Int = 1
  ) -> Transition {
    Transition(
      from: from, event: .init(origin, event), guard: condition, to: to, effect: effect,
      location: place(line), kind: from == to ? .stay : .move)
  }
}
