import OrreryModel
import Testing

@Suite("Deinitializers")
struct DeinitializerTests {
  private func rows(_ members: String, _ more: String = "") throws -> [String] {
    let machine = try machine(
      """
      final class Link {
        enum State { case idle, busy }
        private(set) var state = State.idle
        func start() { state = .busy }
        func stop() { if state == .busy { socket.drop() }; state = .idle }
        \(members)
      }
      \(more)
      """)
    return machine.transitions.map(describe).filter { $0.contains("deinit") }
  }

  @Test("what one assigns itself is not observed")
  func observers() throws {
    #expect(
      try rows(
        """
        private var isOver = false { didSet { state = .busy } }
        deinit { isOver = true; if state == .busy { socket.a() } else { socket.b() } }
        """) == ["idle deinit/socket.b idle", "busy deinit/socket.a busy"])
  }

  @Test("a private method that nothing else calls is a part of it")
  func helper() throws {
    #expect(
      try rows(
        """
        private func halt() { socket.mark(); stop() }
        deinit { halt() }
        """) == [
          "idle deinit/socket.mark idle", "busy deinit/concat(socket.mark, socket.drop) idle",
        ])
  }

  @Test("one that calls an event and does more is an event")
  func more() throws {
    #expect(
      try rows("deinit { stop(); bus.leave() }") == [
        "idle deinit/bus.leave idle", "busy deinit/concat(socket.drop, bus.leave) idle",
      ])
  }

  @Test("that of another object is called by its name")
  func other() throws {
    #expect(
      try rows(
        "func fail() { state = .busy }",
        """
        final class Page {
          let link: Link
          deinit { link.state = .idle }
        }
        """) == ["idle Page.link.deinit ignored", "busy Page.link.deinit idle"])
  }

  @Test("alone it makes no machine")
  func alone() {
    let found = extract(
      """
      final class Link {
        enum State { case idle, over }
        private var state = State.idle
        func start() { if state == .idle { socket.open() } }
        deinit { state = .over }
      }
      """)
    #expect(found.machines.isEmpty)
  }
}
