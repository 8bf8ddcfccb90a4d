import OrreryModel

/// A model that uses every part of the file.
enum RichModel {
  static let home = "Sources/Shop/Search.swift"

  static func extract() -> Extract {
    Extract(
      machines: [search(), form()],
      diagnostics: [
        Diagnostic(
          id: "open-target", severity: .warning, location: place(12), message: "a \"target\"")
      ])
  }

  static func place(_ line: Int, file: String = home) -> SourceLocation {
    SourceLocation(file: file, line: line, column: line % 7 + 1)
  }

  private static func search() -> Machine {
    var machine = Machine(
      id: "Shop.Search", name: "Search", style: .reducer, location: place(3), endLine: 90,
      documentation: "Finds.\nAgain.", stateKind: .enum)
    machine.states = [
      State("idle", isInitial: true, documentation: "Rest.", location: place(4)),
      State(
        "loading", isStable: false, payload: ["query", "_"], location: place(5, file: "B.swift")),
      State("done", isFinal: true),
    ]
    machine.initial = "idle"
    machine.events = [
      Event(.init(.input, "search"), documentation: "Typed.", location: place(8)),
      Event(.init(.ioResult, "loaded"), location: place(9, file: "B.swift")),
      Event(.init(.internal, "load#api.fetch.success")), Event(.init(.child, "row")),
    ]
    machine.transitions = transitions()
    machine.children = [Child(machine: "Shop.Row", via: .forEach, path: "rows")]
    machine.unresolved = [
      Unresolved(location: place(30), reason: "the target is a parameter"),
      Unresolved(location: place(31), event: "go", "cannot be told"),
    ]
    machine.remarks = [
      Remark(
        rule: "unreachable-state", state: machine.states.first?.name,
        message: "nothing leads there", location: place(31)),
      Remark(
        rule: "late-result", event: Event.ID(.ioResult, "loaded"), message: "it comes too late",
        location: place(32)),
    ]
    return machine
  }

  private static func transitions() -> [Transition] {
    let tree = Effect.merge([
      .run(".log"), .concatenate([.run(".fetch"), .cancel("id")]), .merge([]),
      .raise("loaded"),
    ])
    return [
      Transition(
        from: "idle", event: .init(.input, "search"), guard: "let q = \"<a>\"", to: "loading",
        effect: tree, location: place(20), kind: .move, certainty: .inferred, wildcard: 19,
        forwards: "Row.Input.tap"),
      Transition(
        from: "loading", event: .init(.ioResult, "loaded"), to: nil, location: place(30),
        kind: .unresolved, certainty: .unresolved),
    ]
  }

  private static func form() -> Machine {
    var machine = Machine(
      id: "Shop.`a \u{1B}[31m`", name: "\u{202E}form", style: .composable,
      location: place(1, file: "Form \"x\"\\.swift"), stateKind: .struct)
    machine.regions = [
      Region(
        name: "isLoading", states: ["isLoading=false", "isLoading=true"], initial: "isLoading=false"
      ),
      Region(name: "alert", states: ["alert=nil", "alert=some"], initial: nil),
    ]
    machine.states = machine.regions.flatMap { region in
      region.states.map { State($0, isInitial: $0 == region.initial) }
    }
    var start = Transition(
      from: "isLoading=false", event: .init(.input, "submit"), guard: "isValid",
      to: "isLoading=true", effect: .run(".send"), location: place(7), kind: .move)
    start.when = [.init(region: "alert", values: ["nil"])]
    var close = Transition(
      from: "alert=some", event: .init(.input, "submit"), to: "alert=nil", location: place(8),
      kind: .move)
    (start.step, close.step) = (0, 0)
    close.isLate = true
    machine.transitions = [start, close]
    machine.actions = [
      Action(
        event: .init(.input, "submit"), guard: "isValid",
        writes: [.init(path: "isLoading", op: "=", value: "true")], effect: .run(".send"),
        location: place(7), certainty: .inferred, forwards: "Child.Input.go")
    ]
    return machine
  }
}
