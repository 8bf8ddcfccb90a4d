import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

extension Site {
  /// An optional property whose value is shown until it is dismissed, which a reducer beside the
  /// handlers sees to: `.ifLet(\.$child, action: \.child)`.
  package struct Presentation {
    /// The property.
    package var name: String
    /// The case that carries the actions of what is shown.
    package var action: String
    /// What goes with the first action of its own, as an alert does with its buttons.
    package var brief: Brief
    package var location: OrreryModel.SourceLocation
    /// How many of the handlers run before it.
    package var reducers = 0

    package enum Brief: Equatable {
      case all
      /// What is shown while an enum has one of these cases.
      case cases([String])
    }
  }
}

/// Finds what a feature presents.
struct Presentations {
  let index: SourceIndex
  let feature: TypeInfo
  let state: TypeInfo

  private static let name = "ifLet"
  private static let word = Word(name)

  func find(in body: ComputedInfo) -> [(Site.Presentation, FunctionCallExprSyntax)] {
    guard body.file.words.contains(Self.word) else { return [] }
    return body.body.all(FunctionCallExprSyntax.self).compactMap { node in
      guard let member = node.calledExpression.as(MemberAccessExprSyntax.self)?.declName,
        member.baseName.text == Self.name
      else { return nil }
      return presentation(node, at: body.file.location(of: member)).map { ($0, node) }
    }
  }

  private func presentation(
    _ node: FunctionCallExprSyntax, at location: OrreryModel.SourceLocation
  ) -> Site.Presentation? {
    let arguments = Array(node.arguments.prefix(2))
    guard arguments.count == 2, arguments[1].label?.text == "action",
      let path = components(of: arguments[0].expression), path.count == 1, let first = path.first,
      first.hasPrefix("$"), let action = components(of: arguments[1].expression)
    else { return nil }
    let name = String(first.dropFirst())
    guard let type = state.property(name)?.property.type else { return nil }
    return Site.Presentation(
      name: name, action: action.drop { $0.first?.isUppercase == true }.joined(separator: "."),
      brief: brief(type), location: location)
  }

  /// The names in a key path or a case path, be it kept in a property.
  private func components(of node: ExprSyntax) -> [String]? {
    var node = node
    if let name = node.as(DeclReferenceExprSyntax.self)?.baseName.text {
      guard let kept = feature.property(name)?.property.initializer else { return nil }
      node = kept
    }
    guard node.is(KeyPathExprSyntax.self) || node.is(PrefixOperatorExprSyntax.self) else {
      return nil
    }
    return node.folded.split { "\\/.".contains($0) }.map(String.init)
  }

  /// Alerts and dialogs are gone once a button of them is tapped.
  private static let briefTypes: Set = [
    "AlertState", "ConfirmationDialogState", "ActionSheetState",
  ]

  private func brief(_ type: TypeSyntax) -> Site.Presentation.Brief {
    guard let shown = type.as(OptionalTypeSyntax.self)?.wrappedType else { return .cases([]) }
    if Self.briefTypes.contains(Naming.typeName(shown.trimmedText)) { return .all }
    return .cases(
      destination(shown)?.cases.filter { item in
        item.values.first.map { Self.briefTypes.contains(Naming.typeName($0.type)) } ?? false
      }.map(\.name) ?? [])
  }

  /// The enum whose cases tell what is shown: a macro makes `Destination.State` of `Destination`.
  private func destination(_ type: TypeSyntax) -> TypeInfo? {
    index.type(type, in: state) ?? index.info(index.reducer(ofState: type, in: state))
  }
}
