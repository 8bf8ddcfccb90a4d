import OrreryLowering
import SwiftSyntax

/// Setters and observers run where their property is assigned.
extension Interpreter {
  /// The ways on after an assignment, through the accessors of the property, and through those of the
  /// values around it that change the state.
  func observed(_ place: Place, old: Value?, new: Value, _ path: Path) -> [Path] {
    let own = accessors(behind: place, path).reduce([path]) { paths, accessor in
      let value = accessor.isObserverOfOldValue ? old : new
      return paths.flatMap { follow(accessor, handed: value ?? .void, of: place.owner, $0) }
    }
    return own.flatMap { reassigned(valuesAround(place, $0), $0) }
  }

  /// The accessors that run where a place is assigned.
  ///
  /// In the actions of a struct state a property is written by its own name, whatever its setter does
  /// with it; its observers may write others.
  func accessors(behind place: Place, _ path: Path) -> [FunctionInfo] {
    guard let property = place.path.last,
      let info = index.info(type(at: place.owner, path)), !info.accessors.isEmpty,
      canFollow(info.key)
    else { return [] }
    let found = info.accessors.filter { $0.name == property && !$0.isStatic }
    if found.isEmpty || isLent(path.resolved(place), path) { return [] }
    if structState == nil { return found }
    if calls.last?.name == "init" { return [] }
    return isProjected ? found : found.filter(\.isObserver)
  }

  /// Whether code that was lent a place, as a whole, is still running: its accessors run once that is
  /// given back.
  private func isLent(_ place: Place, _ path: Path) -> Bool {
    path.frames.contains { frame in
      frame.variables.values.contains { value in
        guard case .alias(let lent) = value else { return false }
        return lent.path.last == place.path.last && path.resolved(lent) == place
      }
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

  func follow(
    _ accessor: FunctionInfo, handed value: Value, of owner: Place, _ path: Path
  ) -> [Path] {
    // An assignment inside of an observer does not call the observer again, one in what it calls does.
    let isRunning = calls.last.map { $0.isAccessor && $0.name == accessor.name } ?? false
    guard let body = accessor.body, let name = accessor.accessorValue, !isRunning,
      !isTooDeep, !unrelated.contains(accessor.node.id)
    else { return [path] }
    var inner = path
    if let last = path.last { inner.joined.insert(last) }
    inner.frames.append(
      Frame(
        variables: ["self": .alias(owner), name: value], selfType: accessor.owner,
        file: accessor.file))
    enter(accessor, inner)
    defer { leaveCall() }
    let asked = asksState
    observing += 1
    defer { observing -= 1 }
    let ways = run(body.statements, inner).map { flow in
      var next = flow.path
      next.unwind(to: path.depth)
      (next.location, next.last, next.joined) = (path.location, path.last, path.joined)
      return structState == nil ? next : placed(next, accessor.name, at: owner, like: path)
    }
    // What an observer asks to no effect on the machine is no question of the handler.
    guard ways.allSatisfy({ isQuiet($0, since: path) }) else { return ways }
    asksState = asked
    let quiet = ways.count > 1 && structState == nil ? [joined(ways, from: path)] : ways
    return quiet.map { way in
      var way = way
      way.asksStart = path.asksStart
      return way
    }
  }

  /// Ways that have done nothing to the machine, as one: what they ask tells nothing of it.
  private func joined(_ ways: [Path], from start: Path) -> Path {
    var path = ways.dropFirst().reduce(ways[0]) { join($0, $1, base: start) }
    (path.guards, path.loopGuards, path.decided) = (start.guards, start.loopGuards, start.decided)
    (path.facts, path.refusals) = (start.facts, start.refusals)
    (path.branch, path.innerEnd, path.location) = (start.branch, start.innerEnd, start.location)
    return path
  }
}

extension Interpreter {
  /// Whether a way has neither changed the state since nor started anything.
  private func isQuiet(_ way: Path, since start: Path) -> Bool {
    way.writeLocation == start.writeLocation && way.visited == start.visited
      && way.effects == start.effects && way.tasks == start.tasks && way.segment == start.segment
      && way.started == start.started && way.postponed.count == start.postponed.count
  }

  /// What an observer writes is placed where the property is assigned; what it makes of the property
  /// itself does not hide what that was assigned.
  private func placed(_ way: Path, _ name: String, at owner: Place, like path: Path) -> Path {
    guard case .object(var object)? = way.value(at: owner),
      case .object(let before)? = path.value(at: owner)
    else { return way }
    let assigned = before.writes.filter { $0.path == name }
    let others = object.writes.filter { $0.path != name }
    let known = before.writes.count - assigned.count
    object.writes = Array(others.prefix(known)) + assigned + others.dropFirst(known)
    for index in object.writes.indices.dropFirst(before.writes.count) {
      object.writes[index].location = path.location
      object.writes[index].depth = before.writes.last?.depth
    }
    var way = way
    way.set(.object(object), at: owner)
    // What follows the assignment stands under none of the observer's conditions.
    way.loopGuards += max(way.guards.count - path.guards.count, 0)
    return way
  }
}

extension FunctionInfo {
  var isObserverOfOldValue: Bool { specifier == .keyword(.didSet) }

  fileprivate var isObserver: Bool {
    [.keyword(.didSet), .keyword(.willSet)].contains(specifier)
  }

  /// Whether it is a `_modify` that only lends something: `yield &mode`.
  var lendsAtOnce: Bool { specifier == .keyword(._modify) && body?.statements.count == 1 }

  private var specifier: TokenKind? {
    node.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind
  }
}

extension Interpreter {
  /// `yield mode` in a `_read` gives a value as a getter does; `yield &mode` in a `_modify`: whoever
  /// assigns the property changes what is lent.
  func run(_ node: YieldStmtSyntax, _ path: Path) -> [Flow] {
    guard let lent = node.lent else { return [Flow(path: path)] }
    guard let target = lent.as(InOutExprSyntax.self)?.expression else {
      let expected = path.frames[path.depth - 1].returnType
      return evaluate(lent, path, expected).map { Flow(path: $0, exit: .returned($1)) }
    }
    var path = path
    guard let place = place(of: target, path) else {
      // What is lent is told nowhere: it may be any part of what has the property.
      if let owner = path.place(of: "self") { forget(.alias(owner), &path) }
      return [Flow(path: path)]
    }
    let value = path.place(of: "newValue").flatMap(path.value) ?? fresh("newValue", path)
    write(value, op: "=", text: value.text, at: place, &path)
    return [Flow(path: path)]
  }
}

extension Interpreter {
  /// Whether the operator of a chain may change what it stands behind: one that is handed a value to
  /// read changes nothing.
  func mayChange(_ place: Place, by chain: ExprSyntax, _ path: Path) -> Bool {
    guard let elements = chain.as(SequenceExprSyntax.self)?.elements.map(\.trimmedText),
      elements.count == 3, index.harmlessOperators.contains(elements[1]), !isBoxed, !isSubject
    else { return true }
    return ![.struct, .enum].contains(index.info(type(at: place, path))?.kind)
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
