import OrreryLowering
import OrreryTrace
import SwiftSyntax

/// The names of the methods that some file calls on another value than `self`.
///
/// All files count, also those that are not parsed: who calls an event need not name a state.
struct OutsideCalls {
  private let members: Set<Word>

  init(_ members: Set<Word>) { self.members = members }

  func contains(_ name: String) -> Bool { members.contains(Word(name)) }

  /// The names of the methods that some functions call on others.
  static func names(in functions: [FunctionInfo]) -> Set<String> {
    let finder = CalledNames(viewMode: .sourceAccurate)
    for function in functions { finder.walk(function.node) }
    return finder.found
  }
}

private final class CalledNames: SyntaxVisitor {
  var found: Set<String> = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let member = node.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      !base.isPlainSelf
    {
      found.insert(Naming.identifier(member.declName.baseName.text))
    }
    return .visitChildren
  }
}
