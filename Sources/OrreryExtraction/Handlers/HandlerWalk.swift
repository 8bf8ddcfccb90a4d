import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryProgram
import OrreryRecognition
import OrreryTrace

/// Walks one handler for one event in one state, and reads the ends as outcomes.
struct HandlerWalk {
  @CopyOnWrite private(set) var site: Site
  @CopyOnWrite private(set) var handler: Handler
  let index: SourceIndex
  @CopyOnWrite var scope: Scope
  /// The state that the handler starts in.
  var state: Value
  /// What is known of values inside the state.
  var facts: Facts = [:]
  /// The case of the event, for a handler that takes one.
  var eventCase: EventCase?
  var resumption: Resumption?
  /// Whether the state is one abstract state of a struct.
  var isProjected = false
  /// What the walks of the handler may cost together.
  var budget = Budget()
  /// Whether ways that differ in nothing but variables are walked as one.
  var isCoarse = false
  /// Whether ways that differ in the calls of others alone are one.
  var joinsCalls = false
  var detail = Detail()

  /// How much the walks of a handler tell apart.
  struct Detail {
    /// Whether waits that a walk comes to by several calls of one helper are told apart.
    var tellsCalls = true
    var asides = Asides.followed
  }

  /// What is done with functions that others wait for, and that never change the state.
  enum Asides {
    /// They are walked, however long that takes.
    case followed
    /// They are walked as long as a walk can be; then it ends, and says so.
    case tried
    /// A call of one is a single step.
    case skipped
  }

  /// Which calls are followed into.
  struct Scope {
    /// The types whose functions are.
    var followed: Set<String>
    /// Types in the state whose functions are, where abstract states are walked.
    var kept: Set<String> = []
    /// Functions of those types that are not.
    var unrelated: Set<NodeID>
    /// The functions that are events themselves, with their names.
    var events: [NodeID: String]
    /// What those are called that anybody may call, and that are one event each.
    var raised: [NodeID: String] = [:]
    /// The names of those that only closures for later call.
    var deferred: Set<String> = []
    /// The names of those that begin once, as tasks of initializers.
    var begun: Set<String> = []
    var writers: Writers
    /// Functions that others wait for, which ask for the state and never change it.
    var asides: Set<NodeID> = []
    /// The enums that come through subjects, by the closures that take them.
    var sent: [NodeID: TypeInfo] = [:]
    /// Where executions came.
    var footprint = Footprint()
    /// The values of all executions.
    let symbols = SymbolTable()
    var program: LoweredProgram
  }

  /// A case of the events, and where it is declared.
  struct EventCase {
    /// Dotted where nested.
    var name: String
    /// The cases around it, outermost first, with the types that declare them.
    var path: [(name: String, type: String)]
    var values: [Payload]
    var type: String
    var documentation: String?
    var location: SourceLocation

    var ownName: String { name.split(separator: ".").last.map(String.init) ?? name }

    func declared(_ origin: Event.Origin) -> Event {
      Event(.init(origin, name), documentation: documentation, location: location)
    }

    struct Payload {
      var label: String?
      /// Its type, as written.
      var type: String?
      /// Whether its type says that there is a value.
      var isPresent = false
    }
  }

  struct Report {
    var outcomes: [Outcome]
    /// The wait that the walk has started after.
    var origin: Continuation?
    var continuations: [Continuation]
    /// The states in which a continuation was left waiting; nothing where any may be.
    var sent: [Continuation: Set<String>]
    /// Those of ways that ask for the state which the walk has started in.
    var sentAsking: [Continuation: Set<String>] = [:]
    /// The states in which events were left to be called later, by their names.
    var handed: [String: Set<String>] = [:]
    var notes: [Unresolved]
    var isExhausted: Bool
    /// Whether calls that could be one step each have made the walk too long.
    var isBurdened = false
    /// Whether a way has asked for the state that the walk has started in.
    var asksState = false
    /// Whether a variable holds the state that the handler has started in, where that may be any.
    var keepsStart = false
    /// Whether the tasks that were waited for are known to have ended otherwise.
    var endsOtherwise = false
  }

  /// Executes the handler; where that has too many paths, again with fewer of them told apart: first
  /// by the calls that they make of others, then by more.
  func run() -> Report {
    if let coarse = coarselyExecuted() { return coarse }
    let isApart = tellsCallsApart
    var report = executed()
    if isApart, report.isExhausted {
      var walk = self
      walk.joinsCalls = true
      report = walk.executed()
    }
    guard report.isExhausted, !report.isBurdened, !isCoarse else {
      return tellsCalls && site.holder != .parameter ? report.withFewerEffects : report
    }
    return coarse.executed()
  }

  /// Whether ways are told apart by the calls of others alone.
  var tellsCallsApart: Bool {
    tellsCalls && !joinsCalls && !budget.joinsCalls && !isCoarse
  }

  /// The execution with fewer paths told apart, where another from this handler had too many and this
  /// one needs so many steps that it would have too.
  private func coarselyExecuted() -> Report? {
    guard budget.isLong, !isCoarse, detail.asides != .tried || scope.asides.isEmpty else {
      return nil
    }
    let report = coarse.executed()
    return budget.lastSteps > Budget.perFurtherExecution / 2 ? report : nil
  }

  private var coarse: HandlerWalk {
    var walk = self
    walk.isCoarse = true
    return walk
  }

  /// The event of the handler, also behind a wait.
  var root: Event.ID { .init(handler.origin, eventName) }

  var event: Event.ID {
    guard let resumption, !isSent(resumption.continuation) else { return root }
    let name = Naming.continuation(of: eventName, behind: resumption.continuation.callee)
    guard resumption.continuation.mayFail else { return .init(.internal, name) }
    return .init(.internal, name + (resumption.how.succeeds ? ".success" : ".failure"))
  }

  private var eventName: String {
    if let eventCase { return eventCase.name }
    if case .method(let name) = handler.events { return name }
    return ""
  }

  var returnType: String? {
    handler.result == .state ? site.state.key : handler.answer(in: index)
  }
}
