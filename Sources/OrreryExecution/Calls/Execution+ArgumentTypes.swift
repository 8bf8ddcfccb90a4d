import OrreryProgram

/// How well an argument goes with the type of a parameter.
private enum Fit: Comparable {
  case none, perhaps, converted, same
}

/// What is known of the type of an argument.
private struct ArgumentType {
  /// The last part of its name.
  var name: String
  /// Its key, where it is one of the program's.
  var key: String?
  var isOptional = false
  var isLiteral = false
  /// The member that the argument is of whatever type is wanted: `zero` of `.zero`.
  var member: String?
}

/// Overload resolution by the types of arguments.
extension Execution {
  /// The functions that a call may mean by the types of its arguments: those that no other one surely
  /// goes before.
  ///
  /// - Parameter functions: Those of which either all wait or none.
  func fitting(
    _ functions: [Function], _ call: Call, _ values: [Labelled], _ path: Path
  ) -> [Function] {
    let types = types(of: call, values, path)
    let rated = functions.map { function in
      let taken = function.parameters(takenBy: call)
      return (
        function: function, fits: zip(taken, types).map { fit($1, $0) },
        defaults: function.parameters.count - taken.count
      )
    }.filter { !$0.fits.contains(.none) }
    guard rated.allSatisfy({ $0.fits.count == types.count }) else { return functions }
    let left = rated.filter { one in
      !rated.contains { other in
        guard zip(one.fits, other.fits).allSatisfy({ $0 <= $1 }), !other.fits.contains(.perhaps)
        else { return false }
        return one.fits != other.fits || other.defaults < one.defaults
      }
    }
    return left.isEmpty ? functions : left.map(\.function)
  }

  /// Whether a call surely means another function than the only one of its name that is known: one of
  /// a superclass or of a library that takes something else.
  func isAnother(
    _ function: Function, _ call: Call, _ values: [Labelled], _ path: Path
  ) -> Bool {
    guard !call.arguments.isEmpty else { return false }
    let taken = function.parameters(takenBy: call)
    return zip(taken, types(of: call, values, path)).contains { parameter, argument in
      guard let own = type(parameter.type?.key), own.isValue, let argument else { return false }
      if argument.isLiteral { return Library.plainConformances.isSuperset(of: own.inherited) }
      return fit(argument, parameter) == .none
    }
  }

  private func types(of call: Call, _ values: [Labelled], _ path: Path) -> [ArgumentType?] {
    let arguments = call.arguments.filter { !$0.isTrailing }
    return zip(arguments, values).map { argument, labelled in
      argumentType(of: argument.value, labelled.value)
        ?? declaredType(of: argument.value, in: path)
    }
  }

  /// What declarations tell of an argument of which nothing is known: `call.item`.
  private func declaredType(of node: Expression, in path: Path) -> ArgumentType? {
    let frame = path.frames[path.depth - 1]
    guard case .member = node.form, frame.parent == nil,
      let function = frame.function ?? (path.depth == 1 ? calls.handler?.function : nil)
    else { return nil }
    var types = StaticTypes(program)
    types.enter(function)
    guard let found = types.type(of: node), !found.isType, let name = found.type.nominalName else {
      return nil
    }
    return ArgumentType(name: name, key: found.key, isOptional: found.type.isOptional)
  }

  private func fit(_ argument: ArgumentType?, _ parameter: Function.Parameter) -> Fit {
    guard let argument else { return .perhaps }
    if case .parameter(argument.name)? = parameter.type { return .same }
    guard let wanted = parameter.type?.nominalName, !Library.everything.contains(wanted) else {
      return .converted
    }
    let own = type(parameter.type?.key)
    let mayBeAbsent = parameter.type?.isOptional ?? false
    if let member = argument.member { return fit(member: member, own, mayBeAbsent: mayBeAbsent) }
    if argument.isLiteral { return Self.fit(literal: argument.name, wanted) }
    if argument.name == wanted || argument.name == own?.name {
      return mayBeAbsent == argument.isOptional ? .same : .converted
    }
    if argument.isOptional && !mayBeAbsent { return .none }
    // What a `catch` binds is of the type that is thrown, where that is written.
    if own?.isValue == true { return argument.name == "Error" ? .perhaps : .none }
    if let own, let isOne = isOne(argument.key, of: own) { return isOne ? .converted : .none }
    let isPlain = Library.plainTypes.contains(argument.name)
    let isError = argument.name.hasSuffix("Error")
    if wanted == "Error" { return isPlain ? .none : isError ? .converted : .perhaps }
    let isOther = isPlain || isError || type(argument.key)?.isValue ?? false
    return Library.plainTypes.contains(wanted) && isOther ? .none : .perhaps
  }

  /// Whether a type inherits from a class or conforms to a protocol; nothing where it may do so out of
  /// sight, by what it inherits from a library.
  private func isOne(_ key: String?, of wanted: NominalType) -> Bool? {
    guard let own = type(key), own.kind != .protocol, own.kind != .extensionOnly,
      wanted.kind == .protocol || wanted.kind == .class
    else { return nil }
    if own.supertypes.contains(wanted.key) { return true }
    let known = Set(own.supertypes.compactMap { type($0)?.name }).union(Library.plainConformances)
    return known.isSuperset(of: own.inherited) ? false : nil
  }

  /// Whether `.member` may be of the type of a parameter: not of one whose declaration is known, and
  /// does not have it.
  private func fit(member: String, _ own: NominalType?, mayBeAbsent: Bool) -> Fit {
    guard !mayBeAbsent, let own, own.isValue,
      Library.plainConformances.union(Library.plainTypes).isSuperset(of: own.inherited)
    else { return .perhaps }
    return own.hasStatic(member) ? .perhaps : .none
  }

  private static func fit(literal name: String, _ wanted: String) -> Fit {
    if name == wanted { return .same }
    if Library.literals[name]?.contains(wanted) ?? false { return .converted }
    return Library.plainTypes.contains(wanted) ? .none : .perhaps
  }

  private func argumentType(of node: Expression, _ value: Value) -> ArgumentType? {
    switch node.form {
    case .literal(let text):
      return ArgumentType(name: Self.type(ofLiteral: text), isLiteral: true)
    case .bool: return ArgumentType(name: "Bool", isLiteral: true)
    case .array: return ArgumentType(name: "Array", isLiteral: true)
    case .arithmetic(let left, let right, "+") where left.isArray || right.isArray:
      return ArgumentType(name: "Array", isLiteral: true)
    case .not, .and, .or, .equal, .order, .member(_, "isEmpty"): return ArgumentType(name: "Bool")
    case .implicitMember(let name): return ArgumentType(name: "", member: name)
    case .member(_, "count"): return ArgumentType(name: "Int")
    case .member(_, "localizedDescription"): return ArgumentType(name: "String")
    case .cast(_, let kind, let wanted):
      guard kind != .test, let name = wanted.nominalName else { return nil }
      return ArgumentType(
        name: name, key: wanted.key, isOptional: kind == .optional || wanted.isOptional)
    default: return argumentType(of: value)
    }
  }

  private static func type(ofLiteral text: String) -> String {
    text.hasPrefix("\"") ? "String" : Int(text) == nil ? "Double" : "Int"
  }

  private func argumentType(of value: Value) -> ArgumentType? {
    switch value {
    case .literal(let text): return ArgumentType(name: Self.type(ofLiteral: text))
    case .bool: return ArgumentType(name: "Bool")
    default: break
    }
    if let info = type(value.type) {
      let isOptional = value.unknown?.domain?.isOptional ?? false
      return ArgumentType(name: info.name, key: info.key, isOptional: isOptional)
    }
    guard case .unknown(let unknown) = value else { return nil }
    if let domain = unknown.domain, let info = type(domain.type) {
      return ArgumentType(name: info.name, key: info.key, isOptional: domain.isOptional)
    }
    if let made = unknown.madeType { return ArgumentType(name: made) }
    return unknown.declared.map {
      ArgumentType(
        name: $0, key: unknown.type, isOptional: unknown.isDeclaredOptional && !unknown.isPresent)
    }
  }
}

extension Expression {
  fileprivate var isArray: Bool { if case .array = form { true } else { false } }
}

extension TypeReference {
  /// The name where it is that of a type, or of an optional of one, and no generic parameter.
  fileprivate var nominalName: String? {
    switch self {
    case .nominal(_, let name, _): name.split(separator: ".").last.map(String.init)
    case .optional(let inner): inner.nominalName
    default: nil
    }
  }
}

extension NominalType {
  /// Whether it has a case, or a static member, of a name.
  fileprivate func hasStatic(_ name: String) -> Bool {
    name == "init" || enumCase(name) != nil || properties.contains { $0.name == name }
      || getters.contains { $0.name == name } || functions.contains { $0.name == name }
  }
}

extension Unknown {
  /// The name of the type whose initializer has made the value: `Failure` of `Failure(code: 2)`.
  var madeType: String? {
    let name = made?.prefix { $0 != "(" }.split(separator: ".").last.map(String.init)
    return name?.first?.isUppercase == true ? name : nil
  }
}

extension Function {
  /// The parameters that the arguments of a call are for, in their order; not those of closures behind
  /// the parentheses.
  fileprivate func parameters(takenBy call: Call) -> [Parameter] {
    var rest = parameters[...]
    var taken: [Parameter] = []
    for argument in call.arguments where !argument.isTrailing {
      if argument.label == nil, let last = taken.last, last.isVariadic, rest.first?.label != nil {
        taken.append(last)
        continue
      }
      guard let index = rest.firstIndex(where: { $0.label == argument.label }) else { return taken }
      taken.append(rest[index])
      rest = rest[(index + 1)...]
    }
    return taken
  }
}
