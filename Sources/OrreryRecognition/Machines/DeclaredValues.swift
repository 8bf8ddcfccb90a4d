import OrreryLowering
import OrrerySyntax
import SwiftSyntax

/// The values of a property of a struct state, where its declaration says that they are few.
package struct DeclaredValues {
  package enum Kind {
    /// Yes or no.
    case answer
    /// The cases of an enum; of another optional only whether it is there.
    case cases
    /// A stack of the screens that an enum of reducers or of routes lists: `StackState<Path.State>`.
    case screens
  }

  package var kind: Kind
  package var type: TypeInfo?
  package var isOptional = false
  /// The value that it starts with.
  package var initial: String?

  /// The value of a stack that is empty.
  package static let root = "root"
}

extension Site {
  /// Nothing where a property may have many values.
  package func values(of stored: StoredInfo, in index: SourceIndex) -> DeclaredValues? {
    let (type, start) = (stored.property.type, stored.property.initializer)
    if let stack = stack(stored, in: index) { return stack }
    if let optional = type?.as(OptionalTypeSyntax.self) {
      let isAbsent = start?.is(NilLiteralExprSyntax.self) ?? true
      let values =
        Forwarding.isChild(stored) ? nil : cases(stored, optional.wrappedType, in: index)
      return DeclaredValues(
        kind: .cases, type: values?.type, isOptional: true,
        initial: isAbsent ? "nil" : values?.initial)
    }
    let literal = start?.as(BooleanLiteralExprSyntax.self)
    if type?.trimmedText == "Bool" || (type == nil && literal != nil) {
      return DeclaredValues(kind: .answer, initial: literal?.literal.text)
    }
    return cases(stored, type, in: index)
  }

  private func stack(_ stored: StoredInfo, in index: SourceIndex) -> DeclaredValues? {
    let start = stored.property.initializer?.as(FunctionCallExprSyntax.self)
    let written = start?.calledExpression.as(GenericSpecializationExprSyntax.self)
    let type = stored.property.type?.as(IdentifierTypeSyntax.self)
    let name = type?.name.text ?? written?.expression.trimmedText
    let arguments = type?.genericArgumentClause ?? written?.genericArgumentClause
    guard name == "StackState" || name == "StackStateOf",
      let element = arguments?.arguments.first?.type,
      let info = index.info(
        index.reducer(ofState: element, in: state)
          ?? index.resolve(element, in: state)),
      info.kind == .enum
    else { return nil }
    let isEmpty = start?.arguments.isEmpty ?? true
    return DeclaredValues(
      kind: .screens, type: info, initial: isEmpty ? DeclaredValues.root : nil)
  }

  private func cases(
    _ stored: StoredInfo, _ type: TypeSyntax?, in index: SourceIndex
  ) -> DeclaredValues? {
    let start = stored.property.initializer
    let callee = start?.as(FunctionCallExprSyntax.self)?.calledExpression ?? start
    let member = callee?.as(MemberAccessExprSyntax.self)
    let key =
      index.resolve(type, in: state)
      ?? member?.base.flatMap {
        index.resolve(name: $0.trimmedText, in: state)
      } ?? index.reducer(ofState: type, in: state)
    guard let info = index.info(key), info.kind == .enum, !info.cases.isEmpty else { return nil }
    let initial = (member?.declName.baseName.text).flatMap { info.enumCase($0)?.name }
    return DeclaredValues(kind: .cases, type: info, initial: initial)
  }
}

// MARK: - Starts

extension Site {
  /// The case that a reducer's state is declared to start in.
  package var initialCase: String? {
    initial.flatMap {
      $0.is(NilLiteralExprSyntax.self) ? Self.absent : CaseNames.made(by: $0, of: state)
    }
  }

  /// What the declared start value of a struct state gives a property.
  package func start(of property: String) -> String? {
    let start = initial.map { state.constant($0) ?? $0 }
    let arguments = start?.as(FunctionCallExprSyntax.self)?.arguments
    guard let value = arguments?.first(where: { $0.label?.text == property })?.expression else {
      return nil
    }
    return value.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? value.folded
  }
}
