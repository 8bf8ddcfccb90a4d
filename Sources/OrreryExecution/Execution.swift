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
    return ends(run(Body.entry, of: body, [path]))
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
  /// Those of paths that ask for the state which the execution has started in.
  package var sentAsking: [Suspension.Key: Set<String>] = [:]
}

/// What an execution finds beside its paths.
package struct Findings {
  /// Whether a path has asked for the state that the execution has started in.
  package var asksState = false
  /// Whether a variable has kept the state that the handler has started in over a wait.
  package var keepsStart = false
  /// Whether the tasks that were waited for are known to have ended otherwise.
  package var endsOtherwise = false
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
