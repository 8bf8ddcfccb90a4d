import OrreryModel

/// A generator of the same numbers on every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// Machines whose names and comments want to break out of every format.
enum HostileMachine {
  static let texts = [
    "-->", "]]>", "::error file=a::b", "a | b", "<b>", "<script>", "`", "```", "~~~~", "\\",
    "<!-- orrery:end -->", "<!-- orrery:begin machine=A -->", "<!-- orrery:facts", "\"", "\n",
    "\r\n",
    "\t", "{{name}}", "# x", "- y", "%0A", "\u{202E}", "\u{0}", "é", "🧑‍🚀", "--!>", "&lt;", "[a](b)",
    "$1", "'", "end note", "@enduml",
  ]

  static func random(_ random: inout SeededGenerator) -> Machine {
    func text() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        texts.randomElement(using: &random) ?? ""
      }.joined(separator: Bool.random(using: &random) ? " " : "")
    }
    let place = SourceLocation(file: "Sources/A/\(text()).swift", line: 3)
    var machine = Machine(
      id: "A.M", name: text(), style: .reducer, location: place, documentation: text(),
      stateKind: .enum)
    machine.states = [State("a" + text(), isInitial: true, documentation: text()), State(text())]
    let event = Event.ID(.input, text())
    machine.events = [Event(event)]
    machine.transitions = [
      Transition(
        from: machine.states[0].name, event: event, guard: text(), to: machine.states[1].name,
        effect: .run(text()), location: place, kind: .move)
    ]
    machine.unresolved = [Unresolved(location: place, reason: text())]
    return machine
  }
}
