import OrreryModel
import Testing

@Suite("Objects with several names") struct SharedObjectTests {
  private func rows(_ members: String, inner: String = "class") throws -> [String] {
    try machine(
      """
      final \(inner) Inner {
        var n = 0; var isOn = false; var items: [Int] = []
        func clear() { items.removeAll() }
        func reset() { clear() }
        func shows() -> Bool { n > 2 }
      }
      func flip(_ value: inout Bool) { value = !value }
      final class Engine { let inner = Inner() }
      final class Model {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
        private let engine = Engine()
        private var n = 0
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == "go" && $0.from == "idle" }.map(describe)
  }

  @Test(
    "what is written to one is asked anew of the others",
    arguments: [
      ("", "let inner = engine.inner", "engine"), ("_ e: Engine, _ inner: Inner", "", "e"),
      ("_ e: Engine", "let inner = e.inner", "e"),
    ])
  func written(_ parameters: String, _ declaration: String, _ name: String) throws {
    let found = try rows(
      """
      func go(\(parameters)) {
        guard \(name).inner.n != 4 else { return }
        \(declaration)
        inner.n = 4
        state = \(name).inner.n == 4 ? .busy : .done
      }
      """)
    #expect(found.contains { $0.hasSuffix("busy") } && found.contains { $0.hasSuffix("done") })
  }

  @Test("a flag of one too")
  func flags() throws {
    let found = try rows(
      """
      func go(_ e: Engine, _ inner: Inner) {
        guard !e.inner.isOn else { return }
        inner.isOn = true
        state = e.inner.isOn ? .busy : .done
      }
      """)
    #expect(found.contains { $0.hasSuffix("busy") } && found.contains { $0.hasSuffix("done") })
  }

  @Test(
    "what is changed in place is asked anew of the others",
    arguments: [
      ("inner.items.removeAll()", "e.inner.items.isEmpty"),
      ("inner.items.append(3)", "e.inner.items.isEmpty"),
      ("inner.isOn.toggle()", "e.inner.isOn"), ("flip(&inner.isOn)", "e.inner.isOn"),
      ("other(&inner.isOn)", "e.inner.isOn"), ("inner.clear()", "e.inner.items.isEmpty"),
      ("inner.reset()", "e.inner.items.isEmpty"),
    ])
  func changedInPlace(_ change: String, _ condition: String) throws {
    let found = try rows(
      """
      func go(_ e: Engine, _ inner: Inner) {
        guard !\(condition) else { return }
        \(change)
        state = \(condition) ? .busy : .done
      }
      """)
    #expect(found.contains { $0.hasSuffix("busy") } && found.contains { $0.hasSuffix("done") })
  }

  @Test("a method that changes nothing leaves what is known")
  func asked() throws {
    let found = try rows(
      """
      func go(_ e: Engine, _ inner: Inner) {
        guard !e.inner.isOn else { return }
        print(inner.shows())
        state = e.inner.isOn ? .busy : .done
      }
      """)
    #expect(!found.contains { $0.hasSuffix("busy") })
  }

  @Test("what one was given itself is known")
  func own() throws {
    let found = try rows(
      """
      func go(_ inner: Inner) {
        inner.isOn = true
        state = inner.isOn ? .busy : .done
      }
      """)
    #expect(found == ["idle go busy"])
  }

  @Test("the machine's own properties, and those of values, keep what was found out about them")
  func others() throws {
    let found = try rows(
      """
      func go(_ inner: Inner, _ size: CGSize) {
        guard n > 3, size.n > 2 else { return }
        inner.isOn = true
        state = n > 3 ? .busy : .done
      }
      """)
    #expect(!found.contains { $0.hasSuffix("done") })
  }
}
