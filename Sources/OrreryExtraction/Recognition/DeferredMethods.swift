import OrreryLowering
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
    let finder = DeferredMethods(
      events: Set(functions.map(\.node.id)), passed: passed,
      owner: handlers.first?.owner)
    return Set(candidates(among: handlers).filter { finder.isDeferred($0) }.map(\.name))
  }

  /// Private methods that nothing but the only task of each initializer calls, once: they begin in the
  /// state that this leaves.
  static func begun(among handlers: [Handler]) -> Set<String> {
    // The initializers of subclasses go on behind that.
    guard let owner = handlers.first?.owner, owner.kind == .actor || owner.isFinal else {
      return []
    }
    let finder = DeferredMethods(events: [], passed: [], owner: handlers.first?.owner)
    return Set(candidates(among: handlers).filter { finder.isBegun($0) }.map(\.name))
  }

  /// The private methods of an object that have a name of their own.
  private static func candidates(among handlers: [Handler]) -> [FunctionInfo] {
    let names = Dictionary(grouping: handlers.compactMap(\.function), by: \.name)
    return handlers.filter { handler in
      guard let function = handler.function, case .method = handler.events,
        [.class, .actor].contains(handler.owner?.kind)
      else { return false }
      return function.isPrivate && names[function.name]?.count == 1
    }.compactMap(\.function)
  }

  private func isBegun(_ function: FunctionInfo) -> Bool {
    let mentions = mentions(of: function.name, in: function.file)
    let starters = mentions.compactMap { Self.initializer(starting: function.name, at: $0) }
    return !mentions.isEmpty && starters.count == mentions.count
      && Set(starters).count == mentions.count
  }

  /// The initializer that starts a task which calls a method at some place, and does nothing else.
  private static func initializer(
    starting name: String, at mention: DeclReferenceExprSyntax
  ) -> SyntaxIdentifier? {
    var current = mention.parent
    var isInTask = false
    while let node = current {
      if let closure = node.as(ClosureExprSyntax.self) {
        guard !isInTask, closure.isTask, closure.forwarding == name else { return nil }
        isInTask = true
      }
      if let initializer = node.as(InitializerDeclSyntax.self) {
        return isInTask && initializer.startsOneTask ? initializer.id : nil
      }
      let isRepeated =
        node.is(ForStmtSyntax.self) || node.is(WhileStmtSyntax.self)
        || node.is(RepeatStmtSyntax.self)
      if isRepeated || node.is(DeclSyntax.self) && !node.is(VariableDeclSyntax.self) { return nil }
      current = node.parent
    }
    return nil
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

extension InitializerDeclSyntax {
  /// Whether it starts one task, and does nothing by which another could come before it: no method of
  /// its own is called and no code handed out.
  fileprivate var startsOneTask: Bool {
    let finder = StartFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.tasks == 1 && !finder.mayStartMore
  }
}

/// Looks for what an initializer starts.
private final class StartFinder: SyntaxVisitor {
  private(set) var tasks = 0
  private(set) var mayStartMore = false

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    if node.isTask { tasks += 1 } else { mayStartMore = true }
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression
    let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text
    let isOwn = callee.as(MemberAccessExprSyntax.self)?.base?.isSelf ?? false
    if isOwn || name?.first?.isLowercase ?? false { mayStartMore = true }
    return .visitChildren
  }
}
