import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// States that are copies of the one before, with some properties changed.
extension Interpreter {
  /// `state.copy(name: value)`: the named arguments are what changes, by convention of every library
  /// that generates such a method.
  func copy(_ value: Value, _ node: FunctionCallExprSyntax, _ path: Path) -> Evaluated {
    let types = node.arguments.map { argument in
      index.info(value.type).flatMap { info in
        info.property(argument.label?.text ?? "").flatMap { type(of: $0.property, in: info) }
      }
    }
    return arguments(of: node, path, types: types).map { path, values in
      var result = value
      for (argument, written) in zip(values, node.arguments) {
        guard let label = argument.label else { continue }
        result = result.setting([label][...], to: argument.value)
        guard case .object(var object) = result else { continue }
        object.writes.append(
          Write(path: label, op: "=", value: text(of: written.expression), location: path.location))
        result = .object(object)
      }
      return (path, result)
    }
  }

  /// `state.with { $0.name = value }`: a copy that a closure has changed.
  func edit(_ value: Value, _ closure: ClosureExprSyntax, _ path: Path) -> Evaluated {
    let name = "$copy"
    var path = path
    path.declare(name, value)
    let place = Place(frame: path.depth - 1, name: name)
    let body = ClosureValue(node: closure, frame: path.depth - 1, file: path.file)
    return invoke(body, [Argument(value: .alias(place))], path).map { path, _ in
      (path, path.value(at: place) ?? value)
    }
  }

  /// What a method of the state answers that makes a copy: its writes are the caller's, with the
  /// arguments in place of the parameters, beside those that led to the state it was called on.
  func copied(
    _ value: Value, from old: Value?, by function: FunctionInfo, _ node: FunctionCallExprSyntax,
    _ path: Path
  ) -> Value {
    guard let old, function.owner == structState, function.owner != nil, !function.isMutating,
      !function.isStatic, case .object(var object) = value, object.base.id == Self.stateID
    else { return value }
    let texts = Dictionary(texts(of: node, for: function, path)) { first, _ in first }
    var kept: [Write] = []
    if case .object(let before) = old { kept = before.writes }
    let new = object.writes.compactMap { write -> Write? in
      let isOld =
        object.fields[write.path].map { $0.isSame(as: old.field(write.path, type: nil)) } ?? false
      if isOld { return nil }
      var write = write
      (write.value, write.location) = (texts[write.value] ?? write.value, path.location)
      return write
    }
    object.writes = kept.filter { write in !new.contains { $0.path == write.path } } + new
    return .object(object)
  }

  /// A new state, whose properties are written as its maker words them and not the initializer.
  func handing(
    _ node: FunctionCallExprSyntax, to function: FunctionInfo, _ value: Value, _ path: Path
  ) -> Value {
    guard case .object(var object) = value else { return value }
    let texts = Dictionary(texts(of: node, for: function, path)) { first, _ in first }
    for index in object.writes.indices {
      object.writes[index].value = texts[object.writes[index].value] ?? object.writes[index].value
    }
    object.writes.removeAll { write in
      object.fields[write.path].map { isUnchanged(write.path, $0) } ?? false
    }
    return .object(object)
  }

  /// What each parameter is given, as written.
  private func texts(
    of node: FunctionCallExprSyntax, for function: FunctionInfo, _ path: Path
  ) -> [(name: String, text: String)] {
    function.parameters.compactMap { parameter in
      let argument = node.arguments.first { $0.label?.text == parameter.firstName.text }
      let name = Naming.identifier((parameter.secondName ?? parameter.firstName).text)
      let written =
        argument.map { given($0.expression, path) }
        ?? parameter.defaultValue.map { text(of: $0.value) }
      return written.map { (name, $0) }
    }
  }

  /// An argument as written; of `name ?? state.name` the one that is there.
  func given(_ node: ExprSyntax, _ path: Path) -> String {
    guard let chain = node.as(SequenceExprSyntax.self),
      case .binary(let left, "??", let right) = cache.operation(chain).form,
      case .operand(let name) = left.form,
      let name = name.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: Naming.identifier(name)), let value = path.value(at: place)
    else { return text(of: node) }
    if case .absent = value { return right.text }
    return left.text
  }

  /// Whether a property of a new state is the one of the old state.
  func isUnchanged(_ name: String, _ value: Value) -> Bool {
    value.unknown?.id == "\(Self.stateID).\(name)"
  }
}
