import OrreryExtraction
import Testing

/// What a machine is read from beside its own file.
@Suite("What changes a machine from other files") struct SessionDependencyTests {
  /// It asks for a type that goes by the name of `Level`.
  private static let lamp = """
    struct Lamp {
      enum State { case off, dim, on }
      private var state = State.off
      var level: Level
      mutating func press() {
        switch level { case .low: state = .dim
        case .high: state = .on
        default: state = .off }
      }
    }
    """

  private static let cases: [(what: String, files: [String: String], changed: [String: String])] = [
    (
      "what a static getter gives that the first state is named by",
      [
        "Gate": """
        enum Gate {
          enum State { case shut, open }
          enum Event { case push }
          static func makeInitialState() -> State { .start }
          static func reduce(_ state: State, _ event: Event) -> State {
            switch (state, event) { case (.shut, .push): .open
            case (.open, .push): .shut }
          }
        }
        """, "Start": "extension Gate.State { static var start: Gate.State { .shut } }",
      ],
      ["Start": "extension Gate.State { static var start: Gate.State { .open } }"]
    ),
    (
      "whether a getter waits",
      [
        "Player": """
        actor Player {
          enum State { case idle, busy }
          private var state = State.idle
          private let settings: Settings
          init(_ settings: Settings) { self.settings = settings }
          func play() async { state = .busy; if await settings.isOn { state = .idle } }
        }
        """, "Settings": "struct Settings { var isOn: Bool { get async { true } } }",
      ],
      ["Settings": "struct Settings { var isOn: Bool { true } }"]
    ),
    (
      "an alias of an alias",
      [
        "Lamp": lamp, "A": "typealias Level = Grade", "B": "typealias Grade = Two",
        "T": "enum Two { case low, high }\nenum Three { case low, high, mid }",
      ],
      ["B": "typealias Grade = Three"]
    ),
    (
      "code of the machine's type that nothing executes",
      [
        "Counter": """
        @Reducer struct Counter {
          struct State { var isOn = false }
          enum Action { case view(View)
            enum View { case tapped } }
          var body: some ReducerOf<Self> {
            Reduce { state, action in
              switch action { case .view: state.isOn = true; return .none }
            }
          }
        }
        """,
        "Log":
          "extension Counter { static func log(_ a: Action.View) { switch a { case .tapped: print(1) } } }",
      ],
      ["Log": "extension Counter { static func log(_ a: Action.View) { print(a) } }"]
    ),
    (
      "the type of what a property of another type starts as, for each of many machines",
      Dictionary(
        (1...12).map { number in
          (
            "L\(number)",
            """
            struct Lamp\(number) {
              enum State { case off, dim, on }
              private var state = State.off
              let settings: Settings
              mutating func press() {
                switch settings.theme { case .dark: state = .dim
                case .light: state = .on
                default: state = .off }
              }
            }
            """
          )
        } + [
          ("Settings", "struct Settings { let theme = Theme.light }"),
          ("Theme", "enum Theme { case dark; static let light = Theme.dark }"),
        ]
      ) { first, _ in first },
      ["Theme": "enum Theme { case dark, light }"]
    ),
    (
      "a type that only an alias names",
      [
        "Lamp": lamp, "A": "typealias Level = Grades.Two\nenum Other { case a, b }",
      ],
      ["T": "enum Grades { enum Two { case low, high } }"]
    ),
    (
      "a type that is extended without members",
      [
        "Door": """
        struct Door {
          enum State { case open, shut }
          private(set) var state = State.open
          mutating func push() { swing() }
        }
        """,
        "Given": "protocol Swinging { var state: Door.State { get set } }\n"
          + "extension Swinging { mutating func swing() { state = .shut } }",
      ],
      ["More": "extension Door: Swinging {}"]
    ),
  ]

  private func files(_ texts: [String: String]) -> [SourceText] {
    texts.map { SourceText(module: "App", path: "Sources/App/\($0).swift", text: $1) }
  }

  @Test("is noticed, in one run and in the next", arguments: 0..<cases.count)
  func noticed(number: Int) {
    let (what, start, changed) = Self.cases[number]
    let end = start.merging(changed) { $1 }
    let (first, last) = (Extractor().extract(files(start)), Extractor().extract(files(end)))
    #expect(first != last, "\(what)")
    var session = ExtractionSession()
    #expect(session.extract(files(start)) == first)
    var next = ExtractionSession(
      options: .init(), restoring: session.cacheBytes(of: "1"), of: "1")
    for (texts, result) in [(end, last), (start, first), (end, last)] {
      #expect(session.extract(files(texts)) == result, "\(what)")
      #expect(next.extract(files(texts)) == result, "\(what)")
    }
  }

  @Test("two copies of a session know nothing of each other")
  func copies() {
    let door = files([
      "Door": """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push() { state = .shut }
      }
      """
    ])
    let both = files(["Able": "enum Able { case one, two }"]) + door
    var first = ExtractionSession()
    _ = first.extract(door)
    var second = first
    #expect(first.extract(both) == Extractor().extract(both))
    #expect(second.extract(door) == Extractor().extract(door))
  }

  @Test("one path in two modules is two files")
  func samePath() {
    let door = """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        mutating func push() { if case .open = state { state = .shut } }
      }
      """
    var session = ExtractionSession()
    for text in [door, door.replacing("= .shut", with: "= .open"), door] {
      let files = [
        SourceText(module: "A", path: "Door.swift", text: "enum Other { case x, y }"),
        SourceText(module: "B", path: "Door.swift", text: text),
      ]
      #expect(session.extract(files) == Extractor().extract(files))
    }
  }
}
