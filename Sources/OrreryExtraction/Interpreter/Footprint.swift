import OrreryModel
import SwiftSyntax

/// Which statements the walks of a machine have come to, so that what none comes to can be told.
struct Footprint {
  private var reached: Set<SyntaxIdentifier> = []
  /// The handler that is being walked, and all that were.
  private var current: SyntaxIdentifier?
  private var handlers: Set<SyntaxIdentifier> = []
  /// Handlers of which some way was left before its end: nothing is proved by where no walk came.
  private var cut: Set<SyntaxIdentifier> = []
  /// Where the rows are placed of the ways that end with a statement.
  private var rows: [SyntaxIdentifier: Set<OrreryModel.SourceLocation>] = [:]
  /// Where the rows are placed of the ways that lead through a state write.
  private var written: [SyntaxIdentifier: Set<OrreryModel.SourceLocation>] = [:]

  /// The statements that end continuations which do nothing.
  private var idle: Set<SyntaxIdentifier> = []
  private var idleRows: Set<OrreryModel.SourceLocation> = []

  mutating func begin(_ body: CodeBlockItemListSyntax) {
    current = body.id
    handlers.insert(body.id)
  }

  mutating func mark(_ item: CodeBlockItemSyntax) { reached.insert(item.id) }

  /// Notes that a way of the handler is not walked on.
  mutating func leave() {
    if let current { cut.insert(current) }
  }

  /// Notes where the row of some ways is placed, by the statements that end them and those that
  /// change the state on the way.
  mutating func tell(_ outcome: Outcome, at location: OrreryModel.SourceLocation) {
    for end in outcome.ends { rows[end, default: []].insert(location) }
    for write in outcome.written { written[write, default: []].insert(location) }
  }

  /// Notes ways that do nothing after a wait, of which no row tells.
  mutating func tellIdle(_ outcomes: [Outcome]) {
    for outcome in outcomes { idle.formUnion(outcome.ends) }
  }

  mutating func tellIdle(at locations: [OrreryModel.SourceLocation]) {
    idleRows.formUnion(locations)
  }

  /// Whether a way ends at a node that does nothing after a wait.
  func isIdle(endingAt node: Syntax) -> Bool {
    guard let end = Self.statements(around: node).first?.id else { return false }
    return idle.contains(end) || !idleRows.isDisjoint(with: rows[end] ?? [])
  }

  /// The places of the rows for ways that end at a node.
  func rows(endingAt node: Syntax) -> Set<OrreryModel.SourceLocation> {
    Self.statements(around: node).first.flatMap { rows[$0.id] } ?? []
  }

  /// The places of the rows for ways that change the state at a node.
  func rows(writingAt node: Syntax) -> Set<OrreryModel.SourceLocation> {
    Self.statements(around: node).first.flatMap { written[$0.id] } ?? []
  }

  /// Whether walks came to the branches around a node, and none could take the one that it is in.
  func rulesOut(_ node: Syntax) -> Bool {
    let around = Self.statements(around: node)
    let isCut = handler(of: node).map(cut.contains) ?? !cut.isEmpty
    guard !isCut, let first = around.first, !reached.contains(first.id),
      let open = around.first(where: { reached.contains($0.id) })
    else { return false }
    // A closure that nothing calls proves nothing of what is in it.
    return !open.isOutside
  }

  private func handler(of node: Syntax) -> SyntaxIdentifier? {
    var current: Syntax? = node
    while let inner = current {
      if handlers.contains(inner.id) { return inner.id }
      current = inner.parent
    }
    return nil
  }

  /// The statements that a node is in, innermost first, up to its function, and whether a closure
  /// stands between one and the one before.
  private static func statements(
    around node: Syntax
  ) -> [(id: SyntaxIdentifier, isOutside: Bool)] {
    var result: [(id: SyntaxIdentifier, isOutside: Bool)] = []
    var current: Syntax? = node
    var isOutside = false
    while let inner = current, !inner.is(MemberBlockSyntax.self) {
      if inner.is(CodeBlockItemSyntax.self) {
        result.append((inner.id, isOutside))
        isOutside = false
      }
      if [.closureExpr, .functionDecl, .accessorDecl].contains(inner.kind) { isOutside = true }
      current = inner.parent
    }
    return result
  }
}

extension Footprint {
  /// A footprint that is made when it is first asked for.
  final class Lazy {
    private let make: () -> Footprint
    private(set) lazy var value = make()

    init(_ make: @escaping () -> Footprint) { self.make = make }
  }
}
