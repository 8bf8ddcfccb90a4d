import OrreryLowering
import SwiftSyntax

/// Which functions may change the state of a machine, by where they are declared and what they say.
package struct Writers {
  /// The type whose functions are known one by one, and those of them that change the state.
  private var owner: String?
  private var own: Set<SyntaxIdentifier> = []
  private var state: String?
  /// Whether a function of another type has the state only where it is handed it.
  private var isValue = false

  /// Any function may.
  init() {}

  package init(of site: Site, _ reach: Reach?) {
    state = site.state.key
    guard let owner = site.owner else { return }
    isValue = owner.isValue && !site.isBoxed
    guard let reach else { return }
    (self.owner, own) = (owner.key, reach.writing)
  }

  /// Whether a function that is handed nothing of the machine may change its state.
  package func contains(_ function: FunctionInfo) -> Bool {
    if let owner, function.owner == owner { return own.contains(function.node.id) }
    if let state, function.owner == state { return function.isMutating }
    return !isValue
  }
}
