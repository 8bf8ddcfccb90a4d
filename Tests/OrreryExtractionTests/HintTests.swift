import OrreryExtraction
import OrreryModel
import Testing

@Suite("Hints in doc comments") struct HintTests {
  private func errors(_ source: String) -> [String] {
    extract(source).diagnostics.filter { $0.severity == .error }
      .map { "\($0.location.file):\($0.location.line):\($0.location.column) \($0.message)" }
  }

  private func door(_ before: String = "", state: String = "", method: String = "") -> String {
    """
    \(before)
    struct Door {
      \(state)
      enum State { case open, shut, broken }
      private var state = State.open
      \(method)
      mutating func restore() { state = saved() }
      mutating func push() { if state == .open { state = .shut } }
    }
    """
  }

  @Test("`to` tells the next states of a method whose target the source does not tell")
  func targets() throws {
    let source = door(method: "/// - Orrery: to .open, .shut")
    try expectTransitions(
      source,
      [
        "open restore open", "open restore shut", "shut restore open", "shut restore shut",
        "broken restore open", "broken restore shut",
        "open push shut", "shut push ignored", "broken push ignored",
      ])
    let found = try machine(source)
    #expect(
      found.transitions.filter { $0.event.name == "restore" }.allSatisfy {
        $0.certainty == .inferred
      })
    #expect(found.unresolved == [])
    #expect(errors(source) == [])
  }

  @Test(
    "`to` tells the next states of a property whose getter or setter changes the state",
    arguments: [
      "/// - Orrery: to .shut\n  var next: Int { state = saved(); return 1 }",
      "/// - Orrery: to .shut\n  var next: Int { get { state = saved(); return 1 } }",
      "var next: Int {\n    /// - Orrery: to .shut\n    get { state = saved(); return 1 } }",
      "/// - Orrery: to .shut\n  var next: Int { get { 1 } set { state = saved() } }",
    ])
  func accessors(_ property: String) throws {
    let source = """
      final class Door {
        enum State { case open, shut }
        private var state = State.open
        \(property)
        func push() { if state == .open { state = .shut } }
      }
      """
    #expect(errors(source) == [])
    let rows = try machine(source).transitions.filter { $0.event.name == "next" }
    #expect(rows.map(\.to) == ["shut", "shut"])
    #expect(rows.allSatisfy { $0.certainty == .inferred })
  }

  @Test("before an accessor, too, a hint that the code contradicts is one error")
  func accessorErrors() {
    let source = """
      final class Door {
        enum State { case open, shut }
        private var state = State.open
        /// - Orrery: to .ajar
        var next: Int {
          get { state = .open; return 1 }
          set { if state == .open { state = .shut } }
        }
        func push() { if state == .open { state = .shut } }
      }
      """
    #expect(errors(source) == ["Sources/App/File.swift:4:7 'State' has no state 'ajar'"])
  }

  @Test("`name` beats what the configuration calls the machine, whatever the name")
  func configuredName() throws {
    var options = Extractor.Options()
    options.names = ["Door": "Gate", "App.Door": "Front gate", "oor": "Back"]
    #expect(try machine(door(), options: options).name == "Front gate")
    for name in ["Door", "App.Door", "r", "Hatch"] {
      let source = door("/// - Orrery: name \(name)")
      #expect(try machine(source, options: options).name == name)
    }
  }

  @Test("`name` says what a machine is called, and leaves its id")
  func name() throws {
    let found = try machine(door("/// - Orrery: name Front door"))
    #expect(found.name == "Front door")
    #expect(found.id == "App.Door")
  }

  @Test("`skip` leaves a machine out")
  func skip() {
    #expect(extract(door("/// - Orrery: skip")).machines == [])
    #expect(extract(door("/** A door.\n * - Orrery: skip */")).machines == [])
  }

  @Test(
    "a hint that the code contradicts is an error at its line",
    arguments: [
      (
        "/// - Orrery: phase state", "",
        "1:5 the state of 'App.Door' is an enum, whose cases name the states"
      ),
      ("/// - Orrery: to .open", "", "1:5 `to` belongs to a method that changes the state"),
      ("", "/// - Orrery: to .ajar", "6:7 'State' has no state 'ajar'"),
      ("", "/// - Orrery: name x", "6:7 a method takes no hint but `to`"),
      ("/// - Orrery: to open", "", "1:5 `to` names the next states, as in `to .open, .shut`"),
      ("/// - Orrery: phase", "", "1:5 `phase` names properties, as in `phase mode, alert`"),
      (
        "/// - Orrery: colour red", "",
        "1:5 `colour` is no hint; there are `to`, `phase`, `name` and `skip`"
      ),
      ("/// - Orrery: skip it", "", "1:5 `skip` stands alone"),
    ])
  func contradictions(before: String, method: String, message: String) {
    #expect(errors(door(before, method: method)) == ["Sources/App/File.swift:" + message])
  }

  @Test("a method whose next states the code tells needs no hint")
  func needless() {
    let source = """
      struct Door {
        enum State { case open, shut }
        private var state = State.open
        /// - Orrery: to .open
        mutating func push() { state = state == .open ? .shut : .open }
      }
      """
    #expect(
      errors(source) == [
        "Sources/App/File.swift:4:7 the code tells every next state of 'push' by itself"
      ])
  }

  @Test("a hint that stands before nothing is an error")
  func stray() {
    let source = door() + "\n/// - Orrery: skip\nstruct Window {}"
    #expect(
      errors(source) == [
        "Sources/App/File.swift:10:5 no machine, state or handler of a machine follows the hint"
      ])
  }

  @Test("`phase` names stored properties of few values")
  func phases() {
    let source = """
      @Reducer struct Editor {
        /// - Orrery: phase mode, text, size
        struct State { var mode = false; var text = "" }
        enum Action { case tap }
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .tap:
            state.mode = true
            state.text = "a"
            return .none
          }
        }
      }
      """
    #expect(
      errors(source) == [
        "Sources/App/File.swift:2:7 'text' has too many values to name states by",
        "Sources/App/File.swift:2:7 'State' has no stored property 'size'; it has mode, text",
      ])
  }
}
