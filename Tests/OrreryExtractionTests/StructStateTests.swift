import OrreryExtraction
import OrreryModel
import Testing

@Suite("Struct states") struct StructStateTests {
  private func feature(_ state: String, _ clauses: String) -> String {
    """
    struct Feature: StateMachine {
      enum Phase { case idle, busy }
      struct State { \(state) }
      enum Input { case start, stop }
      static func reduceInput(_ state: State, _ input: Input) -> Transition {
        var next = state
        switch input {
        \(clauses)
        }
        return nextState(next)
      }
    }
    """
  }

  @Test("every write is kept with its path, operator and value")
  func writes() throws {
    try expectActions(
      feature(
        "var count = 0; var items: [Int] = []; var form = Form()",
        """
        case .start:
          next.count += 1
          next.items.append(3)
          next.form.isValid.toggle()
        case .stop: if state.count > 3 { next.count = 0 }
        """),
      [
        "start count += 1; items mutate append(3); form.isValid mutate toggle()",
        "stop[state.count > 3] count = 0", "stop[!(state.count > 3)] ",
      ])
  }

  @Test("one written property of few values names the states by its values")
  func oneAxis() throws {
    let machine = try machine(
      feature(
        "var phase = Phase.idle; var count = 0",
        "case .start: next.phase = .busy\ncase .stop: next.phase = .idle"))
    #expect(machine.projection == ["phase"])
    #expect(machine.initial == "idle")
    #expect(
      machine.transitions.map(describe) == [
        "idle start busy", "idle stop ignored", "busy start ignored", "busy stop idle",
      ])
  }

  @Test("several written properties have a region each")
  func severalAxes() throws {
    let machine = try machine(
      feature(
        "var isLoading = false; var alert: String?",
        """
        case .start: next.isLoading = true
        case .stop:
          if state.isLoading { next.alert = "stopped" }
          next.isLoading = false
        """))
    #expect(
      machine.regions == [
        Region(
          name: "isLoading", states: ["isLoading=false", "isLoading=true"],
          initial: "isLoading=false"),
        Region(name: "alert", states: ["alert=nil", "alert=some"], initial: "alert=nil"),
      ])
    #expect(machine.initial == nil)
    #expect(
      machine.transitions.filter { $0.kind == .move }.map(describe) == [
        "isLoading=false start isLoading=true", "isLoading=true stop isLoading=false",
        "alert=nil stop alert=some {isLoading is true}",
      ])
  }

  @Test("a state that is made anew writes all its properties")
  func memberwise() throws {
    let machine = try machine(
      """
      struct Feature: StateMachine {
        struct State { var count = 0; var isFull = false }
        enum Input { case reset, fill }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          switch input {
          case .reset: nextState(State())
          case .fill: nextState(State(count: state.count, isFull: true))
          }
        }
      }
      """)
    #expect(
      machine.actions.map(describe) == ["reset count = 0; isFull = false", "fill isFull = true"])
    #expect(machine.projection == ["isFull"])
  }

  @Test("a doc comment chooses the properties that name the states")
  func hint() throws {
    let source = feature(
      "var a = false; var b = false",
      "case .start: next.a = true; next.b = true\ncase .stop: next.b = false")
    let hinted = source.replacing("struct State {", with: "/// - Orrery: phase b\n  struct State {")
    #expect(try machine(source).projection == ["a", "b"])
    #expect(try machine(hinted).projection == ["b"])
  }

  @Test("of many properties a doc comment or an option draws some")
  func chosen() throws {
    let names = (0..<7).map { "flag\($0)" }
    let source = feature(
      names.map { "var \($0) = false" }.joined(separator: "; "),
      "case .start: " + names.map { "next.\($0) = true" }.joined(separator: "; ")
        + "\ncase .stop: break")
    let everything = try machine(source)
    #expect(everything.regions.count == 7)
    #expect(everything.actions.count == 2)
    #expect(everything.unresolved.isEmpty)
    var options = Extractor.Options()
    options.projections = ["Feature": ["flag1"]]
    #expect(try machine(source, options: options).states.map(\.name) == ["false", "true"])
  }

  @Test("calls that change a collection are writes, those that answer a new one are not")
  func collections() throws {
    try expectActions(
      """
      struct List: Reducer {
        struct State { var ids: [Int] = []; var isBusy = false }
        enum Action { case toggle(Int), clear, drop, mark }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .toggle(let id):
              if state.ids.contains(id) {
                state.ids.removeAll(where: { $0 == id })
              } else {
                state.ids.append(id)
              }
              return .none
            case .clear:
              if state.isBusy { state.ids.removeAll() } else { state.ids.append(2) }
              return .none
            case .drop:
              state.ids.removeAll { $0 == 1 }
              return .none
            case .mark:
              for _ in state.ids.reversed() { state.isBusy = true }
              return .none
            }
          }
        }
      }
      """,
      [
        "toggle[state.ids.contains(id)] ids mutate removeAll(where: { $0 == id })",
        "toggle[!(state.ids.contains(id))] ids mutate append(id)",
        "clear[state.isBusy] ids mutate removeAll()", "clear[!(state.isBusy)] ids mutate append(2)",
        "drop ids mutate removeAll { $0 == 1 }", "mark isBusy = true",
      ])
  }

  @Test("what a reducer switches on first is asked for by the rows of the others")
  func dispatchedProperty() throws {
    let search = try machine(
      """
      struct SearchState {
        enum Status { case idle, busy }
        var status: Status = .idle
        var filter: String?
      }
      enum Event { case start, found(String) }
      func reduce(state: SearchState, event: Event) -> SearchState {
        var next = state
        switch (state.status, event) {
        case (.idle, .start): next.status = .busy
        case (.busy, .found(let filter)):
          next.status = .idle
          next.filter = filter
        default: break
        }
        return next
      }
      """)
    #expect(
      search.transitions.map(describe) == [
        "status=idle start status=busy", "status=idle found ignored",
        "status=busy start ignored", "status=busy found status=idle",
        "filter=nil found filter=some {status is busy}",
        "filter=some found filter=some {status is busy}",
      ])
  }

  @Test("a list is written by the methods that change it, not by those that read it")
  func lists() throws {
    try expectActions(
      """
      struct Model { var ids: [Int] = []; var isOn = false }
      enum Event { case drop(Int), trim, flip(Int), read }
      func update(model: inout Model, event: Event) -> [Int] {
        switch event {
        case .drop(let id): model.ids.removeAll(where: { $0 == id })
        case .trim: model.ids.removeAll { $0 == 1 }
        case .flip(let id):
          if model.isOn { model.ids.removeAll() } else { model.ids.append(id) }
        case .read:
          for id in model.ids.reversed() { print(id) }
        }
        return []
      }
      """,
      [
        "drop ids mutate removeAll(where: { $0 == id })", "trim ids mutate removeAll { $0 == 1 }",
        "flip[model.isOn] ids mutate removeAll()", "flip[!(model.isOn)] ids mutate append(id)",
        "read ",
      ])
  }

  @Test("a loop may have nothing to go through: then the state stays")
  func emptyLoop() throws {
    let lamp = try machine(
      """
      struct Lamp: Reducer {
        struct State { enum Light { case off, on }; var light = Light.off; var ids: [Int] = [] }
        enum Action { case light, dark }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .light:
              for _ in state.ids { state.light = .on }
              return .none
            case .dark:
              state.light = .off
              return .none
            }
          }
        }
      }
      """)
    let rows = lamp.transitions.map(describe)
    #expect(rows.contains("off light on") && rows.contains("off light ignored"))
    #expect(lamp.actions.map(describe) == ["light light = .on", "dark light = .off"])
  }

  @Test("a call that answers one of several cases is one write")
  func answers() throws {
    try expectActions(
      """
      struct Feature: StateMachine {
        enum Page { case first, form, result(Int) }
        struct State {
          var route: Int?
          var page = Page.first
          func pageNow() -> Page {
            guard let route else { return .first }
            switch route {
            case 0: return .form
            default: return .result(route)
            }
          }
        }
        enum Input { case back, next }
        static func reduceInput(_ state: State, _ input: Input) -> Transition {
          var next = state
          switch input {
          case .back: next.route = nil
          case .next: next.page = next.pageNow()
          }
          return nextState(next)
        }
      }
      """,
      ["back route = nil", "next page = next.pageNow()"])
  }

  @Test("what a loop changes belongs to the action, whether or not it has a round")
  func whileLoop() throws {
    let found = try machine(
      feature(
        "var items: [Int] = []; var isFull = false",
        """
        case .start:
          next.items.append(1)
          while next.items.count > 8, let first = next.items.first { next.items.remove(at: first) }
          if next.items.count > 8 { next.isFull = true }
        case .stop:
          while state.isFull { return identity }
          next.isFull = true
        """))
    #expect(
      found.actions.map(describe) == [
        "start[next.items.count > 8] items mutate append(1); items mutate remove(at: first); isFull = true",
        "start[!(next.items.count > 8)] items mutate append(1); items mutate remove(at: first)",
        "stop[state.isFull] ", "stop[!(state.isFull)] isFull = true",
      ])
    #expect(found.actions.map(\.location.line) == [11, 9, 13, 14])
  }

  @Test("which elements a loop is for belongs to the action as well")
  func whereClause() throws {
    let found = try machine(
      feature(
        "var items: [Item] = []; var isFull = false",
        """
        case .start:
          for item in state.items where item.id != 3 { next.items[id: item.id]?.isOn = false }
        case .stop: next.isFull = true
        """))
    #expect(
      found.actions.map(describe) == [
        "start items[id: item.id]?.isOn = false", "stop isFull = true",
      ])
  }

  @Test("what stops the program is no action: it does nothing to the state")
  func traps() throws {
    let open = """
      struct Page: Reducer {
        struct State { var alert: String? }
        enum Action { case open(Int?), close }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .open(let number):
              guard let number else { preconditionFailure("no number") }
              state.alert = "\\(number)"
            case .close: state.alert = nil
            }
            return .none
          }
        }
      }
      """
    try expectActions(open, ["open[let number] alert = \"\\(number)\"", "close alert = nil"])
    let found = try machine(open)
    #expect(found.transitions.map(describe).contains("nil open[!(let number)] trap"))
    #expect(found.unresolved == [])
  }

  @Test("a trap that no transition tells, since the state has no phases, is told to be open")
  func untoldTraps() throws {
    let found = try machine(
      """
      struct Page: Reducer {
        struct State { var count = 0 }
        enum Action { case open(Int?) }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action {
            case .open(let number):
              guard let number else { fatalError() }
              state.count = number
              return .none
            }
          }
        }
      }
      """)
    #expect(found.actions.map(describe) == ["open[let number] count = number"])
    #expect(found.unresolved.map(\.location.line) == [8])
  }

  @Test("nothing, or what an action carries, may take the place of all of the state")
  func handedWhole() throws {
    try expectActions(
      """
      struct Pin { var x = 0 }
      enum PinAction { case lifted, moved(Int), named(Pin), other }
      let pinReducer = Reducer<Pin?, PinAction, Void> { state, action, _ in
        switch action {
        case .lifted: state = nil
        case .moved(let x): state = Pin(x: x)
        case .named(let pin):
          guard pin.x == state?.x else { return .none }
          state = pin
        case .other: break
        }
        return .none
      }
      """,
      [
        "lifted state = nil", "moved state = Pin(x: x)", "named[!(pin.x == state?.x)] ",
        "named[pin.x == state?.x] state = pin", "other ",
      ])
  }
}
