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

  @Test("are told exactly where no call comes to rest", arguments: [2, 12, 14])
  func restless(count: Int) throws {
    let machine = try machine(
      of: count,
      last: "switch state { case .a: state = .b; case .b: state = .c; case .c: state = .a }")
    // 2, 2048 and 8192 calls: two further, rounds left out.
    #expect(machine.transitions.map(describe) == ["a go c", "b go a", "c go b"])
    #expect(machine.unresolved.isEmpty)
  }

  @Test("are told exactly where they are handed a flag and what denies it", arguments: [3, 12, 14])
  func flag(count: Int) throws {
    let helpers = (1..<count).map {
      "  private func h\($0)(_ p: Bool) { h\($0 + 1)(p); h\($0 + 1)(!p) }"
    }
    let machine = try OrreryExtractionTests.machine(
      """
      final class Chain {
        enum State { case a, b, c, d }
        private(set) var state: State = .a
        func go(_ p: Bool) { h1(p) }
      \(helpers.joined(separator: "\n"))
        private func h\(count)(_ p: Bool) {
          if p {
            state = .b
          } else {
            switch state {
            case .b: state = .c
            case .c: state = .d
            case .a, .d: state = .a
            }
          }
        }
      }
      """)
    // The last two calls of the last helper are with the same flag, or with what denies it.
    let last = count.isMultiple(of: 2) ? ("c", "b") : ("b", "c")
    #expect(
      machine.transitions.map(describe)
        == ["a", "b", "c", "d"].flatMap {
          [
            "\($0) go[p] \(last.0 == $0 ? "ignored" : last.0)",
            "\($0) go[!(p)] \(last.1 == $0 ? "ignored" : last.1)",
          ]
        })
    #expect(machine.unresolved.isEmpty)
  }

  @Test("are told in the words of each caller")
  func words() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State { case idle, one, two }
        private(set) var state: State = .idle
        func go(_ a: Bool, _ b: Bool) {
          look(a, .one)
          look(b, .two)
        }
        private func look(_ p: Bool, _ next: State) { if p { note(next); note(next) } }
        private func note(_ next: State) { if state != .two { state = next; api.send(next) } }
      }
      """)
    #expect(
      machine.transitions.filter { $0.from == "idle" }.map(describe) == [
        "idle go[a && b]/concat(api.send, api.send, api.send) two",
        "idle go[a && !(b)]/concat(api.send, api.send) one", "idle go[!(a) && b]/api.send two",
        "idle go[!(a) && !(b)] ignored",
      ])
  }

  @Test("throw again what they have thrown, where nothing has changed")
  func errors() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State { case idle, one, two, failed }
        private(set) var state: State = .idle
        var isOpen = false
        func go() {
          do { try check(); state = .one } catch { state = .failed }
          do { try check(); state = .two } catch { state = .failed }
        }
        private func check() throws {
          log(1); log(2); log(3)
          guard isOpen else { throw Closed() }
        }
        private func log(_ n: Int) { print(n) }
      }
      """)
    #expect(
      machine.transitions.filter { $0.from == "idle" }.map(describe) == [
        "idle go two", "idle go[check() throws] failed",
      ])
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

  @Test("call what is kept now, be it another closure made at the same place")
  func kept() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State { case idle, one, two }
        private(set) var state: State = .idle
        private var act: () -> Void = {}
        func go() {
          keep(.one); state = .idle; run()
          keep(.two); state = .idle; run()
        }
        private func keep(_ next: State) { act = { [next] in self.state = next } }
        private func run() { if state == .idle { log(); log(); act() } }
        private func log() {}
      }
      """)
    #expect(
      machine.transitions.map(describe).prefix(3) == ["idle go two", "one go two", "two go two"])
  }

  @Test("give another answer where code has run that is not followed")
  func strangers() throws {
    let machine = try OrreryExtractionTests.machine(
      """
      final class Model {
        enum State { case idle, changed }
        private(set) var state: State = .idle
        var count = 0
        func go() {
          guard state == .idle else { return }
          let a = current()
          refreshAll()
          let b = current()
          if a != b { state = .changed }
        }
        private func current() -> Int { let n = count; let m = n; let k = m; return k }
      }
      """)
    #expect(
      machine.transitions.map(describe).contains {
        $0.hasPrefix("idle go") && $0.hasSuffix("changed")
      })
  }
}
