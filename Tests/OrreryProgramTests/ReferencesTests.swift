import LoweredSources
import OrreryLowering
import OrreryProgram
import Testing

@Suite("What a function refers to")
struct ReferencesTests {
  private func references(_ code: String) -> References {
    let sources = program(
      """
      final class Player {
        var state = 0
        var items: [Int] = []
        func step() { \(code) }
      }
      """)
    let function = sources.functions(named: "Player.step").first
    return function.map { References(of: $0) } ?? References()
  }

  @Test("is changed where it is assigned, lent, or something is called on it")
  func changes() {
    #expect(references("state = 1").changed == ["state"])
    #expect(references("self.items.append(2)").changed == ["items"])
    let lent = references("swap(&state, &items[0])")
    #expect(lent.lends)
    #expect(lent.changed == ["state", "items"])
  }

  @Test("is only read where it is asked for")
  func reads() {
    let found = references("if state > 1 { print(items) }")
    #expect(found.changed == [])
    #expect(found.names.isSuperset(of: ["state", "items", "print"]))
    #expect(found.called == ["print"])
  }

  @Test("holds for the closures inside, too")
  func closures() {
    let found = references("var n = 0; let add = { n += 1; self.state = n }; add()")
    #expect(found.changed.contains("state"))
    #expect(found.changedVariables.map(\.name) == ["n"])
  }

  @Test("holds for a function inside that calls itself")
  func recursion() {
    let found = references(
      "func again(_ n: Int) { state = n; if n > 0 { again(n - 1) } }; again(3)")
    #expect(found.changed == ["state"])
    #expect(found.called == ["again"])
  }

  @Test("may throw or wait where it says so")
  func effects() {
    #expect(references("try? load()").mayThrow == false)
    #expect(references("try load()").mayThrow)
    #expect(references("await load()").waits)
  }
}
