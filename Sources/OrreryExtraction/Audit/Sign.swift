import OrreryLowering
import OrreryModel
import OrreryRecognition

extension Site {
  /// What a machine is recognised by, in the words of the report.
  var sign: String {
    switch (style, holder) {
    case (.composable, _): "it is a feature of The Composable Architecture"
    case (_, _) where usesTransitionHelpers: "it has `reduceInput` or `reduceIOResult`"
    case (_, _) where routes != nil:
      "the source adds transitions between cases of `\(state.name)` to "
        + "`\(routes?.property ?? "")`"
    case (_, .property(let name)):
      "its methods test and write the property `\(name)`, which is a `\(state.name)`"
    case (_, .subject(let name)): "the subject `\(name)` publishes a `\(state.name)`"
    case (_, .selfValue): "it is an enum whose methods change it"
    case (_, .parameter): "\(functions) a `\(state.name)` and an event"
    }
  }

  private var functions: String {
    let names = handlers.compactMap { $0.function.map { "`\($0.name)`" } }.distinct
    return names.isEmpty
      ? "a closure takes"
      : names.joined(separator: ", ") + (names.count == 1 ? " takes" : " take")
  }
}
