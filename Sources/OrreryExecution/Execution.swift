import OrreryModel
import OrreryProgram

/// Executes a handler's body symbolically, and finds every path through it.
///
/// Known values decide conditions; unknown ones fork the path, and the condition as written becomes part
/// of the guard. Calls are followed into the functions that matter to the machine.
package final class Execution {
  let program: any Program
  let setting: Setting
  let symbols: SymbolTable
  /// Paths that have left by more than the end of their code: they trap or throw.
  var departed = Departed()
  /// The calls that are being followed, innermost last.
  var calls = CallStack()
  /// The tasks whose bodies are being executed, innermost last.
  var tasks: [RunningTask] = []
  /// The closures that were executed, or that others call which are called later.
  var called: Set<NodeID> = []
  /// What calls have come to.
  var summaries = Summaries()
  /// Where handlers wait.
  package var waits = FoundWaits()
  /// What it has found beside its paths.
  package var findings = Findings()
  /// Whether only what depends on the state is told: the wait before was not left in it.
  var tellsAskingOnly = false
  package var isExhausted = false
  /// How many steps were taken.
  package private(set) var steps = 0

  static let mostPaths = 128

  package init(_ program: any Program, _ setting: Setting, symbols: SymbolTable) {
    (self.program, self.setting, self.symbols) = (program, setting, symbols)
  }

  /// Executes a body from a path, and returns all of its ends.
  ///
  /// - Parameter function: The function whose body it is, where it is one.
  package func execute(_ body: Body, of function: Function? = nil, from path: Path) -> [Flow] {
    departed = Departed()
    calls.body = body
    calls.handler = function.map {
      .init(function: $0, state: stateMark(path), guards: path.guards.count)
    }
    if let reason = body.unsupported {
      return ends([Flow(leavingOut(reason, path), .returned(fresh("?", path)))])
    }
    return ends(run(body, Body.entry, [path]))
  }

  /// All ends, with those that have left by more than the end of their code.
  func ends(_ flows: [Flow]) -> [Flow] {
    let ended = settled(flows)
    let thrown = settled(departed.thrown.flatMap { $0 })
    return ended + departed.suspended + departed.trapped + thrown
  }

  /// Ends, behind the tasks that were put off until then; notes in which states the others go on.
  func settled(_ flows: [Flow]) -> [Flow] {
    let ended = flows.flatMap { flow in beginning(flow.path).map { Flow($0, flow.exit) } }
    for flow in ended { settleTasks(of: flow.path) }
    return ended
  }

  /// Counts a unit of work; false once the limit is used up.
  func spend() -> Bool {
    steps += 1
    if steps > setting.mostSteps { exhaust() }
    return !isExhausted
  }

  /// Cuts the number of paths, and says so.
  func bounded<Way>(_ ways: [Way]) -> [Way] {
    guard ways.count > Self.mostPaths else { return ways }
    exhaust()
    return Array(ways.prefix(Self.mostPaths))
  }

  private func exhaust() {
    isExhausted = true
    if setting.isCoarse { findings.isCut = true }
  }

  func note(_ reason: String, at location: SourceLocation) {
    let entry = Unresolved(location: location, reason: reason)
    if !findings.notes.contains(entry) { findings.notes.append(entry) }
  }

  func type(_ key: String?) -> NominalType? { key.flatMap(program.type) }

  /// Whether the functions and getters of a type are executed rather than taken as unknown.
  func isFollowed(_ key: String?) -> Bool { key.map(setting.followed.contains) ?? false }
}

/// Where handlers wait, and in which states they were left waiting.
package struct FoundWaits {
  package var suspensions: [Suspension] = []
  /// The states in which they were left waiting.
  package var sent: [Suspension.Key: Set<String>] = [:]
  /// Those of paths that depend on the state which the execution has started in.
  package var sentAsking: [Suspension.Key: Set<String>] = [:]
}

/// What an execution finds beside its paths.
package struct Findings {
  /// Whether a path has asked for the state that the execution has started in.
  package var asksState = false
  /// Whether a variable has kept the state that the handler has started in over a wait.
  package var keepsStart = false
  /// What could not be followed.
  package var notes: [Unresolved] = []
  /// The statements that were executed.
  package var reached: Set<NodeID> = []
  /// The calls that have handed the machine to a function that was followed.
  package var handed: [(function: NodeID, call: NodeID)] = []
  /// Whether some path was left before its end.
  package var isCut = false
  /// The names of the asides that were called.
  package var asides: Set<String> = []
}

/// Paths that leave a piece of code by more than its end: abrupt completions.
struct Departed {
  var trapped: [Flow] = []
  /// Paths that wait, or that have come to the end of what goes on by itself.
  var suspended: [Flow] = []
  /// One list of thrown paths for each `do`, `try?` or `defer` around the current place.
  var thrown: [[Flow]] = [[]]
  /// How many of those lists are for deferred statements that leave the state alone.
  var quietDefers = 0
  /// How many calls were not executed, each of which may throw.
  var strangeCalls = 0
  /// How many calls were not executed of functions that throw errors of their own.
  var skippedThrows = 0

  /// How many have left so far.
  struct Mark: Equatable {
    var trapped: Int
    var suspended: Int
    var thrown: [Int]
  }

  var mark: Mark {
    Mark(trapped: trapped.count, suspended: suspended.count, thrown: thrown.map(\.count))
  }

  /// What was thrown since a mark.
  func raised(since mark: Mark) -> [Flow] { zip(thrown, mark.thrown).flatMap { $0.dropFirst($1) } }

  /// What has trapped since a mark, or waits since.
  func stopped(since mark: Mark) -> [Flow] {
    Array(trapped.dropFirst(mark.trapped) + suspended.dropFirst(mark.suspended))
  }

  mutating func raise(_ path: Path, _ error: Value) {
    thrown[thrown.count - 1].append(Flow(path, .threw(error)))
  }
}

/// The functions that are being followed into each other.
struct CallStack {
  /// What helpers were found to ask others for.
  var outside: [NodeID: [String]] = [:]
  struct Entry {
    var function: Function
    /// The state that it was called in, where that is told.
    var state: String?
    /// Under how many conditions.
    var guards: Int
    /// The call; nothing for what runs with an assignment.
    var call: FollowedCall?
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

  /// The suspension points that are being executed, innermost last.
  var points: [Point] = []
  /// How many calls stood around the task or the closure that is executed by itself.
  var base = 0
  /// Whether what that throws ends it, and goes to nobody.
  var dropsErrors = false
  /// The body of the handler.
  var body: Body?

  /// The calls that are being followed: once around is as good as twice.
  var string: [NodeID] {
    entries.compactMap { $0.call?.node.id }.reduce(into: []) { calls, id in
      if let known = calls.firstIndex(of: id) { calls.removeSubrange(known...) }
      calls.append(id)
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
  /// How much had been thrown when they began: by their arguments.
  var begun: [NodeID: Int] = [:]
  /// Helpers that turned out to decide nothing and to have many answers.
  var opaque: Set<NodeID> = []
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
