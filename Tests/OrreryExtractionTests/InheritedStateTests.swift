import OrreryExtraction
import OrreryModel
import Testing

@Suite("A state that a superclass keeps") struct InheritedStateTests {
  private let base = """
    class Connection {
      enum State { case idle, open, closed }
      var state = State.idle
      func open() { if state == .idle { state = .open } }
      func reset() { state = .idle }
    }
    """

  @Test("belongs to the subclass that changes it, with the methods that it inherits and overrides")
  func subclass() throws {
    let found = extract(
      base + """

        final class Client: Connection {
          func close() { if state == .open { state = .closed } }
          override func reset() {
            guard state == .closed else { return }
            super.reset()
          }
        }
        """
    ).machines
    #expect(found.map(\.id) == ["App.Connection", "App.Client"])
    #expect(
      found.last?.transitions.filter { $0.kind == .move }.map(describe).sorted() == [
        "closed reset idle", "idle open open", "open close closed",
      ])
  }

  @Test("is no state of a subclass that leaves it alone")
  func bystander() {
    let source = base + "\nfinal class Server: Connection { func ping() { log(state) } }"
    #expect(extract(source).machines.map(\.id) == ["App.Connection"])
  }

  @Test("is audited where it is changed, in either class")
  func audit() {
    let source =
      base
      + "\nfinal class Client: Connection { func close() { if state == .open { state = .closed } } }"
    let files = [SourceText(module: "App", path: "Sources/App/File.swift", text: source)]
    let audit = Audit(files, extract: Extractor().extract(files))
    #expect(audit.machines.map { $0.count(.write) } == [2, 3])
    #expect(audit.machines.flatMap(\.missing) == [])
  }

  @Test("is handed on through a class that leaves it alone")
  func middle() throws {
    let found = extract(
      base + """

        class Link: Connection { override func reset() { super.reset() } }
        final class Client: Link {
          func close() { if state == .open { state = .closed } }
        }
        """)
    #expect(found.machines.map(\.id) == ["App.Connection", "App.Client"])
    #expect(
      found.machines.last?.transitions.filter { $0.kind == .move }.map(describe).sorted() == [
        "closed reset idle", "idle open open", "open close closed", "open reset idle",
      ])
  }

  @Test("is found in a class that stands beside the subclass in another type")
  func nested() {
    let nested = base.replacing("class Connection", with: "class Base")
    let source =
      "enum Network {\n\(nested)\n"
      + "final class Client: Base { func close() { if state == .open { state = .closed } } }\n}"
    #expect(extract(source).machines.map(\.id) == ["App.Network.Base", "App.Network.Client"])
  }

  @Test("is found where each class has a file of its own")
  func files() {
    let sources = [
      "A": base, "B": "class Link: Connection {}",
      "C": "final class Client: Link { func close() { if isOpen() { state = Self.last } } }",
      "D": "extension Client { static let last = State.closed; func isOpen() -> Bool { true } }",
    ]
    let files = sources.map { SourceText(module: "App", path: $0, text: $1) }
    let found = Extractor().extract(files).machines
    #expect(found.map(\.id) == ["App.Connection", "App.Client"])
    #expect(found == Extractor().extractAll(files).machines)
  }

  @Test(
    "what a superclass does is walked where its method is called through super and not overridden")
  func superMethods() throws {
    let machines = extract(
      """
      class Base {
        enum State { case idle, busy, done }
        var state = State.idle
        func end() { if state != .idle { state = .done } }
      }
      final class Child: Base {
        func kick() { state = .busy; super.end() }
      }
      """
    ).machines
    let child = try #require(machines.first { $0.name == "Child" })
    let rows = child.transitions.filter { $0.event.name == "kick" && $0.kind != .ignore }
    #expect(Set(rows.map(describe)) == ["idle kick done", "busy kick done"])
  }

  @Test("is found in a generic superclass, whose parameter the subclass gives")
  func genericSuperclass() throws {
    let found = try machine(
      """
      class Model<State>: ObservableObject {
        @Published private(set) var state: State
        init(state: State) { self.state = state }
        func update(_ state: State) { self.state = state }
      }
      class ScreenModel<Content>: Model<Content> {}
      final class ListModel: ScreenModel<ListModel.Phase> {
        enum Phase { case idle, loading, failed }
        func load() { update(.loading) }
        func fail() { if state == .loading { state = .failed } }
      }
      """)
    #expect(found.name == "ListModel")
    let moves = Set(found.transitions.filter { $0.kind == .move }.map(describe))
    #expect(moves == ["idle load loading", "failed load loading", "loading fail failed"])
  }

  @Test("a part of a struct that a superclass keeps is changed as the property is")
  func partOfStruct() throws {
    let found = extract(
      """
      class Request {
        enum State { case idle, running, cancelled }
        struct Mutable { var state: State = .idle }
        var mutable = Mutable()
        func run() { if mutable.state == .idle { mutable.state = .running } }
      }
      final class SocketRequest: Request {
        func close() {
          guard mutable.state != .cancelled else { return }
          mutable.state = .cancelled
        }
      }
      """)
    #expect(found.machines.map(\.name) == ["Request", "SocketRequest"])
    let rows = try #require(found.machines.last).transitions.map(describe)
    #expect(rows.contains("running close cancelled") && rows.contains("idle run running"))
  }
}
