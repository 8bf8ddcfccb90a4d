import OrreryExtraction
import OrreryModel
import Testing

@Suite("Programs that stand side by side") struct ProgramFolderTests {
  private func extract(_ texts: [String: String]) -> Extract {
    Extractor().extract(
      texts.map { SourceText(module: "", path: "Steps/\($0).swift", text: $1) })
  }

  private let first = """
    struct Door { enum State { case open, shut } }
    extension Door { func apply(event: DoorEvent, to state: inout State) {
      switch event { case .push: state = .shut; case .pull: state = .open } } }
    enum DoorEvent { case push, pull }
    """

  private let second = """
    struct Door { enum State { case open, shut, locked } }
    extension Door { func apply(event: DoorEvent, to state: inout State) {
      switch event { case .push: state = .locked } } }
    enum DoorEvent { case push }
    """

  @Test("a type of one folder has nothing of its namesake in another")
  func twoFolders() {
    let found = extract(["One/Sources/Door": first, "Two/Sources/Door": second])
    #expect(
      found.machines.map { $0.transitions.map(describe) } == [
        [
          "open push shut", "open pull ignored", "shut push ignored", "shut pull open",
        ], ["open push locked", "shut push locked", "locked push ignored"],
      ])
    #expect(found.machines.map(\.id) == ["Door", "Two.Door"])
    #expect(found.machines.flatMap(\.unresolved).isEmpty)
    #expect(
      found.diagnostics.filter { $0.id == "namesake" }.map(\.message) == [
        "'Door' is also declared elsewhere; this one is called 'Two.Door'"
      ])
  }

  @Test("two of one folder are both kept, since targets may list its files")
  func oneFolder() {
    let found = extract(["Door": first, "DoorOfOldTarget": second])
    #expect(found.machines.map(\.id) == ["Door", "DoorOfOldTarget.Door"])
    #expect(found.machines.map(\.states.count) == [2, 3])
    #expect(found.machines.flatMap(\.unresolved).isEmpty)
  }

  @Test("a parent means the child of its own folder")
  func children() throws {
    func program(_ state: String) -> String {
      """
      @Reducer struct Child {
        struct State { var isOn = \(state) }
        enum Action { case tap }
        var body: some ReducerOf<Self> {
          Reduce { state, action in
            switch action { case .tap: state.isOn.toggle(); return .none }
          }
        }
      }
      @Reducer struct Parent {
        struct State { var child = Child.State() }
        enum Action { case child(Child.Action) }
        var body: some ReducerOf<Self> { Scope(state: \\.child, action: \\.child) { Child() } }
      }
      """
    }
    let found = extract(["One/App": program("true"), "Two/App": program("false")])
    #expect(
      found.machines.map { [$0.id] + $0.children.map(\.machine) } == [
        ["Child"], ["Parent", "Child"], ["Two.Child"], ["Two.Parent", "Two.Child"],
      ])
  }

  @Test("nor where another file of the folder uses it")
  func anotherFile() throws {
    func using(_ text: String) -> String {
      "struct House { var state: Door.State = .open; mutating func lock() { \(text) } }"
    }
    let found = extract([
      "One/Door": first, "One/House": using("if state == .open { state = .shut }"),
      "Two/Door": second,
      "Two/Hut": using("if state == .shut { state = .locked }")
        .replacing("House", with: "Hut"),
    ])
    let hut = try #require(found.machines.first { $0.id == "Hut" })
    #expect(
      hut.transitions.map(describe) == [
        "open lock ignored", "shut lock locked", "locked lock ignored",
      ])
    let house = try #require(found.machines.first { $0.id == "House" })
    #expect(house.transitions.map(describe) == ["open lock shut", "shut lock ignored"])
  }

  @Test("the types of each module are its own, where two modules stand in each folder")
  func modules() {
    let files = ["One", "Two"].flatMap { folder in
      ["App", "Kit"].map { module in
        SourceText(
          module: module, path: "\(folder)/\(module)/Door.swift",
          text: folder == "One" ? first : second)
      }
    }
    let found = Extractor().extract(files)
    #expect(found.machines.map(\.id) == ["App.Door", "Kit.Door", "App.Two.Door", "Kit.Two.Door"])
    #expect(found.machines.map(\.states.count) == [2, 2, 3, 3])
    #expect(!found.diagnostics.contains { $0.id == "duplicate-type" })
  }

  @Test("a file beside the folders that extends the type belongs to it")
  func extendedElsewhere() {
    let lock = "extension Door { func reset(state: inout State) { state = .open } }"
    let found = extract(["iOS/Door": first, "macOS/Door": second, "Lock": lock])
    #expect(
      found.diagnostics.filter { $0.id == "duplicate-type" }.map(\.location.file) == [
        "Steps/macOS/Door.swift"
      ])
  }
}
