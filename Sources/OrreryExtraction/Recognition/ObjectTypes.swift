import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Which type the objects are of that expressions name, as far as declarations tell.
struct ObjectTypes {
  /// What an expression names.
  struct Object {
    /// Its type, where that is among the files.
    var info: TypeInfo?
    /// The type as written, without optionality, and where it is written.
    var written: TypeSyntax?
    var scope: TypeInfo?
    /// Whether it is the object around the expression.
    var isSelf = false
    /// Whether it is a type rather than a value.
    var isType = false
  }

  let index: SourceIndex
  let file: SourceFile
  /// The type around the expressions.
  let type: TypeInfo?

  private static let mostSteps = 12

  /// What an expression names; nothing where that cannot be told.
  func object(_ node: ExprSyntax, steps: Int = 0) -> Object? {
    guard steps < Self.mostSteps else { return nil }
    let next = { (node: ExprSyntax) in object(node, steps: steps + 1) }
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): return named(name, steps)
    case .memberAccessExpr(let node):
      guard let owner = node.base.flatMap(next) else { return nil }
      return member(Naming.identifier(node.declName.baseName.text), of: owner, steps)
    case .functionCallExpr(let call): return answer(of: call, steps)
    case .subscriptCallExpr(let node): return next(node.calledExpression).flatMap(element)
    case .optionalChainingExpr(let node): return next(node.expression)
    case .forceUnwrapExpr(let node): return next(node.expression)
    case .tryExpr(let node): return next(node.expression)
    case .awaitExpr(let node): return next(node.expression)
    case .genericSpecializationExpr(let node): return next(node.expression)
    case .tupleExpr(let node) where node.elements.count == 1:
      return node.elements.first.flatMap { next($0.expression) }
    case .sequenceExpr(let chain): return chosen(Array(chain.elements), steps)
    default: return nil
    }
  }

  /// `gate ?? other`, `gate as? Gate`, `isOn ? gate : other`.
  private func chosen(_ elements: [ExprSyntax], _ steps: Int) -> Object? {
    guard elements.count == 3 else { return nil }
    if elements[1].is(UnresolvedAsExprSyntax.self) {
      return elements[2].as(TypeExprSyntax.self).flatMap { object(of: $0.type, in: type) }
    }
    var ways: [ExprSyntax] = []
    if let choice = elements[1].as(UnresolvedTernaryExprSyntax.self) {
      ways = [choice.thenExpression, elements[2]]
    } else if elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "??" {
      ways = [elements[0], elements[2]]
    }
    var found = ways.lazy.compactMap { object($0, steps: steps + 1) }.first
    found?.isSelf = false
    return found
  }

  /// What a type that is written somewhere tells; nothing of a generic one.
  func object(of written: TypeSyntax, in scope: TypeInfo?) -> Object? {
    let plain = written.presentType
    if let name = SourceIndex.parts(of: plain)?.first,
      scope?.genericNames.contains(name) ?? false
    {
      return nil
    }
    let key = index.resolve(plain, in: scope, module: scope?.module ?? file.module)
    return Object(info: index.info(key), written: plain, scope: scope)
  }
}

// MARK: - Names

extension ObjectTypes {
  private func named(_ node: DeclReferenceExprSyntax, _ steps: Int) -> Object? {
    let name = Naming.identifier(node.baseName.text)
    switch node.baseName.tokenKind {
    case .keyword(.self), .keyword(.super):
      return type.map { Object(info: $0, scope: $0, isSelf: true) }
    case .keyword(.Self): return type.map { Object(info: $0, scope: $0, isType: true) }
    case .dollarIdentifier("$0"):
      return node.closureAround { $0.signature?.parameterClause == nil }.flatMap {
        handed(to: $0, steps)
      }
    default: break
    }
    switch LocalDeclaration.find(name, at: node) {
    case .type(let written): return object(of: written, in: type)
    case .value(let value, _): return object(value, steps: steps + 1)
    case .element(let list): return object(list, steps: steps + 1).flatMap(element)
    case .unknown:
      return node.closureAround { $0.parameterNames.first == name }.flatMap {
        handed(to: $0, steps)
      }
    case nil: return property(name, steps) ?? typed(name)
    }
  }

  private func property(_ name: String, _ steps: Int) -> Object? {
    type.flatMap { member(name, of: Object(info: $0), steps) } ?? global(name, steps)
  }

  private func typed(_ name: String) -> Object? {
    let key = index.resolve(name: name, in: type, module: file.module, file: file)
    return index.info(key).map { Object(info: $0, isType: true) }
  }

  private func global(_ name: String, _ steps: Int) -> Object? {
    for item in file.tree.statements {
      for binding in item.item.as(VariableDeclSyntax.self)?.bindings ?? []
      where binding.boundName == name {
        return binding.typeAnnotation.flatMap { object(of: $0.type, in: nil) }
          ?? binding.initializer.flatMap { object($0.value, steps: steps + 1) }
      }
    }
    return nil
  }

  /// What a collection that an expression names has.
  private func element(of list: Object) -> Object? {
    list.written?.elementType.flatMap { object(of: $0, in: list.scope) }
  }

  /// Properties and methods of collections that give an element.
  private static let choosers: Set = [
    "first", "last", "randomElement", "popFirst", "popLast", "removeFirst", "removeLast", "remove",
    "removeValue", "min", "max",
  ]
  /// Those that give a collection of the same.
  private static let same: Set = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "values",
    "shuffled",
  ]
}

// MARK: - Members

extension ObjectTypes {
  private func member(_ name: String, of owner: Object, _ steps: Int) -> Object? {
    if name == "self" { return owner }
    if let info = owner.info { return member(name, of: info, isType: owner.isType, steps) }
    if Self.same.contains(name) { return owner }
    return Self.choosers.contains(name) ? element(of: owner) : nil
  }

  private func member(
    _ name: String, of info: TypeInfo, isType: Bool, _ steps: Int
  ) -> Object? {
    guard steps < Self.mostSteps else { return nil }
    let stored = info.stored.filter { $0.property.name == name }
    if let found = stored.first(where: { $0.property.isStatic == isType }) ?? stored.first {
      if let written = found.property.type ?? found.property.injectedType {
        return object(of: written, in: info)
      }
      return found.property.initializer.flatMap {
        ObjectTypes(index: index, file: found.file, type: info).object($0, steps: steps + 1)
      }
    }
    if let written = info.computed.first(where: { $0.name == name })?.type
      ?? info.requirement(name)
    {
      return object(of: written, in: info)
    }
    if isType,
      let inner = index.info(index.resolve(name: "Self.\(name)", in: info, module: info.module))
    {
      return Object(info: inner, isType: true)
    }
    return bases(of: info).lazy.compactMap {
      member(name, of: $0, isType: isType, steps + 1)
    }.first
  }

  /// The types that a type inherits from or conforms to.
  private func bases(of info: TypeInfo) -> [TypeInfo] {
    info.inherited.compactMap {
      index.info(
        index.resolve(
          name: Naming.typeName($0), in: index.type(around: info), module: info.module,
          file: info.file))
    }.filter { $0 !== info }
  }
}

// MARK: - Calls

extension ObjectTypes {
  /// What a call answers or makes.
  private func answer(of call: FunctionCallExprSyntax, _ steps: Int) -> Object? {
    let name = call.calleeName
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      if let made = made(by: call.calledExpression) { return made }
      let own = type.map { functions(name, of: $0, steps) } ?? []
      return answer(of: own.isEmpty ? index.globals[name] ?? [] : own)
    }
    guard let owner = member.base.flatMap({ object($0, steps: steps + 1) }) else { return nil }
    if owner.isType {
      if name == "init" { return owner.info.map { Object(info: $0) } }
      if let inner = self.member(name, of: owner, steps), inner.isType {
        return Object(info: inner.info)
      }
    }
    if let info = owner.info { return answer(of: functions(name, of: info, steps)) }
    return self.member(name, of: owner, steps)
  }

  /// What an initializer makes.
  private func made(by callee: ExprSyntax) -> Object? {
    let callee = callee.as(GenericSpecializationExprSyntax.self)?.expression ?? callee
    guard let node = callee.as(DeclReferenceExprSyntax.self),
      case let name = Naming.identifier(node.baseName.text), name.first?.isUppercase ?? false,
      LocalDeclaration.find(name, at: node) == nil
    else { return nil }
    if name == "Self" { return type.map { Object(info: $0) } }
    let written = TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
    return object(of: LocalDeclaration.alias(name, at: node) ?? written, in: type)
  }

  private func functions(_ name: String, of info: TypeInfo, _ steps: Int) -> [FunctionInfo] {
    let own = info.functions.filter { $0.name == name }
    guard own.isEmpty, steps < Self.mostSteps else { return own }
    return bases(of: info).lazy.map { functions(name, of: $0, steps + 1) }.first { !$0.isEmpty }
      ?? []
  }

  /// What all of some functions answer.
  private func answer(of functions: [FunctionInfo]) -> Object? {
    let types = functions.compactMap(\.returnType)
    guard let first = functions.first, let written = types.first, types.count == functions.count,
      Set(types.map(\.trimmedText)).count == 1,
      functions.allSatisfy({ !$0.genericNames.contains(Reach.baseName(of: written) ?? "") })
    else { return nil }
    return object(of: written, in: index.info(first.owner))
  }

  /// What a closure is handed that a method of a collection, of an optional or of this type runs.
  private func handed(to closure: ClosureExprSyntax, _ steps: Int) -> Object? {
    guard let call = closure.handedTo?.call else { return nil }
    let name = call.calleeName
    guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base, !base.isSelf
    else { return type.flatMap { taken(by: functions(name, of: $0, steps)) } }
    guard let owner = object(base, steps: steps + 1), !owner.isType else { return nil }
    if Self.walkers.contains(name) {
      if let element = element(of: owner) { return element }
      return ["map", "flatMap"].contains(name) ? owner : nil
    }
    return owner.info.flatMap { taken(by: functions(name, of: $0, steps)) }
  }

  private static let walkers: Set = [
    "forEach", "map", "flatMap", "compactMap", "filter", "first", "last", "contains", "allSatisfy",
    "sorted", "removeAll", "drop", "prefix",
  ]

  /// What a function hands to the code that it takes.
  private func taken(by functions: [FunctionInfo]) -> Object? {
    let types = functions.flatMap(\.parameters).compactMap { $0.type.codeType?.parameters.first }
    guard types.count == 1, let written = types.first?.type, let owner = functions.first?.owner
    else { return nil }
    return object(of: written, in: index.info(owner))
  }
}

extension PatternBindingSyntax {
  fileprivate var boundName: String? {
    pattern.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }
}

extension StoredProperty {
  /// The type that an attribute names: `@Environment(Gate.self) var gate`.
  fileprivate var injectedType: TypeSyntax? {
    for case .attribute(let attribute) in declaration.attributes {
      guard case .argumentList(let arguments)? = attribute.arguments,
        let member = arguments.first?.expression.as(MemberAccessExprSyntax.self),
        member.declName.baseName.tokenKind == .keyword(.self),
        let name = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
      else { continue }
      return TypeSyntax(IdentifierTypeSyntax(name: .identifier(name)))
    }
    return nil
  }
}

extension TypeInfo {
  /// The type of a property that a protocol requires.
  fileprivate func requirement(_ name: String) -> TypeSyntax? {
    let members = node.as(ProtocolDeclSyntax.self)?.memberBlock.members ?? []
    return members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
      .first { $0.boundName == name }?.typeAnnotation?.type
  }
}

extension TypeSyntax {
  /// What a collection of the type has.
  var elementType: TypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .arrayType(let type): return type.element
    case .dictionaryType(let type): return type.value
    case .identifierType(let type):
      guard Self.collections.contains(type.name.text),
        case .type(let element)? = type.genericArgumentClause?.arguments.last?.argument
      else { return nil }
      return element
    default: return nil
    }
  }

  private static let collections: Set = [
    "Array", "ArraySlice", "ContiguousArray", "Set", "Dictionary", "Deque", "OrderedSet",
    "OrderedDictionary", "IdentifiedArrayOf",
  ]

  /// The function type that it is, attributes and optionality left out.
  fileprivate var codeType: FunctionTypeSyntax? {
    switch self.as(TypeSyntaxEnum.self) {
    case .functionType(let type): type
    case .attributedType(let type): type.baseType.codeType
    case .optionalType(let type): type.wrappedType.codeType
    case .tupleType(let type) where type.elements.count == 1: type.elements.first?.type.codeType
    default: nil
    }
  }
}

extension DeclReferenceExprSyntax {
  /// The nearest closure around it, inside of its function, that passes a test.
  fileprivate func closureAround(_ test: (ClosureExprSyntax) -> Bool) -> ClosureExprSyntax? {
    var current = parent
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if let closure = node.as(ClosureExprSyntax.self), test(closure) { return closure }
      current = node.parent
    }
    return nil
  }
}
