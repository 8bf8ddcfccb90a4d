import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// What the source says of the types of a call's arguments, to tell overloads apart.
extension Interpreter {
  /// How well an argument goes with the type of a parameter.
  enum Fit: Int, Comparable {
    case none, perhaps, converted, same

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  /// The functions that a call may mean by the types that are written for its arguments: those that no
  /// other one surely goes before.
  func fitting(
    _ functions: [FunctionInfo], _ node: FunctionCallExprSyntax, _ path: Path
  ) -> [FunctionInfo] {
    let types = node.arguments.map { argumentType(of: $0.expression, path) }
    var rated = functions.map { function in
      let taken = parameters(of: function, takenBy: node)
      return (
        function: function, fits: zip(taken, types).map { fit($1, $0, function) },
        defaults: function.parameters.count - taken.count
      )
    }.filter { !$0.fits.contains(.none) }
    guard rated.allSatisfy({ $0.fits.count == types.count }) else { return functions }
    let preferred = Set(
      CallEffects(around: node).preferred(rated.map(\.function)).map(\.node.id))
    let first = rated.filter { preferred.contains($0.function.node.id) }
    // Whatever the arguments are, what takes the same goes before them too.
    rated.removeAll { one in
      !preferred.contains(one.function.node.id)
        && first.contains { Self.takeTheSame($0.function, one.function) }
    }
    if first.allSatisfy({ !$0.fits.contains(.perhaps) || takesAnything($0.function) }) {
      rated = first
    }
    let left = rated.filter { one in
      !rated.contains { other in
        guard zip(one.fits, other.fits).allSatisfy({ $0 <= $1 }),
          !other.fits.contains(.perhaps)
        else { return false }
        return one.fits != other.fits || other.defaults < one.defaults
      }
    }
    return left.isEmpty ? functions : left.map(\.function)
  }

  private static func takeTheSame(_ a: FunctionInfo, _ b: FunctionInfo) -> Bool {
    a.parameters.map(\.type.trimmedText) == b.parameters.map(\.type.trimmedText)
  }

  /// Whether the parameters of a function are all generic.
  private func takesAnything(_ function: FunctionInfo) -> Bool {
    function.parameters.allSatisfy { parameter in
      parameter.type.is(SomeOrAnyTypeSyntax.self)
        || SourceIndex.parts(of: parameter.type).map { function.genericNames.contains($0[0]) }
          == true
    }
  }

  /// Whether a call surely means another function than the only one of its name that is known: one of
  /// a superclass or of a library that takes something else.
  func isAnother(
    _ function: FunctionInfo, _ node: FunctionCallExprSyntax, _ path: Path
  ) -> Bool {
    guard !node.arguments.isEmpty, function.genericNames.isEmpty else { return false }
    let key = NodeCache.Call(function: function.node.id, node: node.id)
    if let known = cache.meansAnother[key] { return known }
    let taken = parameters(of: function, takenBy: node)
    let isOther = zip(taken, node.arguments).contains { parameter, argument in
      guard let own = index.info(ownType(of: parameter, function)), own.isValue,
        let type = argumentType(of: argument.expression, path)
      else { return false }
      if type.isLiteral { return Self.plain.isSuperset(of: own.inherited) }
      return fit(type, parameter, function) == .none
    }
    cache.meansAnother[key] = isOther
    return isOther
  }

  /// Protocols of the standard library that make nothing of a literal.
  private static let plain: Set = [
    "CaseIterable", "Codable", "Comparable", "CustomStringConvertible", "Decodable", "Encodable",
    "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError", "Sendable",
  ]

  /// The key of the type of a parameter.
  private func ownType(
    of parameter: FunctionParameterSyntax, _ function: FunctionInfo
  ) -> String? {
    resolve(
      parameter.type.unwrapped, in: index.info(function.owner), module: function.file.module)
  }

  /// The parameters that the written arguments of a call are for, in their order.
  func parameters(
    of function: FunctionInfo, takenBy node: FunctionCallExprSyntax
  ) -> [FunctionParameterSyntax] {
    var rest = Array(function.parameters)[...]
    var taken: [FunctionParameterSyntax] = []
    for argument in node.arguments {
      let label = argument.label?.text ?? "_"
      if label == "_", let last = taken.last, last.ellipsis != nil, rest.first?.label != "_" {
        taken.append(last)
        continue
      }
      guard let index = rest.firstIndex(where: { $0.label == label }) else { return taken }
      taken.append(rest[index])
      rest = rest[(index + 1)...]
    }
    return taken
  }

  private func fit(
    _ argument: ArgumentType?, _ parameter: FunctionParameterSyntax, _ function: FunctionInfo
  ) -> Fit {
    let type = parameter.type.unwrapped
    guard let argument, let wanted = SourceIndex.parts(of: type)?.last,
      !function.genericNames.contains(wanted), !type.is(SomeOrAnyTypeSyntax.self)
    else { return argument == nil ? .perhaps : .converted }
    if let member = argument.member { return fit(member: member, parameter, function) }
    if argument.isLiteral { return fit(literal: argument.name, wanted) }
    let own = index.info(ownType(of: parameter, function))
    if argument.name == wanted || argument.name == own?.name {
      return parameter.type.mayBeAbsent == argument.isOptional ? .same : .converted
    }
    if argument.isOptional, !parameter.type.mayBeAbsent, !Self.anything.contains(wanted) {
      return .none
    }
    if own?.isValue == true { return .none }
    let isPlain = Self.isPlain(type)
    let isArgumentPlain = Self.plainTypes.contains(argument.name)
    if isPlain && (isArgumentPlain || argument.isOwnValue) { return .none }
    return .perhaps
  }

  /// Whether `.member` may be of the type of a parameter: not of one whose declaration is known, and
  /// does not have it.
  private func fit(
    member: String, _ parameter: FunctionParameterSyntax, _ function: FunctionInfo
  ) -> Fit {
    guard !parameter.type.mayBeAbsent, let own = index.info(ownType(of: parameter, function)),
      own.isValue, Self.plain.union(Self.plainTypes).isSuperset(of: own.inherited)
    else { return .perhaps }
    return own.hasStatic(member) ? .perhaps : .none
  }

  private static let anything: Set = ["Any", "AnyObject", "AnyHashable"]

  private func fit(literal name: String, _ wanted: String) -> Fit {
    if name == wanted { return .same }
    if name == "Int", Self.numbers.contains(wanted) { return .converted }
    if name == "Double", ["Float", "CGFloat", "TimeInterval", "Decimal"].contains(wanted) {
      return .converted
    }
    if name == "String", ["Substring", "Character", "StaticString"].contains(wanted) {
      return .converted
    }
    return Self.plainTypes.contains(wanted) ? .none : .perhaps
  }

  private static let numbers = plainTypes.subtracting([
    "Bool", "String", "Substring", "Character", "Data", "Date", "URL", "UUID",
  ]).union(["CGFloat", "TimeInterval", "Decimal"])

  /// The type of an argument, by its last name.
  struct ArgumentType {
    var name: String
    var isOptional = false
    var isLiteral = false
    /// Whether it is a struct or an enum of the files.
    var isOwnValue = false
    /// Its key, where it is one of the files.
    var key: String?
    /// The member that the argument is of whatever type is wanted: `zero` of `.zero`.
    var member: String?
  }

  private func argumentType(
    of node: ExprSyntax, _ path: Path, depth: Int = 0
  ) -> ArgumentType? {
    guard depth < 4 else { return nil }
    switch node.as(ExprSyntaxEnum.self) {
    case .integerLiteralExpr: return ArgumentType(name: "Int", isLiteral: true)
    case .floatLiteralExpr: return ArgumentType(name: "Double", isLiteral: true)
    case .stringLiteralExpr: return ArgumentType(name: "String", isLiteral: true)
    case .booleanLiteralExpr: return ArgumentType(name: "Bool", isLiteral: true)
    case .prefixOperatorExpr(let node) where node.operator.text == "-":
      return argumentType(of: node.expression, path, depth: depth)
    case .prefixOperatorExpr(let node) where node.operator.text == "!":
      return ArgumentType(name: "Bool")
    case .sequenceExpr(let chain): return argumentType(ofCast: chain, path)
    case .memberAccessExpr(let node): return argumentType(of: node, path, depth)
    case .functionCallExpr(let call): return argumentType(of: call, path)
    case .declReferenceExpr(let name):
      return argumentType(named: Naming.identifier(name.baseName.text), at: node, path, depth)
    default: return nil
    }
  }

  private func argumentType(ofCast chain: SequenceExprSyntax, _ path: Path) -> ArgumentType? {
    guard case .cast(_, let type) = cache.operation(chain).form else { return nil }
    let isTrial = chain.elements.contains {
      $0.as(UnresolvedAsExprSyntax.self)?.questionOrExclamationMark?.text == "?"
    }
    return argumentType(type, path, isOptional: isTrial)
  }

  private func argumentType(
    of node: MemberAccessExprSyntax, _ path: Path, _ depth: Int
  ) -> ArgumentType? {
    let name = Naming.identifier(node.declName.baseName.text)
    guard let base = node.base else { return ArgumentType(name: "", member: name) }
    if let key = typeKey(of: base, path), let info = index.info(key) {
      return info.enumCase(name) == nil ? nil : ArgumentType(name: info.name, isOwnValue: true)
    }
    if base.isPlainSelf { return argumentType(ofProperty: name, path) }
    switch name {
    case "count": return ArgumentType(name: "Int")
    case "isEmpty": return ArgumentType(name: "Bool")
    default: return argumentType(ofMember: name, of: base, path, depth)
    }
  }

  /// The type of a stored property of something whose type is known.
  private func argumentType(
    ofMember name: String, of base: ExprSyntax, _ path: Path, _ depth: Int
  ) -> ArgumentType? {
    var key: String?
    if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
      let value = path.place(of: Naming.identifier(name)).flatMap(path.value)
      key = value?.type ?? value?.unknown?.domain.flatMap { $0.isOptional ? nil : $0.type }
    }
    if key == nil, let type = argumentType(of: base, path, depth: depth + 1), !type.isOptional {
      key = type.key
    }
    guard let info = index.info(key) else { return nil }
    return info.property(name)?.property.type.flatMap { argumentType($0, path, in: info) }
  }

  private func argumentType(of call: FunctionCallExprSyntax, _ path: Path) -> ArgumentType? {
    let callee = call.calledExpression
    if let base = callee.as(MemberAccessExprSyntax.self)?.base,
      let info = index.info(typeKey(of: base, path)),
      info.enumCase(call.calleeName) != nil
    {
      return ArgumentType(name: info.name, isOwnValue: true)
    }
    if let info = index.info(typeKey(of: callee, path)) {
      return ArgumentType(name: info.name, isOwnValue: info.isValue, key: info.key)
    }
    if let member = callee.as(MemberAccessExprSyntax.self), let base = member.base {
      return argumentType(ofMethod: call.calleeName, of: base, path)
    }
    let own = index.info(path.frames[path.depth - 1].selfType)
    guard let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase == true, index.globals[name] == nil, own?.enumCase(name) == nil,
      own?.functions.contains(where: { $0.name == name }) != true
    else { return nil }
    return ArgumentType(name: name)
  }

  /// What a method of something whose type is known answers.
  private func argumentType(
    ofMethod name: String, of base: ExprSyntax, _ path: Path
  ) -> ArgumentType? {
    guard let type = argumentType(of: base, path, depth: 2), !type.isOptional,
      let info = index.info(type.key),
      case let found = info.functions.filter({ $0.name == name && !$0.isStatic }),
      let answer = found.first?.returnType,
      found.allSatisfy({ $0.returnType?.trimmedText == answer.trimmedText }),
      found.allSatisfy({ !$0.genericNames.contains(Reach.baseName(of: answer) ?? "") })
    else { return nil }
    return argumentType(answer, path, in: info)
  }

  private func argumentType(
    named name: String, at node: ExprSyntax, _ path: Path, _ depth: Int
  ) -> ArgumentType? {
    switch LocalDeclaration.find(name, at: node) {
    case .type(let type): return argumentType(type, path)
    case .value(let value, let isUnwrapped):
      var type = argumentType(of: value, path, depth: depth + 1)
      type?.isLiteral = false
      if isUnwrapped { type?.isOptional = false }
      return type
    case .element(let list):
      guard let name = list.as(DeclReferenceExprSyntax.self)?.baseName.text,
        case .type(let type)? = LocalDeclaration.find(name, at: list)
      else { return nil }
      return type.as(ArrayTypeSyntax.self).flatMap { argumentType($0.element, path) }
    case .elementPart, .unknown: return nil
    case nil: return argumentType(ofProperty: name, path)
    }
  }

  private func argumentType(ofProperty name: String, _ path: Path) -> ArgumentType? {
    let info = index.info(path.frames[path.depth - 1].selfType)
    return info?.property(name)?.property.type.flatMap { argumentType($0, path) }
  }

  private func argumentType(
    _ type: TypeSyntax, _ path: Path, isOptional: Bool = false, in owner: TypeInfo? = nil
  ) -> ArgumentType? {
    var whole = type.unwrapped
    if let name = whole.as(IdentifierTypeSyntax.self)?.name.text,
      let alias = cache.localAlias(name, at: whole)
    {
      whole = alias.unwrapped
    }
    guard !whole.is(SomeOrAnyTypeSyntax.self), let name = SourceIndex.parts(of: whole)?.last else {
      return nil
    }
    let scope = owner ?? index.info(path.frames[path.depth - 1].selfType)
    if let own = owner?.genericNames, own.contains(name) { return nil }
    let info = index.info(resolve(whole, in: scope, module: scope?.module ?? path.file.module))
    return ArgumentType(
      name: info?.name ?? name, isOptional: isOptional || type.mayBeAbsent,
      isOwnValue: info?.isValue ?? false, key: info?.key)
  }
}

extension TypeInfo {
  /// Whether it has a case, or a static member, of a name.
  fileprivate func hasStatic(_ name: String) -> Bool {
    name == "init" || enumCase(name) != nil || stored.contains { $0.property.name == name }
      || computed.contains { $0.name == name } || functions.contains { $0.name == name }
  }

  /// Whether what nobody else changes is of the type.
  var isValue: Bool { kind == .struct || kind == .enum }
}

extension FunctionParameterSyntax {
  fileprivate var label: String { firstName.text }
}

extension TypeSyntax {
  fileprivate var mayBeAbsent: Bool { self.is(OptionalTypeSyntax.self) }

  /// The type without `?`, `inout` and the like.
  fileprivate var unwrapped: TypeSyntax {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unwrapped }
    if let type = self.as(AttributedTypeSyntax.self) { return type.baseType.unwrapped }
    return self
  }
}
