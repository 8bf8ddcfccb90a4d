import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What calls answer, and what they hand to closures.
extension ObjectTypes {
  /// What a call answers or makes.
  func answer(of call: FunctionCallExprSyntax, _ steps: Int) -> Object? {
    let name = call.calleeName
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self) else {
      if let made = made(by: call.calledExpression) { return made }
      if case .type(let written)? = LocalDeclaration.find(name, at: call) {
        return written.presentType.codeType.flatMap { object(of: $0.returnClause.type, in: type) }
      }
      let own = type.map { functions(name, of: $0, steps) } ?? []
      return answer(of: own.isEmpty ? index.globals[name] ?? [] : own)
    }
    guard let owner = member.base.flatMap({ object($0, steps: steps + 1) }) else { return nil }
    if name == "joined" { return element(of: owner) }
    if ["takeUnretainedValue", "takeRetainedValue"].contains(name), owner.info == nil {
      return owner.written?.genericTypes?.first.flatMap { object(of: $0, in: owner.scope) }
    }
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

  func functions(_ name: String, of info: TypeInfo, _ steps: Int) -> [FunctionInfo] {
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
  ///
  /// - Parameter offset: Which of the closure's parameters it is.
  func handed(_ offset: Int, to closure: ClosureExprSyntax, _ steps: Int) -> Object? {
    guard let call = closure.handedTo?.call else { return nil }
    let name = call.calleeName
    guard let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base, !base.isSelf
    else { return type.flatMap { taken(offset, by: functions(name, of: $0, steps)) } }
    if Self.walkers.contains(name), offset > 0 || closure.parameterNames.count > 1 {
      return part(offset, ofEachOf: base, steps + 1)
    }
    guard let owner = object(base, steps: steps + 1), !owner.isType else { return nil }
    if Self.walkers.contains(name) {
      if let element = element(of: owner) { return element }
      return ["map", "flatMap"].contains(name) ? owner : nil
    }
    return owner.info.flatMap { taken(offset, by: functions(name, of: $0, steps)) }
  }

  private static let walkers: Set = [
    "forEach", "map", "flatMap", "compactMap", "filter", "first", "last", "contains", "allSatisfy",
    "sorted", "removeAll", "drop", "prefix",
  ]

  /// What a function hands to the code that it takes.
  private func taken(_ offset: Int, by functions: [FunctionInfo]) -> Object? {
    let types = functions.flatMap(\.parameters).compactMap { $0.type.codeType?.parameters }
      .filter { $0.count > offset }
    guard types.count == 1, let written = types.first.map({ Array($0)[offset].type }),
      let owner = functions.first?.owner
    else { return nil }
    return object(of: written, in: index.info(owner))
  }
}

extension TypeSyntax {
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
