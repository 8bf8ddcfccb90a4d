import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A type as it is written, by the last part of its name: `Reducer<State, Action>`, `Library.Mutex<State>`.
struct NamedType {
  var name: String
  /// The generic arguments.
  var types: [TypeSyntax]

  /// The types of reducers.
  static let reducers: Set = ["Reduce", "Reducer", "AnyReducer"]
  /// What makes a value of the type: its initializer, or a static function of a library.
  private static let makers: Set = ["init", "reduce"]

  init(name: String, types: [TypeSyntax]) { (self.name, self.types) = (name, types) }

  /// Nothing for a type that has no name.
  init?(_ type: TypeSyntax) {
    switch type.as(TypeSyntaxEnum.self) {
    case .identifierType(let type): self.init(type.name, type.genericArgumentClause)
    case .memberType(let type): self.init(type.name, type.genericArgumentClause)
    default: return nil
    }
  }

  private init(_ name: TokenSyntax, _ arguments: GenericArgumentClauseSyntax?) {
    self.init(name: Naming.identifier(name.text), types: Self.types(arguments))
  }

  /// What a call makes: `Reducer<State, Action> { … }`, `Mutex(State.idle)`.
  init?(madeBy call: FunctionCallExprSyntax) {
    self.init(calleeOf: call)
    guard name.first?.isUppercase ?? false else { return nil }
  }

  /// What a call names, which may be a type that does not start with a capital letter.
  init?(calleeOf call: FunctionCallExprSyntax) {
    let generic = Self.specialization(in: call.calledExpression)
    guard let name = Self.name(of: generic?.expression ?? call.calledExpression) else { return nil }
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
  private static func specialization(in callee: ExprSyntax) -> GenericSpecializationExprSyntax? {
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
    guard let member = callee.as(MemberAccessExprSyntax.self) else { return callee.plainName }
    guard let base = member.base else { return nil }
    let name = Naming.identifier(member.declName.baseName.text)
    if makers.contains(name) { return self.name(of: base) }
    let isType = self.name(of: base)?.first?.isUppercase ?? false
    return isType && name.first?.isUppercase ?? false ? name : nil
  }

  /// Whether a property or a function is declared to give a reducer: `some ReducerOf<Self>`.
  static func isReducer(_ type: TypeSyntax?) -> Bool {
    let constraint = type?.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
    let name = constraint.flatMap { NamedType($0) }?.name
    return name.map { reducers.contains($0) || ["ReducerOf", "ReducerProtocol"].contains($0) }
      ?? false
  }

  static func types(_ clause: GenericArgumentClauseSyntax?) -> [TypeSyntax] {
    clause?.arguments.types ?? []
  }

  /// The annotation or result type of the declaration around a call.
  static func annotation(around node: Syntax) -> NamedType? {
    node.ancestors.lazy.prefix { !$0.is(MemberBlockSyntax.self) }.compactMap { parent in
      let type =
        parent.as(PatternBindingSyntax.self)?.typeAnnotation?.type
        ?? parent.as(FunctionDeclSyntax.self)?.signature.returnClause?.type
      return type.flatMap { NamedType($0) }
    }.first
  }
}
