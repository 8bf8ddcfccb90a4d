import OrreryProgram
import OrreryTrace
import SwiftSyntax

/// Functions with what their declarations say; parameters and body are lowered when asked for.
extension LoweringContext {
  /// - Parameters:
  ///   - level: How many functions are around it.
  ///   - names: What the function sees of those.
  func function(
    _ info: FunctionInfo, level: Int = 0, names: @escaping () -> Names = { Names() }
  ) -> Function {
    let effects = info.node.effects
    let statement = statement(info.node)
    let function = Function(
      id: statement.id, name: info.name, kind: info.kind, owner: info.owner,
      isStatic: info.isStatic, isMutating: info.isMutating, isAsync: effects?.asyncSpecifier != nil,
      isThrowing: effects?.throwsClause != nil, isOnActor: info.isOnActor,
      endsAtOnce: info.endsAtOnce,
      isOverridable: !info.isStatic
        && isOverridable(info.fullName, of: info.owner, isOpen: info.has(.open)),
      returnType: info.returnType.map { reference($0, names()) },
      location: statement.location,
      isFailable: info.node.as(InitializerDeclSyntax.self)?.optionalMark != nil
    ) {
      let lowering = FunctionLowering(self, names: names(), level: level, statement: statement)
      let parameters = lowering.parameters(of: info)
      guard let items = info.body?.statements else { return (parameters, nil) }
      lowering.lower(items, to: info.answersNothing ? .nothing : .result)
      return (parameters, lowering.finished())
    }
    function.isPrivate = info.isPrivate
    return function
  }

  func getter(_ info: ComputedInfo) -> Function {
    let statement = statement(info.body)
    let accessor = info.body.parent?.parent?.as(AccessorDeclSyntax.self)
    let effects = accessor?.effectSpecifiers
    return Function(
      id: statement.id, name: info.name, kind: .getter, owner: info.owner,
      isStatic: info.isStatic, isMutating: info.isMutating,
      isAsync: effects?.asyncSpecifier != nil, isThrowing: effects?.throwsClause != nil,
      isOverridable: !info.isStatic
        && isOverridable(info.name, of: info.owner, isOpen: info.isOpen),
      returnType: info.type.map { reference($0) },
      location: statement.location
    ) {
      let lowering = FunctionLowering(self, names: Names(), level: 0, statement: statement)
      lowering.lower(info.body, to: info.type.map(\.returnsValue) ?? true ? .result : .nothing)
      return ([], lowering.finished())
    }
  }

  private func isOverridable(_ member: String, of owner: String?, isOpen: Bool) -> Bool {
    guard let owner = index.info(owner), !owner.isFinal else { return false }
    return isOpen || owner.overriddenBelow.contains(member)
  }
}

extension FunctionLowering {
  fileprivate func parameters(of info: FunctionInfo) -> [Function.Parameter] {
    if let value = info.accessorValue {
      return [Function.Parameter(label: nil, variable: declare(value), type: nil)]
    }
    // What a parameter is left out for sees none of the others.
    let outside = names
    let variables = info.parameters.map { parameter in
      declare(parameter.ownName)
    }
    let inside = names
    names = outside
    defer { names = inside }
    return zip(info.parameters, variables).map { parameter, variable in
      let label = Naming.identifier(parameter.firstName.text)
      var result = Function.Parameter(
        label: label == "_" ? nil : label, variable: variable,
        type: context.reference(parameter.type, names), isInOut: parameter.type.inOutBase != nil,
        isVariadic: parameter.ellipsis != nil,
        standard: parameter.defaultValue.map { lower($0.value) })
      if parameter.type.isCode { result.code = parameter.type.isLent ? .lent : .kept }
      return result
    }
  }
}

extension FunctionInfo {
  fileprivate var kind: Function.Kind {
    if node.is(InitializerDeclSyntax.self) { return .initializer }
    if isDeinitializer { return .deinitializer }
    switch node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind {
    case .keyword(.set): return .setter
    case .keyword(.willSet): return .willSet
    case .keyword(.didSet): return .didSet
    case .keyword(._modify): return .modify
    default: return .function
    }
  }

  /// Whether an attribute says on which actor it runs.
  fileprivate var isOnActor: Bool {
    node.asProtocol((any WithAttributesSyntax).self)?.attributes.types.contains {
      $0.trimmedText.hasSuffix("Actor")
    } ?? false
  }
}

extension DeclSyntax {
  fileprivate var effects: (any EffectSpecifiersSyntax)? {
    let signature =
      self.as(FunctionDeclSyntax.self)?.signature ?? self.as(InitializerDeclSyntax.self)?.signature
    return signature?.effectSpecifiers ?? self.as(AccessorDeclSyntax.self)?.effectSpecifiers
  }
}
