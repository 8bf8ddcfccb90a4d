import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Gathers what rules look at in the code of a view, in one walk.
final class ViewCode: SyntaxVisitor {
  private var found: [Syntax] = []
  private let root: SyntaxIdentifier

  private init(_ root: SyntaxIdentifier) {
    self.root = root
    super.init(viewMode: .sourceAccurate)
  }

  /// - Complexity: Linear in the size of the declaration.
  static func nodes(of declaration: DeclSyntax) -> [Syntax] {
    let walk = ViewCode(declaration.id)
    walk.walk(declaration)
    return walk.found
  }

  private func keep(_ node: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    found.append(Syntax(node))
    return .visitChildren
  }

  private func enter(_ type: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
    type.id == root ? .visitChildren : .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: AssignmentExprSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: CodeBlockItemListSyntax) -> SyntaxVisitorContinueKind { keep(node) }
  override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind { keep(node) }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(node) }
}

/// The structs, classes and extensions of a file, without those inside of functions.
final class TypeDeclarations: SyntaxVisitor {
  private(set) var structs: [StructDeclSyntax] = []
  private(set) var classes: [ClassDeclSyntax] = []
  private(set) var extensions: [ExtensionDeclSyntax] = []

  /// - Complexity: Linear in the number of declarations.
  static func all(in file: SourceFile) -> TypeDeclarations {
    let walk = TypeDeclarations(viewMode: .sourceAccurate)
    walk.walk(file.tree)
    return walk
  }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    structs.append(node)
    return .visitChildren
  }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    classes.append(node)
    return .visitChildren
  }
  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    extensions.append(node)
    return .visitChildren
  }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension ClosureExprSyntax {
  /// The names of its parameters.
  var parameterNames: [String] {
    switch signature?.parameterClause {
    case .simpleInput(let list): list.map(\.name.text)
    case .parameterClause(let clause):
      clause.parameters.map { ($0.secondName ?? $0.firstName).text }
    case nil: []
    }
  }
}

extension ExprSyntax {
  /// The names of a dotted expression without `self`: `store`, `row`, `title` of `self.store.row.title`.
  ///
  /// Optional chaining and calls without arguments in between do not count; nothing where something
  /// else stands in between.
  var dottedNames: [String]? {
    if let name = self.as(DeclReferenceExprSyntax.self)?.baseName {
      return name.tokenKind == .keyword(.self) ? [] : [Naming.identifier(name.text)]
    }
    if let member = self.as(MemberAccessExprSyntax.self) {
      guard let base = member.base?.dottedNames else { return nil }
      return base + [Naming.identifier(member.declName.baseName.text)]
    }
    if let chained = self.as(OptionalChainingExprSyntax.self) {
      return chained.expression.dottedNames
    }
    return self.as(ForceUnwrapExprSyntax.self)?.expression.dottedNames
  }
}
