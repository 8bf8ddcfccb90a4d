import SwiftSyntax

/// Setters and observers run where their property is assigned.
extension Interpreter {
  /// The ways on after an assignment, through the accessors of the property.
  ///
  /// A property of a struct state is written by its own name, whatever its setter does with it.
  func observed(_ place: Place, old: Value?, new: Value, _ path: Path) -> [Path] {
    guard structState == nil, let property = place.path.last else { return [path] }
    let owner = Place(frame: place.frame, name: place.name, path: place.path.dropLast())
    guard let info = index.info(type(at: owner, path)), canFollow(info.key) else { return [path] }
    let accessors = info.accessors.filter { $0.name == property && !$0.isStatic }
    return accessors.reduce([path]) { paths, accessor in
      let value = accessor.isObserverOfOldValue ? old : new
      return paths.flatMap { follow(accessor, handed: value ?? .void, of: owner, $0) }
    }
  }

  /// The statements of the accessors of a struct state's property: a write of the property stands for
  /// what they write.
  func statements(behind property: String, of type: String?) -> Set<SyntaxIdentifier> {
    let accessors = index.info(type)?.accessors.filter { $0.name == property && !$0.isStatic }
    return (accessors ?? []).compactMap(\.body).reduce(into: []) {
      $0.formUnion(StatementFinder.statements(in: $1))
    }
  }

  private func follow(
    _ accessor: FunctionInfo, handed value: Value, of owner: Place, _ path: Path
  ) -> [Path] {
    // An assignment inside of an observer does not call the observer again.
    let isRunning = calls.contains { $0.isAccessor && $0.name == accessor.name }
    guard let body = accessor.body, let name = accessor.accessorValue, !isRunning,
      calls.count < Self.deepestCall, !unrelated.contains(accessor.node.id)
    else { return [path] }
    var inner = path
    if let last = path.last { inner.joined.insert(last) }
    inner.frames.append(
      Frame(
        variables: ["self": .alias(owner), name: value], selfType: accessor.owner,
        file: accessor.file))
    calls.append(accessor)
    defer { calls.removeLast() }
    let asked = asksState
    let ways = run(body.statements, inner).map { flow in
      var next = flow.path
      next.unwind(to: path.depth)
      (next.location, next.last, next.joined) = (path.location, path.last, path.joined)
      return next
    }
    // What an observer asks to no effect on the machine is no question of the handler.
    if ways.allSatisfy({ isQuiet($0, since: path) }) { asksState = asked }
    return ways
  }
}

extension Interpreter {
  /// Whether a way has neither changed the state since nor started anything.
  private func isQuiet(_ way: Path, since start: Path) -> Bool {
    way.writeLocation == start.writeLocation && way.visited == start.visited
      && way.effects == start.effects && way.tasks == start.tasks && way.segment == start.segment
  }
}

extension FunctionInfo {
  fileprivate var isObserverOfOldValue: Bool {
    node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind == .keyword(.didSet)
  }
}

/// The statements of a body, however deep.
private final class StatementFinder: SyntaxVisitor {
  private var found: Set<SyntaxIdentifier> = []

  static func statements(in body: CodeBlockSyntax) -> Set<SyntaxIdentifier> {
    let finder = StatementFinder(viewMode: .sourceAccurate)
    finder.walk(body)
    return finder.found
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    found.insert(node.id)
    return .visitChildren
  }
}
