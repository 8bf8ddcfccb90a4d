import OrreryLowering
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
    let place = path.file.location(of: node)
    let own = place.line..<max(place.line, path.file.endLine(of: node)) + 1
    var kept: [Write] = []
    if case .object(let before) = old { kept = before.writes }
    let new = object.writes.compactMap { write -> Write? in
      let isOld =
        object.fields[write.path].map { $0.isSame(as: old.field(write.path, type: nil)) } ?? false
      if isOld { return nil }
      // What a closure of the call changes stands in the call itself.
      if own.contains(write.location.line), write.location.file == place.file { return write }
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
    object.writes = object.writes.flatMap { write in
      object.fields[write.path].map { changes(write, to: $0) } ?? [write]
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

  /// An argument as written; of `name ?? state.name` the one that is there, and of a variable what it is
  /// known to hold.
  func given(_ node: ExprSyntax, _ path: Path) -> String {
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: Naming.identifier(name)), let value = path.value(at: place)
    {
      return value.constantText ?? text(of: node)
    }
    guard let chain = node.as(SequenceExprSyntax.self),
      case .binary(let left, "??", let right) = cache.operation(chain).form,
      case .operand(let name) = left.form,
      let name = name.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let place = path.place(of: Naming.identifier(name)), let value = path.value(at: place)
    else { return text(of: node) }
    if case .absent = value { return right.text }
    return left.text
  }

  /// What a new state says anew of a property: nothing where that is the one of the old state, and of a
  /// struct that is put together again the parts that are others.
  func changes(_ write: Write, to value: Value, isPart: Bool = false) -> [Write] {
    if isUnchanged(write.path, value) { return [] }
    guard let parts = parts(of: value, as: write.path), isPart || isAlwaysThere(write.path) else {
      return [write]
    }
    let isKept = parts.contains { isUnchanged("\(write.path).\($0.name)", $0.value) }
    guard isPart || isKept || write.value.isName else { return [write] }
    return parts.flatMap { part in
      var inner = write
      inner.path += ".\(part.name)"
      inner.value = part.value.constantText ?? part.value.text
      return changes(inner, to: part.value, isPart: true)
    }
  }

  /// Whether a property of the state is never absent: else a new value is more than its parts.
  private func isAlwaysThere(_ name: String) -> Bool {
    index.info(structState)?.property(name)?.property.type?.isOptional == false
  }

  /// The properties of a struct of which each was given when it was made, or those of one of the old
  /// state that were changed in a copy.
  private func parts(of value: Value, as path: String) -> [(name: String, value: Value)]? {
    guard case .object(let object) = value else { return nil }
    if object.base.id == "\(Self.stateID).\(path)" {
      return object.fields.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
    guard object.isNew,
      let info = index.info(object.base.type), info.kind == .struct, info.initializers.isEmpty
    else { return nil }
    let names = info.stored.map(\.property).filter { !$0.isStatic }.map(\.name)
    let parts = names.compactMap { name in object.fields[name].map { (name: name, value: $0) } }
    return parts.count == names.count && !parts.isEmpty ? parts : nil
  }

  /// Whether a property of a new state is the one of the old state.
  private func isUnchanged(_ name: String, _ value: Value) -> Bool {
    guard case .unknown(let unknown) = value else { return false }
    return unknown.id == "\(Self.stateID).\(name)"
  }
}

extension Value {
  /// A value that is told, or the name of one, as written.
  fileprivate var constantText: String? {
    switch self {
    case .bool, .literal, .absent: text
    case .enumCase(let known) where known.version == nil && !known.text.isEmpty:
      known.payload.isEmpty ? known.text : nil
    case .unknown(let unknown): unknown.text.isName ? unknown.text : nil
    default: nil
    }
  }
}

extension String {
  fileprivate var isName: Bool {
    !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
