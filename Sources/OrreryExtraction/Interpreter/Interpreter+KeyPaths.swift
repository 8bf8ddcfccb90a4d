import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Properties that are named by key paths: `state[keyPath: \.mode]`.
extension Interpreter {
  func keyPath(_ node: KeyPathExprSyntax) -> Value {
    let text = text(of: node)
    var value = Unknown(id: text, text: text)
    value.keyPath = node.properties
    return .unknown(value)
  }

  /// The properties that the key path of an element access leads to, where it is told.
  func fields(of node: SubscriptCallExprSyntax, _ path: Path) -> [String]? {
    guard let argument = node.arguments.first, node.arguments.count == 1,
      argument.label?.text == "keyPath"
    else { return nil }
    if let literal = argument.expression.as(KeyPathExprSyntax.self) { return literal.properties }
    guard let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
      return nil
    }
    return path.place(of: Naming.identifier(name)).flatMap(path.value)?.unknown?.keyPath
  }
}

/// Helpers that set a property of a copy by its key path: `state.setting(\.name, to: text)`.
extension Interpreter {
  /// The copy that such a helper makes of the state; nothing where a call is of no such helper.
  func set(
    _ name: String, on value: Value, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Evaluated? {
    guard node.arguments.count == 2, let first = node.arguments.first,
      let new = node.arguments.last,
      let fields = first.expression.as(KeyPathExprSyntax.self)?.properties,
      let info = index.info(value.type),
      (info.functions + index.bases(of: info).flatMap(\.functions)).contains(where: {
        $0.name == name && $0.setsByKeyPath
      })
    else { return nil }
    let property = fields.count == 1 ? info.property(fields[0])?.property : nil
    let type = property.flatMap { self.type(of: $0, in: info) }
    return arguments(of: node, path, types: [nil, type]).map { path, values in
      guard values.count == 2,
        case .object(var object) = value.setting(fields[...], to: values[1].value)
      else { return (path, fresh(text(of: node), path, type: value.type)) }
      object.writes.append(
        Write(
          path: fields.joined(separator: "."), op: "=", value: text(of: new.expression),
          location: location(of: new, path)))
      return (path, .object(object))
    }
  }
}

extension FunctionInfo {
  /// Whether the function takes a key path and a value, and does no more than to answer with a copy
  /// that has it there: `var copy = self; copy[keyPath: path] = value; return copy`.
  fileprivate var setsByKeyPath: Bool {
    let names = parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    guard !isStatic, names.count == 2, let items = body?.statements.map(\.item), items.count == 3,
      let copy = items[0].as(VariableDeclSyntax.self)?.bindings.first,
      copy.initializer?.value.isSelf ?? false,
      let copyName = copy.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      items[2].as(ReturnStmtSyntax.self)?.expression?.isName(copyName) ?? false,
      let parts = items[1].as(SequenceExprSyntax.self).map({ Array($0.elements) }),
      parts.count == 3, parts[1].is(AssignmentExprSyntax.self), parts[2].isName(names[1]),
      let target = parts[0].as(SubscriptCallExprSyntax.self),
      target.calledExpression.isName(copyName), target.arguments.count == 1,
      let place = target.arguments.first, place.label?.text == "keyPath"
    else { return false }
    return place.expression.isName(names[0])
  }
}

extension ExprSyntax {
  fileprivate func isName(_ name: String) -> Bool {
    self.as(DeclReferenceExprSyntax.self)?.baseName.text == name
  }
}
