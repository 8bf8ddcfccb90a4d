import OrreryExtraction
import OrreryModel
import Testing

@Suite("Operators of the project's own") struct OperatorTests {
  private func starts(_ kind: String, _ operand: String, _ declarations: String) throws
    -> [String]
  {
    let mutating = kind == "struct" ? "mutating " : ""
    return try machine(
      """
      enum Phase { case idle, busy, done }
      \(declarations)
      \(kind) Machine {
        private var phase: Phase = .idle
        \(mutating)func start() { phase = .busy; \(operand) ~> .done }
        \(mutating)func finish() { if phase == .busy { phase = .done } }
      }
      """
    ).transitions.map(describe).filter { $0.contains(" start") }
  }

  private let told = ["idle start busy", "busy start ignored", "done start busy"]
  private let untold = ["idle start ?", "busy start ?", "done start ?"]

  @Test("change no value that they are not handed to change", arguments: ["struct", "final class"])
  func harmless(kind: String) throws {
    let log = "infix operator ~>\nfunc ~> (left: Phase, right: Phase) { print(left, right) }"
    #expect(try starts(kind, "phase", log) == told)
  }

  @Test(
    "may change one that they are, or that is an object",
    arguments: [
      (
        "struct", "phase",
        "infix operator ~>\nfunc ~> (left: inout Phase, right: Phase) { turn(&left) }"
      ),
      ("struct", "phase", "func ~> (left: Int, right: Phase) {}"),
      ("final class", "self", "infix operator ~>\nfunc ~> (left: Machine, right: Phase) {}"),
    ])
  func changing(kind: String, operand: String, declarations: String) throws {
    #expect(try starts(kind, operand, declarations) == untold)
  }

  @Test(
    "change what they are handed as their function says",
    arguments: [
      "func ~> (left: inout Phase, right: Phase) { left = right }",
      "func ~> <Value>(left: inout Value, right: Value) { left = right }",
      "extension Phase { static func ~> (left: inout Phase, right: Phase) { left = right } }",
    ])
  func known(function: String) throws {
    #expect(
      try starts("struct", "phase", "infix operator ~>\n" + function) == [
        "idle start done", "busy start done", "done start ignored",
      ])
  }

  @Test("which is not told where there are several")
  func several() throws {
    let functions =
      "infix operator ~>\nfunc ~> (left: inout Phase, right: Phase) { left = right }\n"
      + "func ~> (left: inout Int, right: Int) { left = right }"
    #expect(try starts("struct", "phase", functions) == untold)
  }
}
