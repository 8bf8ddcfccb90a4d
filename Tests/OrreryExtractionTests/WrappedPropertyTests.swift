import OrreryModel
import Testing

@Suite("Properties that a wrapper keeps") struct WrappedPropertyTests {
  @Test(
    "are assigned by whatever name",
    arguments: ["mode", "$mode.wrappedValue", "_mode.wrappedValue"])
  func names(_ target: String) throws {
    try expectTransitions(
      """
      struct Model {
        enum Mode { case first, second }
        @Clamped var mode: Mode = .first
      }
      enum Event { case next, back }
      func reduce(_ model: inout Model, _ event: Event) {
        switch event {
        case .next: model.\(target) = .second
        case .back: model.mode = .first
        }
      }
      """,
      [
        "first next second", "first back ignored", "second next ignored", "second back first",
      ])
  }
}
