import OrreryLowering
import OrreryModel
import SwiftSyntax

/// The functions of a machine, and which of them its handlers call.
struct Helpers {
  private var reached: Set<String> = []
  /// Those that handlers call of which something is unresolved as a whole.
  private var open: Set<String> = []
  /// The functions that are part of the machine.
  private var own: Set<SyntaxIdentifier> = []
  /// How many functions of a name take the same labels.
  private var overloads: [String: Int] = [:]

  init(of site: Site, open lines: Set<Accounting.Line>) {
    let infos = [site.owner, site.state].compactMap { $0 }
    let handlers = site.handlers.flatMap { [$0] + $0.next }
    let functions = infos.flatMap(\.functions) + handlers.compactMap(\.function)
    var calls: [String: Set<String>] = [:]
    for function in functions {
      calls[function.name, default: []].formUnion(
        CallFinder.names(in: Syntax(function.node)))
    }
    reached = Self.closure(of: Self.calls(of: handlers)) { calls[$0] ?? [] }
    let unfinished = handlers.filter { lines.contains(Accounting.Line($0.location)) }
    open = Self.closure(of: Self.calls(of: unfinished)) { calls[$0] ?? [] }
    own = Set(functions.map(\.node.id))
    for function in functions { overloads[function.signature, default: 0] += 1 }
  }

  private static func calls(of handlers: [Handler]) -> Set<String> {
    handlers.reduce(into: Set<String>()) { $0.formUnion(CallFinder.names(in: Syntax($1.body))) }
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

  /// Whether a handler that is not walked to its ends calls a function, be it through others.
  func isOpen(_ name: String) -> Bool { open.contains(name) }

  /// Whether a function is one of another type, whatever its name.
  func isForeign(_ node: FunctionDeclSyntax) -> Bool {
    node.parent?.is(MemberBlockItemSyntax.self) == true && !own.contains(node.id)
  }

  /// Whether only the types of its parameters tell a function from another one.
  func isAmbiguous(_ node: FunctionDeclSyntax) -> Bool {
    overloads[FunctionInfo.signature(node), default: 0] > 1
  }
}

extension FunctionInfo {
  fileprivate var signature: String {
    node.as(FunctionDeclSyntax.self).map(Self.signature) ?? name
  }

  fileprivate static func signature(_ node: FunctionDeclSyntax) -> String {
    let labels = node.signature.parameterClause.parameters.map { "\($0.firstName.text):" }
    return "\(node.name.text)(\(labels.joined()))"
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
