import SwiftSyntax

// Closures that are kept to be called whenever something happens, told from answers to a request.
extension FunctionCallExprSyntax {
  /// Whether a closure is called whenever something happens: an object is made with it, as in
  /// `Engine(onStop: { … })`, or it is handed to a function that is named by what happens, as in
  /// `engine.onStop { … }`.
  ///
  /// - Parameter label: The label that it is handed out by.
  func isObserved(by label: String?) -> Bool {
    if makesObject { return (label ?? "").happening != nil }
    guard label == nil, let happening = calleeName.happening else { return false }
    return !Self.answers.contains { happening.hasPrefix($0) }
  }

  private var makesObject: Bool {
    calleeName == "init" || calleeName.first?.isUppercase ?? false
  }

  /// How what a request comes to is named, not what happens by itself.
  private static let answers = [
    "Complet", "Succe", "Fail", "Error", "Finish", "Done", "End", "Result", "Response",
    "Next", "Value", "Progress", "Resolve", "Reject",
  ]
}

extension String {
  /// `Stop` of `onStop`.
  fileprivate var happening: Substring? {
    guard hasPrefix("on"), dropFirst(2).first?.isUppercase ?? false else { return nil }
    return dropFirst(2)
  }
}
