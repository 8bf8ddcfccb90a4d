import OrderedCollections
import OrreryModel
import OrreryProgram

/// Which statements the executions of a machine have come to, so that what none comes to can be told.
final class Footprint {
  private var reached: Set<NodeID> = []
  /// The bodies of the handler that is executed, and of all that were.
  private var current: NodeID?
  private var handlers: Set<NodeID> = []
  /// Handlers of which some path was left before its end: nothing is proved by where none came.
  private var cut: Set<NodeID> = []
  /// The rows that paths have made, each once.
  private var rows: OrderedSet<RowKey> = []
  /// The rows of the paths that end with a statement, and of those that lead through a state write.
  private var ended: [NodeID: Set<Int>] = [:]
  private var written: [NodeID: Set<Int>] = [:]

  /// The statements that end continuations which do nothing, and the rows of such.
  private var idle: Set<NodeID> = []
  private var idleWrites: Set<NodeID> = []
  private var idleRows: Set<RowKey> = []

  /// By each row that another stands for, that other.
  private(set) var joined: [RowKey: RowKey] = [:]
  /// The events of which there are too many rows for all conditions to be told.
  private(set) var manyWays: Set<Event.ID> = []
  /// By each row with the calls of all that do the same, one with its own calls.
  private var own: [RowKey: RowKey] = [:]

  /// The calls by which executions hand the machine to functions.
  private var handed: [NodeID: Set<NodeID>] = [:]

  func begin(_ body: NodeID) {
    current = body
    handlers.insert(body)
  }

  func mark(_ statements: Set<NodeID>) { reached.formUnion(statements) }

  /// Notes that a path of the handler is not followed further.
  func leave() {
    if let current { cut.insert(current) }
  }

  /// Notes that a call hands the machine to a function, which is followed.
  func hand(to function: NodeID, by call: NodeID) { handed[function, default: []].insert(call) }

  /// The calls by which executions hand the machine to a function; nothing where none does.
  func calls(handingTo function: NodeID) -> Set<NodeID>? { handed[function] }

  /// Notes the row that a path makes, by the statements that end it and those that change the state.
  func tell(_ outcome: Outcome, _ row: RowKey) {
    let number = rows.append(row).index
    for end in outcome.ends { ended[end, default: []].insert(number) }
    for write in outcome.written { written[write, default: []].insert(number) }
  }

  /// Notes paths that do nothing after a wait, of which no row tells.
  func tellIdle(_ outcomes: [Outcome]) {
    for outcome in outcomes {
      idle.formUnion(outcome.ends)
      idleWrites.formUnion(outcome.written)
    }
  }

  /// Notes the rows that others stand for, and the events of which rows do not tell their conditions.
  func join(_ rows: [RowKey: RowKey], manyWays events: Set<Event.ID>) {
    (joined, manyWays) = (rows, events)
  }

  /// Whether a next state is open that nobody hands over.
  private(set) var isOpenByItself = false

  func leaveOpen() { isOpenByItself = true }

  func tell(_ row: RowKey, by own: RowKey) { self.own[row] = own }

  /// By each row that another one tells, that other.
  var telling: [RowKey: RowKey] {
    joined.merging(own.mapValues { joined[$0] ?? $0 }) { first, _ in first }
  }

  func tellIdle(_ rows: [RowKey]) { idleRows.formUnion(rows) }

  /// Whether a path ends at a statement that does nothing after a wait.
  func isIdle(endingAt end: NodeID?) -> Bool { end.map { isIdle($0, idle, ended) } ?? false }

  /// Whether a statement assigns the state after a wait, which is what it is already.
  func isIdle(writingAt write: NodeID?) -> Bool {
    write.map { isIdle($0, idleWrites, written) } ?? false
  }

  /// The rows of the paths that end with a statement.
  func rows(endingAt end: NodeID?) -> [RowKey] { told(ended, end) }

  /// The rows of the paths that change the state by a statement.
  func rows(writingAt write: NodeID?) -> [RowKey] { told(written, write) }

  private func isIdle(
    _ statement: NodeID, _ idle: Set<NodeID>, _ known: [NodeID: Set<Int>]
  ) -> Bool {
    idle.contains(statement)
      || known[statement, default: []].contains { idleRows.contains(rows[$0]) }
  }

  private func told(_ known: [NodeID: Set<Int>], _ statement: NodeID?) -> [RowKey] {
    (statement.flatMap { known[$0] } ?? []).sorted().map { rows[$0] }.filter {
      !idleRows.contains($0)
    }
  }

  func isReached(_ statement: NodeID) -> Bool { reached.contains(statement) }

  /// Whether some path of a handler was left before its end; nothing where a body is no handler's.
  func isCut(_ handler: NodeID) -> Bool? {
    handlers.contains(handler) ? cut.contains(handler) : nil
  }

  /// The same of any handler.
  var isCut: Bool { !cut.isEmpty }

  /// The same with nodes numbered anew, since their files are others among all.
  ///
  /// - Parameter places: By the number of each file what it is now.
  func renumbered(_ places: [Int: Int]) -> Footprint {
    let id = { (id: NodeID) in
      places[id.place].map { NodeID(place: $0, offset: id.offset) } ?? id
    }
    func all(_ ids: Set<NodeID>) -> Set<NodeID> { Set(ids.map(id)) }
    func keys<Value>(_ values: [NodeID: Value]) -> [NodeID: Value] {
      Dictionary(values.map { (id($0), $1) }) { first, _ in first }
    }
    let copy = Footprint()
    (copy.reached, copy.handlers, copy.cut) = (all(reached), all(handlers), all(cut))
    (copy.rows, copy.ended, copy.written) = (rows, keys(ended), keys(written))
    (copy.idle, copy.idleWrites, copy.idleRows) = (all(idle), all(idleWrites), idleRows)
    (copy.isOpenByItself, copy.manyWays) = (isOpenByItself, manyWays)
    (copy.joined, copy.own, copy.handed) = (joined, own, keys(handed.mapValues(all)))
    return copy
  }
}

extension Footprint: Archived {
  static var blank: Footprint { Footprint() }

  func pass(_ archive: inout Archive) throws(Archive.Damage) {
    var (footprint, list) = (self, Array(rows))
    try archive.pass(&footprint, by: \.reached, \.handlers, \.cut)
    try archive.pass(&list)
    rows = OrderedSet(list)
    try archive.pass(&footprint, by: \.ended, \.written)
    guard
      (Array(ended.values) + Array(written.values)).allSatisfy({ numbers in
        numbers.allSatisfy(rows.indices.contains)
      })
    else { throw Archive.Damage() }
    try archive.pass(
      &footprint, by: \.idle, \.idleWrites, \.idleRows, \.joined, \.manyWays, \.own,
      \.isOpenByItself, \.handed)
  }
}
