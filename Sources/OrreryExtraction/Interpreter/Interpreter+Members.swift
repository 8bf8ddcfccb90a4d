import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

extension Interpreter {
  /// Whether a value only refers to an object: its methods leave the value as it is.
  func isObject(_ value: Value, at place: Place, _ path: Path) -> Bool {
    let info = index.info(value.type ?? type(at: place, path) ?? value.unknown?.domain?.type)
    return info?.kind == .class || info?.kind == .actor
  }

  /// The value of a name: a variable, a property of `self`, or a type.
  func read(_ name: String, _ path: Path) -> Value {
    if let place = path.place(of: name) {
      return path.value(at: place) ?? .void
    }
    if let place = synonym(name, of: path.place(of: "self"), path) {
      return path.value(at: place) ?? .void
    }
    if name == "Self", let type = path.frames[path.depth - 1].selfType {
      return .type(key: type, name: "Self")
    }
    if let own = ownProperty(name, path) ?? givenProperty(name, path) { return own }
    if transitionTypes != nil, let value = Self.transitionConstant(name) { return value }
    if let key = type(named: name, path) { return .type(key: key, name: name) }
    return .unknown(Unknown(id: name, text: name))
  }

  /// A computed property of `self` that is read without `self.`.
  func ownGetter(_ name: String, _ path: Path) -> Evaluated? {
    guard path.place(of: name) == nil, let place = path.place(of: "self"),
      synonym(name, of: place, path) == nil, let value = path.value(at: place),
      let info = index.info(path.frames[path.depth - 1].selfType), canFollow(info.key),
      let property = info.computed.first(where: { $0.name == name && !$0.isStatic })
    else { return nil }
    return follow(property, on: value, at: place, path)
  }

  /// A stored property of `self` that is read without `self.`.
  private func ownProperty(_ name: String, _ path: Path) -> Value? {
    guard let info = index.info(path.frames[path.depth - 1].selfType),
      let place = path.place(of: "self"), let property = info.property(name)
    else { return nil }
    if let table = table(of: property, in: info, path) { return table }
    let type = type(of: property.property, in: info)
    let value = path.value(at: place)?.field(name, type: type)
      .limited(to: domain(of: property.property, in: info))
    return value.map {
      let value = numbered($0, as: property.property)
      return fixed(
        present(value, as: property.property.type, in: info), as: property.property, in: info)
    }
  }

  /// A property of `self` that another type declares, where it is told what it holds.
  private func givenProperty(_ name: String, _ path: Path) -> Value? {
    guard !views.isEmpty, views.contains(name), let place = path.place(of: "self"),
      case .object(let object)? = path.value(at: place)
    else { return nil }
    return object.fields[name]
  }

  /// What a property of `self` holds: one that is never assigned again stays the same value, unless
  /// that is an object, which others may change.
  private func fixed(_ value: Value, as property: StoredProperty?, in info: TypeInfo?) -> Value {
    guard case .unknown(var unknown) = value, let property, property.isLet, let info,
      unknown.id == "self.\(property.name)"
    else { return value }
    let kept = index.info(type(of: property, in: info))
    let isKnown = property.type.map { Self.values.contains($0.trimmedText) } ?? false
    unknown.isFixed = kept?.isValue ?? (isKnown && !info.genericNames.contains(unknown.text))
    return .unknown(unknown)
  }

  /// Types of the standard library and of Foundation whose values nobody else can change.
  private static let values: Set = [
    "Bool", "Int", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
    "Float",
    "String", "Character", "UUID", "URL", "Date", "Data", "TimeInterval", "Duration", "[String]",
    "CGFloat",
  ]

  func type(named name: String, _ path: Path) -> String? {
    guard name.first?.isUppercase ?? false else { return nil }
    let scope = index.info(path.frames[path.depth - 1].selfType)
    return resolve(name: name, in: scope, module: path.file.module)
  }

  func evaluate(
    _ node: MemberAccessExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    let name = Naming.identifier(node.declName.baseName.text)
    guard let base = node.base else { return implicit(name, node, path, expected) }
    if let key = typeKey(of: base, path), let info = index.info(key) {
      if transitionTypes != nil, info.enumCase(name) == nil,
        let value = Self.transitionConstant(name)
      {
        return [(path, value)]
      }
      return member(name, ofType: info, node, path)
    }
    if namesEffects(base) { return implicit(name, node, path, nil) }
    if isSubject, ["value", "state"].contains(name), let watched,
      place(of: base, path).map(path.resolved) == path.resolved(watched)
    {
      return [(path, path.value(at: watched) ?? .void)]
    }
    if let state = synonym(name, of: place(of: base, path), path) {
      return [(path, path.value(at: state) ?? .void)]
    }
    if name == "wrappedValue", let place = place(of: base, path),
      let property = wrapped(name, of: place, path)
    {
      return [(path, path.value(at: property) ?? .void)]
    }
    return evaluate(base, path, nil).flatMap { path, value -> Evaluated in
      if case .absent = value, base.isChained { return [(path, .absent)] }
      // Some libraries hand events over in a box.
      if name == "value", value.type == Self.typeEvent { return [(path, value)] }
      return member(name, of: value, node, path)
    }
  }

  /// `.name` where the place around it tells the type.
  private func implicit(
    _ name: String, _ node: MemberAccessExprSyntax, _ path: Path, _ expected: String?
  ) -> Evaluated {
    if let info = index.info(expected), info.enumCase(name) == nil,
      let property = info.computed.first(where: { $0.name == name && $0.isStatic }),
      canFollow(property.owner)
    {
      return follow(property, on: .type(key: info.key, name: info.name), path)
    }
    if let info = index.info(expected), info.enumCase(name) == nil, canFollow(info.key),
      info.stored.contains(where: { $0.property.name == name && $0.property.isStatic })
    {
      return member(name, ofType: info, node, path)
    }
    let declares = index.info(expected).map { info in
      info.enumCase(name) != nil || info.stored.contains { $0.property.name == name }
        || info.computed.contains { $0.name == name }
    }
    if name == "none", declares != true { return [(path, .absent)] }
    let location = location(of: node, path)
    let value = CaseValue(
      name: name, payload: [], type: expected, text: text(of: node), location: location)
    return [(path, .enumCase(value))]
  }

  private func member(
    _ name: String, ofType info: TypeInfo, _ node: MemberAccessExprSyntax, _ path: Path
  ) -> Evaluated {
    if info.enumCase(name) != nil {
      let value = CaseValue(
        name: name, payload: [], type: info.key, text: text(of: node),
        location: location(of: node, path))
      return [(path, .enumCase(value))]
    }
    if name == "self" { return [(path, .type(key: info.key, name: info.name))] }
    if let property = info.computed.first(where: { $0.name == name && $0.isStatic }),
      canFollow(info.key)
    {
      return follow(property, on: .type(key: info.key, name: info.name), path)
    }
    if let stored = info.stored.first(where: { $0.property.name == name && $0.property.isStatic }) {
      if let table = table(of: stored, in: info, path) { return [(path, table)] }
      if let value = variable(stored, of: info, text: text(of: node), path) {
        return [(path, value)]
      }
      if let initializer = stored.property.initializer {
        let type = resolve(stored.property.type, in: info, module: info.module) ?? info.key
        return evaluate(initializer, path, type)
      }
    }
    return [(path, opaque(node, path))]
  }

  private func member(
    _ name: String, of value: Value, _ node: MemberAccessExprSyntax, _ path: Path
  ) -> Evaluated {
    let value = settled(value, path)
    if case .alias(let place) = value, let target = path.value(at: place) {
      return member(name, of: target, node, path)
    }
    if let info = index.info(value.type),
      let property = info.computed.first(where: { $0.name == name && !$0.isStatic }),
      canFollow(info.key)
    {
      return follow(
        property, on: value, at: node.base.flatMap { self.place(of: $0, path) }, path)
    }
    if name == "self" { return [(path, value)] }
    if name == "isEmpty", let isEmpty = value.isKnownEmpty { return [(path, .bool(isEmpty))] }
    if case .array(let items) = value, let known = element(name, of: items, node) {
      return [(path, known)]
    }
    if let known = carried(by: name, value, path) { return [known] }
    if name == "rawValue", case .enumCase(let known) = value,
      let number = index.info(known.type)?.rawNumber(of: known.name)
    {
      return [(path, .literal("\(number)"))]
    }
    let info = index.info(value.type)
    let getter = info?.computed.first { $0.name == name && !$0.isStatic }
    let declared = info.flatMap { info in
      info.property(name).flatMap { type(of: $0.property, in: info) }
        ?? resolve(getter?.type, in: info, module: info.module)
    }
    if let info, let stored = info.property(name), value.unknown?.id == "self",
      let table = table(of: stored, in: info, path)
    {
      return [(path, table)]
    }
    switch value {
    case .object, .unknown, .tuple:
      let field = value.field(name, type: declared)
      guard case .unknown(var unknown) = field else { return [(path, field)] }
      unknown.text = text(of: node)
      if let info, let getter { unknown.id += stamp(of: getter, of: info, in: value) }
      let property = info?.property(name)?.property
      let numbered =
        getter == nil
        ? numbered(.unknown(unknown), as: property)
        : numbered(.unknown(unknown), as: getter?.type, in: info)
      let known = present(numbered, as: property?.type, in: info)
      let stored =
        property == nil && getter == nil && Self.isAlwaysThere(name) ? known.found : known
      guard let base = node.base, base.isChained else {
        let limited = stored.limited(to: property.flatMap { domain(of: $0, in: info) })
        return [(path, fixed(limited, as: property, in: info))]
      }
      return [(path, chained(name, of: base, .unknown(unknown), in: value, path))]
    default: return [(path, opaque(node, path))]
    }
  }

  /// Walks a getter as if it stood in place of the property.
  ///
  /// - Parameter place: Where the value is kept.
  private func follow(
    _ property: ComputedInfo, on value: Value, at place: Place? = nil, _ path: Path
  ) -> Evaluated {
    guard !isTooDeep, path.depth < 64 else {
      return [(path, fresh(property.name, path))]
    }
    let depth = path.depth
    var inner = path
    if let last = path.last { inner.joined.insert(last) }
    let owner = index.info(property.owner)
    let result = expectation(of: property.type, in: owner, module: property.file.module)
    if isLeftToSubclasses(property) {
      return [(path, answer(of: property, on: value, path, type: result))]
    }
    let isPlace = isSubject || isBoxed || mayWrite(property)
    inner.frames.append(
      Frame(
        variables: ["self": isPlace ? place.map(Value.alias) ?? value : value],
        selfType: property.owner, returnType: result,
        file: property.file))
    let flows = run(property.body, inner, value: true, expected: result)
    let found: Evaluated = values(of: flows).map { end, value in
      var end = end
      end.unwind(to: depth)
      (end.location, end.last, end.joined) = (path.location, path.last, path.joined)
      // Its branches are none of the statement that reads it.
      (end.branch, end.innerEnd) = (path.branch, path.innerEnd)
      return (end, numbered(value, as: property.type, in: owner))
    }
    // Several answers that decide nothing are one value that is not known.
    guard found.count > 1, !isPlace || found.allSatisfy({ sameOutcome($0.0, path) }),
      !found.contains(where: { $0.1.isDecisive }) || isDetail(result, found, from: path)
    else { return found }
    return [(path, answer(of: property, on: value, path, type: result))]
  }

  /// Whether a getter may change the value that it is asked of: it says so, or that is an object.
  private func mayWrite(_ property: ComputedInfo) -> Bool {
    property.isMutating
      || index.info(property.owner)?.kind == .class
        && !cache.assigned(in: property.body).names.isEmpty
  }

  /// Whether a getter leaves open which case of some type it gives, and nothing that is told of the
  /// machine is of that type.
  private func isDetail(_ type: String?, _ found: Evaluated, from path: Path) -> Bool {
    guard let type, index.info(type)?.kind == .enum, type != watchedType(path),
      type != resultType, type != transitionTypes?.effect,
      !path.frames.contains(where: { TupleKey.holds($0.returnType, type) })
    else { return false }
    return found.allSatisfy { end, value in
      value.type == type && sameOutcome(end, path) && end.guards.count > path.guards.count
    }
  }

  /// Whether the functions and getters of a type are walked rather than taken as unknown.
  func canFollow(_ type: String?) -> Bool { type.map(followed.contains) ?? false }

  /// The type that an expression names, where it names one.
  func typeKey(of node: ExprSyntax, _ path: Path) -> String? {
    if let name = node.as(DeclReferenceExprSyntax.self) {
      let text = Naming.identifier(name.baseName.text)
      if text == "Self" { return path.frames[path.depth - 1].selfType }
      guard text.first?.isUppercase ?? false, path.place(of: text) == nil else { return nil }
      if let alias = cache.localAlias(text, at: name) {
        let scope = index.info(path.frames[path.depth - 1].selfType)
        return resolve(alias, in: scope, module: path.file.module)
      }
      return type(named: text, path)
    }
    if let member = node.as(MemberAccessExprSyntax.self), let base = member.base,
      let outer = typeKey(of: base, path)
    {
      return resolve(
        name: member.declName.baseName.text, in: index.info(outer), module: path.file.module)
    }
    if let generic = node.as(GenericSpecializationExprSyntax.self) {
      return typeKey(of: generic.expression, path)
    }
    return nil
  }
}

extension Value {
  /// Whether a list or a text that is written out is empty; nothing for any other value.
  fileprivate var isKnownEmpty: Bool? {
    switch self {
    case .array(let items): items.isEmpty
    case .literal("\"\""): true
    default: nil
    }
  }
}
