import OrreryExtraction
import OrreryModel
import Testing

@Suite("Where a state is placed that is put together at the end") struct ChosenPlaceTests {
  private func rows(_ source: String) throws -> [String] {
    try machine(source).actions.map { "\(describe($0)) @\($0.location.line)" }
  }

  private func reducer(_ body: String) -> String {
    """
    enum Phase { case off, on }
    struct LampState { var phase: Phase; var level: Int; var error: String? }
    enum LampAction { case on, off, dim(Int), log }
    func reduce(state: LampState, action: LampAction) -> LampState {
    \(body)
    }
    """
  }

  @Test func atTheBranchThatHasChosenItsParts() throws {
    #expect(
      try rows(
        reducer(
          """
          var phase = state.phase
          var level = state.level
          switch action {
          case .on:
            phase = .on
            level = 10
          case .off:
            print("off")
            phase = .off
            level = 0
          case .dim(let value):
            if value > 5 {
              level = value
              phase = .on
            }
          case .log:
            break
          }
          return LampState(phase: phase, level: level, error: nil)
          """)) == [
          "on phase = .on; level = 10; error = nil @9",
          "off phase = .off; level = 0; error = nil @12",
          "dim[value > 5] phase = .on; level = value; error = nil @17",
          "dim[!(value > 5)] error = nil @16", "log error = nil @21",
        ])
  }

  @Test func atItsLineWhereTheBranchHasChosenNothing() throws {
    #expect(
      try rows(
        reducer(
          """
          if case .log = action {
            print("log")
          }
          return LampState(phase: .on, level: 10, error: nil)
          """)) == [
          "on phase = .on; level = 10; error = nil @8",
          "off phase = .on; level = 10; error = nil @8",
          "dim phase = .on; level = 10; error = nil @8",
          "log phase = .on; level = 10; error = nil @8",
        ])
  }

  @Test func atTheWriteWhereAnObserverWritesMore() throws {
    #expect(
      try rows(
        """
        struct LampState {
          var startedAt: Int?
          var isOn = false {
            didSet {
              if isOn {
                startedAt = 1
              }
            }
          }
        }
        enum LampAction { case on, off }
        func reduce(state: inout LampState, action: LampAction) {
          switch action {
          case .on: state.isOn = true
          case .off: state.isOn = false
          }
        }
        """) == ["on isOn = true; startedAt = 1 @14", "off isOn = false @15"])
  }

  @Test func atItsLineWhereThatIsInTheBranch() throws {
    #expect(
      try rows(
        reducer(
          """
          var level = state.level
          switch action {
          case .on:
            level = 3
            return LampState(phase: .on, level: level, error: nil)
          default:
            return state
          }
          """))[0] == "on phase = .on; level = 3; error = nil @9")
  }
}
