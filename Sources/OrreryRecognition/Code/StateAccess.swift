import OrreryExecution
import OrreryLowering

/// By which names and calls the functions of a type come to its state.
struct StateAccess {
  /// The property, and the computed properties that stand for it; `self` where the whole value is
  /// the state.
  var names: Set<String>
  /// Methods of the state that change it.
  var mutators: Set<String> = []
  /// Methods and properties of the state that answer a question about it.
  var queries: Set<String> = []
  /// Whether the property holds a box, whose methods hand the state to a closure.
  var isBoxed = false
  /// The method by which both a store and the type that has it lend the state, where no other does.
  var lender: String?
  /// Whether the owner is a struct that keeps the state elsewhere, as a view does: methods that are
  /// not mutating, and closures, change it as those of an object do.
  var isShared = false
  /// The property that is the state, where `names` tell a struct around it.
  var member: String?
  /// Whether a subject publishes that struct.
  var isPublished = false
  /// Whether `names` tell another object instead, which is the machine.
  var isReference = false
  /// Whether that object is what a function is handed.
  var isHanded = false
  /// The properties of that struct whose setters and observers change the state.
  var holderSetters: Set<String> = []
  /// The methods of that struct which change it, or hand it to a closure that may.
  var holderChangers: Set<String> = []
  /// Whether the owner, and whether the struct around the state, has a subscript that changes it.
  var isElement = false
  var isElementOfHolder = false
  /// What the wrappers of the property are kept under.
  var wrappers: Set<String> = []
  /// Operators that change no value they stand behind, and whether the owner is an object, which one
  /// may change all the same.
  var harmlessOperators: Set<String> = []
  var isInObject = false
  /// Whether the state is a struct: to change a part of it changes it.
  var isStruct = false
  /// The methods that change a part of a property which has a setter or observers, by property.
  var partChangers: [String: PartChangers] = [:]

  /// The key of the state's type.
  private(set) var stateKey: String?
  /// How the state's type is named.
  var typeNames: Set<String> = ["Self", "State"]

  init(_ name: String) { names = [name] }

  init(_ name: String, of state: TypeInfo) {
    names = [name]
    stateKey = state.key
    typeNames.insert(state.name)
    isStruct = state.kind == .struct
    let functions = state.functions.filter { !$0.isStatic }
    mutators = Set(functions.filter(\.isMutating).map(\.name))
    queries = Set(
      functions.filter { $0.returnType?.trimmedText == "Bool" }.map(\.name)
        + state.computed.filter { $0.type?.trimmedText == "Bool" }.map(\.name))
  }

  /// Methods of a subject that publish what they are handed.
  static let senders: Set = ["send", "accept", "onNext"]
  /// Members of a box or a subject that are the state itself.
  static let contents = Library.contents
  /// Members of a store that are the state itself.
  static let views = Library.storeViews
}
