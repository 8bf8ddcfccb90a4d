import OrreryExecution
import OrreryLowering
import OrreryModel
import OrrerySyntax
import SwiftSyntax

/// Walks a handler's body with what is known of its variables, and returns every way through it.
///
/// Known values decide conditions; unknown ones split the walk in two, and the condition as written
/// becomes part of the guard. The walk follows calls into the functions that matter to the machine.
final class Interpreter {
  let index: SourceIndex
  let cache: NodeCache
  /// The place whose assignments are state writes; nothing where the state is a returned value.
  var watched: Place?
  /// The type of the state, where that is an enum: one that is absent does not tell it.
  var stateType: String?
  /// The id of the value that a handler's state starts as.
  static let stateID = "$state"
  /// The id of a state of which nothing is known, to see whether a walk asks for it.
  static let probeID = "$probe"
  /// Whether a walk that knows nothing of the state has asked for it.
  var asksState = false
  /// Whether that is all that the walk is there to see.
  var isProbe = false
  /// How many observers are being walked, whose questions may turn out to be of no matter.
  var observing = 0
  /// Whether the condition that is walked only spares a write of what is there already.
  var isSkippingEqual = false
  /// The id of the state that a handler has started in before it waited, where it may be any.
  static let originID = "$origin"
  /// Whether a variable still holds that state after the wait.
  var keepsStart = false
  /// The id of an event that is no enum.
  static let eventID = "$event"
  /// The type that a handler returns to tell both state and effects: its name, and its key where it
  /// is indexed.
  var resultName: String?
  var resultType: String?
  /// The name of a library's streams, whose functions make effects: `Observable.just(…)`.
  var effectName: String?
  /// The names of the types that a handler returns, beside that of its state.
  var answeredTypes: Set<String> = []
  /// The type of the states that a handler publishes as its result.
  var publishedState: String?
  /// Types whose functions are followed into.
  var followed: Set<String> = []
  /// Functions of followed types that have nothing to do with the state.
  var unrelated: Set<SyntaxIdentifier> = []
  /// The names of all functions and getters that are followed and may come to the state.
  var reaching: Set<String> = []
  /// The functions that are events of the machine, which are walked for themselves.
  var eventNames: Set<String> = []
  var eventNodes: Set<SyntaxIdentifier> = []
  /// Those of them that only closures for later call, and the states in which they are left to that.
  var deferredNames: Set<String> = []
  var handed: [String: Set<String>] = [:]
  /// The functions that may change the state.
  var writers = Writers()
  /// Splits the walk at an `await` of something that is not followed.
  var awaitsAreSteps = false
  /// The wait that a resumed walk starts after; nothing for a fresh start.
  var resumption: Resumption?
  /// The closures that take what a subject hands on, and the event that is sent to them.
  var sentClosures: Set<SyntaxIdentifier> = []
  var sentEvent: Value?
  /// Ways that ended in a trap.
  var trapped: [Flow] = []
  /// One list of thrown flows for each `do` or `try?` around the current place.
  var thrown: [[Flow]] = [[]]
  /// How many errors were thrown before each call of those that are followed: the others are its own.
  var thrownByArguments: [SyntaxIdentifier: Int] = [:]
  /// How many of those lists are for deferred blocks that leave the state alone: to them it is no
  /// matter what throws.
  var quietDefers = 0
  /// How many calls were not walked of functions that throw errors of their own.
  var skippedThrows = 0
  /// Functions being followed, innermost last.
  var calls: [FunctionInfo] = []
  /// The states that they were called in, and under how many conditions.
  var entered: [(state: String?, guards: Int)] = []
  /// The calls and closures being followed, innermost last.
  var callers: [Syntax] = []
  /// The targets of the assignments whose setters and observers are being followed.
  var assigned: [Syntax] = []
  /// Helpers that turned out to decide nothing and to have many answers, in this walk alone: what they
  /// answer in one state says nothing of another.
  var manyAnswers: Set<SyntaxIdentifier> = []
  /// What the walk could not follow.
  var notes: [Unresolved] = []
  /// The state and effect types of a machine that words transitions with TCA-SM's helpers.
  var transitionTypes: (state: String?, effect: String?)?
  /// The key of a struct that is the machine's state: making one anew writes all its properties.
  var structState: String?
  /// Whether the walk answers for one abstract state of a struct, not for what an action writes.
  var isProjected = false
  /// Whether the watched place is a subject that publishes the state.
  var isSubject = false
  /// Whether the walk makes the machine: tasks that it starts run when it is made.
  var isInitializer = false
  /// Whether the walk is one of what a view shows.
  var isDisplay = false
  /// The body of what is shown, where the walk is one of that.
  var shownBody: SyntaxIdentifier?
  /// Whether the watched place holds a box with the state.
  var isBoxed = false
  /// Properties of `self` that another type declares, and that hold the state.
  var views: Set<String> = []
  /// The property by which `self` refers to the machine, where that is another object.
  var reference: String?
  /// The method by which both the box and `self` lend the state, where no other does.
  var lender: String?
  /// The key of the struct that keeps the watched property for its machine.
  var memberType: String?
  /// Whether that property may hold nothing where the struct is there.
  var isMemberOptional = false
  /// Computed properties that stand for the watched one.
  var synonyms: Set<String> = []
  /// How many calls were not followed.
  var unfollowedCalls = 0
  /// The closures that were walked.
  var invoked: Set<SyntaxIdentifier> = []
  /// The closures that others call, which are called later themselves.
  var calledLater: Set<SyntaxIdentifier> = []
  /// The calls that were followed.
  var followedCalls: Set<SyntaxIdentifier> = []
  /// For each task whose body is being walked: the continuation that started it, if one did.
  var taskSegments: [String?] = []
  /// Whether their starters have written the state before.
  var taskWrites: [Bool] = []
  /// By what each of those tasks is started.
  var taskNames: [String] = []
  /// Arguments that the `await` before the call around them waits for.
  var covered: [SyntaxIdentifier: AwaitExprSyntax] = [:]
  /// The calls behind an operator that are being waited for.
  var waitingOperands: Set<SyntaxIdentifier> = []
  /// Ways that wait at an `await`, and the continuations that they stand before.
  var suspended: [Flow] = []
  var continuations: [Continuation] = []
  /// How many loops are in a round behind their first one.
  var furtherRounds = 0
  /// For each closure that is being tried out: whether it has written the state, which ends the trial.
  var trials: [Bool] = []
  /// The states in which a continuation was left waiting.
  var sent: [Continuation: Set<String>] = [:]
  /// Those of ways that depend on the state which the walk has started in.
  var sentAsking: [Continuation: Set<String>] = [:]
  private let budget: Budget
  private(set) var isExhausted = false

  static let mostPaths = 128

  init(index: SourceIndex, cache: NodeCache, budget: Budget = Budget()) {
    self.index = index
    self.cache = cache
    self.budget = budget
  }

  /// Counts a unit of work; false once the handler's limit is used up, or a trial has its answer.
  func spend() -> Bool {
    if isTrialOver { return false }
    if !isExhausted, !budget.spend() { exhaust() }
    return !isExhausted
  }

  /// Whether ways that differ in nothing but variables are walked as one.
  var isCoarse = false
  /// Whether waits that a walk comes to by several calls of one helper are told apart.
  var tellsCalls = true
  /// Functions that others wait for, which ask for the state and never change it; whether a call of
  /// one is a single step; and the names of those that the walk has come to.
  var asides: Set<SyntaxIdentifier> = []
  var stepsOver = false
  var metAsides: Set<String> = []

  var isTrialOver: Bool { trials.last == true || isProbe && asksState && observing == 0 }

  /// Notes that a way has written the state.
  func wrote(_ path: inout Path, by lent: CaseValue.Assigned? = nil) {
    path.writeLocation = lent?.location ?? path.location
    path.decided = path.guards.count
    for node in [path.last, lent?.node].compactMap(\.self) { path.written.insert(node) }
    if !trials.isEmpty { trials[trials.count - 1] = true }
  }

  /// Cuts the number of ways, and says so.
  func bounded<Way>(_ ways: [Way]) -> [Way] {
    guard ways.count > Self.mostPaths else { return ways }
    exhaust()
    return Array(ways.prefix(Self.mostPaths))
  }

  private func exhaust() {
    isExhausted = true
    // Else the walk starts anew.
    if isCoarse { cache.footprint.leave() }
  }

  func note(_ reason: String, at location: OrreryModel.SourceLocation) {
    let entry = Unresolved(location: location, reason: reason)
    if !notes.contains(entry) { notes.append(entry) }
  }
}

/// A place where a handler waits for something that is not followed.
struct Continuation {
  /// The `await` expression.
  var node: SyntaxIdentifier
  /// What is waited for, as written.
  var callee: String
  var mayFail: Bool
  /// The nodes around it, and around the calls by which the walk came to it.
  var trail: Set<SyntaxIdentifier>
  /// The calls by which the walk came to it: a helper that is called twice waits twice.
  var calls: [SyntaxIdentifier] = []
  /// What these have been handed.
  var constants: [Constant: String] = [:]
  /// Whether it goes on once for each time that it is left waiting.
  var isOnce = false
  /// Whether it goes on time and again, as often as somebody calls.
  var isRepeated = false
  /// Whether all tasks that it waits for have ended when it goes on.
  var joinsTasks = false
  /// Whether what it waits for is walked, which tells by itself what that asks for.
  var isWalked = false
  /// Whether it is a task that begins, and changes the state, once its starter has ended or waits.
  var isTask = false
  /// Whether it is the call of an event, which goes for itself.
  var isEvent = false
  /// Whether it goes on for each of the events that are sent to it.
  var isSent = false
  /// Whether another event tells what comes of it.
  var isToldElsewhere = false
  /// Whether several calls lead to it, which are not told apart.
  var isJoined = false
  /// Whether it goes on only in the states in which a view shows it.
  var isShown = false
  /// For a closure that is called later: what it is handed out with.
  var marks: ClosureMarks?
  /// For an `await`: what is asked with.
  var waitMarks: ClosureMarks?
  /// Where an execution has stopped; nothing where it was a walk.
  var suspension: Suspension.Key?
}

extension Continuation {
  /// Whether it waits for what a task gives.
  var isOfTask: Bool { callee.hasSuffix(".value") || callee.hasSuffix(".result") }

  /// Whether that task was not started for the wait.
  var isOfRunningTask: Bool {
    let name = callee.split(separator: ".").dropLast().last?.lowercased() ?? ""
    return isOfTask && !callee.hasPrefix("Task") && name.contains("task")
  }

  /// Whether the wait asks nobody for anything: time passes, or someone resumes it.
  var isPause: Bool {
    isWalked || Self.isPause(callee)
  }

  static func isPause(_ callee: String) -> Bool {
    let name = callee.split(separator: ".").last.map(String.init) ?? callee
    return ["sleep", "yield", "checkCancellation"].contains(name)
      || (name.hasPrefix("with") && name.hasSuffix("Continuation"))
  }
}

extension Continuation: Hashable {
  static func == (a: Continuation, b: Continuation) -> Bool {
    a.node == b.node && a.callee == b.callee && a.mayFail == b.mayFail && a.calls == b.calls
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(node)
  }
}

/// A continuation that is walked as a handler of its own.
struct Resumption {
  var continuation: Continuation
  var succeeds: Bool
  /// The state in which the handler was entered.
  var origin: Value
  /// The state in which the continuation is entered.
  var state: Value
  /// Whether all that stands before it is walked: what seems not to lead there may do so.
  var isThorough = false
  /// What is not known behind it, since the wait is come to with other values too.
  var open: Set<Constant> = []
}

extension Path {
  var file: SourceFile { frames[frames.count - 1].file }

  /// Leaves frames until only so many are left.
  mutating func unwind(to depth: Int) {
    if frames.count > depth { frames.removeLast(frames.count - depth) }
  }
}
