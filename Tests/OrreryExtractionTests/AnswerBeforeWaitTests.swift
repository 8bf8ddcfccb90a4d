import OrreryModel
import Testing

@Suite("What was worked out before a wait") struct AnswerBeforeWaitTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Lamp {
        enum Mode { case off, dim, bright }
        private var mode: Mode = .off
        private let queue = Queue()
        private var isNight: Bool
        func reset() { if mode == .dim { mode = .off } }
        \(members)
      }
      """
    ).transitions.filter { $0.event.name.contains("#") && $0.from == "off" }.map(describe)
  }

  private let later = "queue.enqueue { [weak self] in self?.mode = next }"

  @Test(
    "is each of the values that a function, a getter or a closure may give",
    arguments: [
      ("make()", "func make() -> Mode { guard isNight else { return .bright }; return .dim }"),
      ("make()", "func make() -> Mode { if isNight { return .dim } else { return .bright } }"),
      ("made", "var made: Mode { if isNight { return .dim }; return .bright }"),
      ("made", "var made: Mode { get { guard isNight else { return .bright }; return .dim } }"),
      ("{ if isNight { return .dim } else { return .bright } }()", ""),
    ])
  func values(_ value: String, _ declaration: String) throws {
    let light = "func light() { let next: Mode = \(value); \(later) }\n" + declaration
    #expect(
      Set(try rows(light)) == [
        "off light#queue.enqueue dim", "off light#queue.enqueue bright",
      ])
    let wait = "func light() async { let next: Mode = \(value); await queue.run(); mode = next }\n"
    #expect(
      Set(try rows(wait + declaration)) == [
        "off light#queue.run dim", "off light#queue.run bright",
      ])
  }
}
