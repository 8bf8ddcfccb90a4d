import OrreryModel

/// A type as it is written at some place, its names resolved and its aliases written out.
package indirect enum TypeReference: Hashable, Sendable {
  /// A type by its key; nothing where it is not one of the program's.
  case nominal(key: String?, name: String, arguments: [TypeReference])
  case optional(TypeReference)
  case array(TypeReference)
  case dictionary(TypeReference, TypeReference)
  case tuple([Element])
  case function
  /// A generic parameter.
  case parameter(String)
  case other(String)

  package struct Element: Hashable, Sendable {
    package var label: String?
    package var type: TypeReference

    package init(_ label: String?, _ type: TypeReference) {
      (self.label, self.type) = (label, type)
    }
  }

  /// A type of the program.
  package init(key: String) { self = .nominal(key: key, name: "", arguments: []) }

  /// The key of the type that it is, or that it is an optional of.
  package var key: String? {
    if case .nominal(let key, _, _) = present { key } else { nil }
  }

  /// Whether it is a generic parameter, or an optional of one.
  package var isParameter: Bool { if case .parameter = present { true } else { false } }

  /// The name without arguments; nothing where it has none.
  package var name: String? {
    switch present {
    case .nominal(_, let name, _), .parameter(let name): name
    default: nil
    }
  }

  /// The type of what is there.
  package var present: TypeReference {
    if case .optional(let inner) = self { inner.present } else { self }
  }

  package var isOptional: Bool { if case .optional = self { true } else { false } }

  /// Whether values of the type are surely there, as far as is written: a generic parameter or another
  /// word than a name may hide an optional.
  package var isPresent: Bool {
    switch self {
    case .nominal, .array, .dictionary, .tuple, .function: true
    case .optional, .parameter, .other: false
    }
  }
}

/// A type of the program with all that its declaration and its extensions say.
package final class NominalType: @unchecked Sendable {
  package enum Kind: Sendable { case `struct`, `class`, `enum`, `actor`, `protocol`, extensionOnly }

  package struct Case: Sendable {
    package var name: String
    package var values: [TypeReference.Element]
    /// The whole number that stands for it.
    package var rawNumber: Int?

    package init(name: String, values: [TypeReference.Element], rawNumber: Int? = nil) {
      (self.name, self.values, self.rawNumber) = (name, values, rawNumber)
    }
  }

  package struct Property: Sendable {
    package var name: String
    package var type: TypeReference?
    /// The key of its type, also where only what it starts as tells that.
    package var key: String?
    package var isLet: Bool
    package var isStatic: Bool
    package var isLazy: Bool
    /// Whether only its file may see it.
    package var isPrivate: Bool
    /// Whether it is `weak` or `unowned`.
    package var isWeak: Bool
    /// Whether a property wrapper keeps it.
    package var isWrapped: Bool
    /// What it starts as: a function without parameters that returns it.
    package var start: Function?

    package init(
      name: String, type: TypeReference?, key: String?, isLet: Bool, isStatic: Bool, isLazy: Bool,
      isPrivate: Bool = false, isWeak: Bool = false, isWrapped: Bool = false, start: Function?
    ) {
      (self.isPrivate, self.isWeak) = (isPrivate, isWeak)
      (self.name, self.type, self.key, self.start) = (name, type, key, start)
      (self.isLet, self.isStatic, self.isLazy) = (isLet, isStatic, isLazy)
      self.isWrapped = isWrapped
    }
  }

  package let key: String
  package let name: String
  /// The module that declares it.
  package let module: String
  package let kind: Kind
  package let cases: [Case]
  package let properties: [Property]
  /// The properties that its own subscripts may assign.
  package var changedByElements: Set<String> = []
  package let functions: [Function]
  /// The methods further up that its own or inherited ones take the place of, the nearest first.
  package let overridden: [Function]
  package let initializers: [Function]
  package let getters: [Function]
  /// Setters and observers, each named after its property.
  package let accessors: [Function]
  package let inherited: [String]
  package let genericNames: [String]
  /// The keys of the superclasses and protocols that the program declares, the nearest first.
  package let supertypes: [String]
  /// Whether no type inherits from it.
  package var isFinal = false

  package init(
    key: String, name: String, module: String, kind: Kind, cases: [Case], properties: [Property],
    functions: [Function], overridden: [Function] = [], initializers: [Function],
    getters: [Function], accessors: [Function], inherited: [String], genericNames: [String],
    supertypes: [String] = []
  ) {
    (self.key, self.name, self.module, self.kind, self.cases) = (key, name, module, kind, cases)
    self.overridden = overridden
    (self.properties, self.functions, self.initializers) = (properties, functions, initializers)
    (self.getters, self.accessors) = (getters, accessors)
    (self.inherited, self.genericNames) = (inherited, genericNames)
    self.supertypes = supertypes
  }

  package func enumCase(_ name: String) -> Case? { cases.first { $0.name == name } }

  package func property(_ name: String) -> Property? {
    properties.first { $0.name == name && !$0.isStatic }
  }

  /// The property that a wrapper is kept beside: `mode` of `_mode`.
  package func wrappedProperty(_ name: String) -> Property? {
    guard name.hasPrefix("_"), property(name) == nil else { return nil }
    return property(String(name.dropFirst())).flatMap { $0.isWrapped ? $0 : nil }
  }

  /// Whether its values are copied.
  package var isValue: Bool { kind == .struct || kind == .enum }
}

/// The types and functions of the sources, each lowered when it is first asked for.
package protocol Program: AnyObject {
  func type(_ key: String) -> NominalType?
  /// The functions outside of all types that have a name.
  func globals(named name: String) -> [Function]
  /// A variable outside of all types.
  func global(_ name: String) -> NominalType.Property?
  /// The functions of all types, and of none, that have a name and are of a kind.
  func functions(_ kind: CallKind, named name: String) -> [Function]
  /// The functions of an operator that the program declares, in types and outside of them.
  func operators(named name: String) -> [Function]
}

/// What the signatures of functions say of calls that are not followed.
package enum CallKind: Sendable {
  /// They never return.
  case endless
  /// They run the code that they are handed before they return.
  case running
  /// They may keep all the code that they are handed.
  case keeping
  /// They wait, and are lent code that they may end without having run.
  case lending
}
