import OrreryModel
import Testing

@Suite("Several places that are assigned at once") struct TupleAssignmentTests {
  private func rows(_ push: String) throws -> [String] {
    try machine(
      """
      struct Door {
        enum State { case open, shut, locked }
        private var state: State = .open
        private var count = 0
        var shown: State {
          get { state }
          set { count += 1; state = newValue }
        }
        var isLocked = false { didSet { if isLocked { state = .locked } } }
        mutating func push() { \(push) }
        mutating func close() { state = .shut }
        mutating func reset() { if state == .locked { state = .open } }
      }
      """
    ).transitions.filter { $0.event.name == "push" }.map(describe)
  }

  @Test("each runs its setter and its observers")
  func setters() throws {
    let shut = ["open push shut", "shut push ignored", "locked push shut"]
    #expect(try rows("(count, state) = (2, .shut)") == shut)
    #expect(try rows("(count, shown) = (2, .shut)") == shut)
    #expect(try rows("(count, (shown, _)) = (2, (.shut, 1))") == shut)
    #expect(try rows("var other = State.shut; swap(&shown, &other)") == shut)
    let locked = ["open push locked", "shut push locked", "locked push ignored"]
    #expect(try rows("(count, isLocked) = (2, true)") == locked)
    #expect(try rows("(state, isLocked) = (.shut, true)") == locked)
  }
}
