import OrreryExtraction
import OrreryModel
import Testing

@Suite("Overloads that the shape of their arguments tells apart") struct OverloadShapeTests {
  private func rows(_ members: String) throws -> (rows: [String], notes: [String]) {
    let machine = try machine(
      """
      struct Span {
        static let zero = Span()
        var seconds = 0.0
        func length() -> TimeInterval { seconds }
      }
      final class Egg {
        enum Status { case off, on }
        private(set) var status: Status = .off
        func finish() { status = .off }
      \(members)
      }
      """)
    let rows = machine.transitions.filter { $0.event.name.hasPrefix("go") && $0.from == "off" }
    return (rows.map(describe), machine.unresolved.map(\.reason))
  }

  private let starts = """
      private func start(_ span: Span) { print(span) }
      private func start(_ length: TimeInterval) { status = .on }
    """

  @Test(
    "by what a method answers, and by the members that a type does not have",
    arguments: ["span.length()", ".infinity"])
  func types(_ argument: String) throws {
    let found = try rows(starts + "\n  func go(_ span: Span) { start(\(argument)) }")
    #expect(found.rows == ["off go on"])
    #expect(found.notes.isEmpty)
  }

  @Test("by a list that is put together", arguments: ["[name] + more", "more + [name]"])
  func lists(_ argument: String) throws {
    let found = try rows(
      """
        private func start(_ name: String, _ others: Any...) { print(name) }
        private func start(_ names: [Any]) { status = .on }
        func go(_ name: String, _ more: [Any]) { start(\(argument)) }
      """)
    #expect(found.rows == ["off go on"])
    #expect(found.notes.isEmpty)
  }

  @Test("not by a member that both may have")
  func member() throws {
    let found = try rows(starts + "\n  func go() { start(.zero) }")
    #expect(found.notes.count == 1)
  }

  @Test("by the closure behind the call, which a box does not take")
  func closure() throws {
    let found = try rows(
      """
        private func show(_ length: TimeInterval, _ time: Binding<Span>) { print(time) }
        private func show(_ length: TimeInterval, _ done: @escaping (Span) -> Void) { status = .on }
        func go() { show(3) { print($0) } }
      """)
    #expect(found.rows == ["off go on"])
    #expect(found.notes.isEmpty)
  }

  @Test("what a parameter of the state's name keeps is not the state")
  func shadow() throws {
    let machine = try machine(
      """
      final class Egg {
        enum Status { case off, on }
        private(set) var status: Status = .off
        func start() { status = .on }
        func finish() { status = .off }
        func bind(status: Binding<Status>) { observe { status.wrappedValue = $0 } }
        private func observe(_ code: @escaping (Status) -> Void) { keep(code) }
      }
      """)
    #expect(machine.events.map(\.id.name) == ["start", "finish"])
  }
}
