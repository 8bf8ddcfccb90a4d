import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// A value that a feature is handed by the library: `@Dependency(\.date.now) var now`.
struct FeatureDependency {
  /// What the feature calls it.
  var name: String
  /// The way to it: `date`, `now`; the name of a type where it is asked for by that.
  var path: [String]
  /// Whether it is a property of the feature, which all of its code can name.
  var isStored = true
}

/// A node of a feature's code, and the file that it stands in.
struct CodeNode<Node: SyntaxProtocol> {
  var node: Node
  var file: SourceFile
}

extension Feature {
  /// The dependencies that the feature or its code declares.
  var dependencies: [FeatureDependency] {
    let local = code.flatMap { $0.statements.descendants(VariableDeclSyntax.self) }
    let own = info.stored.map(\.property.declaration)
    return own.flatMap { Self.dependencies(of: $0, isStored: true) }
      + local.flatMap { Self.dependencies(of: $0, isStored: false) }
  }

  private static func dependencies(
    of declaration: VariableDeclSyntax, isStored: Bool
  ) -> [FeatureDependency] {
    guard let path = dependencyPath(declaration.attributes) else { return [] }
    return declaration.bindings.compactMap(\.boundName).map {
      FeatureDependency(name: $0, path: path, isStored: isStored)
    }
  }

  /// Whether code at a node can name a dependency, and means it by that: nothing around the node
  /// binds the name.
  func canName(_ dependency: FeatureDependency, at node: some SyntaxProtocol) -> Bool {
    guard dependency.isStored, declares(node), let member = node.nearest(MemberBlockItemSyntax.self)
    else { return false }
    let patterns = member.descendants(IdentifierPatternSyntax.self).map(\.identifier.text)
    let parameters = member.descendants(ClosureShorthandParameterSyntax.self).map(\.name.text)
    return !(patterns + parameters).map(Naming.identifier).contains(dependency.name)
      && !member.descendants(FunctionParameterSyntax.self).contains {
        ($0.secondName ?? $0.firstName).text == dependency.name
      }
  }

  private static func dependencyPath(_ attributes: AttributeListSyntax) -> [String]? {
    for case .attribute(let attribute) in attributes
    where attribute.attributeName.trimmedText == "Dependency" {
      guard case .argumentList(let list)? = attribute.arguments,
        let value = list.first?.expression
      else { return nil }
      return value.as(KeyPathExprSyntax.self)?.properties
        ?? value.as(MemberAccessExprSyntax.self)?.base.map { [$0.trimmedText] }
    }
    return nil
  }

  /// Whether the actions are its own, and not those of the feature that it is a part of.
  var declaresAction: Bool { action.map { $0.path.starts(with: info.path) } ?? false }

  /// Whether code stands in the feature's own declaration or extension, where its names hold.
  func declares(_ node: some SyntaxProtocol) -> Bool {
    TypePath.enclosing(node).last == info.name
  }

  /// The nodes of a kind in all code of the feature, effects included.
  ///
  /// - Complexity: Linear in the size of the code.
  func nodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [CodeNode<Node>] {
    code.flatMap { code in
      code.statements.descendants(kind).map { CodeNode(node: $0, file: code.file) }
    }
  }

  /// The nodes of a kind that run while the reducer does: none of an effect.
  ///
  /// - Complexity: Linear in their number and the depth of the code.
  func inlineNodes<Node: SyntaxProtocol>(_ kind: Node.Type) -> [CodeNode<Node>] {
    code.flatMap { code in
      code.statements.descendants(kind).filter { $0.runsInline(in: Syntax(code.statements)) }
        .map { CodeNode(node: $0, file: code.file) }
    }
  }
}

extension SyntaxProtocol {
  /// Whether a node runs when the code around it does, wherever closures stand between them.
  fileprivate func runsInline(in code: Syntax) -> Bool {
    var current: Syntax? = Syntax(self)
    while let node = current, node.id != code.id {
      if let closure = node.as(ClosureExprSyntax.self), !closure.runsAtOnce { return false }
      if node.asProtocol((any DeclGroupSyntax).self) != nil { return false }
      current = node.parent
    }
    return true
  }
}

extension ClosureExprSyntax {
  /// Whether it is known to run before the call that it is handed to returns.
  fileprivate var runsAtOnce: Bool {
    guard let call = handedTo?.call else { return false }
    return Self.runners.contains(call.calleeName) && !call.isPartOfPipeline
  }

  /// Functions of the standard library and of SwiftUI that run a closure at once.
  private static let runners: Set = [
    "allSatisfy", "compactMap", "contains", "filter", "first", "firstIndex", "flatMap", "forEach",
    "last", "map", "max", "min", "modify", "partition", "reduce", "removeAll", "sort", "sorted",
    "withAnimation", "withLock", "withTransaction",
  ]
}

extension FunctionCallExprSyntax {
  /// Whether it is a step on the way to a publisher or an effect, whose closures run later.
  fileprivate var isPartOfPipeline: Bool {
    var current = Syntax(self)
    while let member = current.parent?.as(MemberAccessExprSyntax.self),
      let next = member.parent?.as(FunctionCallExprSyntax.self)
    {
      if Self.laterSteps.contains(next.calleeName) { return true }
      current = Syntax(next)
    }
    return false
  }

  private static let laterSteps: Set = [
    "cancellable", "catchToEffect", "debounce", "delay", "eraseToAnyPublisher", "eraseToEffect",
    "receive", "sink", "throttle",
  ]
}

extension ExprSyntax {
  /// A name with what it is a member of, on one line: `api.fetch`; closures and arguments are left
  /// out, and so is `self`.
  var spelledName: String {
    switch self.as(ExprSyntaxEnum.self) {
    case .memberAccessExpr(let node):
      let name = Naming.identifier(node.declName.baseName.text)
      guard let base = node.base, !base.isSelfName else {
        return node.base == nil ? ".\(name)" : name
      }
      return "\(base.spelledName).\(name)"
    case .declReferenceExpr(let node): return Naming.identifier(node.baseName.text)
    case .functionCallExpr(let node): return node.calledExpression.spelledName
    case .optionalChainingExpr(let node): return node.expression.spelledName
    case .forceUnwrapExpr(let node): return node.expression.spelledName
    case .subscriptCallExpr(let node): return "\(node.calledExpression.spelledName)[…]"
    case .awaitExpr(let node): return node.expression.spelledName
    case .tryExpr(let node): return node.expression.spelledName
    case .genericSpecializationExpr(let node): return node.expression.spelledName
    default: return "…"
    }
  }

  private var isSelfName: Bool { self.as(DeclReferenceExprSyntax.self)?.baseName.text == "self" }

  /// The names from the first to the last: `["api", "fetch"]`; nothing where it is no plain name.
  var nameParts: [String]? {
    switch self.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): return [Naming.identifier(node.baseName.text)]
    case .memberAccessExpr(let node):
      let name = Naming.identifier(node.declName.baseName.text)
      guard let base = node.base else { return [name] }
      return base.isSelfName ? [name] : base.nameParts.map { $0 + [name] }
    case .optionalChainingExpr(let node): return node.expression.nameParts
    case .forceUnwrapExpr(let node): return node.expression.nameParts
    default: return nil
    }
  }
}

extension SyntaxProtocol {
  /// Whether it is a statement whose value nobody uses, `await`, `try` and `_ =` around it left out.
  var isStatement: Bool {
    var current = Syntax(self)
    while let parent = current.parent {
      if parent.is(AwaitExprSyntax.self) || parent.is(TryExprSyntax.self) {
        current = parent
      } else if let list = parent.as(ExprListSyntax.self), list.count == 3,
        list.first?.is(DiscardAssignmentExprSyntax.self) ?? false,
        let sequence = parent.parent
      {
        current = sequence
      } else {
        break
      }
    }
    guard let item = current.parent?.as(CodeBlockItemSyntax.self) else { return false }
    return !item.isOnlyValue
  }
}

extension CodeBlockItemSyntax {
  /// Whether it may be the value of the block that it is alone in.
  fileprivate var isOnlyValue: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    guard let block = list.parent else { return true }
    if block.is(ClosureExprSyntax.self) || block.is(AccessorBlockSyntax.self) { return true }
    guard let function = block.parent?.as(FunctionDeclSyntax.self) else {
      return block.is(SwitchCaseSyntax.self)
    }
    return function.signature.returnClause != nil
  }
}
