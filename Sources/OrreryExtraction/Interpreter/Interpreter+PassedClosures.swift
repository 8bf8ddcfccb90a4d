import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// What closures that are handed on may do.
extension Interpreter {
  /// Whether a label says that its closure is called when something happens, or has come to its end.
  static func isForLater(_ label: String?) -> Bool {
    guard let label else { return false }
    return label.hasPrefix("on") || ["completion", "completionHandler"].contains(label)
  }

  /// What is known once a closure was handed to what is not walked, which keeps it, or may run it.
  func forgetting(
    _ closure: ClosureValue, handed label: String?, to node: FunctionCallExprSyntax, _ path: Path
  ) -> Path {
    let name = node.calleeName
    let isKept =
      Self.isForLater(label ?? name) || node.isOnPublisher || node.isOnFuture
      || Self.starters.contains(name) || name.hasPrefix("async") || isKeeping(node, path)
    let path = forgetting(closure, path)
    return isKept ? path : forgetting(changedBy: closure, handedTo: node, path)
  }
}
