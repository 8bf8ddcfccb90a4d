import OrreryExecution
import OrreryLowering
import SwiftSyntax

// Closures that are kept to be called whenever something happens, told from answers to a request.
extension FunctionCallExprSyntax {
  /// Whether a closure is called whenever something happens: an object is made with it, as in
  /// `Engine(onStop: { … })`, or it is handed to a function that is named by what happens, as in
  /// `engine.onStop { … }`.
  ///
  /// - Parameter label: The label that it is handed out by.
  func isObserved(by label: String?) -> Bool {
    let name = makesObject ? label : label == nil ? calleeName : nil
    guard let happening = name?.happening,
      !Self.answers.contains(where: happening.hasPrefix)
    else { return false }
    return makesObject || !isOfRequest || !Self.parts.contains(where: happening.hasPrefix)
  }

  private var makesObject: Bool {
    calleeName == "init" || calleeName.first?.isUppercase ?? false
  }

  /// Whether it goes on from what another call has asked for: `api.load().onError { … }`.
  private var isOfRequest: Bool {
    calledExpression.as(MemberAccessExprSyntax.self)?.base?.is(FunctionCallExprSyntax.self) ?? false
  }

  /// How what a request comes to is named.
  private static let answers = [
    "Complet", "Succe", "Fail", "Finish", "Done", "Result", "Response", "Resolve", "Reject",
  ]

  /// How what comes of a request is named, or of what goes on.
  private static let parts = ["Error", "End", "Next", "Value", "Progress"]
}

extension String {
  /// `Stop` of `onStop`.
  fileprivate var happening: Substring? {
    guard hasPrefix("on"), dropFirst(2).first?.isUppercase ?? false else { return nil }
    return dropFirst(2)
  }
}
