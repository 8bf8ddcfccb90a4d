import OrreryLowering
import OrreryModel
import OrreryTrace
import SwiftSyntax

extension SyntaxProtocol {
  /// The nodes of a kind in a tree, itself among them, in the order of the source.
  ///
  /// - Parameter kind: A kind of node that is no group of kinds: no `ExprSyntax`.
  /// - Complexity: Linear in their number, once the nodes of the whole tree are known.
  func descendants<Node: SyntaxProtocol>(_ kind: Node.Type) -> [Node] {
    let tables = NodeTables.shared ?? NodeTables()
    return tables.table(of: root).nodes(kind, in: Syntax(self))
  }

  /// The calls of functions of some names, whatever they are called on.
  func calls(of names: Set<String>) -> [FunctionCallExprSyntax] {
    descendants(FunctionCallExprSyntax.self).filter { names.contains($0.calleeName) }
  }

  /// The nearest node of a kind around this one.
  func nearest<Node: SyntaxProtocol>(_ kind: Node.Type) -> Node? {
    var current = parent
    while let node = current {
      if let found = node.as(kind) { return found }
      current = node.parent
    }
    return nil
  }

  /// The type declaration or extension that a node stands in.
  var typeAround: SyntaxIdentifier? {
    var current = parent
    while let node = current {
      switch node.kind {
      case .structDecl, .classDecl, .enumDecl, .actorDecl, .extensionDecl, .protocolDecl:
        return node.id
      default: current = node.parent
      }
    }
    return nil
  }

  /// The names of the types that a node stands in, from the outermost on.
  ///
  /// - Parameter withItself: Whether a declaration or extension counts as inside of its own type.
  func typePath(withItself: Bool = false) -> [String] {
    var path: [String] = []
    var current = withItself ? Syntax(self) : parent
    while let node = current {
      if let extended = node.as(ExtensionDeclSyntax.self)?.extendedType {
        path = (SourceIndex.parts(of: extended) ?? [extended.trimmedText]) + path
      } else if node.asProtocol((any DeclGroupSyntax).self) != nil,
        let name = node.asProtocol((any NamedDeclSyntax).self)?.name
      {
        path.insert(Naming.identifier(name.text), at: 0)
      }
      current = node.parent
    }
    return path
  }

  /// Whether the tree says a name, as a token of its own.
  func says(_ name: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.text == name }
  }

  /// What a fix puts in the node's place; the comments and spaces around it stay.
  func replaced(by text: String, in file: SourceFile) -> Fix.Edit {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    return Fix.Edit(
      file: file.path, range: start..<endPositionBeforeTrailingTrivia.utf8Offset, text: text)
  }
}

extension SourceIndex {
  /// The type that a machine is named after.
  ///
  /// Where no module is known, ids begin with the type, and keys with a dot.
  func type(ofMachine id: String) -> TypeInfo? { info(id) ?? info("." + id) }
}
