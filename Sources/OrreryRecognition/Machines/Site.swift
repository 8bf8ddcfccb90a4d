import OrreryExecution
import OrreryLowering
import OrreryModel
import SwiftSyntax

/// A machine that was recognised, and where its parts are: all that a style has to say.
package struct Site {
  /// Where a handler finds the state and leaves the next one.
  package enum Holder: Equatable {
    /// A property of `self`.
    case property(String)
    /// `self` is the state.
    case selfValue
    /// A parameter: the state comes in, and the result tells the next one.
    case parameter
    /// A subject in a property of `self` publishes the state.
    case subject(String)

    /// The property that holds the state, or the subject that publishes it.
    package var property: String? {
      switch self {
      case .property(let name), .subject(let name): name
      case .selfValue, .parameter: nil
      }
    }
  }

  package var style: Machine.Style
  package var module: String
  /// The type path that names the machine.
  package var path: [String]
  /// What stands before the path where another machine has the name.
  package var namesake: String?
  var node: DeclSyntax
  package var file: SourceFile
  /// The type that owns the handlers; nothing for global functions.
  package var owner: TypeInfo?
  package var state: TypeInfo
  package var holder: Holder
  /// Whether the property holds a box, whose methods hand the state to a closure.
  package var isBoxed = false
  /// The method by which both the box and the owner lend the state, where no other does.
  package var lender: String?
  /// Whether the owner is a struct that keeps the state elsewhere, as a view does.
  package var isShared = false
  /// Whether the owner only keeps the state, and others alone assign it.
  var isOpen = false
  /// The property of what the holder names that is the state, where that is a struct around it.
  package var member: Member?
  /// Computed properties that stand for the one that holds the state.
  package var synonyms: Set<String> = []
  package var handlers: [Handler]
  /// The state that a reducer is declared to start with; nothing where a caller decides.
  var initial: ExprSyntax?
  /// The properties in which others keep the state.
  package var keepers: [Site] = []
  /// Whether the handlers are handed the state as an optional, and may leave none.
  package var isHandedOptional = false
  /// The key of the effect type of a machine that uses TCA-SM's helpers.
  package var effect: String?
  package var usesTransitionHelpers = false
  /// Whether the cases of an enum that is declared in the action stand in the place of the one that
  /// carries it.
  package var nestsActions = false
  package var children: [Child] = []
  /// Closures that may change the state and are no handlers: what reacts to a change.
  package var reactions: [Reaction] = []
  /// Optional properties that a dismissal empties.
  package var presentations: [Presentation] = []
  /// Reducers that give properties what a view asks for.
  package var bindings: [Binding] = []
  /// The properties that views bind.
  package var bound: Set<String> = []
  /// What a body composes and no file declares.
  package var unread: [Unresolved] = []
  /// The keys of the types whose handlers are among those of the machine, since its body composes them.
  package var parts: Set<String> = []
  /// Forwarded events by case name.
  package var forwards: [String: String] = [:]
  /// What the machine of a library is told.
  package var routes: Routes?
}

extension Site {
  /// Whether the state may be `nil`, which is a state of its own beside the cases.
  package var mayBeAbsent: Bool {
    isHandedOptional || member?.mayBeAbsent == true || heldType?.is(OptionalTypeSyntax.self) == true
  }

  /// Whether the state is `nil` until something is assigned, which no handler asks for.
  package var mayBeUnset: Bool { heldType?.is(ImplicitlyUnwrappedOptionalTypeSyntax.self) ?? false }

  private var heldType: TypeSyntax? {
    guard case .property(let name) = holder, !isBoxed else { return nil }
    return owner?.property(name)?.property.type
  }

  /// The names of the states of an enum.
  package var stateNames: [String] { state.cases.map(\.name) + (mayBeAbsent ? [Self.absent] : []) }

  /// The state of an optional that holds none.
  package static let absent = OptionalCase.absent

  /// How the functions of the owner come to the state, where they keep it in a property.
  func access(in index: SourceIndex) -> StateAccess? {
    guard let name = holder.property else { return nil }
    var access = StateAccess(name, of: state)
    access.names.formUnion(synonyms)
    (access.isBoxed, access.member) = (isBoxed, member?.name)
    (access.isShared, access.lender) = (isShared, lender)
    access.noteElements(of: owner, around: member?.owner, in: index)
    if case .subject = holder { access.harmlessOperators = [] }
    return access
  }

  /// Which functions of the owner come to the state, where they keep it in a property.
  package func reach(in index: SourceIndex) -> Reach? {
    guard let owner, let access = access(in: index) else { return nil }
    return Reach(of: owner, to: access, in: index, takesProtocols: true)
  }

  /// A closure that a change of the state runs.
  package struct Reaction {
    var closure: ClosureExprSyntax
    var body: CodeBlockItemListSyntax { closure.statements }
    /// What it calls the state.
    package var stateName: String
    /// What it reacts to, as written.
    package var subject: String
    package var location: OrreryModel.SourceLocation
  }

  /// A property of a struct.
  package struct Member {
    package var name: String
    /// The struct, and its key.
    var owner: TypeInfo
    package var type: String { owner.key }
    /// Whether it is an optional in a struct that is always there.
    var mayBeAbsent: Bool
  }

  /// What the holder's property keeps while the state is some value.
  package func held(_ state: Value, as name: String, _ symbols: SymbolTable) -> Value {
    guard let member else { return state }
    if case .absent = state, !member.mayBeAbsent { return state }
    let base = Unknown(symbols.symbol(.member(.me, name)), text: name, type: member.type)
    return .object(ObjectValue(base: base, fields: [member.name: state]))
  }
}

/// One body of code that reacts to events.
package struct Handler {
  /// What a parameter is given.
  package enum Role: Equatable {
    case state(isInOut: Bool)
    /// The event itself.
    case event
    case other
  }

  /// Which events the body reacts to.
  package enum Events {
    /// One event: the call of the method.
    case method(String)
    /// One event for each case of an enum.
    case cases(TypeInfo)
    /// What patterns ask of an event whose type is not among the files.
    case asked([AskedCase])

    /// The enum whose cases are the events.
    package var type: TypeInfo? { if case .cases(let type) = self { type } else { nil } }

    /// The names of the cases that are events.
    var caseNames: [String] {
      switch self {
      case .method: []
      case .cases(let info): info.cases.map(\.name)
      case .asked(let cases): cases.map(\.name)
      }
    }

    /// The name of the method that is the one event.
    var methodName: String? { if case .method(let name) = self { name } else { nil } }
  }

  /// How the result is read.
  package enum Result {
    /// The next state.
    case state
    /// A pair of next state and effect; what is absent does not change.
    case transition
    /// The effect; the state is left where it was found.
    case effect
    case nothing
  }

  var body: CodeBlockItemListSyntax
  package var parameters: [(name: String, role: Role)]
  package var events: Events
  package var origin: Event.Origin
  package var result: Result
  var returnType: TypeSyntax?
  package var file: SourceFile
  package var owner: TypeInfo?
  /// Whether `self` is the event, and whether it is the state.
  package var selfIsEvent = false
  package var selfIsState = false
  package var isStatic = false
  package var location: OrreryModel.SourceLocation
  /// The cases that the body is asked about; nothing for all.
  package var only: Set<String>?
  /// Whether events of other types come too, which are none of the machine's.
  package var isCast = false
  /// The struct that the event is a property of: its key, and the property.
  package var wrapper: (type: String?, field: String)?
  /// Bodies that run after this one, for the same event.
  package var next: [Handler] = []
  /// The call that runs the reducers whose bodies are the next ones.
  var handsOn: FunctionCallExprSyntax?
  /// What is evaluated in place of the body: the value that a property starts with.
  var start: ExprSyntax?
  /// Whether the body makes the machine: only what it leaves to be called later is an event.
  package var isInitializer = false
  /// Whether such a body runs anew in each state, as that of a view does.
  package var isDisplay = false
  /// Which of the values that it returns may ask for something to be done.
  package var told = Told.all
  /// Whether it answers with the events that it sends, of the type that its result is named by.
  package var isSender = false
  /// Properties of `self` that another type declares, and that hold the state.
  package var views: Set<String> = []
  /// The property by which an object of another type refers to the machine.
  package var reference: String?
  /// Functions that are declared in the functions around the body.
  var around: [FunctionDeclSyntax] = []
  /// The function, so that following it again counts as recursion.
  package var function: FunctionInfo?
}

extension Handler {
  /// What may ask for something to be done.
  package enum Told {
    case all
    /// What is made to be returned, not what is kept.
    case made
    /// Cases, as nothing is known of the type.
    case cases
    /// No value: the answer is yes or no.
    case none
  }

  /// A function as a whole.
  init(
    _ function: FunctionInfo, of owner: TypeInfo?, parameters: [(String, Role)], events: Events,
    origin: Event.Origin = .input, result: Result
  ) {
    self.init(
      body: function.body?.statements ?? [], parameters: parameters, events: events,
      origin: origin, result: result, returnType: function.returnType, file: function.file,
      owner: owner, isStatic: function.isStatic,
      location: function.file.location(of: function.node), function: function)
  }

  /// A piece of code; nothing but what is done around it where there is none.
  init(
    _ body: CodeBlockItemListSyntax = [], parameters: [(String, Role)] = [], events: Events,
    result: Result = .nothing, of owner: TypeInfo?, in file: SourceFile,
    at node: some SyntaxProtocol
  ) {
    self.init(
      body: body, parameters: parameters, events: events, origin: .input, result: result,
      file: file, owner: owner, location: file.location(of: node))
  }

  /// Whether a function is handed the state as an optional, and may leave none.
  var takesOptionalState: Bool {
    let name = parameters.first { if case .state = $0.role { true } else { false } }?.name
    let type = function?.parameters.first { $0.ownName == name }?.type
    guard let type, (type.inOutBase ?? type).is(OptionalTypeSyntax.self) else { return false }
    return type.inOutBase != nil || returnType?.is(OptionalTypeSyntax.self) ?? false
  }

  /// The name of the generic type that the body returns: `Next` of `Next<Model, Effect>`.
  package var resultName: String? {
    let type = returnType?.as(OptionalTypeSyntax.self)?.wrappedType ?? returnType
    return type?.as(IdentifierTypeSyntax.self)?.name.text
  }
}
