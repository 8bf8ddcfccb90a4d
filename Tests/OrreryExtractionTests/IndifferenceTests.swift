import OrreryExtraction
import OrreryModel
import Testing

@Suite("Conditions that decide nothing") struct IndifferenceTests {
  @Test("of a helper that keeps a list are in no row")
  func helpers() throws {
    try expectTransitions(
      """
      final class Chat {
        enum State { case idle, waiting }
        var state: State = .idle
        var items: [Item] = []
        func begin(_ prompt: String) {
          if prompt.isEmpty {
            state = .idle
          } else {
            send(prompt)
          }
        }
        private func send(_ prompt: String) {
          append(.init(text: prompt, kind: .input))
          state = .waiting
        }
        func append(_ item: Item) {
          DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            if items.last?.kind == .typing { items.removeLast() }
            items.append(item)
            if item.kind == .input { items.append(.init(text: "", kind: .typing)) }
          }
        }
      }
      """,
      [
        "idle begin[prompt.isEmpty] ignored", "idle begin[!(prompt.isEmpty)] waiting",
        "waiting begin[prompt.isEmpty] idle", "waiting begin[!(prompt.isEmpty)] ignored",
      ])
  }

  @Test("of a helper that only finds a value for what follows are in no row")
  func values() throws {
    let rows = try machine(
      """
      final class Unlock {
        enum State { case locked, refused }
        private(set) var state: State = .locked
        func open(_ header: [String: String]) async {
          let kind: Level
          do {
            let key = try keys.find()
            kind = level(of: header)
          } catch {
            state = .refused
            return
          }
          let answer = Answer(level: kind)
          await keys.use(answer)
        }
        func reset() { state = .locked }
        private func level(of header: [String: String]) -> Level {
          guard let text = header["kind"] else { return .inactive }
          switch text {
          case "A": return .active
          case "B": return .inactive
          default: return .inactive
          }
        }
      }
      """
    ).transitions.filter { $0.from == "locked" && $0.event.name == "open" }
    #expect(
      rows.map(describe) == [
        "locked open[keys.find() throws] refused", "locked open/keys.use locked",
      ])
  }

  private func refresh(_ fallback: String) throws -> [String] {
    try machine(
      """
      struct Panel {
        enum Scheme { case light, dark }
        struct State { var scheme: Scheme?; var isOpen = false }
        enum Action { case refresh(Preference, Scheme), open }
        func reduce(_ state: inout State, _ action: Action) {
          switch action {
          case .refresh(let preference, let system):
            let scheme: Scheme = {
              switch (preference, system) {
              case (.dark, _): return .dark
              case (.system, .dark): return .dark
              default: \(fallback)
              }
            }()
            state.scheme = scheme
          case .open:
            state.isOpen = true
          }
        }
      }
      """
    ).actions.filter { $0.event.name == "refresh" }.map(describe)
  }

  @Test("of a closure that is called at once are in no row")
  func closures() throws {
    #expect(try refresh("return .light") == ["refresh scheme = scheme"])
  }

  @Test("stay where one of the ways stops the program")
  func traps() throws {
    #expect(try refresh("fatalError()").allSatisfy { $0.contains("preference") })
  }

  @Test("stay where a row beside them does not say that they do not hold")
  func overlapping() throws {
    let rows = try machine(
      """
      final class Door {
        enum State { case open, shut, locked }
        var state: State = .open
        func push(_ a: Bool, _ b: Bool, _ c: Bool) {
          if a, b { return lock() }
          if c { return lock() }
          state = .shut
        }
        private func lock() { state = .locked }
        func pull() { state = .open }
      }
      """
    ).transitions.filter { $0.from == "open" && $0.kind == .move }
    #expect(rows.contains { $0.to == "shut" && $0.guard != nil })
    #expect(rows.filter { $0.to == "locked" }.allSatisfy { $0.guard != nil })
  }

  @Test("of a helper that tells what comes with a state are in no row, beside other cases")
  func payloads() throws {
    let rows = try machine(
      """
      final class Purchase {
        enum Reason { case network, cancelled, other }
        enum State { case ready, done, failed(Reason) }
        var state: State = .ready
        func ended(_ outcome: Outcome) {
          switch outcome {
          case .done: state = .done
          case .cancelled: state = .ready
          case .error(let code): state = .failed(reason(code))
          }
        }
        private func reason(_ code: Int) -> Reason {
          switch code {
          case 1: return .network
          case 2: return .cancelled
          default: return .other
          }
        }
        func reset() { state = .ready }
      }
      enum Outcome { case done, cancelled, error(Int) }
      """
    ).transitions.filter { $0.from == "ready" && $0.event.name == "ended" }
    #expect(
      rows.map(describe) == [
        "ready ended[case .done = outcome] done", "ready ended[case .cancelled = outcome] ignored",
        "ready ended[case .error(let code) = outcome] failed",
      ])
  }
}
