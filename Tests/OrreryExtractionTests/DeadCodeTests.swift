import OrreryModel
import Testing

@Suite("Branches that no build has") struct DeadCodeTests {
  private func rows(_ members: String) throws -> [String] {
    try machine(
      """
      final class Client {
        enum State { case off, on, broken }
        private var state = State.off
        func start() { state = .on }
        func stop() { state = .off }
      \(members)
      }
      """
    ).transitions.filter { !["start", "stop"].contains($0.event.name) }.map(describe)
  }

  @Test(
    "have no methods, and what they write is no write",
    arguments: ["false", "false && DEBUG", "DEBUG && false", "!true", "(false)", "false || !true"])
  func methods(_ condition: String) throws {
    let members = "  #if \(condition)\n  func retry() { state = .broken }\n  #endif"
    #expect(try rows(members) == [])
    let found = try machine(
      """
      final class Client {
        enum State { case off, on }
        private var state = State.off
        func start() { state = .on }
        func stop() { state = .off }
      \(members)
      }
      """)
    #expect(found.unresolved.isEmpty)
  }

  @Test("are those as well that stop the build")
  func errors() throws {
    let rows = try rows(
      """
        func end() {
          #if os(macOS)
          state = .off
          #elseif os(iOS)
          state = .broken
          #else
          #error("Unsupported")
          #endif
        }
        func halt() {
          #if !DEBUG
          #error("for tests alone")
          #endif
          state = .off
        }
      """)
    let ends = ["[#if os(macOS)] off", "[!(#if os(macOS)) && #if os(iOS)] broken"]
    #expect(
      rows.filter { $0.hasPrefix("on ") } == ends.map { "on end\($0)" }
        + ["on halt[!(#if !DEBUG)] off"])
  }

  @Test("leave no condition behind: what every build has is told without one")
  func statements() throws {
    let rows = try rows(
      """
        func end() {
          #if false
          state = .broken
          #else
          state = .off
          #endif
        }
        #if true
        func again() { state = .on }
        #else
        func never() { state = .broken }
        #endif
      """)
    #expect(
      rows == [
        "off end ignored", "on end off", "broken end off", "off again on", "on again ignored",
        "broken again on",
      ])
  }

  @Test("stand in a chain of others, which keep their conditions")
  func chains() throws {
    let rows = try rows(
      """
        func end() {
          #if false
          state = .broken
          #elseif os(Linux)
          state = .on
          #elseif true
          state = .off
          #else
          state = .broken
          #endif
        }
      """)
    #expect(
      rows.filter { $0.hasPrefix("broken") } == [
        "broken end[#if os(Linux)] on", "broken end[!(#if os(Linux))] off",
      ])
  }

  @Test("are no cases of a switch, and move no line")
  func clauses() throws {
    let found = try machine(
      """
      final class Client {
        enum State { case off, on, broken }
        private var state = State.off
        func flip() {
          switch state {
          #if false
          case .off: state = .broken
          #endif
          case .off: state = .on
          case .on, .broken: state = .off
          }
        }
      }
      """)
    #expect(
      found.transitions.map(describe) == ["off flip on", "on flip off", "broken flip off"])
    #expect(found.transitions.map(\.location.line) == [9, 10, 10])
  }

  @Test("nest, and may be taken apart by what is said of them in strings")
  func nested() throws {
    let rows = try rows(
      """
        #if DEBUG
        #if false
        func first() { state = .broken }
        #endif
        func second() { print("#if false"); state = .broken }
        #endif
      """)
    #expect(rows == ["off second broken", "on second broken", "broken second ignored"])
  }
}
