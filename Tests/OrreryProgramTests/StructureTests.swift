import LoweredSources
import OrreryLowering
import OrreryProgram
import Testing

@Suite("What a body is made of")
struct StructureTests {
  /// The lines of the statements with which a function may fall off its end.
  private func last(_ code: String) -> [Int] {
    let function = program("func f() {\n\(code)\n}").functions(named: "f").first
    guard let body = function?.body else { return [] }
    return Set(Structure(of: body) { $0.text == "stop()" }.lastStatements.map(\.location.line))
      .sorted().map { $0 - 1 }
  }

  @Test("a function ends with the last statement of each branch")
  func branches() {
    #expect(last("a()\nb()") == [2])
    #expect(last("if a {\nb()\n} else {\nc()\n}") == [2, 4])
    #expect(
      last("switch a {\ncase 1: b()\ncase 2:\nif c { break }\nd()\ndefault: break\n}") == [
        2, 4, 5, 6,
      ])
  }

  @Test("and with a construct that may do nothing, or is told as a whole")
  func constructs() {
    #expect(last("if a {\nb()\n}") == [1, 2])
    #expect(last("for a in b {\nc()\n}") == [1])
    #expect(last("do {\ntry a()\n} catch {\nb()\n}") == [1])
    #expect(last("guard a else {\nreturn\n}") == [1])
  }

  @Test("but not behind what returns, stops or never ends")
  func endless() {
    #expect(last("a()\nreturn") == [])
    #expect(last("a()\nstop()") == [])
    #expect(last("while true {\na()\n}") == [])
    #expect(last("while true {\nif a { break }\n}") == [1])
  }
}
