import OrreryExtraction
import OrreryModel
import Testing

@Suite("Methods that a protocol gives") struct GivenMethodTests {
  private static let given = """
    enum LoadState { case idle, loading, failed }
    protocol Loadable: AnyObject { var state: LoadState { get set } }
    extension Loadable {
      func load() { state = .loading }
      func stop() { clear() }
      private func clear() { if state == .loading { state = .failed } }
    }
    extension Loadable where Self: Worker { func work() { state = .failed } }

    """

  private func moves(_ source: String) throws -> [String] {
    try machine(Self.given + source).transitions.filter { $0.kind == .move && $0.from != "failed" }
      .map(describe)
  }

  @Test("those that change what a type keeps are its events")
  func keeper() throws {
    #expect(
      try moves("final class Model: Loadable { var state = LoadState.idle }") == [
        "idle load loading", "loading stop failed",
      ])
  }

  @Test("a method of the type takes the place of the given one")
  func own() throws {
    #expect(
      try moves(
        """
        final class Model: Loadable {
          var state = LoadState.idle
          func load() { state = .failed }
        }
        """) == ["idle load failed", "loading load failed", "loading stop failed"])
  }

  @Test("a subclass has what its superclass was given")
  func subclass() throws {
    let found = extract(
      Self.given + """
        class Model: Loadable { var state = LoadState.idle }
        final class List: Model { func reset() { state = .idle } }
        """
    ).machines.first { $0.name == "List" }
    #expect(found?.events.map(\.id.name).sorted() == ["load", "reset", "stop"])
  }

  @Test("a method that leaves an argument out is followed to the type's own")
  func overload() throws {
    let found = try machine(
      """
      enum Kind { case none, sensor }
      protocol Manager: AnyObject { func update(_ kind: Kind, device: Device?) }
      extension Manager {
        func update(_ kind: Kind) { update(kind, device: nil) }
        func describe() -> String { "manager" }
      }
      final class Base: Manager {
        private var kind = Kind.sensor
        private let store: Store
        init(store: Store) { self.store = store }
        func delete() { store.clear(); update(.none) }
        func plug() { kind = .sensor }
        func update(_ kind: Kind, device: Device?) { self.kind = kind }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name == "delete" }.map(describe) == [
        "none delete/store.clear none", "sensor delete/store.clear none",
      ])
    #expect(found.events.map(\.id.name) == ["delete", "plug", "update"])
  }

  @Test("a type that keeps no such property has none of them")
  func others() {
    let found = extract(
      Self.given + """
        final class Model: Loadable {
          enum Phase { case on, off }
          var phase = Phase.on
          var state: LoadState { get { .idle } set {} }
          func flip() { phase = phase == .on ? .off : .on }
        }
        """)
    #expect(found.machines.map { $0.events.map(\.id.name) } == [["flip"]])
  }
}
