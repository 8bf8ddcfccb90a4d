import OrreryTrace
import SwiftSyntax

/// States that a handler answers with in a publisher: `Just(.idle).eraseToAnyPublisher()`.
extension Interpreter {
  /// The type of a publisher of one value, or of none.
  static let publishedType = "$published"

  /// Generic types that hand over the next state as it comes.
  static let publishers: Set = [
    "AnyPublisher", "Observable", "Infallible", "Single", "Maybe", "Driver", "Signal",
  ]

  private static let makers: Set = ["Just", "Empty", "just", "empty", "never"]

  /// Operators that leave the values as they are.
  private static let passing: Set = [
    "eraseToAnyPublisher", "setFailureType", "receive", "subscribe", "delay", "print", "share",
    "asObservable", "observe", "subscribeOn", "observeOn",
  ]

  /// `Just(state)`, `.just(.idle)`, `Empty()`, where a handler answers with a publisher of states.
  func published(
    _ name: String, in base: ExprSyntax? = nil, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard let publishedState, Self.makers.contains(name) else { return nil }
    if let base {
      let type = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
      guard let name = type.as(DeclReferenceExprSyntax.self)?.baseName.text,
        Self.publishers.contains(name)
      else { return nil }
    }
    let isOne = name.lowercased() == "just"
    return arguments(of: node, path, types: [publishedState]).map { path, values in
      let value = CaseValue(
        name: name, payload: isOne ? values : [], type: Self.publishedType, text: text(of: node),
        location: location(of: node, path))
      return (path, .enumCase(value))
    }
  }

  /// Whether a method of a publisher hands on what that publishes.
  func handsOn(_ value: Value, _ name: String) -> Bool {
    value.caseValue?.type == Self.publishedType && Self.passing.contains(name)
  }
}
