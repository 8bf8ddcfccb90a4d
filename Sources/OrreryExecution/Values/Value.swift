import OrreryModel
import OrreryProgram

/// What is known of a value.
package indirect enum Value {
  /// Nothing but where it comes from.
  case unknown(Unknown)
  case enumCase(CaseValue)
  case object(ObjectValue)
  case tuple([Labelled])
  case bool(Bool)
  /// A number or a string, as written.
  case literal(String)
  case array([Value])
  /// A dictionary that the source writes out.
  case table([Entry])
  case closure(ClosureValue)
  /// A type used as a value: `Self`, `State`.
  case type(key: String?, name: String)
  /// Another name for a place: an `inout` parameter, `self` in a method.
  case alias(Place)
  case absent
  case void
}

/// A value that the source does not tell.
package struct Unknown: Hashable {
  package var symbol: Symbol
  /// How it is written, for guards and labels.
  package var text: String
  /// The key of its type, where that is one of the program's.
  package var type: String?
  /// The name of its type as its declaration writes it, without what stands before the last dot.
  package var declared: String?
  /// Whether that declaration says that there may be no value.
  package var isDeclaredOptional = false
  /// The type of what it holds where it is a `Result` that has succeeded.
  package var success: TypeReference?
  /// The call that made it, where that names a type: a variable does not hide it.
  package var made: String?
  /// Whether its declaration, or a condition, says that there is a value.
  package var isPresent = false
  /// How much strange code had run when it was bound to a name, since which it stays as it is.
  package var stamp: Int?
  /// The type whose values it takes, as far as that is declared.
  package var domain: Domain?
  /// Whether it is declared as a floating-point number, which may be none at all.
  package var isFloat = false
  /// Whether its type is known to put any two values in one order or the other.
  package var isOrdered = false
  /// For a whole number that was counted up: what it is at least.
  package var atLeast: Int?
  /// Whether it is a property that never holds anything else.
  package var isFixed = false
  package var keyPath: [String]?

  package init(_ symbol: Symbol, text: String, type: String? = nil) {
    (self.symbol, self.text, self.type) = (symbol, text, type)
  }
}

/// The type whose values a value takes.
package struct Domain: Hashable, Sendable {
  /// Its key; that of what is inside of an optional.
  package var type: String
  package var isOptional: Bool

  package init(type: String, isOptional: Bool = false) {
    (self.type, self.isOptional) = (type, isOptional)
  }

  /// The domain of what is declared with a type, where that is one of the program's or an optional of
  /// one.
  package init?(of type: TypeReference) {
    switch type {
    case .optional(.nominal(let key?, _, _)): self.init(type: key, isOptional: true)
    case .nominal(let key?, _, _): self.init(type: key)
    default: return nil
    }
  }
}

package struct Labelled {
  package var label: String?
  package var value: Value

  package init(_ label: String? = nil, _ value: Value) { (self.label, self.value) = (label, value) }
}

package struct Entry {
  package var key: Value
  package var value: Value
}

/// A struct or class instance: where it comes from, and what was changed since.
package struct ObjectValue {
  package var base: Unknown
  package var fields: [String: Value]
  package var writes: [Write] = []
  /// Whether an initializer that the source calls has made it.
  package var isNew = false
  /// The read footprint of an execution that starts with the object.
  package var asked: (any PropertyQuestions)?

  package init(base: Unknown, fields: [String: Value] = [:]) {
    (self.base, self.fields) = (base, fields)
  }
}

/// The properties of a state that an execution has started in which it has asked for.
///
/// An execution from a state that differs in others alone would do the same.
package protocol PropertyQuestions: AnyObject {
  func insert(_ name: String)
}

/// A change of a property, kept for machines whose state is a struct.
package struct Write: Equatable {
  package var path: String
  package var op: String
  package var value: String
  package var location: SourceLocation
  /// Whether it replaces all of the state.
  package var isWhole = false
  /// How many conditions stood before it, once it is noted.
  package var depth: Int?
  /// Whether another way of the same row does not do it: it replaces nothing before it.
  package var isOneOfSeveral = false
  /// What the value is once the condition of `a ? b : c` is decided.
  package var choice: Choice?

  package struct Choice {
    package var condition: String
    package var yes: String
    package var no: String
  }

  package init(path: String, op: String, value: String, location: SourceLocation) {
    (self.path, self.op, self.value, self.location) = (path, op, value, location)
  }

  /// The same change, wherever it is written.
  package static func == (a: Write, b: Write) -> Bool {
    a.path == b.path && a.op == b.op && a.value == b.value
  }
}

/// A closure or a function inside of a function, and the frame that it sees.
package struct ClosureValue {
  package var function: Function
  package var frame: Int
  /// Tells the frame from one that takes its place later; nothing where none does.
  package var serial: Int?
  /// What its capture list has kept, in the order of that.
  package var captured: [Value] = []
}

/// A variable, or a property in one.
package struct Place: Hashable {
  package enum Root: Hashable {
    case me
    case variable(slot: Int, name: String)
  }

  package var frame: Int
  package var root: Root
  package var path: [String]

  package init(frame: Int, _ root: Root, path: [String] = []) {
    (self.frame, self.root, self.path) = (frame, root, path)
  }

  package func appending(_ field: String) -> Place {
    Place(frame: frame, root, path: path + [field])
  }

  /// Where that is which it is a property of.
  package var owner: Place { Place(frame: frame, root, path: path.dropLast()) }

  /// What holds it all.
  package var whole: Place { Place(frame: frame, root) }

  package var name: String {
    if case .variable(_, let name) = root { name } else { "self" }
  }

  /// Whether it is another place, or a part of that.
  func isWithin(_ other: Place) -> Bool {
    frame == other.frame && root == other.root && path.starts(with: other.path)
  }
}

extension Value {
  package var unknown: Unknown? {
    switch self {
    case .unknown(let unknown): unknown
    case .object(let object): object.base
    default: nil
    }
  }

  package var caseValue: CaseValue? {
    if case .enumCase(let value) = self { value } else { nil }
  }

  /// The name of the state that the value is: of a case, or of an optional that holds none.
  package var stateName: String? {
    if case .absent = self { return "nil" }
    return caseValue?.name
  }

  /// An unknown value is worded by the name that it is bound to.
  func worded(_ name: String) -> Value { noting { $0.text = name } }

  /// The value with something else noted of it, where it is not known.
  func noting(_ change: (inout Unknown) -> Void) -> Value {
    guard case .unknown(var unknown) = self else { return self }
    change(&unknown)
    return .unknown(unknown)
  }

  /// The value worded by the call that made it, not by the variable that holds it.
  package var asMade: Value {
    switch self {
    case .unknown(let unknown): worded(unknown.made ?? unknown.text)
    case .array(let values): .array(values.map(\.asMade))
    default: self
    }
  }

  /// The value where a condition has found one.
  package var found: Value {
    noting { unknown in
      unknown.isPresent = true
      unknown.domain?.isOptional = false
    }
  }

  /// A value of which nothing is known any more but what it comes from.
  var doubted: Value? {
    guard case .unknown(var unknown) = self else { return nil }
    unknown.isPresent = false
    return .unknown(unknown)
  }

  /// Whether the value is surely none that is absent.
  var isPresent: Bool {
    switch self {
    case .unknown(let unknown): unknown.isPresent
    case .enumCase(let value): !value.isNamed("none") && value.version == nil
    case .alias, .absent, .void: false
    case .object, .tuple, .bool, .literal, .array, .table, .closure, .type: true
    }
  }

  /// Whether a condition may be decided by the value.
  var isDecisive: Bool {
    switch self {
    // An initializer of a type that is not known makes something, and decides nothing.
    case .enumCase(let value): value.name != "init" || value.type != nil
    case .bool, .tuple, .table, .closure: true
    case .array(let values): values.contains(where: \.isDecisive)
    default: false
    }
  }

  /// Whether it is the case that an execution has started in.
  package var isStart: Bool { caseValue?.isStart ?? false }

  /// The key of the value's type, where it is known.
  package var type: String? { caseValue?.type ?? unknown?.type }

  /// The value as it is written, for guards and labels.
  package var text: String {
    switch self {
    case .unknown(let unknown): unknown.text
    case .enumCase(let value): value.text
    case .object(let object): object.base.text
    case .tuple(let elements): "(\(elements.map(\.value.text).joined(separator: ", ")))"
    case .bool(let value): "\(value)"
    case .literal(let text): text
    case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    case .table: "[…]"
    case .closure(let closure):
      closure.function.kind == .closure ? "{ … }" : closure.function.name
    case .type(_, let name): name
    case .alias(let place): ([place.name] + place.path).joined(separator: ".")
    case .absent: "nil"
    case .void: "()"
    }
  }

  /// The whole number that a literal is.
  var number: Int? { if case .literal(let text) = self { Int(text) } else { nil } }

  /// Whether its type is known to put any two values in one order or the other.
  var isOrdered: Bool { if case .unknown(let unknown) = self { unknown.isOrdered } else { false } }

  /// The elements of a list; anything else stands for itself.
  var items: [Value] { if case .array(let items) = self { items } else { [self] } }

  /// Whether the value of a symbol is this one, or a part of it.
  func holds(_ symbol: Symbol) -> Bool {
    switch self {
    case .unknown(let unknown): unknown.symbol == symbol
    case .object(let object):
      object.base.symbol == symbol || object.fields.values.contains { $0.holds(symbol) }
    case .enumCase(let value): value.holds(symbol)
    case .tuple(let elements): elements.contains { $0.value.holds(symbol) }
    case .array(let values): values.contains { $0.holds(symbol) }
    default: false
    }
  }

  /// Whether two values are surely the same.
  package func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.unknown(let a), .unknown(let b)): a.symbol == b.symbol
    case (.enumCase(let a), .enumCase(let b)): a.isSame(as: b)
    case (.object(let a), .object(let b)):
      a.base.symbol == b.base.symbol && a.fields.count == b.fields.count && a.writes == b.writes
        && a.fields.allSatisfy { name, value in b.fields[name]?.isSame(as: value) ?? false }
    case (.tuple(let a), .tuple(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.value.isSame(as: $1.value) }
    case (.bool(let a), .bool(let b)): a == b
    case (.literal(let a), .literal(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.table(let a), .table(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
    case (.closure(let a), .closure(let b)): a.function === b.function
    case (.alias(let a), .alias(let b)): a == b
    case (.type(_, let a), .type(_, let b)): a == b
    case (.absent, .absent), (.void, .void): true
    default: false
    }
  }

  /// Whether two literals as written are the same; nothing where that is not told, as of a name.
  static func areSame(_ a: String, _ b: String) -> Bool? {
    if a == b { return true }
    if let a = Int(a), let b = Int(b) { return a == b }
    return a.isPlainText && b.isPlainText ? false : nil
  }
}
