import SwiftSyntax

/// The members of a type, those inside `#if` included.
public enum Members {
  /// A member and whether an `#if` decides that it exists.
  public struct Member {
    public var declaration: DeclSyntax
    public var isConditional: Bool
  }

  /// The members in source order; each branch of an `#if` counts.
  public static func all(in list: MemberBlockItemListSyntax) -> [Member] {
    members(in: list, isConditional: false)
  }

  private static func members(
    in list: MemberBlockItemListSyntax, isConditional: Bool
  ) -> [Member] {
    list.flatMap { item -> [Member] in
      guard let branches = item.decl.as(IfConfigDeclSyntax.self) else {
        return [Member(declaration: item.decl, isConditional: isConditional)]
      }
      return branches.clauses.flatMap { clause -> [Member] in
        guard case .decls(let inner) = clause.elements else { return [] }
        return members(in: inner, isConditional: true)
      }
    }
  }
}
