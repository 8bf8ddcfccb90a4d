import OrreryModel
import OrreryProgram

/// What is known of a machine and of how a handler comes to its state, before it is executed.
package struct Setting {
  /// The module of the handler.
  package var module = ""
  /// The name of the function that is executed, where it is one.
  package var handlerName: String?
  package var state = WatchedState()
  package var answer = AnswerTypes()
  package var functions = FunctionRoles()
  /// Types whose functions are followed into.
  package var followed: Set<String> = []
  /// Whether calls of other objects are effects, be they awaited or not.
  package var tellsCalls = false
  /// Whether ways that differ in these alone are one, since there are too many.
  package var joinsCalls = false
  /// Whether a call of an aside is a single step.
  package var stepsOver = false
  /// Whether others may change the state while a handler waits: that of an actor or a class.
  package var isSuspending = false
  /// Whether the handler makes the machine or shows it: what it hands out may be called in any state.
  package var isSettingUp = false
  /// What is told of a view, where the handler is what one shows.
  package var display: Display?
  /// Whether paths that differ in nothing but variables are executed as one: widening.
  package var isCoarse = false
  /// Whether the execution answers for abstract values of a struct state.
  package var isProjected = false
  /// How many steps an execution may take.
  package var mostSteps = 4_000

  package init() {}

  package enum Display {
    /// All that it does.
    case whole
    /// To whom it lends the state, and nothing else: it only refers to the machine.
    case lending
  }

  var isDisplay: Bool { display != nil }
  var lendsAlone: Bool { display == .lending }
}

/// The state of a machine, as its handlers come to it.
package struct WatchedState {
  /// The place whose assignments are state writes; nothing where the state is a returned value.
  package var place: Place?
  /// The key of the state's type, where that is an enum.
  package var type: String?
  /// The key of a struct that is the machine's state.
  package var structType: String?
  /// What the state is kept in, where it is not the watched place alone that is written.
  package var keeper: Keeper?
  /// Computed properties that stand for the watched place.
  package var synonyms: Set<String> = []
  /// The key of a struct around the state that the watched property keeps.
  package var memberType: String?
}

/// What a machine's property keeps its state in.
package struct Keeper {
  package enum Kind {
    /// A mutex or its like: its methods lend the state to a closure, which runs at once.
    case box
    /// A store, which lends the state by one method alone; its owner has that too.
    case store(lender: String)
    /// A subject, which publishes the state: what it is sent is the next one.
    case subject
  }

  package var kind: Kind
  /// The property.
  package var place: Place

  package init(_ kind: Kind, at place: Place) { (self.kind, self.place) = (kind, place) }
}

/// What the handlers of a machine answer with.
package struct AnswerTypes {
  /// Whether what a handler returns tells what is to be done, or the next state.
  package var isRead = false
  /// The key of the type that a handler returns to tell both state and effects.
  package var type: String?
  /// The name of a library's type that a handler returns, of which no file tells: `Next`.
  package var typeName: String?
  /// The names of the types that a handler returns, beside the state.
  package var besides: Set<String> = []
  /// The state and the effect of a machine whose handlers answer with TCA-SM's helpers.
  package var transition: (state: String?, effect: String?)?
  /// The name of the type that a handler answers with to tell the events that it sends.
  package var effectName: String?
  /// The key of the type of the states that a handler publishes as its answer.
  package var publishedState: String?
}

/// What functions are to a machine.
package struct FunctionRoles {
  /// Functions of followed types that have nothing to do with the state.
  package var isUnrelated: (Function) -> Bool = { _ in false }
  /// Functions that others wait for, and that never change the state.
  package var isAside: (Function) -> Bool = { _ in false }
  /// Functions that may change the state: their mod sets name it.
  package var mayWrite: (Function) -> Bool = { _ in true }
  /// Functions that are events of the machine, which are executed for themselves.
  package var isEvent: (Function) -> Bool = { _ in false }
  /// The name of the event that a call of a function raises; nothing for functions that nobody else calls.
  package var raised: (Function) -> String? = { _ in nil }
  /// The names of those functions, and of those that only closures for later call.
  package var events: Set<String> = []
  package var deferredEvents: Set<String> = []
  /// Functions that give what is shown: those of a display are part of it.
  package var givesView: (Function) -> Bool = { _ in false }
  /// Calls that run what is executed after the handler: they do nothing themselves.
  package var handingOn: Set<NodeID> = []
  /// Whether initializers are followed that others call on their `self`.
  package var areInitializersFollowed = false
}
