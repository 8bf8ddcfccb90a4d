import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A property of a feature, or of its state, that `@Shared` or `@SharedReader` keeps under a key.
struct SharedProperty {
  var feature: Feature
  var stored: StoredInfo
  /// The key as written, without white space: `.appStorage("auth")`.
  var key: String
  var isReader: Bool
  /// Whether the reducer has it, not the state.
  var isOfReducer: Bool

  var name: String { stored.property.name }
  var location: OrreryModel.SourceLocation { stored.file.location(of: stored.property.declaration) }

  static func all(in features: [Feature]) -> [SharedProperty] {
    features.filter(\.ownsDomain).flatMap { feature -> [SharedProperty] in
      let own = feature.info.stored.compactMap { Self($0, of: feature, isOfReducer: true) }
      return own
        + feature.stateProperties.compactMap { Self($0, of: feature, isOfReducer: false) }
    }
  }

  private init?(_ stored: StoredInfo, of feature: Feature, isOfReducer: Bool) {
    let attribute = stored.property.attributes.first {
      ["Shared", "SharedReader"].contains(Naming.typeName($0.attributeName.trimmedText))
    }
    guard let attribute, case .argumentList(let list)? = attribute.arguments,
      let key = list.first(where: { $0.label == nil })?.expression
    else { return nil }
    (self.feature, self.stored, self.isOfReducer) = (feature, stored, isOfReducer)
    self.key = key.folded
    isReader = Naming.typeName(attribute.attributeName.trimmedText) == "SharedReader"
  }

  /// What tells keys apart: a key that its file declares for itself alone is another one elsewhere.
  var identity: String {
    let names = Set(key.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    let isOfFile = stored.file.tree.descendants(VariableDeclSyntax.self).contains { variable in
      variable.isHidden
        && variable.bindings.contains { names.contains($0.pattern.trimmedText) }
    }
    return isOfFile ? "\(key) of \(stored.file.path)" : key
  }

  /// The name of one of its attributes.
  func name(of attribute: String) -> TypeSyntax? {
    stored.property.attributes.first { $0.attributeName.trimmedText == attribute }?.attributeName
  }

  /// The first place where the feature's own code changes it.
  func firstWrite() -> OrreryModel.SourceLocation? {
    for code in feature.code {
      let states = Set(feature.reducers.compactMap(\.stateName) + ["state"])
      for change in Change.all(in: code.statements) where change.isWrite {
        guard let place = change.place(of: name) else { continue }
        let isOwn =
          isOfReducer
          ? place == 0 || place == 1 && change.path[0] == "self"
          : place == 1 && states.contains(change.path[0])
        if isOwn { return code.file.location(of: change.node) }
      }
    }
    return nil
  }
}

/// A place where a variable is changed, or handed on so that others may change it.
struct Change {
  /// The names from the variable on: `state`, `$count` and `value` of `state.$count.value`.
  var path: [String]
  var node: Syntax
  /// Whether it is changed here.
  var isWrite: Bool

  /// At which place of the path a property stands, by its own name, or as projection or wrapper.
  func place(of name: String) -> Int? {
    path.firstIndex { $0 == name || $0 == "$" + name || $0 == "_" + name }
  }

  static func all(in node: some SyntaxProtocol) -> [Change] {
    let finder = ChangeFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }
}

extension VariableDeclSyntax {
  /// Whether other files do not see it.
  fileprivate var isHidden: Bool {
    modifiers.isFilePrivate || nearest(ExtensionDeclSyntax.self)?.modifiers.isFilePrivate ?? false
  }
}

private final class ChangeFinder: SyntaxVisitor {
  var found: [Change] = []

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    if elements.count > 2, elements[1].assigns { add(elements[0], isWrite: true) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.expression, isWrite: true)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "withLock" || Words.mutators.contains(node.calleeName)
    {
      add(base, isWrite: true)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    // Only the longest chain counts.
    if node.parent?.is(MemberAccessExprSyntax.self) != true {
      add(ExprSyntax(node), isWrite: false)
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parent?.is(MemberAccessExprSyntax.self) != true {
      add(ExprSyntax(node), isWrite: false)
    }
    return .visitChildren
  }

  /// What is not written counts where something in it is projected.
  private func add(_ node: ExprSyntax, isWrite: Bool) {
    let path = node.chain
    guard isWrite || path.contains(where: { $0.hasPrefix("$") }) else { return }
    found.append(Change(path: path, node: Syntax(node), isWrite: isWrite))
  }
}

extension ExprSyntax {
  /// The names that follow each other, also behind elements: `rows` and `name` of `rows[0].name`.
  fileprivate var chain: [String] {
    if let element = self.as(SubscriptCallExprSyntax.self) { return element.calledExpression.chain }
    if let member = self.as(MemberAccessExprSyntax.self) {
      return (member.base?.chain ?? []) + [Naming.identifier(member.declName.baseName.text)]
    }
    if let optional = self.as(OptionalChainingExprSyntax.self) { return optional.expression.chain }
    if let forced = self.as(ForceUnwrapExprSyntax.self) { return forced.expression.chain }
    return memberNames
  }

  /// Whether it is `=`, or an operator that assigns as well.
  fileprivate var assigns: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let name = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return name.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(name)
  }
}
