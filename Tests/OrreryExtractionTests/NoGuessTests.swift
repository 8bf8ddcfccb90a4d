import OrreryModel
import Testing

@Suite("What a name alone does not prove") struct NoGuessTests {
  private func rows(_ source: String) throws -> [String] {
    try machine(source).transitions.map(describe)
  }

  @Test("a publishing helper with parameters is not read as if these were properties")
  func parameters() throws {
    let found = try rows(
      """
      final class Loader {
        enum State { case idle, empty, done }
        var state = State.idle
        func go() { publish(.empty).sink { self.state = $0 } }
        private func publish(_ state: State) -> AnyPublisher<State, Never> {
          Just(true).map { _ in state == .empty ? .empty : .done }.eraseToAnyPublisher()
        }
        func reset() { state = .idle }
      }
      """)
    #expect(found.contains("idle go#publish ?"))
    #expect(!found.contains("idle go#publish done"))
  }

  @Test("a method of something named like a queue may run its closure at once")
  func queues() throws {
    let found = try rows(
      """
      final class Worker {
        enum State { case idle, busy, empty }
        var state = State.idle
        private let queue = WorkQueue()
        func go() { queue.dispatch { self.state = .busy }; state = .empty }
      }
      final class WorkQueue { func dispatch(_ work: () -> Void) { work() } }
      """)
    #expect(found.contains("idle go/queue.dispatch empty"))
    #expect(!found.contains("idle go busy"))
  }

  @Test("a variable that a closure changes may be another behind a wait")
  func variables() throws {
    let found = try rows(
      """
      final class Worker {
        enum State { case idle, busy, done }
        var state = State.idle
        func go() async {
          var hits = 0
          api.register { hits += 1 }
          if hits == 0 {
            await api.load(1)
            state = hits == 0 ? .busy : .done
          } else {
            await api.load(2)
            state = .idle
          }
        }
      }
      """)
    #expect(found.contains { $0.hasPrefix("idle go#api.load") && $0.hasSuffix(" busy") })
    #expect(found.contains { $0.hasPrefix("idle go#api.load") && $0.hasSuffix(" done") })
  }

  @Test("a generic parameter is not the enum that goes by its name")
  func generics() throws {
    let found = try rows(
      """
      enum Kind { case a, b }
      enum Box<Kind> { case v(Kind), w }
      struct Machine {
        enum State { case idle, empty, done }
        var state = State.idle
        mutating func go(_ box: Box<Other>) {
          switch box {
          case .v(.a), .v(.b), .w: state = .done
          default: state = .empty
          }
        }
      }
      """)
    #expect(found.contains { $0.hasPrefix("idle go") && $0.hasSuffix(" empty") })
  }

  @Test("`.none` of an optional is the one without a value")
  func nothing() throws {
    let found = try rows(
      """
      enum Option { case none, full }
      struct Machine {
        enum State { case idle, empty, done }
        var state = State.idle
        mutating func go(_ option: Option?) {
          switch option {
          case .none, .full: state = .done
          default: state = .empty
          }
        }
      }
      """)
    #expect(found.contains { $0.hasPrefix("idle go") && $0.hasSuffix(" empty") })
  }

  @Test("a literal may make a value of a type whose protocol takes it")
  func literals() throws {
    let found = try rows(
      """
      final class Sender {
        enum State { case idle, done }
        var state = State.idle
        func go() { put("x") }
        private func put(_ mark: Mark) { state = .done }
        func reset() { state = .idle }
      }
      protocol Text: ExpressibleByStringLiteral {}
      struct Mark: Text { init(stringLiteral value: String) {} }
      """)
    #expect(found.contains("idle go done"))
  }

  @Test("one closure of several may take the end of a publisher")
  func ends() throws {
    let found = try rows(
      """
      final class Feed {
        enum State { case idle, failed, loaded }
        var state = State.idle
        func load() {
          api.get().map { _ in State.loaded }.sink { completion in
            if case .failure = completion { self.state = .failed }
          } receiveValue: { self.state = $0 }
        }
        func reset() { state = .idle }
      }
      """)
    #expect(found.contains { $0.hasPrefix("idle load#") && $0.hasSuffix(" failed") })
  }

  @Test("helpers of an initializer that call each other many times are read once each")
  func chains() throws {
    let helpers = (0..<8).map { number in
      "private func h\(number)() { \(String(repeating: "h\(number + 1)(); ", count: 6)) }"
    }
    let found = try machine(
      """
      final class Deep {
        enum State { case idle, ready, done }
        var state: State
        init() { state = .idle; h0() }
        \(helpers.joined(separator: "\n"))
        private func h8() { state = .ready }
        func end() { state = .done }
      }
      """)
    #expect(found.initial == "ready")
  }

  @Test("a case that only a handler holds is a state where an open edge may lead to it")
  func passingCases() throws {
    let found = try machine(
      """
      struct Buffer {
        enum State { case filling(Int), full, modifying }
        private var state = State.filling(0)
        mutating func add() {
          guard case .filling(let count) = state else { return }
          state = .modifying
          state = count > 3 ? .full : .filling(count + 1)
        }
        mutating func guess() { if state == .full { state = table[0] } }
      }
      """)
    #expect(found.states.map(\.name) == ["filling", "full", "modifying"])
    #expect(found.transitions.map(describe).contains("full guess ?"))
  }
}
