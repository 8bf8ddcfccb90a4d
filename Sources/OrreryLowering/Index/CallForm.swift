import SwiftSyntax

/// How a function is called: by its name and the labels of its arguments.
package struct CallForm: Hashable {
  package var name: String
  /// Those between the parentheses, and how many closures follow.
  package var labels: [String]
  package var closures: Int

  /// Whether it is a call of a function, or of one that has its name and labels.
  package func calls(_ function: FunctionInfo) -> Bool {
    guard name == function.name else { return false }
    let own = function.parameters.map { $0.firstName.text }
    let isLoose = function.parameters.contains { $0.defaultValue != nil || $0.ellipsis != nil }
    return isLoose || own.starts(with: labels) && own.count == labels.count + closures
  }

  package init(_ node: FunctionCallExprSyntax) {
    name = node.calleeName
    labels = node.arguments.map { $0.label?.text ?? "_" }
    closures = (node.trailingClosure == nil ? 0 : 1) + node.additionalTrailingClosures.count
  }

  package static func calls(in node: some SyntaxProtocol) -> Set<CallForm> {
    Set(node.all(FunctionCallExprSyntax.self).map { CallForm($0) })
  }
}
