import OrreryModel
import Testing

@Suite("Subjects that keep the state") struct SubjectTests {
  private func rows(_ property: String, _ members: String, beside types: String = "") throws
    -> [String]
  {
    try machine(
      """
      enum Link { case down, dialing, up }
      struct Busy: Error {}
      \(types)
      final class Client {
        private let link\(property)
      \(members)
      }
      """
    ).transitions.map(describe)
  }

  @Test(
    "are told by their names, or by what their declarations have",
    arguments: [
      (" = CurrentValueSubject<Link, Never>(.down)", ""),
      (" = AsyncCurrentValueSubject<Link>(.down)", ""),
      (" = StateSubject<Link>(.down)", ""),
      (
        " = Stored<Link>(.down)",
        "final class Stored<T> { init(_ value: T) {}; var value: T; func send(_ value: T) {} }"
      ),
    ])
  func kinds(_ property: String, _ types: String) throws {
    let found = try rows(
      property,
      """
      func open() {
        guard link.value == .down else { return }
        link.send(.dialing)
      }
      func drop() { link.send(.down) }
      """, beside: types)
    #expect(
      found == [
        "down open dialing", "dialing open ignored", "up open ignored", "down drop ignored",
        "dialing drop down", "up drop down",
      ])
  }

  @Test(
    "are asked by computed properties too",
    arguments: [
      "var isUp: Bool { link.value == .up }",
      "var current: Link { link.value }\nvar isUp: Bool { current == .up }",
      "var isUp: Bool { if case .up = link.value { true } else { false } }",
    ], ["isUp", "self.isUp"])
  func questions(_ getters: String, _ asked: String) throws {
    let found = try rows(
      " = CurrentValueSubject<Link, Never>(.down)",
      """
      \(getters)
      func open() throws {
        if \(asked) { throw Busy() }
        link.send(.dialing)
      }
      func opened() { link.send(.up) }
      """)
    #expect(
      found.filter { !$0.contains("opened") } == [
        "down open dialing", "dialing open ignored", "up open throws",
      ])
  }

  @Test("a box is asked by computed properties too")
  func boxes() throws {
    let found = try rows(
      " = Mutex<Link>(.down)",
      """
      var isUp: Bool { link.withLock { $0 == .up } }
      func open() {
        if isUp { return }
        link.withLock { $0 = .dialing }
      }
      func opened() { link.withLock { $0 = .up } }
      """)
    #expect(
      found.filter { !$0.contains("opened") } == [
        "down open dialing", "dialing open ignored", "up open ignored",
      ])
  }

  @Test("one that only passes on what it is handed shows the state of something else")
  func relays() throws {
    let source = """
      enum Link { case down, up }
      final class Publishers {
        let state: CurrentValueSubject<Link, Never>
        init(_ start: Link) { state = .init(start) }
        func link(didChange new: Link) { state.send(new) }
      }
      """
    let found = extract(source)
    #expect(found.machines.isEmpty)
    #expect(found.diagnostics.map(\.id) == ["no-machine"])
    let own = source.replacing("init(_", with: "func drop() { state.send(.down) }\n  init(_")
    #expect(extract(own).machines.count == 1)
  }
}
