import OrreryModel
import Testing

@Suite("Methods that answer with a promise") struct PromiseTests {
  private func rows(_ close: String, answer: String = "EventLoopFuture<Void>") throws -> [String] {
    try machine(
      """
      final class Connection {
        enum State { case open, closing, closed }
        private var state: State = .open
        private let channel: Channel
        init(channel: Channel) { self.channel = channel }
        func close() -> \(answer) {
          guard case .open = state else { return .init(Failure.closed) }
          state = .closing
      \(close)
        }
        private func farewell() -> \(answer) { channel.send(0) }
        private func parts() -> [Int] { channel.parts }
      }
      """
    ).transitions.filter { $0.kind != .ignore }.map(describe)
  }

  private let told = { (callee: String) in
    ["open close closing", "closing close#\(callee) closed"]
  }

  @Test(
    "what a returned promise is mapped with runs once that is kept",
    arguments: ["EventLoopFuture<Void>", "Promise<Void>", "AnyPublisher<Void, Never>"])
  func returned(_ answer: String) throws {
    let found = try rows("return channel.close().map { _ in self.state = .closed }", answer: answer)
    #expect(found == told("channel.close"))
  }

  @Test("so it is where a method of its own gives the promise")
  func own() throws {
    #expect(
      try rows("return self.farewell().flatMap { _ in self.state = .closed; return again }")
        == told("farewell"))
    #expect(
      try rows("let end = farewell().map { _ in self.state = .closed }; return end.always()")
        == told("farewell"))
  }

  @Test("a list is mapped at once")
  func list() throws {
    #expect(
      try rows("_ = parts().map { _ in self.state = .closed }\nreturn farewell()")
        .contains("open close closed"))
  }

  @Test("Combine's `Future` runs its closure at once")
  func future() throws {
    let found = try machine(
      """
      import Combine
      final class Session {
        enum State { case created, ended }
        private(set) var state: State = .created
        func reset() { if state == .ended { state = .created } }
        func start() -> Future<Void, Error> {
          Future { promise in
            guard let module = self.module else { self.state = .ended; return }
            module.begin(completionHandler: { _ in self.state = .ended })
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "created" && $0.event.name != "reset" }.map(describe)
        == [
          "created start[!(let module = self.module)] ended",
          "created start[let module = self.module]/module.begin created",
          "created start#module.begin ended",
        ])
  }
}

@Suite("A state in an optional struct") struct OptionalHolderTests {
  @Test("is none of its cases while there is no struct")
  func absent() throws {
    let found = try machine(
      """
      struct Command {
        enum State { case asking, issuing }
        var id: Int
        var state: State = .asking
      }
      final class Link {
        private var command: Command?
        func send(_ id: Int) {
          guard command == nil else { return }
          command = Command(id: id)
        }
        func didSend() {
          guard let command = command else { return }
          switch command.state {
          case .asking: self.command?.state = .issuing
          case .issuing: self.command = nil
          }
        }
      }
      """)
    #expect(found.initial == "nil")
    #expect(found.unresolved == [])
    #expect(
      found.transitions.map(describe) == [
        "asking send ignored", "issuing send ignored", "nil send asking",
        "asking didSend issuing", "issuing didSend nil", "nil didSend ignored",
      ])
  }

  @Test("a superclass may be handed what it starts with")
  func inherited() throws {
    let found = try machine(
      """
      class Base<State> {
        var state: State
        init(state: State) { self.state = state }
      }
      enum Power { case off, on }
      final class Lamp: Base<Power> {
        init() { super.init(state: .off) }
        func press() { switch state { case .off: state = .on; case .on: state = .off } }
      }
      """)
    #expect(found.initial == "off")
  }

  @Test("an overload is told by the type that an argument is made with")
  func overloads() throws {
    let found = try machine(
      """
      final class Web {
        enum State { case started, completed }
        private var state: State = .started
        func finish() { let failure = Failure(code: 1); complete(with: failure) }
        func timeout() { complete(with: Failure(code: 2)) }
        private func complete(with url: URL) -> Bool {
          guard matches(url) else { return false }
          state = .completed
          return true
        }
        private func complete(with failure: Failure) {
          if state == .started { state = .completed }
        }
      }
      """)
    #expect(!found.unresolved.contains { $0.reason.contains("the first is walked") })
    #expect(
      found.transitions.filter { $0.from == "started" }.map(describe) == [
        "started finish completed", "started timeout completed",
      ])
  }
}
