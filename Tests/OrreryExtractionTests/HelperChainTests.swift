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
    #expect(machine.unresolved.contains { $0.reason.contains("more paths") })
  }
}
