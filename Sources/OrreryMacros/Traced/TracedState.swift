import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The property that holds the state of a machine, as `@Traced` sees it.
struct TracedState {
  /// The property as code names it.
  let name: String
  let property: StoredProperty?
  /// The enum that is its type, where the macro sees that.
  let cases: EnumDeclSyntax?
  let isOptional: Bool
  /// The type of what a lock holds; nothing where the property is the state itself.
  let locked: String?

  /// The types that hold a value which is read and written within a closure.
  static let locks = [
    "Mutex", "NIOLockedValueBox", "ManagedCriticalState", "OSAllocatedUnfairLock", "LockIsolated",
    "Locked", "Lock", "Protected",
  ]

  /// The property of that name; nothing where the type stores none.
  init?(named name: String, in declaration: some DeclGroupSyntax) {
    let members = declaration.memberBlock.members
    let all = StoredProperty.all(in: members).filter { !$0.isStatic }
    guard let property = all.first(where: { $0.name == name }) else { return nil }
    self.init(property, in: declaration)
  }

  /// The property of that name of a type that is declared elsewhere.
  init(elsewhere name: String) {
    self.name = name
    (property, cases, isOptional, locked) = (nil, nil, false, nil)
  }

  private init(_ property: StoredProperty, in declaration: some DeclGroupSyntax) {
    let written = property.type ?? property.initializer.flatMap(Self.type)
    let held = written.flatMap(Self.held)
    let inner = held ?? written
    let wrapped = inner?.as(OptionalTypeSyntax.self)?.wrappedType
    name = property.spelling
    self.property = property
    isOptional = wrapped != nil
    locked = held?.trimmedDescription
    let type = (wrapped ?? inner)?.trimmedDescription.split(separator: ".").last.map(String.init)
    cases = Members.all(in: declaration.memberBlock.members).lazy
      .compactMap { $0.declaration.as(EnumDeclSyntax.self) }
      .first { $0.name.text == type }
  }

  /// Whether the type is known to be no enum: the macro sees its declaration, or Swift has it.
  func isNoEnum(in declaration: some DeclGroupSyntax) -> Bool {
    guard cases == nil, locked == nil, let property else { return false }
    let type = property.type?.trimmedDescription ?? ""
    let plain = ["Bool", "Int", "String", "Double", "UInt", "Set", "Array", "Dictionary"]
    let isLiteral = property.initializer.map {
      [.booleanLiteralExpr, .integerLiteralExpr, .stringLiteralExpr, .arrayExpr].contains($0.kind)
    }
    if property.type?.is(ArrayTypeSyntax.self) == true || plain.contains(type) || isLiteral == true
    {
      return true
    }
    return Members.all(in: declaration.memberBlock.members).contains {
      $0.declaration.as(StructDeclSyntax.self)?.name.text == type
    }
  }

  /// The type that holds the state and is not known as a lock.
  var container: String? {
    guard cases == nil, locked == nil, let property else { return nil }
    let type = property.type ?? property.initializer.flatMap(Self.container)
    let generic = type?.as(IdentifierTypeSyntax.self)
    guard let generic, generic.genericArgumentClause != nil else { return nil }
    return generic.name.text
  }

  /// The type that an initial value calls to hold another one: `Guarded(State.idle)`.
  private static func container(of value: ExprSyntax) -> TypeSyntax? {
    guard let call = value.as(FunctionCallExprSyntax.self), let only = call.arguments.first,
      only.label == nil
    else { return nil }
    if let generic = call.calledExpression.as(GenericSpecializationExprSyntax.self) {
      return "\(generic.trimmed)"
    }
    guard let name = call.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text,
      name.first?.isUppercase == true, let inner = type(of: only.expression)
    else { return nil }
    return "\(raw: name)<\(inner)>"
  }

  /// Whether the state is one that cannot be copied, such as one that is switched over by `consume`.
  var isNoncopyable: Bool {
    cases?.inheritanceClause?.inheritedTypes.contains { $0.type.trimmedDescription == "~Copyable" }
      ?? false
  }

  /// The type that an initial value names: `State.idle`, `State()`, `Mutex(State.idle)`.
  private static func type(of value: ExprSyntax) -> TypeSyntax? {
    if let call = value.as(FunctionCallExprSyntax.self) {
      guard let lock = call.calledExpression.as(DeclReferenceExprSyntax.self),
        locks.contains(lock.baseName.text)
      else { return type(of: call.calledExpression) }
      let inner = call.arguments.first.flatMap { type(of: $0.expression) }
      return inner.map { "\(raw: lock.baseName.text)<\($0)>" }
    }
    if let generic = value.as(GenericSpecializationExprSyntax.self) {
      return "\(generic.trimmed)"
    }
    guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base else {
      return value.as(DeclReferenceExprSyntax.self).map { "\($0.trimmed)" }
    }
    let isType = member.declName.baseName.text.first?.isUppercase ?? false
    return isType ? "\(member.trimmed)" : "\(base.trimmed)"
  }

  /// What a lock of some type holds.
  private static func held(in type: TypeSyntax) -> TypeSyntax? {
    guard let name = type.as(IdentifierTypeSyntax.self), locks.contains(name.name.text) else {
      return nil
    }
    return name.genericArgumentClause?.arguments.types.first?.trimmed
  }
}

// MARK: - The instance

extension TracedState {
  /// Whether copies of a machine may go different ways, and the instance may be a variable: one that who
  /// makes the machine could give it would change how it is made.
  func isCopied(with declaration: some DeclGroupSyntax) -> Bool {
    guard let type = declaration.as(StructDeclSyntax.self), locked == nil, let property else {
      return false
    }
    let isCopyable =
      type.inheritanceClause?.inheritedTypes.contains { $0.type.trimmedDescription == "~Copyable" }
      != true
    return isCopyable && (Self.declaresInit(declaration) || property.isPrivate)
  }

  /// The state that a machine starts in where nobody gives it another one; nothing where nobody can.
  func usualStart(in declaration: some DeclGroupSyntax) -> String? {
    guard declaration.is(StructDeclSyntax.self), locked == nil, let property, !property.isPrivate,
      !Self.declaresInit(declaration), let value = property.initializer, let cases
    else { return nil }
    if isOptional, value.is(NilLiteralExprSyntax.self) { return "nil" }
    let callee = value.as(FunctionCallExprSyntax.self)?.calledExpression ?? value
    let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    return EnumCase.all(in: cases).first { $0.spelling == name }?.name
  }

  private static func declaresInit(_ declaration: some DeclGroupSyntax) -> Bool {
    Members.all(in: declaration.memberBlock.members).contains {
      $0.declaration.is(InitializerDeclSyntax.self)
    }
  }
}

extension DeclModifierSyntax {
  fileprivate var isPrivate: Bool {
    [.keyword(.private), .keyword(.fileprivate)].contains(name.tokenKind)
  }
}

// MARK: - The name of a state, as code

extension TracedState {
  /// The member that names the state; behind a lock, a function that names what the lock holds.
  var nameMember: String {
    guard let locked else {
      return """
        var _tracedState: String {
          \(naming("self.\(name)", indentation: "  "))
        }
        """
    }
    let ownership = isNoncopyable ? "borrowing " : ""
    // Where the enum is seen, methods of other files may do something with it.
    let isSeen = cases.map { !$0.modifiers.contains { $0.isPrivate } } ?? false
    return """
      \(isSeen ? "" : "private ")static func _tracedState(_ state: \(ownership)\(locked)) -> String {
        \(naming("state", indentation: "  "))
      }
      """
  }

  /// What tells of a method that is marked by hand, but does nothing in the lock itself.
  var unreadableMember: String {
    let message =
      "'\(name)' is behind a lock: '@TracedMethod' marks methods that call '\(name).with…' themselves"
    return """
      @available(*, unavailable, message: \(literal(message)))
      var _tracedState: String {
        ""
      }
      """
  }

  private func naming(_ value: String, indentation: String) -> String {
    let all = cases.map(EnumCase.all) ?? []
    // The code that says which cases there are is not the macro's to read.
    guard !all.isEmpty, !all.contains(where: \.isConditional) else {
      return "OrreryTraced.TracedName.of(\(value))"
    }
    var seen: Set<String> = []
    var clauses = all.filter { seen.insert($0.name).inserted }.map { known in
      let pattern = isOptional ? "some(.\(known.spelling))" : known.spelling
      return "case .\(pattern): \(literal(known.name))"
    }
    if isOptional { clauses.append("case nil: \"nil\"") }
    let lines = clauses.map { "\(indentation)\($0)\n" }.joined()
    return "switch \(value) {\n\(lines)\(indentation)}"
  }
}
