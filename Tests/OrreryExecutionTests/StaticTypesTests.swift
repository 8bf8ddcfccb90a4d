import LoweredSources
import OrreryExecution
import OrreryLowering
import OrreryProgram
import Testing

@Suite("Which types expressions are of, as far as declarations tell")
struct StaticTypesTests {
  /// The type of the value that a method gives.
  private func type(of value: String, after code: String = "") -> String? {
    let sources = program(
      """
      final class Gate { var next: Gate?; var isOpen = false; func other() -> Gate { self } }
      enum Step { case go(Gate), stop }
      var shared = Gate()
      final class Yard {
        var gates: [Gate] = []
        var byName: [String: Gate] = [:]
        let main = Gate()
        var step = Step.stop
        func f(_ gate: Gate?) { \(code)\n; use(\(value)) }
      }
      """)
    guard let function = sources.functions(named: "Yard.f").first else { return nil }
    var types = StaticTypes(sources)
    types.enter(function)
    var found: String?
    function.body?.visit { node in
      if case .call(let call) = node.form, call.name == "use", let value = call.arguments.first {
        found = types.type(of: value.value)?.key
      }
    }
    return found
  }

  @Test(
    "members, answers, elements and variables",
    arguments: [
      "main", "self.main", "gate", "gate?.next", "gate!.other()", "gates[0]", "gates.first",
      "byName[\"a\"]", "Gate()", "shared", "gates.filter { $0.isOpen }.last?.next", "gate ?? main",
    ])
  func names(value: String) { #expect(type(of: value) == "App.Gate") }

  @Test("what a pattern, a loop or a condition binds")
  func bound() {
    #expect(type(of: "it", after: "let it = gates[0].other()") == "App.Gate")
    #expect(type(of: "it", after: "guard let it = gate else { return }") == "App.Gate")
    #expect(type(of: "it", after: "guard case .go(let it) = step else { return }") == "App.Gate")
    #expect(type(of: "it", after: "for it in gates { _ = it }; let it = main") == "App.Gate")
  }

  @Test("nothing where no declaration tells")
  func unknown() {
    #expect(type(of: "elsewhere") == nil)
    #expect(type(of: "gate.missing") == nil)
  }
}
