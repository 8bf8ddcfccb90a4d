/// What a statement may name and do where it stands.
struct Scope {
  /// What the body around it answers.
  enum Body {
    /// An event: an act, or an error.
    case event
    /// A helper that is asked in conditions.
    case answering
    /// A helper or a closure that answers nothing.
    case plain
    /// A helper that answers nothing, or an error.
    case throwing
    /// A helper that answers a flag, or an error.
    case trying
    /// A helper that waits and answers nothing.
    case waiting
    /// A helper that waits and answers a flag.
    case asking
    /// A helper that waits and answers nothing, or an error.
    case attempting
    /// A helper that waits and answers a state.
    case fetching

    var isThrowing: Bool {
      switch self {
      case .event, .throwing, .trying, .attempting: true
      case .answering, .plain, .waiting, .asking, .fetching: false
      }
    }
  }

  var body: Body
  /// How many helpers stand between the event and this body; it ends, because it only grows.
  var level: Int
  /// How many blocks of the body are open.
  var depth: Int
  /// Whether the body may be left here: not from a `defer`.
  var mayLeave = true
  /// Whether `self` may be changed or handed on: not while its state is lent to a closure.
  var hasSelf = true
  /// Whether conditions may call helpers: not in the arguments of another call.
  var mayAsk = true
  /// Whether `await` may stand here.
  var mayWait = false
  /// Whether tasks may be started here.
  var mayStart = true
  /// Whether errors may be thrown here: the body hands them on, or something around it catches them.
  var mayThrow: Bool
  /// Whether functions may be declared here: those of a task would belong to nobody's actor.
  var mayDeclare = true
  /// Whether nothing may be called that sets the state: it would be observed once more.
  var isObserver = false
  /// Whether the flag is in sight, may be set, and whether the count may.
  var hasFlag = true
  var maySetFlag = true
  var maySetCount = true

  // The names in sight, by what they hold; the second of each are variables that can be set.
  var numbers: [String] = []
  var flags: [String] = []
  var states: [String] = []
  var acts: [String] = []
  var flagVariables: [String] = []
  var stateVariables: [String] = []
  var actVariables: [String] = []

  init(_ body: Body, level: Int, depth: Int) {
    self.body = body
    self.level = level
    self.depth = depth
    mayThrow = body.isThrowing
  }

  /// The same in a block of it.
  var inner: Scope { changed { $0.depth += 1 } }

  /// The same in a block that opens no other.
  var innermost: Scope { changed { $0.depth = .max } }

  /// The same in the arguments of a call.
  var asArgument: Scope { changed { $0.mayAsk = false } }

  /// The same where the body may not be left.
  var staying: Scope {
    changed { ($0.mayLeave, $0.mayThrow, $0.mayWait) = (false, false, false) }
  }

  /// The same where errors are caught.
  var caught: Scope { changed { $0.mayThrow = true } }

  func adding(number: String) -> Scope { changed { $0.numbers.append(number) } }

  func adding(state: String) -> Scope { changed { $0.states.append(state) } }

  func changed(_ change: (inout Scope) -> Void) -> Scope {
    var copy = self
    change(&copy)
    return copy
  }
}
