import OrderedCollections
import OrreryExecution
import OrreryLowering
import OrreryModel
import SwiftSyntax

/// What the interpreter knows of a value.
indirect enum Value {
  /// Nothing but where it comes from.
  case unknown(Unknown)
  case enumCase(CaseValue)
  case object(ObjectValue)
  case tuple([Argument])
  case bool(Bool)
  /// A number or a string, as written.
  case literal(String)
  case array([Value])
  /// A dictionary that the source writes out.
  case table([Entry])
  case closure(ClosureValue)
  /// A function inside a function, and the frame that it sees.
  case local(FunctionInfo, frame: Int)
  /// A type used as a value: `Self`, `State`.
  case type(key: String?, name: String)
  /// Another name for a place: an `inout` parameter, `self` in a method.
  case alias(Place)
  case absent
  case void
}

/// A value that the source does not tell.
struct Unknown: Hashable {
  /// Equal for two values that are the same whatever they are.
  var id: String
  /// How it is written, for guards and labels.
  var text: String
  /// The key of its type, where that is one of the indexed types.
  var type: String?
  /// The name of its type as its declaration writes it, without what stands before the last dot.
  var declared: String?
  /// The call that made it, where that names a type: a variable does not hide it.
  var made: String?
  /// Whether its declaration, or a condition, says that there is a value.
  var isPresent = false
  /// How many strangers had run when it was bound to a name, since which it stays as it is.
  var stamp: Int?
  /// The type whose values it takes, as far as that is declared.
  var domain: Domain?
  /// Whether it is declared as a floating-point number, which may be none at all.
  var isFloat = false
  /// Whether its type is known to put any two values in one order or the other.
  var isOrdered = false
  /// For a whole number that was counted up: what it is at least.
  var atLeast: Int?
  /// Whether it is a property that never holds anything else.
  var isFixed = false
  /// For a key path that is written out: the properties on the way.
  var keyPath: [String]?
}

extension Unknown {
  /// The id of whether there is a value.
  var presence: String { id + "?" }

  /// Whether the text itself says that the value may be absent.
  var isOptional: Bool {
    ["?.", "try?", "as?", ".first", ".last", ".randomElement", "["].contains { text.contains($0) }
      || text.hasSuffix("?")
  }
}

struct Argument {
  var label: String?
  var value: Value
}

/// A struct or class instance: where it comes from, and what was changed since.
struct ObjectValue {
  var base: Unknown
  var fields: [String: Value] = [:]
  var writes: [Write] = []
  /// Which properties a walk that starts with the object asks for.
  var asked: AskedFields?

  /// Whether an initializer that the source calls makes it.
  var isNew: Bool { base.id.hasPrefix("new.") }

  /// A property, without being asked for.
  func field(_ name: String, type: String? = nil) -> Value {
    fields[name] ?? .unknown(base.field(name, type: type))
  }
}

/// The properties of the state that a walk has started in which it has asked for.
///
/// A walk from a state that differs in others alone would do the same.
final class AskedFields: PropertyQuestions {
  /// In the order in which they were asked for.
  private(set) var names: OrderedSet<String> = []

  func insert(_ name: String) { names.append(name) }

  func formUnion(_ others: AskedFields) { names.formUnion(others.names) }
}

/// A change of a property, kept for machines whose state is a struct.
struct Write: Equatable {
  var path: String
  var op: String
  var value: String
  /// Whether it replaces all of the state.
  var isWhole = false
  var location: OrreryModel.SourceLocation
  /// How many conditions stood before it, once it is noted.
  var depth: Int?
  /// Whether another way of the same row does not do it: it replaces nothing before it.
  var isOneOfSeveral = false
  /// What the value is once the condition of `a ? b : c` is decided.
  var choice: Choice?

  struct Choice {
    var condition: String
    var yes: String
    var no: String
  }

  /// The same change, wherever it is written.
  static func == (a: Write, b: Write) -> Bool {
    a.path == b.path && a.op == b.op && a.value == b.value
  }
}

/// A closure and the frame that it sees.
struct ClosureValue {
  var node: ClosureExprSyntax
  var frame: Int
  var file: SourceFile
}

/// A variable, or a property in one.
struct Place: Hashable {
  var frame: Int
  var name: String
  var path: [String] = []

  func appending(_ field: String) -> Place {
    Place(frame: frame, name: name, path: path + [field])
  }

  /// Where that is which it is a property of.
  var owner: Place { Place(frame: frame, name: name, path: path.dropLast()) }
}

extension Value {
  var unknown: Unknown? {
    switch self {
    case .unknown(let unknown): unknown
    case .object(let object): object.base
    default: nil
    }
  }

  var caseValue: CaseValue? {
    guard case .enumCase(let value) = self else { return nil }
    return value
  }

  /// The name of the state that the value is: of a case, or of an optional that holds none.
  var stateName: String? {
    if case .absent = self { return Site.absent }
    return caseValue?.name
  }

  /// An unknown value is worded by the name that it is bound to.
  func worded(_ name: String) -> Value {
    guard case .unknown(var unknown) = self else { return self }
    unknown.text = name
    return .unknown(unknown)
  }

  /// The value worded by the call that made it, not by the variable that holds it.
  var asMade: Value {
    switch self {
    case .unknown(var unknown):
      unknown.text = unknown.made ?? unknown.text
      return .unknown(unknown)
    case .array(let values): return .array(values.map(\.asMade))
    default: return self
    }
  }

  /// The value where a condition has found one.
  var found: Value {
    guard case .unknown(var unknown) = self else { return self }
    unknown.isPresent = true
    unknown.domain?.isOptional = false
    return .unknown(unknown)
  }

  /// Whether the value is surely none that is absent.
  var isPresent: Bool {
    switch self {
    case .unknown(let unknown): unknown.isPresent
    case .enumCase(let value): value.name != "none" && value.version == nil
    case .alias, .absent, .void: false
    case .object, .tuple, .bool, .literal, .array, .table, .closure, .local, .type: true
    }
  }

  /// The value as what comes of another one, if that is there.
  var maybeAbsent: Value {
    guard case .unknown(var unknown) = self else { return self }
    unknown.isPresent = false
    return .unknown(unknown)
  }

  /// Whether a condition may be decided by the value.
  var isDecisive: Bool {
    switch self {
    // An initializer of a type that is not known makes something, and decides nothing.
    case .enumCase(let value): value.name != "init" || value.type != nil
    case .bool, .tuple, .table, .closure, .local: true
    case .array(let values): values.contains(where: \.isDecisive)
    default: false
    }
  }

  /// Whether a case of some enum is among its properties: a state beside what comes with it.
  func holdsCase(of type: String?) -> Bool {
    guard let type else { return false }
    switch self {
    case .object(let object): return object.fields.values.contains { $0.holdsCase(of: type) }
    case .enumCase(let value): return value.type == type
    default: return false
    }
  }

  /// Whether it is a struct state of which some property was changed.
  var isChangedState: Bool {
    guard case .object(let object) = self else { return false }
    return object.base.id == Interpreter.stateID && !object.writes.isEmpty
  }

  /// Whether it is something that is not known, or several such put together.
  var isStrange: Bool {
    switch self {
    case .unknown: true
    case .enumCase(let group):
      ["merge", "concatenate"].contains(group.name) && !group.payload.isEmpty
        && group.payload.allSatisfy(\.value.isStrange)
    case .array(let values): !values.isEmpty && values.allSatisfy(\.isStrange)
    default: false
    }
  }

  /// Whether the unknown value of an id is this one, or a part of it.
  func holds(_ id: String) -> Bool {
    switch self {
    case .unknown(let unknown): unknown.id == id
    case .object(let object):
      object.base.id == id || object.fields.values.contains { $0.holds(id) }
    case .enumCase(let value): value.holds(id)
    case .tuple(let elements): elements.contains { $0.value.holds(id) }
    case .array(let values): values.contains { $0.holds(id) }
    default: false
    }
  }

  /// The key of the value's type, where it is known.
  var type: String? {
    switch self {
    case .unknown(let unknown): unknown.type
    case .enumCase(let value): value.type
    case .object(let object): object.base.type
    default: nil
    }
  }

  /// The value as it is written, for guards and labels.
  var text: String {
    switch self {
    case .unknown(let unknown): unknown.text
    case .enumCase(let value): value.text
    case .object(let object): object.base.text
    case .tuple(let elements): "(\(elements.map(\.value.text).joined(separator: ", ")))"
    case .bool(let value): "\(value)"
    case .literal(let text): text
    case .array(let values): "[\(values.map(\.text).joined(separator: ", "))]"
    case .table: "[…]"
    case .closure: "{ … }"
    case .local(let function, _): function.name
    case .type(_, let name): name
    case .alias(let place): ([place.name] + place.path).joined(separator: ".")
    case .absent: "nil"
    case .void: "()"
    }
  }
}

extension Value {
  /// What an initializer made, worded by its call, with its writes placed there.
  func made(by call: String, at location: OrreryModel.SourceLocation) -> Value {
    guard case .object(var object) = self else { return self }
    if object.base.text == "self" { object.base.text = call }
    for index in object.writes.indices { object.writes[index].location = location }
    return .object(object)
  }

  /// Whether two values are surely the same.
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.unknown(let a), .unknown(let b)): a.id == b.id
    case (.enumCase(let a), .enumCase(let b)):
      a.isStart && b.isStart || a.isNamed(as: b) && Self.areSame(a.payload, b.payload)
    case (.object(let a), .object(let b)):
      a.base.id == b.base.id && a.fields.count == b.fields.count && a.writes == b.writes
        && a.fields.allSatisfy { name, value in b.fields[name]?.isSame(as: value) ?? false }
    case (.object(let a), .unknown(let b)), (.unknown(let b), .object(let a)):
      a.base.id == b.id && a.writes.isEmpty
        && a.fields.allSatisfy { $1.isSame(as: .unknown(b.field($0, type: nil))) }
    case (.tuple(let a), .tuple(let b)): Self.areSame(a, b)
    case (.bool(let a), .bool(let b)): a == b
    case (.literal(let a), .literal(let b)): a == b
    case (.array(let a), .array(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.table(let a), .table(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isSame(as: $1.key) && $0.value.isSame(as: $1.value) }
    case (.closure(let a), .closure(let b)): a.node.id == b.node.id
    case (.local(let a, _), .local(let b, _)): a.node.id == b.node.id
    case (.alias(let a), .alias(let b)): a == b
    case (.type(_, let a), .type(_, let b)): a == b
    case (.absent, .absent), (.void, .void): true
    default: false
    }
  }

  private static func areSame(_ a: [Argument], _ b: [Argument]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.value.isSame(as: $1.value) }
  }
}
