import OrreryModel

/// Invented machines, small enough to be read.
enum Samples {
  /// The machines of the goldens, by the name of their folder.
  static let all: [(name: String, machine: Machine)] =
    [
      ("counter", counter), ("login", login), ("player", player), ("settings", settings),
      ("screen", screen), ("hostile", hostile), ("empty", empty),
    ] + statecharts

  static let empty = Machine(
    id: "App.Empty", name: "Empty", style: .mutating, location: line(1), stateKind: .enum)

  static func line(_ line: Int) -> SourceLocation {
    SourceLocation(file: "Sources/App/Machine.swift", line: line)
  }

  static func edge(
    _ from: String, _ event: String, _ origin: Event.Origin = .input, if condition: String? = nil,
    to: String?, _ effect: Effect? = nil, kind: Transition.Kind = .move,
    certainty: Transition.Certainty = .exact, wildcard: Int? = nil
  ) -> Transition {
    Transition(
      from: from, event: Event.ID(origin, event), guard: condition, to: to, effect: effect,
      location: line(20), kind: kind, certainty: certainty, wildcard: wildcard)
  }

  /// One state, two inputs that stay.
  static let counter: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Counter", "Counter", .reducer)
    machine.states = [State("counting", isInitial: true, payload: ["count"])]
    machine.initial = "counting"
    machine.events = ["increment", "decrement"].map { Event(Event.ID(.input, $0)) }
    machine.transitions = ["increment", "decrement"].map {
      edge("counting", $0, to: "counting", kind: .stay)
    }
    return machine
  }()

  /// Every kind of edge, both origins with a shared name, an unstable and a final state.
  static let login: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.LoginFlow", "LoginFlow", .reducer)
    machine.documentation = "Signs a user in, with a second factor where `Account` asks for one."
    machine.states = [
      State("idle", isInitial: true, documentation: "Nothing was asked yet."),
      State("enteringPassword", payload: ["user"]),
      State("checking", isStable: false, payload: ["attempt"]),
      State("secondFactor"), State("signedIn", isFinal: true, payload: ["session"]),
      State("failed", payload: ["error"]),
    ]
    machine.initial = "idle"
    machine.events =
      ["start", "submit", "cancel", "code", "retry"].map { Event(Event.ID(.input, $0)) }
      + ["accepted", "needsCode", "rejected", "cancel"].map { Event(Event.ID(.ioResult, $0)) }
    machine.transitions = loginMoves + loginRefusals
    machine.unresolved = [
      Unresolved(location: line(31), reason: "the target of `retry` is the parameter `resumed`")
    ]
    machine.children = [Child(machine: "App.Counter", via: .scope, path: "counter")]
    return machine
  }()

  private static let loginMoves: [Transition] =
    [
      edge("idle", "start", to: "enteringPassword", .run(".log(\"start\")")),
      edge(
        "enteringPassword", "submit", if: "!password.isEmpty && user.count > 3", to: "checking",
        .run(".api.login(user, password)")),
      edge(
        "enteringPassword", "submit", if: "password.isEmpty", to: "enteringPassword", kind: .stay),
      edge(
        "checking", "accepted", .ioResult, to: "signedIn", .merge([.run(".store"), .run(".log")])),
      edge("checking", "needsCode", .ioResult, to: "secondFactor", .run(".sendCode")),
      edge("checking", "rejected", .ioResult, if: "attempt < 3", to: "enteringPassword"),
      edge("checking", "rejected", .ioResult, if: "attempt >= 3", to: "failed"),
      edge("checking", "cancel", .ioResult, to: "idle"),
      edge("secondFactor", "code", to: "checking", .run(".api.verify(code)")),
      edge("failed", "retry", to: nil, kind: .unresolved, certainty: .unresolved),
      edge("failed", "expired", .internal, to: "idle", certainty: .inferred),
    ]
    + ["enteringPassword", "secondFactor", "failed"].map {
      edge($0, "cancel", to: "idle", .cancel("login"), wildcard: 40)
    }

  private static let loginRefusals: [Transition] = [
    edge("idle", "submit", to: nil, kind: .reject),
    edge("checking", "submit", to: nil, kind: .reject),
    edge("signedIn", "cancel", to: "signedIn", kind: .ignore),
    edge("signedIn", "start", to: nil, kind: .trap),
    edge("signedIn", "code", to: nil, kind: .throw),
  ]

  /// Two regions that nothing connects.
  static let player: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Player", "Player", .actor)
    machine.states = ["playing", "paused", "muted", "audible"].map { State($0) }
    machine.regions = [
      Region(name: "transport", states: ["playing", "paused"], initial: "paused"),
      Region(name: "sound", states: ["muted", "audible"], initial: "audible"),
    ]
    machine.transitions = [
      edge("paused", "play", to: "playing"), edge("playing", "pause", to: "paused"),
      edge("muted", "toggle", to: "audible"), edge("audible", "toggle", to: "muted"),
    ]
    return machine
  }()

  /// A struct state that was not projected.
  static let settings: Machine = {
    var machine = empty
    (machine.id, machine.name, machine.style) = ("App.Settings", "Settings", .composable)
    machine.stateKind = .struct
    machine.actions = [
      Action(
        event: Event.ID(.input, "toggleTapped"),
        writes: [Action.Write(path: "isOn", op: "mutate", value: "toggle()")],
        effect: .run(".save(state)"), location: line(12)),
      Action(
        event: Event.ID(.ioResult, "loaded"), guard: "!state.isDirty",
        writes: [
          Action.Write(path: "isOn", op: "=", value: "stored.isOn"),
          Action.Write(path: "loads", op: "+=", value: "1"),
        ], location: line(17)),
    ]
    return machine
  }()

  /// Names that hold what formats are made of.
  static let hostile: Machine = {
    var machine = empty
    (machine.id, machine.name) = ("App.`a|b`", "Box<\"T\">; --> #1")
    machine.states = [
      State("a \"b\" \\n <c>", isInitial: true), State("`|` && ]]> %%", payload: ["[_]", "x:y"]),
      State("שלום 🧑‍🚀 __x__ **y**"),
    ]
    machine.initial = machine.states[0].name
    machine.transitions = zip(machine.states, machine.states.dropFirst()).map { from, to in
      edge(
        from.name, "go; :to #35; -->", if: "map[\\.key] == \"a\\\"b\" || x < y", to: to.name,
        .run("~tilde <U+0041> 'q' $v %date() @enduml"))
    }
    return machine
  }()
}
