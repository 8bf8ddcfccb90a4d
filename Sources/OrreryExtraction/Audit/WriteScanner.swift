import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// An expression that changes the state of a machine.
struct WriteSite {
  var node: Syntax
  var file: SourceFile
  /// The property of a struct state; empty where the whole state is written.
  var path: String
  var op: String
  var value: String
  /// Whether the state is that of another object, to which the code refers.
  var isReferred = false
}

/// Finds the state writes of machines by syntax alone.
final class WriteScanner: SyntaxVisitor {
  private let index: SourceIndex
  private let file: SourceFile
  private let places: StatePlaces
  private var found: [(site: Int, write: WriteSite)] = []

  /// The writes of each of some machines, by place.
  static func scan(_ index: SourceIndex, for sites: [Site]) -> [[WriteSite]] {
    var result = Array(repeating: [WriteSite](), count: sites.count)
    guard !sites.isEmpty else { return result }
    let places = StatePlaces(sites: sites, index: index)
    let found = index.files.filter { places.files[$0.path] != nil }.concurrentMap { file in
      let scanner = WriteScanner(index, file, places)
      scanner.walk(file.tree)
      return scanner.found
    }
    for (site, write) in found.joined() { result[site].append(write) }
    return result
  }

  private init(_ index: SourceIndex, _ file: SourceFile, _ places: StatePlaces) {
    (self.index, self.file, self.places) = (index, file, places)
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    guard elements.count > 2, let op = Self.assignment(elements[1]) else { return .visitChildren }
    let tuple = elements[0].as(TupleExprSyntax.self).map { $0.elements.map(\.expression) }
    for target in tuple ?? [elements[0]] {
      add(target, op, elements[2...].map(\.folded).joined(separator: " "), Syntax(node))
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let member = node.calledExpression.as(MemberAccessExprSyntax.self),
      let base = member.base
    else { return .visitChildren }
    if let property = node.assignedProperty {
      let found = places.written(
        ["self", property], by: "=", at: Syntax(node), in: file, isLater: true)
      add(found, "=", { node.folded }, Syntax(node))
    }
    let name = member.declName.baseName.text
    if Self.publishers.contains(name) || Self.mutators.contains(name) {
      add(base, name, node.folded, Syntax(node))
    }
    return .visitChildren
  }

  // What lends the state of another object has it changed.
  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    let whole = call.map { Syntax($0) } ?? Syntax(node)
    let lent = places.written(node.expression, by: "=", at: Syntax(node), in: file).filter {
      place in
      place.isReferred && !found.contains { $0.site == place.site && $0.write.node.id == whole.id }
    }
    add(lent, "=", { whole.folded }, whole)
    return .visitChildren
  }

  private static func assignment(_ node: ExprSyntax) -> String? {
    if node.is(AssignmentExprSyntax.self) { return "=" }
    guard let op = node.as(BinaryOperatorExprSyntax.self)?.operator.text, op.hasSuffix("="),
      !["==", "!=", "===", "!==", "<=", ">=", "~="].contains(op)
    else { return nil }
    return op
  }

  static let publishers = Words.publishers
  /// Mutating methods of the standard library that syntax can tell.
  static let mutators = Words.mutators

  private func add(
    _ target: ExprSyntax, _ op: String, _ value: @autoclosure () -> String, _ node: Syntax
  ) {
    add(places.written(target, by: op, at: node, in: file), op, value, node)
  }

  private func add(
    _ places: [(site: Int, path: String, isReferred: Bool)], _ op: String,
    _ value: () -> String, _ node: Syntax
  ) {
    let op = Self.mutators.contains(op) ? "mutate" : op
    for (site, path, isReferred) in places {
      let write = WriteSite(
        node: node, file: file, path: path, op: op, value: value(), isReferred: isReferred)
      found.append((site, write))
    }
  }

  /// `self.state.items[0]` as `self`, `state`, `items`, `[0]`.
  static func components(_ node: ExprSyntax) -> [String]? {
    switch node.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let node): [Naming.identifier(node.baseName.text)]
    case .memberAccessExpr(let node):
      node.base.flatMap(components).map { $0 + [Naming.identifier(node.declName.baseName.text)] }
    case .subscriptCallExpr(let node):
      components(node.calledExpression).map {
        $0 + ["[\(node.arguments.map(\.folded).joined(separator: " "))]"]
      }
    case .optionalChainingExpr(let node): components(node.expression)
    case .forceUnwrapExpr(let node): components(node.expression)
    case .tupleExpr(let node) where node.elements.count == 1:
      node.elements.first.flatMap { components($0.expression) }
    default: nil
    }
  }
}
