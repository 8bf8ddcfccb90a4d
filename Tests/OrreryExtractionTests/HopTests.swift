import OrreryModel
import Testing

@Suite("An await that only comes to the machine's own actor") struct HopTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      actor Recorder {
        enum State { case idle, recording }
        struct Disk { var isFull = false; let store: Store }
        private var state: State = .idle
        private var disk: Disk
        private var isRecording: Bool { state == .recording }
        private var size: Int { get async { await api.size() } }
        func start() {
          guard state == .idle else { return }
          state = .recording
          limit = Task { [weak self] in
            guard let self else { return }
      \(body)
          }
        }
        func stop() { state = .idle }
        private func log(_ text: String, level: Level = .info) {
          switch level { case .info: print(text); case .warning: print(1, text) }
        }
      }
      """
    ).transitions.filter { $0.event.name.hasPrefix("start") && $0.kind != .ignore }.map(describe)
  }

  @Test(
    "waits for nobody: what a property or a method tells is known, and no effect",
    arguments: [
      "guard await self.isRecording else { return await self.log(\"ended\") }",
      "await self.log(\"begins\")",
      "if await self.state == .idle { await self.log(\"ended\") }",
      "await self.log(\"full\", level: self.disk.isFull ? .warning : .info)",
    ])
  func own(body: String) throws {
    #expect(try rows(body) == ["idle start recording"])
  }

  @Test(
    "another object, or a getter that waits itself, is waited for",
    arguments: [
      ("if await self.disk.store.isFull { await self.stop() }", "self.disk.store.isFull"),
      ("if await self.size > 3 { await self.stop() }", "api.size"),
    ])
  func others(body: String, effect: String) throws {
    #expect(try rows(body).first == "idle start/\(effect) recording")
  }

  @Test("a method that is inherited is waited for, though a namesake is the machine's own")
  func namesake() throws {
    let found = try machine(
      """
      final class Sheet: Controller {
        enum Mode { case shown, closing, hidden }
        private(set) var mode: Mode = .shown
        func close() async {
          mode = .closing
          await dismiss(animated: true)
          mode = .hidden
        }
        func dismiss() { mode = .hidden }
      }
      """)
    #expect(found.transitions.map(describe).contains("shown close/dismiss closing"))
  }

  @Test("what one task does to the machine in turn is one event")
  func inTurn() throws {
    let found = try machine(
      """
      actor Loader {
        enum Mode { case idle, loading, loaded }
        private(set) var mode: Mode = .idle
        nonisolated func start() { Task { await begin(); await finish() } }
        private func begin() { mode = .loading }
        private func finish() { if mode == .loading { mode = .loaded } }
      }
      """)
    #expect(found.transitions.filter { $0.from == "idle" }.map(describe) == ["idle start loaded"])
    #expect(found.unresolved.isEmpty)
  }

  @Test("a part's getter that waits is waited for")
  func part() throws {
    let found = try machine(
      """
      actor Loader {
        enum Mode { case idle, loading, loaded }
        struct Part { let worker: Child; var isSlow: Bool { get async { await worker.isOn } } }
        private(set) var mode: Mode = .idle
        private let part: Part
        func load() async {
          mode = .loading
          if await part.isSlow { mode = .loaded }
        }
      }
      """)
    #expect(found.transitions.contains { $0.from == "idle" && $0.to == "loading" })
    #expect(!found.transitions.contains { $0.from == "idle" && $0.to == "loaded" })
  }
}
