import SwiftSyntax

extension Module {
  /// Mentions of names that the module's rule bans: what an import of a broad module such as
  /// Foundation would let in.
  func bannedMentions(in file: SourceFile) -> [Finding] {
    let banned = Set(bannedNames)
    return file.tree.tokens(viewMode: .sourceAccurate)
      .filter { banned.contains($0.text) && $0.isReference }
      .map { file.finding("\(name) must not mention `\($0.text)`: \(reason)", at: $0) }
  }
}

extension TokenSyntax {
  /// Whether the token refers to a type or value of the outer scope, rather than being a label, a
  /// case or a member that happens to have the name.
  fileprivate var isReference: Bool {
    guard let parent else { return false }
    if parent.is(IdentifierTypeSyntax.self) { return true }
    guard parent.is(DeclReferenceExprSyntax.self) else { return false }
    let member = parent.parent?.as(MemberAccessExprSyntax.self)
    return member?.declName.id != parent.id
  }
}
