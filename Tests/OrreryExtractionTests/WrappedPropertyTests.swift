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

  @Test(
    "are assigned by their wrapper without self too",
    arguments: [
      "_mode.wrappedValue = .second", "self._mode.wrappedValue = .second",
      "_mode = Clamped(wrappedValue: .second)",
    ])
  func ownNames(_ statement: String) throws {
    try expectTransitions(
      """
      final class Model {
        enum Mode { case first, second }
        @Clamped private var mode: Mode = .first
        func next() { if _mode.wrappedValue == .first { \(statement) } }
        func back() { mode = .second; _mode.wrappedValue = .first }
      }
      """,
      [
        "first next second", "second next ignored", "first back ignored", "second back first",
      ])
  }
}
