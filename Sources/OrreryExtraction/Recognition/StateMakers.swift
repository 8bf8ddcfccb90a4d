import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// Functions of a type that answer which state is next.
extension MutatingStyle {
  /// The cases that such functions name in what they return, by the functions' names.
  func makers(of state: TypeInfo, in info: TypeInfo) -> [String: [String]] {
    info.functions.reduce(into: [:]) { result, function in
      guard let body = function.body,
        index.resolve(function.returnType, in: info, module: info.module) == state.key
      else { return }
      result[function.name, default: []] += ReturnedMembers.find(in: body.statements)
    }
  }
}

extension Mentions {
  /// The same with the cases of the functions whose answers are assigned.
  func told(by makers: [String: [String]]) -> Mentions {
    var result = self
    result.assigned += assigned.flatMap { makers[$0] ?? [] }
    return result
  }
}

/// Finds what a body returns as `.name`.
private final class ReturnedMembers: SyntaxVisitor {
  private var found: [String] = []
  private var depth = 0

  static func find(in body: CodeBlockItemListSyntax) -> [String] {
    let finder = ReturnedMembers(viewMode: .sourceAccurate)
    // One expression alone is what the body returns.
    finder.depth = body.count == 1 ? 1 : 0
    finder.walk(body)
    return finder.found
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    depth += 1
    return .visitChildren
  }

  override func visitPost(_ node: ReturnStmtSyntax) { depth -= 1 }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if depth > 0, node.base == nil { found.append(Naming.identifier(node.declName.baseName.text)) }
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseLabelSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
