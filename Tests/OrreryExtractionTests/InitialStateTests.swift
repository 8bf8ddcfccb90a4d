import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an initializer decides") struct InitialStateTests {
  private func initial(_ start: String, declared: String = "") throws -> String? {
    try machine(
      """
      final class Store {
        enum State { case empty, restored(Int), failed }
        private(set) var state: State\(declared)
        init(saved: Int?, mode: Mode) {
          \(start)
        }
        func reset() { if case .failed = state { state = .empty } }
      }
      """
    ).initial
  }

  @Test(
    "the state is not told where it depends on what the initializer is given",
    arguments: [
      "if let saved { state = .restored(saved) } else { state = .empty }",
      "state = .empty; if saved == nil { state = .failed }",
      "switch mode { case .on: state = .empty; default: state = .failed }",
      "state = .empty; guard let saved else { state = .failed; return }; print(saved)",
      "do { state = .empty; try check(mode) } catch { state = .failed }",
      "state = .empty; for item in mode.items { state = .restored(item) }",
      "state = saved == nil ? .failed : .empty",
    ])
  func several(start: String) throws {
    #expect(try initial(start) == nil)
  }

  @Test("nor where it is declared and then assigned under a condition")
  func declared() throws {
    #expect(try initial("if saved == nil { state = .failed }", declared: " = .empty") == nil)
    #expect(try initial("state = mode.isOn ? .failed : .empty", declared: " = .empty") == nil)
  }

  @Test(
    "the state is told where all ways assign the same",
    arguments: [
      "if let saved { log(saved); state = .empty } else { self.state = .empty }",
      "guard let saved else { fatalError() }; state = .failed; log(saved); state = .empty",
      "state = .failed; defer { log(mode) }; state = .empty",
      "state = .empty; observe { self.state = .failed }",
    ])
  func one(start: String) throws {
    #expect(try initial(start) == "empty")
  }

  @Test("several initializers may hand different values to the same case")
  func payloads() throws {
    let source = { (second: String) in
      """
      actor Group {
        enum State { case initial([Int]), finished }
        private var state: State
        init(services: [Int]) { self.state = .initial(services) }
        init(services: [Int], logger: Logger) {
          log(logger)
          self.init(services: services)
        }
        init(names: [String]) { self.state = \(second) }
        func finish() { if case .initial = state { state = .finished } }
      }
      """
    }
    #expect(try machine(source(".initial(names.map { Int($0) ?? 0 })")).initial == "initial")
    #expect(try machine(source(".finished")).initial == nil)
  }

  @Test(
    "a method that an initializer calls is read, wherever it stands and whoever else may call it",
    arguments: [
      "func begin() { state = .running }",
      "func begin() { guard state == .fresh else { return }; state = .running }",
      "func begin() { if case .ended = state { return } else { state = .running } }",
      "func begin() { switch state { case .fresh: state = .running; default: break } }",
    ], ["", "private "])
  func helpers(helper: String, access: String) throws {
    let found = try machine(
      """
      final class Loader {
        enum State { case fresh, running, ended }
        private var state: State = .fresh
        init() { begin() }
        func finish() { guard case .running = state else { return }; state = .ended }
      }
      \(access)extension Loader {
        \(helper)
      }
      """)
    #expect(found.initial == "running")
    #expect(found.events.map(\.name) == (access.isEmpty ? ["finish", "begin"] : ["finish"]))
    #expect(found.unresolved.isEmpty)
  }

  @Test("what a private extension's method sets up for later is lost for no event")
  func listeners() throws {
    let found = try machine(
      """
      actor Socket {
        enum State { case connecting, open, closed }
        private var state: State = .connecting
        init() { connect() }
        func close() { doClose() }
      }
      private extension Socket {
        func connect() {
          makeJob(onOpen: { [weak self] in await self?.doOpen() },
            onClose: { [weak self] in await self?.doClose() })
        }
        func doOpen() { if case .connecting = state { state = .open } }
        func doClose() {
          switch state {
          case .connecting, .open: state = .closed
          case .closed: break
          }
        }
      }
      """)
    let moves = found.transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      moves == [
        "connecting close closed", "open close closed", "connecting doOpen open",
        "connecting init#makeJob.onClose closed", "open init#makeJob.onClose closed",
      ])
  }

  @Test("what an initializer hands out is read from the state that is declared, which it leaves")
  func declaredStart() throws {
    let found = try machine(
      """
      actor Socket {
        enum State { case unopened, connecting, closed }
        private var state: State = .unopened
        init() throws { try connect() }
        private func connect() throws {
          precondition(isUnopened)
          job(onClose: { [weak self] in await self?.fail() })
          state = .connecting
        }
        private var isUnopened: Bool { state == .unopened }
        private func fail() { if state == .connecting { state = .closed } }
        func close() { fail() }
      }
      """)
    #expect(found.initial == "connecting")
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "connecting close closed", "connecting init#job.onClose closed",
      ])
  }
}
