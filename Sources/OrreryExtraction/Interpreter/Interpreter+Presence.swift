import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Values that are surely there, though what holds them is an optional.
extension Interpreter {
  /// What a variable of a type holds: where the type is no optional, a value.
  func present(_ value: Value, as type: TypeSyntax?, in owner: TypeInfo?) -> Value {
    guard case .unknown(var unknown) = value, let type else { return value }
    let expanded = index.expanded(type, in: owner)
    unknown.note(expanded)
    let typed = Value.unknown(unknown)
    return !unknown.isPresent && expanded.isPresent ? typed.found : typed
  }

  /// Whether a value is known to be there, by itself or by what the way has asked.
  func isThere(_ value: Value, _ path: Path) -> Bool {
    if value.isPresent { return true }
    guard case .unknown(let unknown) = value, case .isNot(let names)? = path.facts[unknown.id]
    else { return false }
    return names.contains("none")
  }

  /// Whether what is waited for is a call that gives a value where it does not throw, as the type says
  /// that it is called on.
  func alwaysAnswers(_ node: ExprSyntax, _ path: Path) -> Bool {
    guard
      let call = node.as(AwaitExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self),
      !ExprSyntax(call).isChained
    else { return false }
    let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    let owner =
      base.map { base in place(of: base, path).flatMap { type(at: $0, path) } }
      ?? path.frames[path.depth - 1].selfType
    guard let info = index.info(owner) else { return false }
    let found = info.functions.filter { $0.name == call.calleeName && accepts($0, call) }
    return !found.isEmpty
      && found.allSatisfy { function in
        function.returnType.map { isNoOptional($0, of: function, in: info) } ?? false
      }
  }

  /// Whether a type is surely no optional: no generic parameter, nor left open by a protocol.
  private func isNoOptional(
    _ type: TypeSyntax, of function: FunctionInfo, in owner: TypeInfo
  ) -> Bool {
    let type = index.expanded(type, in: owner)
    guard type.isPresent, !function.genericNames.contains(type.trimmedText) else { return false }
    return !type.is(IdentifierTypeSyntax.self) || Self.plain.contains(type.trimmedText)
      || resolve(type, in: owner, module: owner.module).flatMap { index.info($0) } != nil
  }

  private static let plain: Set = [
    "Bool", "Int", "Double", "String", "Data", "Date", "URL", "UUID",
  ]

  /// Whether an expression is a literal, or a name of something that is there.
  func isPlainlyThere(_ operation: Operation, _ path: Path) -> Bool {
    guard case .operand(let node) = operation.form else { return false }
    switch node.as(ExprSyntaxEnum.self) {
    case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr:
      return true
    case .declReferenceExpr(let name):
      return isThere(read(Naming.identifier(name.baseName.text), path), path)
    default: return false
    }
  }

  /// What a chain asks of a value that is there: `path?.absoluteString`.
  func chained(_ name: String, of base: ExprSyntax, _ field: Value, in value: Value, _ path: Path)
    -> Value
  {
    guard base.is(OptionalChainingExprSyntax.self), case .unknown = field, isThere(value, path)
    else { return field }
    if let info = index.info(value.type), let property = info.property(name)?.property {
      return present(field, as: property.type, in: info)
    }
    let names = writtenType(of: base, path).flatMap { Self.lasting[$0] } ?? []
    return names.contains(name) ? field.found : field
  }

  /// The name of the type that the declaration of a property gives it, without the optional.
  private func writtenType(of node: ExprSyntax, _ path: Path) -> String? {
    guard var place = place(of: node, path).map(path.resolved), let name = place.path.popLast(),
      let info = index.info(type(at: place, path)),
      let type = info.property(name)?.property.type.map({ index.expanded($0, in: info) })
    else { return nil }
    return (type.as(OptionalTypeSyntax.self)?.wrappedType ?? type).trimmedText
  }

  /// Properties of types of Foundation and the standard library that are no optionals.
  private static let lasting: [String: Set<String>] = [
    "URL": [
      "absoluteString", "absoluteURL", "hasDirectoryPath", "isFileURL", "lastPathComponent", "path",
      "pathComponents", "pathExtension", "relativePath", "relativeString", "standardized",
      "standardizedFileURL",
    ],
    "String": ["count", "isEmpty", "utf8", "unicodeScalars", "description"],
    "Data": ["count", "isEmpty", "startIndex", "endIndex"],
    "Date": ["timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate"],
    "UUID": ["uuidString"],
  ]

  /// Whether a property is no optional in whatever type of Foundation or the standard library has it.
  static func isAlwaysThere(_ name: String) -> Bool {
    ["localizedDescription", "debugDescription", "hashValue"].contains(name)
  }

  /// Whether a call makes a value of such a type, by an initializer that always does.
  static func makesValue(_ node: FunctionCallExprSyntax) -> Bool {
    guard let name = node.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return false
    }
    switch (name, node.arguments.first?.label?.text) {
    case ("URL", "fileURLWithPath"), ("URL", "filePath"), ("UUID", nil), ("Data", nil), ("Date", _):
      return true
    default: return false
    }
  }
}
