import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A part of a feature's state that another reducer is for, and the case that carries its actions.
struct ChildDomain {
  enum Kind {
    /// `@Presents var edit: Edit.State?`.
    case presented
    /// `@Presents var alert: AlertState<Action.Alert>?`: no reducer of its own.
    case brief
    /// `var path = StackState<Path.State>()`.
    case stack
    /// `var edit: Edit.State?`.
    case optional
    /// `var rows: IdentifiedArrayOf<Row.State>`.
    case collection
    /// `var edit: Edit.State`.
    case always
  }

  var kind: Kind
  var property: StoredInfo
  var action: EnumCase
  /// The feature, as it is written; nothing for an alert.
  var feature: String?

  var name: String { property.property.name }

  /// Whether its reducer would do anything, as far as the source is read.
  func doesSomething(in index: SourceIndex, for state: TypeInfo) -> Bool {
    guard let feature,
      let info = index.info(index.resolve(name: feature, in: state, module: state.module)),
      info.kind != .enum
    else { return true }
    return info.computed.contains { $0.name == "body" }
      || info.functions.contains { $0.name == "reduce" }
  }

  /// What has to stand in the body for it.
  var reducer: String {
    let path = kind == .presented || kind == .brief ? "$\(name)" : name
    let made = feature.map { "\($0)()" } ?? "…"
    return switch kind {
    case .brief: ".ifLet(\\.\(path), action: \\.\(action.name))"
    case .presented, .optional: ".ifLet(\\.\(path), action: \\.\(action.name)) { \(made) }"
    case .stack, .collection: ".forEach(\\.\(path), action: \\.\(action.name)) { \(made) }"
    case .always: "Scope(state: \\.\(path), action: \\.\(action.name)) { \(made) }"
    }
  }
}

extension ChildDomain {
  /// The children of a feature, where state and action surely belong together.
  static func all(of feature: Feature, in index: SourceIndex) -> [ChildDomain] {
    guard let state = feature.state, let action = feature.action, action.kind == .enum else {
      return []
    }
    let reader = Reader(index: index, state: state, action: action)
    let candidates = feature.stateProperties.compactMap(reader.candidate)
    return candidates.compactMap { candidate in
      let rivals = candidates.filter { $0.key == candidate.key && $0.kind == candidate.kind }
      return reader.action(for: candidate, isOnlyOne: rivals.count == 1).map {
        ChildDomain(
          kind: candidate.kind, property: candidate.property, action: $0,
          feature: candidate.feature)
      }
    }
  }

  private struct Candidate {
    var kind: Kind
    var property: StoredInfo
    /// What the child is known by: the key of its feature, or its name.
    var key: String
    var feature: String?
  }

  private struct Reader {
    let index: SourceIndex
    let state: TypeInfo
    let action: TypeInfo

    func candidate(_ stored: StoredInfo) -> Candidate? {
      guard let written = stored.property.type ?? stored.property.initializer?.madeType else {
        return nil
      }
      let isOptional = written.is(OptionalTypeSyntax.self)
      let type = written.as(OptionalTypeSyntax.self)?.wrappedType ?? written
      if !Set(stored.property.wrappers).isDisjoint(with: ["Presents", "PresentationState"]) {
        if ["AlertState", "ConfirmationDialogState"].contains(type.lastName) {
          return Candidate(kind: .brief, property: stored, key: stored.property.name)
        }
        return made(.presented, stored, type)
      }
      // What other wrappers hold, others may change.
      guard stored.property.wrappers.isEmpty else { return nil }
      let inner = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.types.last
      switch type.lastName {
      case "StackState": return inner.flatMap { made(.stack, stored, $0) }
      case "IdentifiedArrayOf", "IdentifiedArray":
        return inner.flatMap { made(.collection, stored, $0) }
      default: return made(isOptional ? .optional : .always, stored, type)
      }
    }

    private func made(_ kind: Kind, _ stored: StoredInfo, _ type: TypeSyntax) -> Candidate? {
      guard let parts = SourceIndex.parts(of: type), parts.count > 1, parts.last == "State" else {
        return nil
      }
      let name = parts.dropLast().joined(separator: ".")
      return Candidate(kind: kind, property: stored, key: key(name, in: state), feature: name)
    }

    private func key(_ name: String, in scope: TypeInfo) -> String {
      index.resolve(name: name, in: scope, module: scope.module) ?? name
    }

    /// The case that carries the actions of a child: one of its name, or the only one of its type.
    func action(for child: Candidate, isOnlyOne: Bool) -> EnumCase? {
      let fitting = action.cases.filter { fits($0, child) }
      return fitting.first { $0.name == child.property.property.name }
        ?? (isOnlyOne && fitting.count == 1 && child.kind != .brief ? fitting.first : nil)
    }

    private func fits(_ item: EnumCase, _ child: Candidate) -> Bool {
      guard let type = item.element.parameterClause?.parameters.last?.type else { return false }
      let inner = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments.types.last
      switch child.kind {
      case .brief: return type.lastName == "PresentationAction"
      case .presented:
        return type.lastName == "PresentationAction" && inner.map { carries($0, child) } ?? false
      case .stack, .collection, .optional, .always:
        return carries(inner ?? type, child)
      }
    }

    /// Whether a type is the child's action, or the child where only that is named:
    /// `StackActionOf<Path>`.
    private func carries(_ type: TypeSyntax, _ child: Candidate) -> Bool {
      guard var parts = SourceIndex.parts(of: type) else { return false }
      if parts.last == "Action", parts.count > 1 { parts.removeLast() }
      return key(parts.joined(separator: "."), in: action) == child.key
    }
  }
}

extension ExprSyntax {
  /// The type that an initial value is written to be of: `Edit.State` of `Edit.State(…)`.
  var madeType: TypeSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self), call.calledExpression.isTypeName else {
      return nil
    }
    return call.calledExpression.typeNamed
  }

  private var typeNamed: TypeSyntax? {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let name): TypeSyntax(IdentifierTypeSyntax(name: name.baseName.trimmed))
    case .memberAccessExpr(let member):
      member.base.flatMap(\.typeNamed).map {
        TypeSyntax(MemberTypeSyntax(baseType: $0, name: member.declName.baseName.trimmed))
      }
    case .genericSpecializationExpr(let generic):
      generic.expression.typeNamed?.as(IdentifierTypeSyntax.self).map {
        TypeSyntax($0.with(\.genericArgumentClause, generic.genericArgumentClause.trimmed))
      }
    default: nil
    }
  }
}
