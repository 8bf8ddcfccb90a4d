import OrreryModel

/// Machines to draw.
enum DrawnMachine {
  /// Two states, one event that leads from one to the other.
  static let pair: Machine = {
    var machine = empty("Pair")
    machine.states = [State("open"), State("closed")]
    machine.transitions = [transition("open", "close", "closed")]
    return machine
  }()

  /// A connection as servers have it: seven states, fourteen edges with conditions and effects.
  static let small: Machine = {
    var machine = empty("Connection")
    machine.states = [
      State("idle", isInitial: true), State("connecting", isStable: false), State("open"),
      State("draining"), State("retrying"), State("failed"), State("closed", isFinal: true),
    ]
    machine.initial = "idle"
    machine.transitions = [
      transition("idle", "connect", "connecting", effect: ".open(address)"),
      transition("connecting", "connected", "open", effect: ".succeed"),
      transition("connecting", "failed", "retrying", if: "attempts < limit"),
      transition("connecting", "failed", "failed", if: "attempts >= limit", effect: ".report"),
      transition("retrying", "timer", "connecting", effect: ".open(address)"),
      transition("open", "drain", "draining", effect: ".stopReading"),
      transition("open", "closed", "closed"), transition("draining", "closed", "closed"),
      transition("open", "read", "open", effect: ".deliver"),
      transition("failed", "reset", "idle"), transition("failed", "close", "closed"),
      transition("retrying", "close", "closed", effect: ".cancelTimer"),
      transition("connecting", "close", "closed", effect: ".cancel"),
      transition("idle", "close", "closed"),
    ]
    return machine
  }()

  /// The same in two regions.
  static let regions: Machine = {
    var machine = small
    machine.regions = [
      Region(name: "up", states: ["idle", "connecting", "open"], initial: "idle"),
      Region(name: "down", states: ["draining", "retrying", "failed", "closed"], initial: nil),
    ]
    return machine
  }()

  /// 200 states and 600 edges, all with labels of their own.
  static func large(isLocal: Bool) -> Machine {
    var machine = empty("Large")
    machine.states = (0..<200).map { State("state\($0)", isInitial: $0 == 0) }
    machine.initial = "state0"
    var random = SplitMix(state: 7)
    machine.transitions = (0..<600).map { index in
      let from = index % 200
      let isNear = isLocal && index % 20 != 0
      let step = isNear ? 1 + random.next(5) : 1 + random.next(199)
      return transition("state\(from)", "event\(index)", "state\((from + step) % 200)")
    }
    return machine
  }

  static func plainGraph(of machine: Machine) -> String {
    let edges = machine.transitions.map {
      "  \($0.from) -> \($0.to ?? "") [label=\"\($0.event.name)\"]\n"
    }
    return "digraph G {\n" + edges.joined() + "}\n"
  }

  private static func empty(_ name: String) -> Machine {
    Machine(
      id: "App.\(name)", name: name, style: .mutating,
      location: SourceLocation(file: "App.swift", line: 1), stateKind: .enum)
  }

  private static func transition(
    _ from: String, _ event: String, _ to: String, if condition: String? = nil,
    effect: String? = nil
  ) -> Transition {
    Transition(
      from: from, event: Event.ID(.input, event), guard: condition, to: to,
      effect: effect.map(Effect.run), location: SourceLocation(file: "App.swift", line: 2),
      kind: from == to ? .stay : .move)
  }

  /// The same numbers everywhere: https://doi.org/10.1145/2714064.2660195.
  private struct SplitMix {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
  }
}
