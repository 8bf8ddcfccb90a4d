import OrreryModel
import Testing

@Suite("States that a reducer answers with in a publisher") struct PublishedStateTests {
  private func source(_ result: String, _ clauses: String) -> String {
    """
    enum Mode { case off, small, big }
    enum Command { case open, shrink, close }
    struct ViewerReducer {
      func reduce(state: Mode, command: Command) -> \(result) {
        switch command {
        \(clauses)
        }
      }
    }
    """
  }

  @Test("are the next states, and no state is none")
  func combine() throws {
    try expectTransitions(
      source(
        "AnyPublisher<Mode, Never>",
        """
        case .open:
          return Just(.big).eraseToAnyPublisher()
        case .shrink where state == .big:
          return Just(Mode.small).setFailureType(to: Never.self).eraseToAnyPublisher()
        case .shrink:
          return Just(state).eraseToAnyPublisher()
        case .close:
          return Empty().eraseToAnyPublisher()
        """),
      [
        "off open big", "off shrink ignored", "off close ignored",
        "small open big", "small shrink ignored", "small close ignored",
        "big open ignored", "big shrink small", "big close ignored",
      ])
  }

  @Test("of other libraries too")
  func observable() throws {
    try expectTransitions(
      source(
        "Observable<Mode>",
        """
        case .open: return .just(.big)
        case .shrink: return Observable.just(.small)
        case .close: return Observable<Mode>.empty()
        """),
      [
        "off open big", "off shrink small", "off close ignored",
        "small open big", "small shrink ignored", "small close ignored",
        "big open ignored", "big shrink small", "big close ignored",
      ])
  }

  @Test("are not told once an operator may have changed them")
  func mapped() throws {
    let machine = try machine(
      source(
        "AnyPublisher<Mode, Never>",
        """
        case .open: return Just(.big).map { next($0) }.eraseToAnyPublisher()
        case .shrink: return loader.load().eraseToAnyPublisher()
        case .close: return Just(.off).eraseToAnyPublisher()
        """))
    #expect(
      machine.transitions.filter { $0.event.name != "close" }.allSatisfy { $0.kind == .unresolved })
    #expect(
      machine.transitions.filter { $0.event.name == "close" }.map(\.to) == ["off", "off", "off"])
  }
}
