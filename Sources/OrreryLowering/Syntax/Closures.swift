import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension ClosureExprSyntax {
  /// What the closure calls its arguments, where it names them.
  package var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.map { Naming.identifier($0.name.text) }
    case .parameterClause(let clause):
      clause.parameters.map { Naming.identifier(($0.secondName ?? $0.firstName).text) }
    case nil: []
    }
  }

  /// Whether it waits for something.
  package var waits: Bool {
    statements.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.await) }
  }

  /// Whether a property takes the closure: `monitor.onUpdate = { … }`.
  package var isAssigned: Bool {
    guard let elements = parent?.as(ExprListSyntax.self).map(Array.init), elements.count == 3 else {
      return false
    }
    return elements[1].is(AssignmentExprSyntax.self) && elements[0].is(MemberAccessExprSyntax.self)
      && elements[2].id == id
  }

  /// The call that the closure is an argument of, with its label.
  package var handedTo: (call: FunctionCallExprSyntax, label: String?)? {
    if let argument = parent?.as(LabeledExprSyntax.self) {
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self)
      return call.map { ($0, argument.label?.text) }
    }
    if let trailing = parent?.as(MultipleTrailingClosureElementSyntax.self) {
      let call = trailing.parent?.parent?.as(FunctionCallExprSyntax.self)
      return call.map { ($0, trailing.label.text) }
    }
    return parent?.as(FunctionCallExprSyntax.self).map { ($0, nil) }
  }

  /// The functions that are declared beside a closure, in the blocks of the functions around it.
  package var functionsAround: [FunctionDeclSyntax] {
    var found: [FunctionDeclSyntax] = []
    var current = parent
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if let items = node.as(CodeBlockItemListSyntax.self),
        node.parent?.is(SourceFileSyntax.self) != true
      {
        found += items.compactMap { $0.item.as(FunctionDeclSyntax.self) }
      }
      current = node.parent
    }
    return found.reversed()
  }

  /// Whether the closure names a property of `self` by its name alone, without having captured `self`
  /// or saying so elsewhere.
  package func impliesSelf(naming property: String) -> Bool {
    guard !parameterNames.contains(property),
      BareName.find(property, in: statements)
    else { return false }
    var current: Syntax? = Syntax(self)
    while let node = current, !node.is(MemberBlockSyntax.self) {
      if node.as(ClosureExprSyntax.self)?.capturesSelf ?? false { return false }
      current = node.parent
    }
    return true
  }

  /// Whether its own capture list has `self`.
  var capturesSelf: Bool {
    signature?.capture?.items.contains {
      $0.keptName?.tokenKind == .keyword(.self) || $0.keptValue?.isSelf ?? false
    } ?? false
  }
}

/// Looks for a name that no base stands before, and that can mean nothing else than a property.
private final class BareName: SyntaxVisitor {
  private let name: String
  private var isFound = false
  /// Whether `self` is said, or something else has the name.
  private var isOpen = false

  static func find(_ name: String, in node: some SyntaxProtocol) -> Bool {
    let finder = BareName(name)
    finder.walk(node)
    return finder.isFound && !finder.isOpen
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    let isMember =
      node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
      || node.parent?.is(KeyPathPropertyComponentSyntax.self) ?? false
    if node.baseName.tokenKind == .keyword(.self), !isMember { isOpen = true }
    if !isMember, Naming.identifier(node.baseName.text) == name { isFound = true }
    return .visitChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    if Naming.identifier(node.identifier.text) == name { isOpen = true }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if node.parameterNames.contains(name) { isOpen = true }
    return .visitChildren
  }
}

extension PatternBindingSyntax {
  /// The other name that `let name = self` gives the machine.
  package var nameOfSelf: String? {
    guard initializer?.value.isSelf ?? false else { return nil }
    return pattern.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }
}

extension OptionalBindingConditionSyntax {
  /// The other name that `guard let name = self` gives the machine.
  package var nameOfSelf: String? {
    guard initializer?.value.isSelf ?? false else { return nil }
    return pattern.as(IdentifierPatternSyntax.self).map { Naming.identifier($0.identifier.text) }
  }
}

extension CodeBlockItemSyntax {
  /// `guard let self else { return }`.
  package var bindsSelf: Bool {
    guard let node = item.as(GuardStmtSyntax.self), node.conditions.count == 1,
      case .optionalBinding(let binding)? = node.conditions.first?.condition
    else { return false }
    return Naming.identifier(binding.pattern.trimmedText) == "self"
      || binding.initializer?.value.isSelf ?? false
  }
}
