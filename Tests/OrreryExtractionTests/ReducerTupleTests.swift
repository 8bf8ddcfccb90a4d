import OrreryModel
import Testing

@Suite("States and effects that a reducer returns together") struct ReducerTupleTests {
  private let state = """
    struct JobState {
      enum Phase { case idle, opening(Int), done }
      let generation: Int
      let phase: Phase
      init(generation: Int = 0, phase: Phase = .idle) {
        self.generation = generation
        self.phase = phase
      }
      static func finished(_ generation: Int) -> JobState {
        JobState(generation: generation, phase: .done)
      }
    }
    enum JobEvent { case open(Int), close }
    enum JobEffect { case connect(Int) }
    """

  private let rows = [
    "idle open/.connect opening", "idle close done", "opening open/.connect opening",
    "opening close done", "done open/.connect opening", "done close ignored",
  ]

  @Test(
    "a text, a number or an answer beside the state asks for nothing",
    arguments: [
      ("(Phase, String)", "(.busy, \"\\(event)\")"), ("(state: Phase, count: Int)", "(.busy, 2)"),
      ("(Phase, Bool, [UInt8])", "(.busy, true, bytes)"),
    ])
  func data(_ type: String, _ result: String) throws {
    try expectTransitions(
      """
      enum Phase { case idle, busy }
      enum Event { case start }
      func step(state: Phase, event: Event) -> \(type) {
        switch event { case .start: return \(result) }
      }
      """, ["idle start busy", "busy start ignored"])
  }

  @Test("an initializer without its type's name makes what the tuple's element is")
  func implicit() throws {
    for result in ["(JobState, [JobEffect])", "(state: JobState, effects: [JobEffect])?", "Step"] {
      try expectTransitions(
        """
        \(state)
        typealias Step = (JobState, [JobEffect])
        func reduce(state: JobState, event: JobEvent) -> \(result) {
          switch event {
          case .open(let id): return (.init(phase: .opening(id)), [.connect(id)])
          case .close: return (.finished(state.generation), [])
          }
        }
        """, rows)
    }
  }

  @Test("also in a helper, in a branch and in a variable that says its type")
  func elsewhere() throws {
    try expectTransitions(
      """
      \(state)
      enum Jobs {
        static func reduce(state: JobState, event: JobEvent) -> (JobState, [JobEffect]) {
          switch event {
          case .open(let id): return open(id)
          case .close:
            let next: (JobState, [JobEffect]) = (.finished(state.generation), [])
            return next
          }
        }
        private static func open(_ id: Int) -> (JobState, [JobEffect]) {
          (.init(phase: .opening(id)), [.connect(id)])
        }
      }
      """, rows)
  }

  @Test("a result among the files may take its parts without labels")
  func unlabelled() throws {
    try expectTransitions(
      """
      struct PhotoState { enum Mode { case camera, taking }; var phase: Mode = .camera }
      enum PhotoEvent { case shutter, captured }
      enum PhotoEffect { case take }
      struct Step<S, E> {
        var state: S
        var effects: [E]
        init(_ state: S, _ effects: [E] = []) { self.state = state; self.effects = effects }
        static func ignore(_ state: S) -> Step { Step(state) }
      }
      func step(_ state: PhotoState, _ event: PhotoEvent) -> Step<PhotoState, PhotoEffect> {
        var next = state
        switch (state.phase, event) {
        case (.camera, .shutter): next.phase = .taking; return Step(next, [.take])
        case (.taking, .captured): next.phase = .camera; return .init(next)
        default: return .ignore(state)
        }
      }
      """,
      [
        "camera shutter/.take taking", "camera captured ignored", "taking shutter ignored",
        "taking captured camera",
      ])
  }

  private func update(_ type: String, named name: String = "state") -> String {
    """
    struct \(type) {
      enum Action { case open, fill, close }
      struct Environment {}
      var name = ""
      var isOpen = false
      static func update(\(name): Self, action: Action, environment: Environment) -> Update<Self> {
        switch action {
        case .open:
          var model = \(name)
          model.isOpen = true
          return Update(state: model)
        case .fill:
          var model = \(name)
          model.isOpen = true
          return update(state: model, actions: [.open], environment: environment).animation(.default)
        case .close: return Update(state: \(name))
        }
      }
    }
    """
  }

  @Test(
    "a library's update tells the state by its form, whatever the type is called",
    arguments: ["Recovery", "RecoveryModel"])
  func updateForm(_ type: String) throws {
    try expectActions(
      update(type), ["open isOpen = true", "fill isOpen = true", "close "])
  }

  @Test("what was written before a call of what is not known is told, and that the rest is open")
  func handedOn() throws {
    let found = try machine(update("Recovery"))
    #expect(found.actions.map(\.certainty) == [.exact, .unresolved, .exact])
    #expect(
      found.unresolved.contains {
        $0.reason == "the source does not tell what fill does to the state"
      })
    let rest = found.transitions.filter { $0.event.name == "fill" }
    #expect(rest.allSatisfy { $0.kind == .unresolved })
  }

  @Test("a search among states of any type is no update")
  func search() {
    #expect(
      extract(
        """
        struct Node {
          enum Move { case left, right }
          var x = 0
          static func next(state: Self, move: Move) -> Set<Self> {
            switch move {
            case .left: return [Node(x: state.x - 1)]
            case .right: return [Node(x: state.x + 1)]
            }
          }
        }
        """
      ).machines.isEmpty)
  }

  @Test("a library's update has effects under `fx`, and stays one with an animation behind it")
  func update() throws {
    try expectTransitions(
      """
      struct FormModel {
        enum Status { case fresh, pending, done }
        enum Action { case tap, finish, reset, both }
        var status: Status = .fresh
        static func update(state: FormModel, action: Action) -> Update<FormModel> {
          var model = state
          switch action {
          case .tap:
            let fx: Fx<Action> = Future.detached { .finish }.eraseToAnyPublisher()
            model.status = .pending
            return Update(state: model, fx: fx)
          case .finish:
            model.status = .done
            return Update(state: model).animation(.default)
          case .reset: return Update(state: .init())
          case .both: return Update(state: state).mergeFx(sound()).animation(.default)
          }
        }
      }
      """,
      [
        "fresh tap/Future.detached pending", "fresh finish done", "fresh reset ignored",
        "fresh both/sound fresh", "pending tap/Future.detached pending", "pending finish done",
        "pending reset fresh", "pending both/sound pending", "done tap/Future.detached pending",
        "done finish ignored", "done reset fresh", "done both/sound done",
      ])
  }
}
