import OrreryModel
import SwiftSyntax

/// The functions of a machine, and which of them come to a write that a row tells of.
struct Helpers {
  private var writing: Set<String> = []
  private var reached: Set<String> = []

  init(of site: Site, writes: [WriteSite], rows: Set<Accounting.Line>) {
    let infos = [site.owner, site.state].compactMap { $0 }
    let handlers = site.handlers.flatMap { [$0] + $0.next }
    let functions = infos.flatMap(\.functions) + handlers.compactMap(\.function)
    var calls: [String: Set<String>] = [:]
    for function in functions {
      calls[function.name, default: []].formUnion(
        CallFinder.names(in: Syntax(function.node)))
    }
    for write in writes
    where Accounting.lines(of: write.node, write.file).contains(where: rows.contains) {
      if let name = WriteContext(write.node).functionName { writing.insert(name) }
    }
    writing = Self.closure(of: writing) { name in
      Set(calls.filter { $0.value.contains(name) }.map(\.key))
    }
    let started = handlers.reduce(into: Set<String>()) {
      $0.formUnion(CallFinder.names(in: Syntax($1.body)))
    }
    reached = Self.closure(of: started) { calls[$0] ?? [] }
  }

  private static func closure(
    of names: Set<String>, _ next: (String) -> Set<String>
  ) -> Set<String> {
    var result = names
    var open = Array(names)
    while let name = open.popLast() {
      for found in next(name) where result.insert(found).inserted { open.append(found) }
    }
    return result
  }

  /// Whether a handler calls a function, be it through others.
  func isReached(_ name: String) -> Bool { reached.contains(name) }

  /// Whether code calls a function in which a row is placed at a write.
  func areCalled(in node: Syntax) -> Bool {
    !CallFinder.names(in: node).isDisjoint(with: writing)
  }
}

/// The names of the functions that code calls.
private final class CallFinder: SyntaxVisitor {
  private var found: Set<String> = []

  static func names(in node: Syntax) -> Set<String> {
    let finder = CallFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.found
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let callee = node.calledExpression
    let name =
      callee.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    if let name { found.insert(name) }
    return .visitChildren
  }
}
