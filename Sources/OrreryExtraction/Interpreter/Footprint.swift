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

  /// Whether a way ends at a statement that does nothing after a wait.
  func isIdle(endingAt end: SyntaxIdentifier) -> Bool {
    idle.contains(end) || ended[end, default: []].contains { idleRows.contains(rows[$0]) }
  }

  /// Whether a statement assigns the state after a wait, which is what it is already.
  func isIdle(writingAt write: SyntaxIdentifier) -> Bool {
    idleWrites.contains(write)
      || written[write, default: []].contains { idleRows.contains(rows[$0]) }
  }

  /// The rows of the ways that end with a statement.
  func rows(endingAt end: SyntaxIdentifier) -> [RowKey] { told(ended, end) }

  /// The rows of the ways that change the state by a statement.
  func rows(writingAt write: SyntaxIdentifier) -> [RowKey] { told(written, write) }

  private func told(
    _ known: [SyntaxIdentifier: Set<Int>], _ statement: SyntaxIdentifier
  ) -> [RowKey] {
    known[statement, default: []].map { rows[$0] }.filter { !idleRows.contains($0) }
  }

  func isReached(_ statement: SyntaxIdentifier) -> Bool { reached.contains(statement) }

  /// Whether some way of a handler was left before its end; nothing where a body is no handler's.
  func isCut(_ handler: SyntaxIdentifier) -> Bool? {
    handlers.contains(handler) ? cut.contains(handler) : nil
  }

  /// The same of any handler.
  var isCut: Bool { !cut.isEmpty }
}
