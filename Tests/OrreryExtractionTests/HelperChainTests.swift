import OrreryModel
import Testing

@Suite("Helpers of which each calls the next one twice") struct HelperChainTests {
  private func machine(of count: Int, last: String) throws -> Machine {
    let helpers = (1..<count).map { "  private func h\($0)() { h\($0 + 1)(); h\($0 + 1)() }" }
    return try OrreryExtractionTests.machine(
      """
      final class Chain {
        enum State { case a, b, c }
        private(set) var state: State = .a
        var flag = false
        func go() { h1() }
      \(helpers.joined(separator: "\n"))
        private func h\(count)() { \(last) }
      }
      """)
  }

  @Test("are told exactly, however many calls that comes to", arguments: [2, 8, 12, 14])
  func steps(count: Int) throws {
    let machine = try machine(
      of: count,
      last: "switch state { case .a: state = .b; case .b: state = .c; case .c: break }")
    #expect(machine.transitions.map(describe) == ["a go c", "b go c", "c go ignored"])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("are told with the condition that decides, once", arguments: [2, 12, 14])
  func condition(count: Int) throws {
    let machine = try machine(of: count, last: "if flag, state == .a { state = .b }")
    #expect(
      machine.transitions.map(describe) == [
        "a go[flag] b", "a go[!(flag)] ignored", "b go ignored", "c go ignored",
      ])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("are told as unknown where no call comes to rest and they are too many")
  func restless() throws {
    let machine = try machine(
      of: 12,
      last: "switch state { case .a: state = .b; case .b: state = .a; case .c: break }")
    #expect(machine.transitions.filter { $0.kind == .unresolved }.map(\.from) == ["a", "b"])
    #expect(machine.unresolved.contains { $0.reason.contains("to the end of each path") })
  }

  @Test("are executed again where what they belong to holds something else")
  func receivers() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      enum State {
        case idle, loading, busy
        mutating func begin() { tidy(); self = .loading; tidy() }
        private mutating func tidy() { settle() }
        private mutating func settle() { if case .loading = self { self = .busy } }
      }
      final class Model {
        private(set) var state: State = .idle
        func go() { if case .idle = state { state.begin() } }
      }
      """)
    #expect(
      machine.transitions.map(describe) == [
        "idle begin busy", "busy begin ignored",
      ])
  }

  @Test("ask for the state behind a wait wherever they are called")
  func asking() throws {
    func rows(_ check: String) throws -> [String] {
      try OrreryExtractionTests.machine(
        """
        @MainActor final class Model {
          enum State { case idle, loading, done, failed }
          private(set) var state: State = .idle
          func reset() { state = .idle }
          func load() async {
            guard state == .idle else { return }
            state = .loading
            do {
              try await fetch()
              try work()
              \(check)
            } catch {
              \(check)
              state = .failed
            }
          }
          private func check() { look(); look() }
          private func look() { if state == .idle { state = .done } }
        }
        """
      ).transitions.map(describe).filter { $0.contains("load#") }
    }
    let inline = try rows("if state == .idle { state = .done }")
    #expect(inline.contains { $0.hasPrefix("idle load#fetch") && $0.hasSuffix("done") })
    #expect(try rows("check()") == inline)
  }
}
