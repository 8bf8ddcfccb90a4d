import OrreryLowering
import SwiftSyntax

/// What the place around an expression wants: the key of a type, or the keys of a tuple's elements.
extension Interpreter {
  /// The key of the type that a type expression means at some place; for a tuple the keys of its
  /// elements as one.
  func expectation(of type: TypeSyntax?, in scope: TypeInfo?, module: String) -> String? {
    guard let type else { return nil }
    return resolve(type, in: scope, module: module)
      ?? index.tupleKey(of: type, in: scope, module: module)
  }

  /// Labels that name the next state in what a handler returns.
  static let stateLabels: Set = ["state", "newState", "nextState", "to", "model"]

  /// The types of the arguments of a library's result, as far as their labels tell.
  func stateTypes(of node: FunctionCallExprSyntax) -> [String?] {
    guard let structState, resultName != nil, resultType == nil else { return [] }
    return node.arguments.map { argument in
      Self.stateLabels.contains(argument.label?.text ?? "") ? structState : nil
    }
  }
}

extension SourceIndex {
  /// The keys of the types of a tuple's elements, also where an alias names it; nothing for other types.
  func tupleKey(of type: TypeSyntax, in scope: TypeInfo?, module: String) -> String? {
    let whole = expanded(type, in: scope)
    let tuple = whole.as(OptionalTypeSyntax.self)?.wrappedType ?? whole
    guard let elements = tuple.as(TupleTypeSyntax.self)?.elements, elements.count > 1 else {
      return nil
    }
    return TupleKey.joining(elements.map { resolve($0.type, in: scope, module: module) })
  }
}

/// The keys of the types of a tuple's elements, written as one key that no type has.
enum TupleKey {
  private static let separator: Character = "\u{1F}"

  /// Nothing where no element has a key.
  static func joining(_ keys: [String?]) -> String? {
    guard keys.contains(where: { $0 != nil }) else { return nil }
    return keys.map { "\(separator)\($0 ?? "")" }.joined()
  }

  /// The key of each element, for a tuple of so many.
  static func elements(of key: String?, count: Int) -> [String?] {
    let keys = parts(of: key)
    return keys.count == count ? keys : Array(repeating: nil, count: count)
  }

  /// Whether a type is a key's own, or that of an element.
  static func holds(_ key: String?, _ type: String) -> Bool {
    key == type || parts(of: key).contains(type)
  }

  private static func parts(of key: String?) -> [String?] {
    guard let key, key.first == separator else { return [] }
    return key.dropFirst().split(separator: separator, omittingEmptySubsequences: false)
      .map { $0.isEmpty ? nil : String($0) }
  }
}
