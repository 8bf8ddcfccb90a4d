import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

extension ReduceClosure {
  /// Whether the closure hands its state to the reducer that it is a method of: it adds something to
  /// what any reducer does, and is no machine itself.
  func runsItsOwner(at node: DeclSyntax) -> Bool {
    guard let state = stateName else { return false }
    var current = node.parent
    while let parent = current, !parent.is(ExtensionDeclSyntax.self) {
      if parent.is(ClassDeclSyntax.self) || parent.is(EnumDeclSyntax.self) { return false }
      current = parent.parent
    }
    let extended = current?.as(ExtensionDeclSyntax.self)?.extendedType
    guard let name = extended.flatMap(SourceIndex.parts)?.last, ReducerType.names.contains(name)
    else { return false }
    return WrappedCallFinder.finds(state, in: self.node.statements)
  }
}

/// Reducers that add something to what any other does.
enum WrappingReducers {
  private static let words = Set(WrappedCallFinder.names.map { Word($0) })

  /// What is to be said of each, with the file that it stands in.
  static func diagnostics(
    in index: SourceIndex
  ) -> [(file: SourceFile, diagnostic: Diagnostic)] {
    let files = index.files.filter { file in
      !file.isGenerated && file.words.containsAny(of: ReduceClosureFinder.words)
        && file.words.containsAny(of: words)
    }
    return files.flatMap { file in
      ReduceClosureFinder.find(in: file.tree).compactMap {
        closure -> (file: SourceFile, diagnostic: Diagnostic)? in
        guard let (name, node) = ClosureStyle.declaration(around: Syntax(closure.node)),
          closure.runsItsOwner(at: node)
        else { return nil }
        let path = (TypePath.enclosing(node) + [name]).joined(separator: ".")
        let diagnostic = Diagnostic(
          id: "no-machine", severity: .note, location: file.location(of: node),
          message: "'\(path)' wraps another reducer and is no machine of its own")
        return (file, diagnostic)
      }
    }
  }
}

/// `self.run(&state, action, environment)`, `reduce(&state, action)`.
private final class WrappedCallFinder: SyntaxVisitor {
  static let names: Set = ["run", "reduce", "callAsFunction"]

  private let state: String
  private var isFound = false

  static func finds(_ state: String, in node: some SyntaxProtocol) -> Bool {
    let finder = WrappedCallFinder(state)
    finder.walk(node)
    return finder.isFound
  }

  private init(_ state: String) {
    self.state = state
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression
    let member = callee.as(MemberAccessExprSyntax.self)
    let isOwn =
      member.map { $0.base?.isSelf ?? false } ?? callee.is(DeclReferenceExprSyntax.self)
    if isOwn, Self.names.contains(node.calleeName), node.arguments.contains(where: handsState) {
      isFound = true
    }
    return isFound ? .skipChildren : .visitChildren
  }

  private func handsState(_ argument: LabeledExprSyntax) -> Bool {
    let value = argument.expression.as(InOutExprSyntax.self)?.expression
    return value?.as(DeclReferenceExprSyntax.self)?.baseName.text == state
  }
}
