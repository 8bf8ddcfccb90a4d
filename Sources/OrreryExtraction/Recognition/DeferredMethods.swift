import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Private methods that nothing calls but closures for later: `queue.asyncAfter { self.check() }`.
///
/// They are called in the states in which their closures were handed out, and in no others.
struct DeferredMethods {
  private let events: Set<SyntaxIdentifier>
  /// Functions that are passed by.
  private let passed: Set<SyntaxIdentifier>
  private let owner: TypeInfo?
  private let names = NameTable()

  /// - Parameters:
  ///   - handlers: The events of a type.
  ///   - passed: Its functions that no walk goes into.
  /// - Returns: The names of such methods.
  static func find(among handlers: [Handler], passing passed: Set<SyntaxIdentifier>) -> Set<String>
  {
    let functions = handlers.compactMap(\.function)
    let names = Dictionary(grouping: functions, by: \.name)
    let finder = DeferredMethods(
      events: Set(functions.map(\.node.id)), passed: passed,
      owner: handlers.first?.owner)
    let candidates = handlers.filter { handler in
      guard let function = handler.function, case .method = handler.events,
        [.class, .actor].contains(handler.owner?.kind)
      else { return false }
      return function.isPrivate && names[function.name]?.count == 1
    }.compactMap(\.function)
    return Set(candidates.filter { finder.isDeferred($0) }.map(\.name))
  }

  private func isDeferred(_ function: FunctionInfo) -> Bool {
    let mentions = mentions(of: function.name, in: function.file)
    return !mentions.isEmpty
      && mentions.allSatisfy { mention in
        guard let closure = Self.closure(handing: function.name, around: mention) else {
          return false
        }
        var seen: Set<SyntaxIdentifier> = []
        return isWalked(closure, function.file, &seen)
      }
  }

  /// Where a name is used, but for methods of what the type keeps in its properties.
  private func mentions(of name: String, in file: SourceFile) -> [DeclReferenceExprSyntax] {
    names.uses(of: name, in: file).filter { mention in
      guard let member = mention.parent?.as(MemberAccessExprSyntax.self),
        member.declName.id == mention.id, let base = member.base,
        let type = owner?.property(base.ownName)?.property.type,
        let kept = SourceIndex.parts(of: type)?.last
      else { return true }
      return kept == owner?.name
    }
  }

  /// The closure for later that calls a method, and does nothing else.
  private static func closure(
    handing name: String, around mention: DeclReferenceExprSyntax
  ) -> ClosureExprSyntax? {
    var current = mention.parent
    while let node = current, !node.is(DeclSyntax.self) {
      if let closure = node.as(ClosureExprSyntax.self), closure.isKept, closure.forwarding == name {
        return closure
      }
      current = node.parent
    }
    return nil
  }

  /// Whether only walks of events come to a node: it stands in one, or in private functions that
  /// nothing else calls.
  private func isWalked(
    _ node: some SyntaxProtocol, _ file: SourceFile, _ seen: inout Set<SyntaxIdentifier>
  ) -> Bool {
    var current = node.parent
    while let parent = current, !parent.is(DeclSyntax.self) || parent.is(VariableDeclSyntax.self) {
      current = parent.parent
    }
    guard let function = current?.as(FunctionDeclSyntax.self) else { return false }
    if events.contains(function.id) || !seen.insert(function.id).inserted { return true }
    let isPrivate = function.modifiers.contains {
      [.keyword(.private), .keyword(.fileprivate)].contains($0.name.tokenKind)
    }
    guard isPrivate, !passed.contains(function.id) else { return false }
    return mentions(of: Naming.identifier(function.name.text), in: file).allSatisfy {
      isWalked($0, file, &seen)
    }
  }
}

/// The places where names are used, found once for each file.
private final class NameTable {
  private var files: [String: [String: [DeclReferenceExprSyntax]]] = [:]

  func uses(of name: String, in file: SourceFile) -> [DeclReferenceExprSyntax] {
    if files[file.path] == nil { files[file.path] = NameFinder.find(in: file.tree) }
    return files[file.path]?[name] ?? []
  }
}

private final class NameFinder: SyntaxVisitor {
  private var found: [String: [DeclReferenceExprSyntax]] = [:]

  static func find(in tree: some SyntaxProtocol) -> [String: [DeclReferenceExprSyntax]] {
    let finder = NameFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    return finder.found
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    found[Naming.identifier(node.baseName.text), default: []].append(node)
    return .visitChildren
  }
}
extension ExprSyntax {
  /// The name of a property of `self`; empty for anything else.
  fileprivate var ownName: String {
    let node = self.as(OptionalChainingExprSyntax.self)?.expression ?? self
    if let member = node.as(MemberAccessExprSyntax.self), member.base?.isSelf ?? false {
      return Naming.identifier(member.declName.baseName.text)
    }
    return node.as(DeclReferenceExprSyntax.self).map { Naming.identifier($0.baseName.text) } ?? ""
  }
}
