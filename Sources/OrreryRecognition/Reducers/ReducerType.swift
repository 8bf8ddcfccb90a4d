import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The type of a reducer as it is written: `Reducer<State, Action>`, `Library.Reducer<…>`.
struct ReducerType {
  var name: String
  /// The generic arguments.
  var types: [TypeSyntax]

  static let names: Set = ["Reduce", "Reducer", "AnyReducer"]
  /// What makes a value of the type: its initializer, or a static function of a library.
  private static let makers: Set = ["init", "reduce"]

  init(name: String, types: [TypeSyntax]) { (self.name, self.types) = (name, types) }

  /// Nothing for a type that has no name.
  init?(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type):
      self.init(
        name: Naming.identifier(type.name.text), types: Self.types(type.genericArgumentClause))
    case .memberType(let type):
      self.init(
        name: Naming.identifier(type.name.text), types: Self.types(type.genericArgumentClause))
    default: return nil
    }
  }

  /// What a call makes: `Reducer<State, Action> { … }`, `Mutex(State.idle)`.
  init?(madeBy call: FunctionCallExprSyntax) {
    let generic = Self.specialization(in: call.calledExpression)
    guard let name = Self.name(of: generic?.expression ?? call.calledExpression),
      name.first?.isUppercase ?? false
    else { return nil }
    self.init(name: name, types: Self.types(generic?.genericArgumentClause))
  }

  /// The type that a property is declared with, or that it starts as.
  init?(of property: StoredProperty) {
    let call = property.initializer?.as(FunctionCallExprSyntax.self)
    let written = property.type.flatMap { Self($0.presentType) }
    guard let type = written ?? call.flatMap({ Self(madeBy: $0) }) else { return nil }
    self = type
  }

  /// The type with its arguments that a call makes a value of: `Reducer<State, Action> { … }`.
  static func specialization(in callee: ExprSyntax) -> GenericSpecializationExprSyntax? {
    if let member = callee.as(MemberAccessExprSyntax.self),
      makers.contains(member.declName.baseName.text)
    {
      return member.base?.as(GenericSpecializationExprSyntax.self)
    }
    return callee.as(GenericSpecializationExprSyntax.self)
  }

  /// The last part of a type's name in a call: `Reducer` of `Library.Reducer { … }`, or of
  /// `Reducer.init { … }`.
  static func name(of callee: ExprSyntax) -> String? {
    if let name = callee.as(DeclReferenceExprSyntax.self) {
      return Naming.identifier(name.baseName.text)
    }
    guard let member = callee.as(MemberAccessExprSyntax.self), let base = member.base else {
      return nil
    }
    let name = Naming.identifier(member.declName.baseName.text)
    if makers.contains(name) { return self.name(of: base) }
    let isType = self.name(of: base)?.first?.isUppercase ?? false
    return isType && name.first?.isUppercase ?? false ? name : nil
  }

  /// Whether a property or a function is declared to give a reducer: `some ReducerOf<Self>`.
  static func isReducer(_ type: TypeSyntax?) -> Bool {
    let constraint = type?.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    let name = constraint.flatMap { ReducerType($0) }?.name
    return name.map { names.contains($0) || ["ReducerOf", "ReducerProtocol"].contains($0) } ?? false
  }

  static func types(_ clause: GenericArgumentClauseSyntax?) -> [TypeSyntax] {
    clause?.arguments.types ?? []
  }

  /// The annotation or result type of the declaration around a call.
  static func annotation(around node: Syntax) -> ReducerType? {
    node.ancestors.lazy.prefix { !$0.is(MemberBlockSyntax.self) }.compactMap { parent in
      let type =
        parent.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        ?? parent.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
      return type.flatMap { ReducerType($0) }
    }.first
  }
}

extension ReduceClosure {
  /// A closure of a type that says what it reduces; nothing where the type is none of a reducer.
  init?(_ node: ClosureExprSyntax, names: [String], _ type: TypeSyntax) {
    if let whole = ReducerType(type), ReducerType.names.contains(whole.name),
      !whole.types.isEmpty
    {
      // `Reducer<State>` answers with the next state, whatever the action.
      let result = whole.types.count == 1 ? whole.types[0] : nil
      self.init(
        node: node, types: whole.types, names: names, result: result, typeName: whole.name)
      return
    }
    guard let function = type.plainFunction, function.isReducer else { return nil }
    let types = function.parameters.map { parameter in
      parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
    }
    self.init(node: node, types: types, names: names, result: function.returnClause.type)
  }
}

extension FunctionTypeSyntax {
  /// Whether functions of the type change the state, or answer with the next one; and their event is
  /// something else.
  var isReducer: Bool {
    let types = parameters.map { parameter in
      (parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type).trimmedText
    }
    let changes = parameters.contains { $0.type.is(AttributedTypeSyntax.self) }
    return (changes || types.contains(returnClause.type.trimmedText))
      && Set(types.prefix(2)).count == 2
  }
}
