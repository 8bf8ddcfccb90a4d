import OrreryTrace
import SwiftSyntax

/// The cases, or the types, that patterns ask of a variable.
final class AskedCases: SyntaxVisitor {
  struct Asked {
    var name: String
    /// How many associated values a pattern takes apart.
    var values = 0
    /// Whether the pattern asks for a type: `case let loaded as Loaded`.
    var isType = false
    var node: Syntax
  }

  private let name: String
  private var found: [Asked] = []

  /// In order of appearance, each name once.
  static func find(_ name: String, in node: some SyntaxProtocol) -> [Asked] {
    let finder = AskedCases(name)
    finder.walk(node)
    return finder.found
  }

  private init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind {
    guard let place = place(in: node.subject) else { return .visitChildren }
    for element in node.cases {
      guard case .switchCase(let clause) = element, case .case(let label) = clause.label else {
        continue
      }
      for item in label.caseItems { add(Pattern(item.pattern), place, Syntax(item)) }
    }
    return .visitChildren
  }

  override func visit(_ node: MatchingPatternConditionSyntax) -> SyntaxVisitorContinueKind {
    if let place = place(in: node.initializer.value) {
      add(Pattern(node.pattern), place, Syntax(node))
    }
    return .visitChildren
  }

  private enum Place {
    case whole
    case element(Int)
  }

  private func place(in subject: ExprSyntax) -> Place? {
    if isVariable(subject) { return .whole }
    let elements = subject.as(TupleExprSyntax.self)?.elements.map(\.expression) ?? []
    return elements.firstIndex(where: isVariable).map { elements.count > 1 ? .element($0) : .whole }
  }

  private func isVariable(_ node: ExprSyntax) -> Bool {
    let member = node.as(MemberAccessExprSyntax.self)
    // Some libraries hand events over in a box: `action.value`.
    let inner =
      member.flatMap { $0.declName.baseName.text == "value" ? $0.base : nil } ?? node
    return inner.as(DeclReferenceExprSyntax.self).map {
      Naming.identifier($0.baseName.text) == name
    } ?? false
  }

  private func add(_ pattern: Pattern, _ place: Place, _ node: Syntax) {
    var pattern = pattern
    if case .element(let index) = place {
      guard case .tuple(let parts) = pattern, parts.indices.contains(index) else { return }
      pattern = parts[index].pattern
    }
    switch pattern {
    case .some(let inner): add(inner, .whole, node)
    case .enumCase(let name, let values):
      add(Asked(name: name, values: values?.count ?? 0, node: node))
    case .type(let name, _): add(Asked(name: name, isType: true, node: node))
    default: break
    }
  }

  private func add(_ asked: Asked) {
    if let index = found.firstIndex(where: { $0.name == asked.name }) {
      found[index].values = max(found[index].values, asked.values)
    } else {
      found.append(asked)
    }
  }
}
