import OrreryExtraction
import OrreryModel
import Testing

@Suite("The property that a type's own name goes to") struct SeveralStatesTests {
  private func names(_ members: String) -> [String] {
    extract(
      """
      final class Setup {
        enum Step { case idle, scanning, done }
        enum Mode { case passive, active }
      \(members)
      }
      """
    ).machines.map { "\($0.id) \($0.states.count)" }
  }

  @Test(
    "is the one that is named like a state, whatever is written more often",
    arguments: ["state", "status", "phase", "setupState"])
  func named(_ name: String) {
    let found = names(
      """
      private var mode = Mode.passive
      private(set) var \(name) = Step.idle
      func start() {
        guard \(name) == .idle else { return }
        scan(.active)
        move(to: .scanning)
      }
      func finish() { move(to: .done) }
      func cancel() { mode = .passive; move(to: .idle) }
      private func scan(_ mode: Mode) { self.mode = mode; print(self.mode == .active) }
      private func move(to step: Step) { \(name) = step }
      """)
    #expect(found == ["App.Setup 3", "App.Setup.mode 2"])
  }

  @Test("else one that others can see, else the one with more states, else the first")
  func unnamed() {
    let methods = """
      func go() { if step == .idle { step = .done } }
      func turn() { if mode == .active { mode = .passive } }
      func again() { mode = .active }
      """
    #expect(
      names("private var step = Step.idle\nvar mode = Mode.active\n\(methods)")
        == ["App.Setup 2", "App.Setup.step 3"])
    #expect(
      names("var mode = Mode.active\nvar step = Step.idle\n\(methods)")
        == ["App.Setup 3", "App.Setup.mode 2"])
    let twice = """
      var first = Mode.active
      var second = Mode.active
      func turn() { if second == .active { second = .passive } }
      func again() { second = .active }
      func move() { if first == .active { first = .passive } }
      """
    #expect(names(twice).last == "App.Setup.second 2")
  }

  @Test("is one that is tested before one that is only written")
  func tested() {
    let found = names(
      """
      var step = Step.idle
      var mode = Mode.active
      func go() { step = .done }
      func back() { step = .idle }
      func turn() { if mode == .active { mode = .passive } }
      """)
    #expect(found.first == "App.Setup 2")
  }
}
