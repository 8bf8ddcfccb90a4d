import Foundation
import LoweredSources
import OrreryLowering
import OrreryProgram
import Testing

@Suite("Nothing that a body does is lost") struct LawTests {
  @Test(
    "over modules of this package", arguments: ["Samples", "Sources/Orrery", "Sources/OrreryTrace"])
  func package(folder: String) throws {
    let law = Law(program(of: try sources(in: folder)))
    #expect(law.breaches.sorted { $0.place < $1.place }.map(\.description) == [])
    #expect(law.count > 400)
    #expect(law.unsupported == [:])
  }

  @Test("where code stands at places that are seldom met")
  func corners() {
    let law = Law(
      program(
        """
        func f(a: Int = start(), b: inout Int) async throws -> Int {
          guard let c = await a.first(where: { $0 == g(&b) }) else { throw Missing(try h()) }
          async let d = load(c), e = f(a: 1, b: &b)
          defer { b += close() }
          switch try await c.kind() {
          case .x(let y) where ask(y): return if y { one() } else { two() }
          #if DEBUG
          case .z: log("\\(await c.text())")
          #endif
          default: outer: while poll() { repeat { step() } while again(); break outer }
          }
          let z = [k(): try? await v()], w: Int = switch n() { case 1: m() default: throw O() }
          for case let x? in list() where x.isOn(p()) { (b, q[x.i()]) = (pair().0, z[w]!.call()) }
          do { try run { [s = make()] in s.end(); return $0 } } catch A.b where r() { throw t() }
          func inner(_ u: Int = v()) -> Int { u < i() ? j() : l() as? Int ?? b }
          return (try await inner() + d).self
        }
        """))
    #expect(law.breaches.map(\.description) == [])
    #expect(law.count > 45)
  }

  @Test("and what is, is found")
  func lost() {
    let law = Law(
      program("func f() { let x = if a { g(if b { h() } else { i() }) } else { j() } }"))
    #expect(law.breaches.map(\.description) == [])
    #expect(law.unsupported == ["an `if` inside of an expression": 1])
  }

  @Test(
    "and an instruction that is taken away is a breach",
    arguments: [
      "a = 1", "b += load()", "swap(&a, &b)", "close()", "try await wait()", "return",
      "throw Fault()",
      "let x = a > 1 ? open() : close()", "if a > 1 { b = 2 }", "run { a = 2 }",
    ])
  func takenAway(code: String) {
    let program = program("func f() async throws { start(); \(code) }")
    #expect(Law(program).breaches.isEmpty)
    let whole = program.functions(named: "f").first?.body?.blocks.count ?? 0
    let losses = (0..<whole).filter { number in
      let law = Law(program) { body in
        var body = body
        guard body.blocks.indices.contains(number), body.blocks.count == whole else { return body }
        if !body.blocks[number].instructions.isEmpty {
          body.blocks[number].instructions.removeLast()
        }
        switch body.blocks[number].end {
        case .return, .throw: body.blocks[number].end = .end
        default: break
        }
        return body
      }
      return !law.breaches.isEmpty
    }
    #expect(!losses.isEmpty)
  }

  private func sources(in folder: String) throws -> [(path: String, text: String)] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
      .map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
  }
}
