import OrreryTrace
import SwiftSyntax

/// Private methods that nothing calls but closures for later: `queue.asyncAfter { self.check() }`.
///
/// They are called in the states in which their closures were handed out, and in no others.
struct DeferredMethods {
  private let events: Set<SyntaxIdentifier>
  /// Functions that are passed by.
  private let passed: Set<SyntaxIdentifier>

  /// - Parameters:
  ///   - handlers: The events of a type.
  ///   - passed: Its functions that no walk goes into.
  /// - Returns: The names of such methods.
  static func find(among handlers: [Handler], passing passed: Set<SyntaxIdentifier>) -> Set<String>
  {
    let functions = handlers.compactMap(\.function)
    let names = Dictionary(grouping: functions, by: \.name)
    let finder = DeferredMethods(events: Set(functions.map(\.node.id)), passed: passed)
    let candidates = handlers.filter { handler in
      guard let function = handler.function, case .method = handler.events,
        [.class, .actor].contains(handler.owner?.kind)
      else { return false }
      return function.isPrivate && names[function.name]?.count == 1
    }.compactMap(\.function)
    return Set(candidates.filter(finder.isDeferred).map(\.name))
  }

  private func isDeferred(_ function: FunctionInfo) -> Bool {
    let mentions = NameFinder.find(function.name, in: function.file.tree)
    return !mentions.isEmpty
      && mentions.allSatisfy { mention in
        guard let closure = Self.closure(handing: function.name, around: mention) else {
          return false
        }
        var seen: Set<SyntaxIdentifier> = []
        return isWalked(closure, function.file, &seen)
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
    let mentions = NameFinder.find(Naming.identifier(function.name.text), in: file.tree)
    return mentions.allSatisfy { isWalked($0, file, &seen) }
  }
}

/// The places where a name is used.
private final class NameFinder: SyntaxVisitor {
  private let name: String
  private var found: [DeclReferenceExprSyntax] = []

  static func find(_ name: String, in tree: some SyntaxProtocol) -> [DeclReferenceExprSyntax] {
    let finder = NameFinder(name)
    finder.walk(tree)
    return finder.found
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if Naming.identifier(node.baseName.text) == name { found.append(node) }
    return .visitChildren
  }
}
