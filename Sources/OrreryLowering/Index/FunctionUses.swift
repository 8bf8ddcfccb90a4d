import SwiftSyntax

/// What functions do, as far as the index of their types asks.
package protocol FunctionUses: AnyObject {
  /// Whether a function changes one of some properties.
  func changes(
    _ names: Set<String>, orPartsOf structs: Set<String>, in function: FunctionInfo
  ) -> Bool

  /// The names of the functions of its own type that a function calls.
  func ownCalls(in function: FunctionInfo) -> Set<String>
}

/// A function as a member of a type: one that is inherited is one for each type that has it.
struct UsesKey: Hashable {
  var node: SyntaxIdentifier
  var owner: String?
}
