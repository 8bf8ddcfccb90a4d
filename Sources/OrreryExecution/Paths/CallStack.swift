import OrreryProgram

/// The functions that are being followed into each other.
struct CallStack {
  struct Entry {
    var function: Function
    /// The state that it was called in, where that is told.
    var state: String?
    /// Under how many conditions.
    var guards: Int
    /// The call; nothing for what runs with an assignment.
    var call: FollowedCall?
    /// How many loops of its caller are around the call.
    var loops = 0
  }

  /// A suspension point that is being executed.
  struct Point {
    var body: Body
    var block: Block.Number
    /// How many frames there were.
    var depth: Int
    /// How many calls were being followed.
    var entries: Int
    /// Whether the tasks have ended that it asks for.
    var hasJoined = false

    var end: Terminator { body.blocks[block].end }
  }

  /// What was found of helpers that are not followed.
  struct Helpers {
    /// What they ask others for.
    var outside: [Asked: [String]] = [:]
    /// Whether they may throw an error of their own.
    var throwing: [NodeID: Bool] = [:]
    /// Those with more answers than are of use.
    var opaque: Set<NodeID> = []
    /// The call that a condition asks for its answer.
    var bound: NodeID?
  }

  /// A helper, and whether whoever calls it asks for what it gives.
  struct Asked: Hashable {
    var function: NodeID
    var isAnswer: Bool
  }

  var helpers = Helpers()
  /// The suspension points that are being executed, innermost last.
  var points: [Point] = []
  /// How many calls stood around the task or the closure that is executed by itself.
  var base = 0
  /// How many calls stood around the task or the closure for later that is executed: nobody goes on from
  /// its end; nothing for the handler itself.
  var begun: Int?
  /// Whether what that throws ends it, and goes to nobody.
  var dropsErrors = false
  /// The body of the handler.
  var body: Body?

  /// The calls that are being followed: a function that comes to itself is where it was first.
  var string: [NodeID] {
    var kept: [(call: NodeID, place: Int)] = []
    for (place, entry) in entries.enumerated() {
      guard let call = entry.call?.node.id else { continue }
      if let known = kept.firstIndex(where: { $0.call == call || isAgain(place, $0.place) }) {
        kept.removeSubrange((known + 1)...)
      } else {
        kept.append((call, place))
      }
    }
    return kept.map(\.call)
  }

  /// Whether a function has come to itself: by no closure that it was handed from further out, which is
  /// another one each time.
  private func isAgain(_ place: Int, _ first: Int) -> Bool {
    guard entries[place].function.id == entries[first].function.id else { return false }
    return (first..<place).dropFirst().allSatisfy { inner in
      let function = entries[inner].function
      return function.kind != .closure
        || entries[first..<inner].contains { $0.function.body?.holds(function.id) ?? false }
    }
  }

  var entries: [Entry] = []
  /// The function around them all, where the handler is one.
  var handler: Entry?
  /// The function that is being executed; nothing for a handler that is none.
  var innermost: Function? { (entries.last ?? handler)?.function }
  /// The functions that are being executed, the outermost first.
  var all: [Entry] { (handler.map { [$0] } ?? []) + entries }
  /// Whether the condition that is asked only spares a write of what is there already.
  var isSparing = false
  /// How many loops are around the code that is executed.
  var loops = 0
  /// The calls that were followed.
  var followed: Set<NodeID> = []
  /// What calls are lent that is observed.
  var lent: [NodeID: Loan] = [:]
  /// How many rounds of loops around the code were executed before.
  var furtherRounds = 0
  /// The properties that getters may read; nothing for any.
  var reads: [NodeID: Set<String>?] = [:]
  private var scopes: [[Value.Mark]: Int] = [:]

  /// How many different functions are followed into each other.
  static let deepest = 16
  /// The same where functions call themselves.
  private static let deepestRecursion = 32

  var isTooDeep: Bool {
    all.count >= Self.deepest
      && (all.count >= Self.deepestRecursion
        || Set(all.map(\.function.id)).count >= Self.deepest)
  }

  /// The places that a call is lent, and how much had been thrown when it began: by its arguments.
  struct Loan {
    var places: [Place]
    var thrown: Int
  }

  /// The same number for calls that are handed the same.
  mutating func number(ofCallWith values: [Value.Mark]) -> Int {
    if let known = scopes[values] { return known }
    scopes[values] = scopes.count + 1
    return scopes.count
  }
}

extension Value {
  /// What tells a value that a call is handed from others.
  enum Mark: Hashable {
    case symbol(Symbol)
    case text(String)
    case scope(Int)
  }

  var mark: Mark { unknown.map { .symbol($0.symbol) } ?? .text(text) }
}
