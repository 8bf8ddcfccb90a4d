import LoweredSources
import OrreryProgram
import Testing

@Suite("A call is the last of a function")
struct LastCallTests {
  /// The calls of a body that are marked, in the order of the source.
  private func last(_ body: String) throws -> [String] {
    let function = try #require(program("func f() async {\n\(body)\n}").functions(named: "f").first)
    var names: [String] = []
    for block in function.body?.blocks ?? [] {
      var parts = block.instructions.compactMap { instruction -> Expression? in
        if case .evaluate(let node) = instruction.operation { node } else { nil }
      }
      switch block.end {
      case .suspend(let point): parts.append(point.expression)
      case .return(let value?): parts.append(value)
      default: break
      }
      for part in parts {
        part.visit { node in
          if case .call(let call) = node.form, call.isLast { names.append(call.name) }
        }
      }
    }
    return names
  }

  @Test(
    "where nothing comes behind it",
    arguments: [
      "await api.work()\nfinish()",
      "await api.work()\nself.finish()",
      "await api.work()\nawait finish()",
      "if isOn { finish() }",
      "switch mode { case .a: finish()\ndefault: break }",
      "do { try await api.work()\nfinish() } catch { log(error) }",
      "for await item in items { finish() }",
      "return await finish()",
      "api.finish()",
    ])
  func nothing(body: String) throws {
    #expect(try last(body).contains("finish"))
  }

  @Test(
    "but not where something does, be it put off or in the next round",
    arguments: [
      "finish()\nstop()", "finish()\nstate = .off", "finish()\nawait api.work()",
      "finish()\nif isOn { stop() }", "defer { state = .off }\nfinish()",
      "if isOn { defer { finish() }\nstop() }", "while isOn { finish() }",
      "for item in items { finish() }", "await api.send(finish())", "_ = finish()",
    ])
  func something(body: String) throws {
    #expect(try !last(body).contains("finish"))
  }
}
