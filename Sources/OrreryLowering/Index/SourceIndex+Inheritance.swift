import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// Classes whose state is kept in a superclass: the members that they inherit are theirs.
extension SourceIndex {
  func inherit() {
    // Superclasses first, so that what they inherit is handed on.
    var done: Set<String> = []
    let all = infos
    for info in all { noteOverrides(in: info) }
    for info in all { inherit(info, &done, depth: 0) }
  }

  /// Tells the superclasses which of their members a class overrides.
  private func noteOverrides(in info: TypeInfo) {
    let names =
      info.computed.filter { $0.modifiers.has(.override) }.map(\.name)
      + info.functions.filter { $0.has(.override) }.map(\.fullName)
    guard info.kind == .class, !names.isEmpty else { return }
    let bases = sequence(first: info) { self.superclass(of: $0) }.dropFirst()
    for base in bases.prefix(Self.mostAncestors) { base.overriddenBelow.formUnion(names) }
  }

  private func inherit(_ info: TypeInfo, _ done: inout Set<String>, depth: Int) {
    guard info.kind == .class, depth < Self.mostAncestors, done.insert(info.key).inserted,
      let base = superclass(of: info)
    else { return }
    inherit(base, &done, depth: depth + 1)
    let heritage = heritage(of: base)
    let arguments = arguments(of: info, for: base)
    guard changes(info, whatIsIn: heritage, isGeneric: !arguments.isEmpty) else { return }
    info.aliases.merge(arguments) { own, _ in own }
    info.ancestors = heritage.keys
    let own = info.functions
    let (overridden, open) = heritage.functions.split { function in
      own.contains { isSame($0, function, in: info) }
    }
    info.overridden = (overridden + heritage.overridden).map { $0.owned(by: info.key) }
    let inherited = open.map { $0.owned(by: info.key) }
    info.functions += inherited.filter { !$0.isAccessor }
    info.accessors += inherited.filter(\.isAccessor)
    let names = info.propertyNames
    info.stored += heritage.stored.filter { !names.contains($0.property.name) }
    info.computed += heritage.computed.filter { !names.contains($0.name) }.map { getter in
      var getter = getter
      getter.owner = info.key
      return getter
    }
    if info.initializers.isEmpty { info.initializers = heritage.initializers }
  }

  private static let mostAncestors = 16

  /// What a class hands on: also where it leaves alone what it has inherited itself.
  private func heritage(of info: TypeInfo, depth: Int = 0) -> Heritage {
    var result = Heritage(info)
    guard info.ancestors.isEmpty, depth < Self.mostAncestors, let base = superclass(of: info) else {
      return result
    }
    result.add(heritage(of: base, depth: depth + 1))
    return result
  }

  /// The class that a class is declared to extend, by a name as it means where the class stands.
  private func superclass(of info: TypeInfo) -> TypeInfo? {
    guard let name = info.inherited.first.map(Naming.typeName),
      let base = self.info(resolve(name: name, in: type(around: info), module: info.module)),
      base.kind == .class, base !== info
    else { return nil }
    return base
  }

  /// What the parameters of generic superclasses stand for in a class: `Base<Phase>`.
  private func arguments(
    of info: TypeInfo, for base: TypeInfo, depth: Int = 0
  ) -> [String: TypeSyntax] {
    let type = info.node.as(ClassDeclSyntax.self)?.inheritanceClause?.inheritedTypes.first?.type
    let given = type?.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
    let names = base.genericNames
    let own = zip(names, given.map(Array.init) ?? []).compactMap { name, argument in
      argument.type.map { (name, $0) }
    }
    guard depth < Self.mostAncestors, let next = superclass(of: base) else {
      return Dictionary(own) { first, _ in first }
    }
    // What a superclass in between puts in for its own.
    return arguments(of: base, for: next, depth: depth + 1).merging(own) { $1 }
  }

  /// Whether methods of a class assign a property of its superclass; where that is generic, also
  /// through what they inherit, which is no machine there.
  private func changes(_ info: TypeInfo, whatIsIn heritage: Heritage, isGeneric: Bool) -> Bool {
    let open = heritage.stored.map(\.property).filter { !$0.isStatic && !$0.isLet }
    let names = Set(open.map(\.name))
    let structs = Set(open.filter { isStruct($0, inOneOf: heritage.keys) }.map(\.name))
    let words = Set(names.map { Word($0) })
    guard !names.isEmpty else { return false }
    let setters = isGeneric ? heritage.functions.filter { changes(names, in: $0) } : []
    let callees = Set(setters.map(\.name))
    return info.functions.contains { function in
      if !callees.isEmpty, !ownCalls(in: function).isDisjoint(with: callees) { return true }
      return function.file.words.containsAny(of: words)
        && changes(names, orPartsOf: structs, in: function)
    }
  }

  /// Whether a property of one of some types keeps a struct, which changes with its parts.
  private func isStruct(_ property: StoredProperty, inOneOf keys: [String]) -> Bool {
    let made = property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
    return keys.compactMap { info($0) }.contains { base in
      let key =
        property.type.map { resolve($0, in: base) }
        ?? made.map { resolve(name: $0.trimmedText, in: base) } ?? nil
      return info(key)?.kind == .struct
    }
  }
}

/// What a class hands on to its subclasses: its own members and those of its superclasses.
private struct Heritage {
  /// The class and its superclasses, the nearest first.
  var keys: [String]
  /// With setters and observers.
  var functions: [FunctionInfo]
  /// What these override, the nearest first.
  var overridden: [FunctionInfo]
  var stored: [StoredInfo]
  var computed: [ComputedInfo]
  var initializers: [FunctionInfo]

  init(_ info: TypeInfo) {
    keys = [info.key] + info.ancestors
    (functions, overridden) = (info.functions + info.accessors, info.overridden)
    (stored, computed, initializers) = (info.stored, info.computed, info.initializers)
  }

  mutating func add(_ base: Heritage) {
    keys += base.keys
    let own = Set(functions.filter { !$0.isAccessor && !$0.isDeinitializer }.map(\.fullName))
    let (hidden, open) = base.functions.split { own.contains($0.fullName) }
    functions += open
    overridden += hidden + base.overridden
    let names = Set(computed.map(\.name) + stored.map(\.property.name))
    stored += base.stored.filter { !names.contains($0.property.name) }
    computed += base.computed.filter { !names.contains($0.name) }
    if initializers.isEmpty { initializers = base.initializers }
  }
}

extension TypeInfo {
  /// The names of the generic parameters of its declaration.
  package static func genericNames(of node: DeclSyntax) -> [String] {
    let parameters =
      node.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause?.parameters
    return parameters.map { $0.map { Naming.identifier($0.name.text) } } ?? []
  }

  /// Whether nothing inherits from it.
  package var isFinal: Bool { node.as(ClassDeclSyntax.self)?.modifiers.has(.final) ?? true }

  var propertyNames: Set<String> {
    Set(computed.map(\.name) + stored.map(\.property.name))
  }
}

extension SourceIndex {
  /// Whether a function of a type stands for one that it would be handed else: by its name and labels,
  /// as long as what they take is not known to be different.
  package func isSame(_ own: FunctionInfo, _ other: FunctionInfo, in info: TypeInfo) -> Bool {
    // The deinitializer of a superclass runs as well.
    guard own.name == other.name, own.fullName == other.fullName, !own.isDeinitializer else {
      return false
    }
    let generics = Set(own.genericNames + other.genericNames)
    return !zip(own.parameters, other.parameters).contains { mine, others in
      let texts = [mine, others].map { $0.type.trimmedText }
      guard texts[0] != texts[1], generics.isDisjoint(with: texts) else { return false }
      let types = [type(of: mine, in: info), type(of: others, in: info, or: other)]
      let known = types.compactMap(\.self)
      guard known.contains(where: { [.enum, .struct].contains($0.kind) }) else { return false }
      return known.count == 1 || known[0] !== known[1]
    }
  }

  private func type(
    of parameter: FunctionParameterSyntax, in info: TypeInfo, or function: FunctionInfo? = nil
  ) -> TypeInfo? {
    self.info(
      resolve(parameter.type, in: info)
        ?? function.flatMap {
          resolve(parameter.type, in: self.info($0.owner), module: $0.file.module)
        })
  }
}

extension FunctionInfo {
  /// The name with the labels of its parameters.
  package var fullName: String {
    "\(name)(\(parameters.map { "\($0.firstName.text):" }.joined()))"
  }

  /// The same with their types.
  package var typedName: String {
    Naming.method(
      name, labels: parameters.map(\.firstName.text), types: parameters.map(\.type.trimmedText))
  }

  package func owned(by key: String) -> FunctionInfo {
    var copy = self
    copy.owner = key
    return copy
  }
}

extension Array {
  fileprivate func split(_ test: (Element) -> Bool) -> (yes: [Element], no: [Element]) {
    (filter(test), filter { !test($0) })
  }
}
