import OrreryProgram

/// What is known of the functions of other people's libraries: the only place that names them.
package enum Library {
  /// Functions that never return.
  package static let traps: Set = ["preconditionFailure", "fatalError", "unreachable", "abort"]
  /// Whether an expression ends the program.
  package static func isTrap(_ node: Expression, in program: any Program, owner: String?) -> Bool {
    guard case .call(let call) = node.unwaited.form, case .name(let name) = call.callee,
      traps.contains(name)
    else { return false }
    return !program.declares(name, in: owner.flatMap(program.type))
  }

  /// Checks that are left out of builds, or hold in every run that goes on.
  static let assertions: Set = ["assert", "assertionFailure", "debugOnly"]
  /// What collections, and what is named like their properties, count.
  static let wholeNumbers: Set = ["count", "startIndex", "endIndex"]

  /// Method names that change the value they are called on, by the API design guidelines' imperative
  /// form. Source: https://www.swift.org/documentation/api-design-guidelines/
  private static let mutators: Set = [
    "append", "insert", "remove", "pop", "toggle", "merge", "form", "subtract", "sort", "reverse",
    "shuffle", "swap", "reserve", "update", "replace", "move",
  ]

  /// Those that flags and lists have: a property on which one is called is assigned.
  package static let changers: Set = [
    "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "popLast",
  ]

  /// The methods by which the collections, numbers and flags of the language are changed; any other method
  /// of something of a library may as well ask an object: `navigationController.popViewController`.
  static let ownChanges: Set = changers.union([
    "popFirst", "removeSubrange", "removeValue", "updateValue", "update", "replaceSubrange",
    "replace", "swapAt", "reserveCapacity", "merge", "formUnion", "formIntersection",
    "formSymmetricDifference", "subtract", "sort", "reverse", "shuffle", "move", "pop",
  ])

  /// Whether the first word of a name is such a verb: `removeAll` and `sort`, but not `sorted`.
  package static func isMutator(_ name: String) -> Bool {
    mutators.contains(String(name.prefix { !$0.isUppercase }))
  }

  /// Methods that, for all that they are statements, leave what they are called on as it is.
  static let readers: Set = ["forEach", "map", "enumerated", "filter"]

  /// Those of them that give nothing, and ask for nothing of their closure.
  static let givesNothing: Set = ["forEach"]

  /// Types of the standard library and of Foundation whose methods change nothing but themselves.
  static let ownValues: Set = [
    "Array", "ArraySlice", "Set", "Dictionary", "String", "Data", "Deque", "OrderedSet",
    "OrderedDictionary", "IdentifiedArray", "IdentifiedArrayOf", "CircularBuffer", "ByteBuffer",
    "Date", "Decimal", "Hasher", "IndexSet", "Bool", "Int", "UInt", "Double", "URL",
    "URLComponents",
    "URLRequest", "AttributedString",
  ]

  /// Methods by which nobody is asked for anything: locks, checks and logs.
  static func isUnobserved(_ name: String) -> Bool {
    ["lock", "unlock", "try", "tryLock", "withLock", "log"].contains(name)
      || name.hasPrefix("assert") || name.hasPrefix("precondition")
  }

  /// Whether a function of the standard library or of Foundation asks nobody for anything.
  static func isPlain(_ name: String) -> Bool {
    isUnobserved(name) || ["withUnsafe", "objc_sync", "os_"].contains(where: name.hasPrefix)
      || [
        "print", "debugPrint", "dump", "swap", "withExtendedLifetime", "dispatchPrecondition",
      ].contains(name)
  }

  /// Whether a method writes logs, as far as its name tells.
  static func isLogging(_ name: String) -> Bool {
    name == "log" || name.hasPrefix("log") && name.dropFirst(3).first?.isUppercase ?? false
  }

  /// Whether what a name stands for writes logs, or tells views that something will change.
  static func isUnobserved(receiver name: String) -> Bool {
    let lower = name.lowercased()
    return isLogger(name) || lower.hasSuffix("lock")
      || ["mutex", "objectwillchange", "signposter"].contains(lower)
  }

  /// Whether a name is that of a logger: `log`, `appLogger`, `AppLog`, `LoggingService`.
  static func isLogger(_ name: String) -> Bool {
    let lower = name.lowercased()
    return lower.hasSuffix("logger") || name.hasPrefix("Logging")
      || name.hasSuffix("Log") && name.first?.isUppercase ?? false
      || ["log", "os_log", "logging", "console"].contains(lower)
  }

  /// What a value says of itself, which stays the same as long as it does.
  static let measures: Set = ["isEmpty", "count", "rawValue"]

  /// What makes a value or an error of what it runs.
  static let results: Set = ["Result", "TaskResult"]

  /// Whether a function waits for all tasks of a group.
  static func isTaskGroup(_ name: String) -> Bool {
    name.hasPrefix("with") && name.hasSuffix("TaskGroup")
  }

  /// Whether a call asks nobody for anything: time passes, someone resumes it, or a log is written.
  package static func isPause(_ callee: String) -> Bool {
    let name = callee.split(separator: ".").last.map(String.init) ?? callee
    return ["sleep", "checkCancellation", "log"].contains(name) || callee == "Task.yield"
      || handsContinuation(name) || isOfLogger(callee)
  }

  /// Whether a method is named behind a logger, or the type of one: `AppLogger.shared.write`.
  private static func isOfLogger(_ callee: String) -> Bool {
    let names = callee.split(separator: ".").dropLast().map { $0.filter { $0 != "?" && $0 != "!" } }
    return names.allSatisfy { $0.allSatisfy(\.isLetter) } && names.contains(where: isLogger)
  }

  /// Whether a function runs a closure that asks others, and is given what resumes the caller.
  static func handsContinuation(_ name: String) -> Bool {
    name.hasPrefix("with") && name.hasSuffix("Continuation")
  }

  /// Functions that run the closure which they are handed once, when a time has passed.
  static let postponers: Set = ["asyncAfter"]

  /// Functions that run the closure which they are handed once, before they return.
  package static let runners: Set = [
    "withLock", "withLockedValue", "withLockVoid", "sync", "run", "withAnimation",
    "withExtendedLifetime", "withValue", "perform", "modify", "mutate", "update", "change",
    "assumeIsolated", "let", "also", "apply", "synchronized", "performAndWait", "autoreleasepool",
    "performWithoutAnimation",
  ]

  /// Functions that run the closure which they are handed for each of several values.
  package static let iterators = questions.union([
    "map", "flatMap", "compactMap", "forEach", "reduce", "enumerateObjects", "concurrentPerform",
  ])
  /// Those of them that ask it a question of values, be it not of all.
  static let questions: Set = [
    "filter", "first", "contains", "allSatisfy", "sorted", "min", "max", "removeAll", "firstIndex",
    "index",
  ]

  /// Methods that subscribe to a publisher: what the stages before are handed runs whenever it publishes.
  package static let subscribers: Set = ["sink", "assign", "subscribe"]

  /// Properties and methods of collections that give an element, and those that give a collection of the
  /// same elements.
  static let choosers: Set = [
    "first", "last", "randomElement", "popFirst", "popLast", "removeFirst", "removeLast", "remove",
    "removeValue", "min", "max",
  ]
  static let keepers: Set = [
    "filter", "sorted", "reversed", "prefix", "suffix", "dropFirst", "dropLast", "values",
    "shuffled", "self",
  ]
  /// Collections that the language has no spelling for, by what they are given first.
  static let sequences: Set = [
    "Set", "ContiguousArray", "ArraySlice", "Deque", "OrderedSet", "IdentifiedArray", "AsyncStream",
  ]

  /// The names of the effects of The Composable Architecture, in all its generations.
  static let effectTypes: Set = [
    "Effect", "EffectOf", "EffectTask", "EffectPublisher", "EffectProducer",
  ]

  /// Effects that do nothing: `Cmd.none`, `Cmd.none()`.
  static let emptyEffects: Set = ["none", "empty"]
  /// Methods of an effect that give the same effect, or put others beside it.
  static let effectModifiers: Set = [
    "cancellable", "animation", "debounce", "throttle", "map", "eraseToEffect", "receive", "delay",
    "transaction", "subscribe", "deferred", "merge", "concatenate", "mergeFx",
  ]
  /// Those that put others beside it.
  static let effectGroups: Set = ["merge", "concatenate"]
  /// Labels that name the next state in what a handler returns.
  package static let stateLabels: Set = ["state", "newState", "nextState", "to", "model"]
  private static let effectLabels: Set = [
    "effect", "effects", "action", "actions", "command", "commands", "output", "outputs", "fx",
    "cmd", "cmds",
  ]

  /// Whether a label says that its argument is what is to be done.
  package static func isEffectLabel(_ label: String) -> Bool {
    effectLabels.contains(label)
      || ["effect", "effects"].contains(where: label.lowercased().hasSuffix)
  }

  /// Methods that hand a closure what is there, or what comes, and give what that makes of it.
  static let mappers: Set = ["map", "flatMap"]
  /// Methods of lists that give another list.
  static let listMakers: Set = [
    "sorted", "filter", "reversed", "enumerated", "prefix", "suffix", "dropFirst", "dropLast",
    "compactMap", "shuffled", "map", "flatMap",
  ]

  /// The methods that hand a closure what a result holds, and the case that they do it for.
  static let transforms = [
    "map": "success", "flatMap": "success", "mapError": "failure", "flatMapError": "failure",
  ]
  /// Methods of a mutex and its like that store what they are handed.
  package static let storers: Set = [
    "write", "store", "set", "exchange", "swap", "setValue", "overwrite",
  ]
  /// Methods of a mutex and its like that answer with what it keeps.
  static let loaders: Set = ["get", "load", "read"]
  /// Methods of a subject that publish what they are handed.
  static let emitters: Set = ["send", "accept", "yield", "update", "onNext"]
  /// Methods of a subject that publish what a closure makes of its value.
  static let subjectChangers: Set = ["change", "modify", "mutate", "withLock"]
  /// Members of a mutex or a subject that are what it keeps.
  package static let contents: Set = ["value", "wrappedValue"]
  /// Members of a store that are what it keeps.
  package static let storeViews: Set = ["state", "primitiveState"]
  /// The member of what a store lends that is the state itself.
  package static let lentContent = "wrapped"

  /// The labels by which a property wrapper is handed what it keeps.
  static let wrapperLabels: Set = ["wrappedValue", "initialValue"]
  /// What the state is called that is handed to something that keeps it.
  static let startLabels: Set = ["initialState", "state"]

  package static let ordered: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128",
    "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "String", "Substring", "Character", "Date", "Duration", "UUID",
    "Instant", "DispatchTime", "DispatchWallTime", "NIODeadline", "TimeAmount",
  ]

  static let floats: Set = [
    "Double", "Float", "CGFloat", "TimeInterval", "Float16", "Float80",
  ]

  /// Types of the standard library and of Foundation whose values nobody else can change.
  static let values: Set = [
    "Bool", "Int", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float", "String", "Character", "UUID", "URL", "Date", "Data", "TimeInterval", "Duration",
    "CGFloat",
  ]

  /// Values of the standard library, which no type of the program is.
  static let plainTypes: Set = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
    "Float", "Double", "Bool", "String", "Substring", "Character", "Data", "Date", "URL", "UUID",
  ]

  /// Properties of types of Foundation and the standard library that are no optionals.
  static let present: [String: Set<String>] = [
    "URL": [
      "absoluteString", "absoluteURL", "hasDirectoryPath", "isFileURL", "lastPathComponent", "path",
      "pathComponents", "pathExtension", "relativePath", "relativeString", "standardized",
      "standardizedFileURL",
    ],
    "String": ["count", "isEmpty", "utf8", "unicodeScalars", "description"],
    "Data": ["count", "isEmpty", "startIndex", "endIndex"],
    "Date": ["timeIntervalSince1970", "timeIntervalSinceNow", "timeIntervalSinceReferenceDate"],
    "UUID": ["uuidString"],
  ]

  /// The collections of the standard library.
  static let collections: Set = ["Array", "Set", "Dictionary", "ContiguousArray", "ArraySlice"]

  /// The collections of the standard library that grow by one element at a time.
  static let lists: Set = ["Array", "Set"]

  /// How properties are called that keep who wants to be told of something.
  static let listeners = ["delegate", "listener", "observer"]

  /// Protocols of the standard library that make nothing of a literal.
  static let plainConformances: Set = [
    "CaseIterable", "Codable", "Comparable", "CustomStringConvertible", "Decodable", "Encodable",
    "Equatable", "Error", "Hashable", "Identifiable", "LocalizedError", "Sendable",
  ]

  /// What a value of any type is.
  static let everything: Set = ["Any", "AnyObject", "AnyHashable"]

  /// The types beside its own that a literal may be of.
  static let literals: [String: Set<String>] = [
    "Int": plainTypes.subtracting([
      "Bool", "String", "Substring", "Character", "Data", "Date", "URL", "UUID",
    ]).union(["CGFloat", "TimeInterval", "Decimal"]),
    "Double": ["Float", "CGFloat", "TimeInterval", "Decimal"],
    "String": ["Substring", "Character", "StaticString"],
  ]

  /// Properties that are no optionals in whatever type has them.
  static let alwaysThere: Set = ["localizedDescription", "debugDescription", "hashValue"]

  /// What each error is.
  static let everyError: Set = ["Error", "any Error", "NSError"]
  /// The protocols of errors that refine no other.
  static let plainProtocols: Set = [
    "Error", "LocalizedError", "CustomNSError", "RecoverableError",
  ]
  /// The errors of the standard library and of Foundation that are types.
  static let plainErrors: Set = [
    "CancellationError", "URLError", "CocoaError", "POSIXError", "DecodingError", "EncodingError",
  ]
  /// The calls of a task that fail in one way alone: because it was cancelled.
  static let cancelled: Set = ["sleep", "checkCancellation"]

  /// Whether an initializer always makes a value: `URL(fileURLWithPath: path)`.
  static func makesValue(_ name: String, firstLabel: String?) -> Bool {
    switch (name, firstLabel) {
    case ("URL", "fileURLWithPath"), ("URL", "filePath"), ("UUID", nil), ("Data", nil), ("Date", _):
      true
    default: name.hasSuffix("Error")
    }
  }
}

extension Program {
  /// Whether a type has a function of a name, or there is one outside of types.
  func declares(_ name: String, in type: NominalType?) -> Bool {
    !globals(named: name).isEmpty || type?.functions.contains { $0.name == name } ?? false
  }
}
