import OrderedCollections
import OrreryLowering
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
  /// The rows that ways have made, each once.
  private var rows: OrderedSet<RowKey> = []
  /// The rows of the ways that end with a statement, and of those that lead through a state write.
  private var ended: [SyntaxIdentifier: Set<Int>] = [:]
  private var written: [SyntaxIdentifier: Set<Int>] = [:]

  /// The statements that end continuations which do nothing, and the rows of such.
  private var idle: Set<SyntaxIdentifier> = []
  private var idleWrites: Set<SyntaxIdentifier> = []
  private var idleRows: Set<RowKey> = []

  /// The calls by which walks hand the machine to functions.
  private var handed: [SyntaxIdentifier: [SyntaxIdentifier: Call]] = [:]

  struct Call {
    var node: FunctionCallExprSyntax
    var file: SourceFile
  }

  mutating func begin(_ body: CodeBlockItemListSyntax) {
    current = body.id
    handlers.insert(body.id)
  }

  mutating func mark(_ item: CodeBlockItemSyntax) { reached.insert(item.id) }

  /// Notes that a way of the handler is not walked on.
  mutating func leave() {
    if let current { cut.insert(current) }
  }

  /// Notes that a call hands the machine to a function, which is walked.
  mutating func hand(to function: SyntaxIdentifier, by call: Call) {
    handed[function, default: [:]][call.node.id] = call
  }

  /// The calls by which walks hand the machine to a function; nothing where none does.
  func calls(handingTo function: SyntaxIdentifier) -> [SyntaxIdentifier: Call]? {
    handed[function]
  }

  /// Notes the row that a way makes, by the statements that end it and those that change the state.
  mutating func tell(_ outcome: Outcome, _ row: RowKey) {
    let number = rows.append(row).index
    for end in outcome.ends { ended[end, default: []].insert(number) }
    for write in outcome.written { written[write, default: []].insert(number) }
  }

  /// Notes ways that do nothing after a wait, of which no row tells.
  mutating func tellIdle(_ outcomes: [Outcome]) {
    for outcome in outcomes {
      idle.formUnion(outcome.ends)
      idleWrites.formUnion(outcome.written)
    }
  }

  mutating func tellIdle(_ rows: [RowKey]) { idleRows.formUnion(rows) }

  /// Whether a way ends at a node that does nothing after a wait.
  func isIdle(endingAt node: Syntax) -> Bool {
    guard let end = Self.statements(around: node).first?.id else { return false }
    return idle.contains(end) || ended[end, default: []].contains { idleRows.contains(rows[$0]) }
  }

  /// Whether a node assigns the state after a wait, which is what it is already.
  func isIdle(writingAt node: Syntax) -> Bool {
    guard let write = Self.statements(around: node).first?.id else { return false }
    return idleWrites.contains(write)
      || written[write, default: []].contains { idleRows.contains(rows[$0]) }
  }

  /// The rows of the ways that end at a node.
  func rows(endingAt node: Syntax) -> [RowKey] { told(ended, at: node) }

  /// The rows of the ways that change the state at a node.
  func rows(writingAt node: Syntax) -> [RowKey] { told(written, at: node) }

  private func told(_ known: [SyntaxIdentifier: Set<Int>], at node: Syntax) -> [RowKey] {
    guard let statement = Self.statements(around: node).first else { return [] }
    return known[statement.id, default: []].map { rows[$0] }.filter { !idleRows.contains($0) }
  }

  /// Whether walks came to the branches around a node, and none could take the one that it is in.
  func rulesOut(_ node: Syntax) -> Bool { !isCut(before: node) && isPassed(node) }

  /// Whether walks passed a node by, and some way was left from which another could come to it.
  func leaves(_ node: Syntax) -> Bool { isCut(before: node) && isPassed(node) }

  private func isCut(before node: Syntax) -> Bool {
    handler(of: node).map(cut.contains) ?? !cut.isEmpty
  }

  private func isPassed(_ node: Syntax) -> Bool {
    let around = Self.statements(around: node)
    guard let first = around.first, !reached.contains(first.id),
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
