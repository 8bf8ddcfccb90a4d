import OrreryModel
import Testing

@Suite("Branches that differ in the arguments of an effect") struct EffectArgumentBranchTests {
  @Test("are rows of their own, also where a write follows that they share")
  func followed() throws {
    let rows = try machine(
      """
      struct Recorder {
        enum State: Equatable { case idle, recording }
        enum Effect { case stopTimer, show(String) }
        private(set) var state: State = .recording
        mutating func ended(code: Int) -> [Effect] {
          var effects: [Effect] = [.stopTimer]
          if code != 0 {
            switch code {
            case 2: effects.append(.show("busy"))
            default: effects.append(.show("other"))
            }
          }
          if state == .recording { state = .idle }
          return effects
        }
      }
      """
    ).transitions
    for state in ["idle", "recording"] {
      #expect(
        Set(rows.filter { $0.from == state }.map(\.guard)) == [
          "code != 0 && case 2 = code", "code != 0 && !(case 2 = code)", "!(code != 0)",
        ])
    }
  }
}
