import LoweredSources
import OrreryProgram
import Testing

@Suite("Code that stands deep in other code") struct DepthTests {
  @Test(
    "is left out and told",
    arguments: [
      "x" + String(repeating: ".a()", count: 400),
      "if a {} " + String(repeating: "else if b { c() } ", count: 400),
      String(repeating: "defer { a() }\n", count: 400),
    ])
  func left(code: String) throws {
    let body = try #require(program("func f() { \(code) }").functions(named: "f").first?.body)
    #expect(body.unsupported == "code that stands too deep in other code")
  }

  @Test("A chain that is longer than any question is a text")
  func chain() throws {
    let sum = Array(repeating: "a", count: 4000).joined(separator: " + ")
    let body = try #require(program("func f() { \(sum) }").functions(named: "f").first?.body)
    guard case .evaluate(let value)? = body.blocks[0].instructions.first?.operation,
      case .opaque(let operands) = value.form
    else {
      Issue.record("the chain is no text")
      return
    }
    #expect(operands.count == 4000)
    #expect(body.unsupported == nil)
  }

  @Test(
    "A number that no closure's parameter has makes none",
    arguments: ["9223372036854775807", "4000000000"])
  func parameters(number: String) throws {
    let code = "let run = { print($\(number)) }"
    let body = try #require(program("func f() { \(code) }").functions(named: "f").first?.body)
    #expect(body.variableCount == 1)
  }
}
