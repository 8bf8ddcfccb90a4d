import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Looks whether code does nothing else with a reference than to come to what it refers to, so that all
/// that happens there is seen: it neither hands the reference on nor keeps another one under its name.
final class PlainReferences: SyntaxVisitor {
  private var names: Set<String>
  private var isPlain = true

  static func hold(_ name: String, in node: some SyntaxProtocol) -> Bool {
    let finder = PlainReferences(name)
    finder.walk(node)
    return finder.isPlain
  }

  private init(_ name: String) {
    names = [name]
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard names.contains(Naming.identifier(node.baseName.text)) else { return .visitChildren }
    let member = node.parent?.as(MemberAccessExprSyntax.self)
    let isMember = member.map { $0.declName.id == node.id } ?? false
    // A member of that name of something else.
    if isMember, member?.base.map({ !$0.isSelf }) ?? true { return .visitChildren }
    use(isMember ? member.map { ExprSyntax($0) } ?? ExprSyntax(node) : ExprSyntax(node))
    return .visitChildren
  }

  /// Notes what is done with the reference.
  private func use(_ node: ExprSyntax) {
    var outer = node
    while let parent = outer.parent?.as(ExprSyntax.self),
      [.optionalChainingExpr, .forceUnwrapExpr].contains(parent.kind)
    {
      outer = parent
    }
    guard let parent = outer.parent else { return }
    if parent.as(MemberAccessExprSyntax.self)?.base?.id == outer.id { return }
    if let name = parent.as(InitializerClauseSyntax.self)?.boundName {
      names.insert(name)
    } else if !outer.isCompared {
      isPlain = false
    }
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    guard names.contains(Naming.identifier(node.identifier.text)) else { return .visitChildren }
    let value =
      node.parent?.as(PatternBindingSyntax.self)?.initializer
      ?? node.parent?.as(OptionalBindingConditionSyntax.self)?.initializer
    let isShort = node.parent?.as(OptionalBindingConditionSyntax.self) != nil && value == nil
    if !isShort, value.map({ !refers($0.value) }) ?? true { isPlain = false }
    return .visitChildren
  }

  private func refers(_ node: ExprSyntax) -> Bool {
    let name =
      node.as(DeclReferenceExprSyntax.self)
      ?? node.as(MemberAccessExprSyntax.self).flatMap {
        ($0.base?.isSelf ?? false) ? $0.declName : nil
      }
    if let inner = node.as(ForceUnwrapExprSyntax.self) { return refers(inner.expression) }
    return name.map { names.contains(Naming.identifier($0.baseName.text)) } ?? false
  }

  override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
    declare((node.secondName ?? node.firstName).text)
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    declare((node.secondName ?? node.firstName).text)
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    declare(node.name.text)
  }

  private func declare(_ name: String) -> SyntaxVisitorContinueKind {
    if names.contains(Naming.identifier(name)) { isPlain = false }
    return .visitChildren
  }
}

extension InitializerClauseSyntax {
  /// The name that a binding gives to the value.
  fileprivate var boundName: String? {
    let pattern =
      parent?.as(PatternBindingSyntax.self)?.pattern
      ?? parent?.as(OptionalBindingConditionSyntax.self)?.pattern
    return pattern?.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }
}

extension ExprSyntax {
  /// Whether an expression is only compared: `gate === other`, `gate != nil`.
  fileprivate var isCompared: Bool {
    guard let elements = parent?.as(ExprListSyntax.self),
      parent?.parent?.is(SequenceExprSyntax.self) ?? false
    else { return false }
    return elements.count == 3
      && elements.contains {
        ["==", "!=", "===", "!=="].contains($0.as(BinaryOperatorExprSyntax.self)?.operator.text)
      }
  }
}
