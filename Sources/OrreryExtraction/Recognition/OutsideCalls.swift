import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The methods that some file calls on another value than `self`.
final class OutsideCalls {
  private let files: [SourceFile]
  private lazy var names: Set<String> = files.concurrentMap(MemberNames.find)
    .reduce(into: []) { $0.formUnion($1) }

  init(_ files: [SourceFile]) { self.files = files }

  func prepare() { _ = names }

  func contains(_ name: String) -> Bool { names.contains(name) }
}

private final class MemberNames: SyntaxVisitor {
  private var names: Set<String> = []

  static func find(in file: SourceFile) -> Set<String> {
    let finder = MemberNames(viewMode: .sourceAccurate)
    finder.walk(file.tree)
    return finder.names
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if let base = node.base, !base.isSelf, !base.isSelfType {
      names.insert(Naming.identifier(node.declName.baseName.text))
    }
    return .visitChildren
  }
}
