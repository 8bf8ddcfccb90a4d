import OrreryModel
import Testing

@Suite("Several ways to one wait") struct WaysToWaitTests {
  private func rows(_ body: String, behind wait: String = "api.last") throws -> [String] {
    try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State: Equatable { case a, b, c, d }
        private(set) var state: State = .a
        init() {}
        func back() { state = .a }
        func on() { if state == .a { state = .b } }
        \(body)
      }
      """
    ).transitions.map(describeWithCertainty).filter { $0.contains("stop#\(wait)") }
  }

  @Test("are all told, also those behind another wait that is found later")
  func ways() throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        if q { await api.first() } else { state = .c }
        await last(q)
      }
      private func last(_ p: Bool) async {
        await api.last()
        if state == .a { state = p ? .b : .d }
      }
      """)
    #expect(
      found == [
        "a stop#api.last b", "a stop#api.last d (inferred)", "b stop#api.last ignored",
        "c stop#api.last ignored", "d stop#api.last ignored",
      ])
  }

  @Test("are one where they differ in variables that nothing asks for behind it")
  func dead() throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        let old = state
        let mode: State = q ? .a : .b
        if old == mode { api.note() }
        await api.last()
        if state == .a { state = .d }
      }
      """)
    #expect(
      found == [
        "a stop#api.last d", "b stop#api.last ignored", "c stop#api.last ignored",
        "d stop#api.last ignored",
      ])
  }

  @Test(
    "are told by what a variable holds that code behind it asks for, however that is left",
    arguments: [
      "defer { state = old }; await api.last()",
      "do { try await api.last(); return } catch { state = old }",
      "func undo() { state = old }; if old == .c { log() }; await api.last(); undo()",
      "let undo = { self.state = old }; if old == .c { log() }; await api.last(); undo()",
      "if old == .c { log() }; await api.last(); async let next = same(old); state = await next",
    ])
  func live(_ code: String) throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        let old: State = q ? .c : .d
        state = .b
        \(code)
      }
      private func same(_ state: State) -> State { state }
      private func log() {}
      """, behind: "")
    #expect(found.contains { $0.hasPrefix("b ") && $0.hasSuffix(" c") })
    #expect(found.contains { $0.hasPrefix("b ") && $0.hasSuffix(" d") })
  }

  @Test("are late where others have led, where only a write of what is there is spared")
  func spared() throws {
    let found = try rows(
      """
      func stop() {
        Task {
          await api.last()
          move(to: .d)
        }
        state = .d
      }
      private func move(to next: State) { guard next != state else { return }; state = next }
      """)
    #expect(
      found == [
        "a stop#api.last d (late)", "b stop#api.last d (late)", "d stop#api.last ignored",
      ])
  }

  @Test("are sure where they were left, where a write is made whatever there is")
  func unconditional() throws {
    let found = try rows("func stop() { Task { await api.last(); state = .c }; state = .d }")
    #expect(
      found == [
        "a stop#api.last c (late)", "b stop#api.last c (late)",
        "c stop#api.last ignored (late)", "d stop#api.last c",
      ])
  }

  @Test("are walked once where a function that goes on behind it names itself")
  func recursive() throws {
    let found = try rows(
      """
      func stop() async {
        func tick() { timer.after(1, tick) }
        timer.after(1, tick)
        await api.last()
        if state == .a { state = .d }
      }
      """)
    #expect(found.first == "a stop#api.last d")
  }

  @Test("are told of a control that does nothing where it is shown: of that nothing comes")
  func shown() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      struct Upload: View {
        enum Phase { case idle, loading }
        @State private var phase = Phase.idle
        var body: some View {
          switch phase {
          case .idle: Button("Stop") { stop() }
          case .loading: Button("Go on") { phase = .idle }
          }
        }
        private func stop() { if phase == .loading { phase = .idle } }
      }
      """)
    #expect(
      machine.transitions.map(describe) == [
        #"loading body#Button("Go on") idle"#
      ])
  }

  @Test("tell all events of a subscription that is made behind another wait too")
  func sent() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      enum Event { case play, stop }
      final class Model {
        enum State { case on, off }
        private(set) var state: State = .off
        private let input = PassthroughSubject<Event, Never>()
        private var bag: Set<AnyCancellable> = []
        func start(_ q: Bool) async {
          if q { await api.first() }
          listen()
        }
        private func listen() {
          input.sink { [weak self] event in
            switch event {
            case .play: self?.state = .on
            case .stop: self?.state = .off
            }
          }.store(in: &bag)
        }
      }
      """)
    let found = machine.transitions.map(describe)
    #expect(found.contains("off play on"))
    #expect(found.contains("on stop off"))
  }

  @Test("that leave a labelled statement behind it go on behind that, past what is deferred in it")
  func labels() throws {
    let found = try rows(
      """
      func stop(_ q: Bool) async {
        first: do {
          defer { state = .b }
          await api.last()
          if q { break first }
          state = .c
          if state == .c { await api.more() }
        }
        state = .d
      }
      """)
    #expect(found.contains("a stop#api.last[q] d"))
    #expect(!found.contains { $0.hasSuffix(" b") })
  }
}
