import OrreryProgram

/// Objects that others may have by another name: what is written to one is found by all of them.
///
/// Two places may be the same property of one object where they end in the same name: aliases are told
/// apart by fields. Source: Diwan, McKinley, Moss, Type-Based Alias Analysis, 1998.
extension Execution {
  /// What is known once a place is written: where it belongs to an object, no more of the properties of
  /// that name that others have.
  func sharing(_ place: Place, _ path: inout Path) {
    let place = path.resolved(place)
    guard setting.state.place != nil, setting.state.place.map(path.resolved) != place,
      let count = ownFields(of: place, path)
    else { return }
    forget(Set(place.path[count...].filter { !$0.hasPrefix("[") }), but: [place], &path)
  }

  /// What is known once an object has done what it was asked to, where that is not followed: no more of
  /// the properties that its method may change.
  func sharing(_ object: Value, askedTo name: String, _ path: inout Path) {
    guard let info = type(object.type ?? object.unknown?.domain?.type), info.kind == .class
    else { return }
    let changed = info.properties(changedBy: name)
    if !changed.isEmpty { forget(changed, but: [], &path) }
  }

  /// The number of fields in a place's path that lie in a value which nobody else has; nothing where
  /// all of them do.
  private func ownFields(of place: Place, _ path: Path) -> Int? {
    place.path.indices.first { count in
      if place.path[count].hasPrefix("[") { return false }
      let owner = Place(frame: place.frame, place.root, path: Array(place.path.prefix(count)))
      if count == 0, place.root == .me || isState(at: owner, path) { return false }
      let value = path.peek(at: owner)
      switch type(type(at: owner, path) ?? value?.unknown?.domain?.type)?.kind {
      case .struct, .enum: return false
      // Of what is handed in only an object can be changed.
      case nil where count == 0: return value?.unknown.map { isParameter($0.symbol) } ?? false
      default: return true
      }
    }
  }

  private func isParameter(_ symbol: Symbol) -> Bool {
    if case .parameter = symbols.origin(of: symbol) { true } else { false }
  }

  /// No more is known of the properties of some names that objects have, but for some places.
  private func forget(_ names: Set<String>, but places: [Place], _ path: inout Path) {
    path.forget { [symbols] in symbols.mentions($0, oneOf: names) }
    let kept = places + [setting.state.place.map(path.resolved)].compactMap { $0 }
    for frame in path.frames.indices {
      let own = kept.filter { $0.frame == frame }
      if case .object? = path.frames[frame].me, let me = path.frames[frame].me {
        let fields = own.filter { $0.root == .me }.map { $0.path[...] }
        path.frames[frame].me = forgetting(names, in: me, but: fields, isOwn: true)
      }
      for (slot, value) in path.frames[frame].variables.enumerated() {
        guard case .object? = value, let value else { continue }
        let fields = own.filter { $0.root.slot == slot }.map { $0.path[...] }
        path.frames[frame].variables[slot] = forgetting(
          names, in: value, but: fields, isOwn: false)
      }
    }
  }

  private func forgetting(
    _ names: Set<String>, in value: Value, but kept: [ArraySlice<String>], isOwn: Bool
  ) -> Value {
    guard case .object(var object) = value else { return value }
    let isValue = isOwn || isState(object) || type(object.base.type)?.isValue == true
    for (name, field) in object.fields {
      let inside = kept.filter { $0.first == name }.map { $0.dropFirst() }
      let isForgotten = !isValue && names.contains(name) && inside.isEmpty
      object.fields[name] =
        isForgotten ? nil : forgetting(names, in: field, but: inside, isOwn: false)
    }
    return .object(object)
  }
}

extension Place.Root {
  fileprivate var slot: Int? { if case .variable(let slot, _) = self { slot } else { nil } }
}

extension NominalType {
  /// The properties that a method changes, itself or through others of the type.
  fileprivate func properties(changedBy name: String) -> Set<String> {
    let start = functions.filter { $0.name == name }
    let found = references(from: start, in: functions, known: [name], by: \.called)
    return Set(found.flatMap(\.changed)).intersection(properties.map(\.name))
  }

  /// What some functions refer to, and those of some members that they come to.
  ///
  /// - Parameters:
  ///   - known: The names that lead to no further ones.
  ///   - names: Which of the names that a function refers to lead further.
  func references(
    from start: [Function], in members: [Function], known: Set<String> = [],
    by names: (References) -> Set<String>
  ) -> [References] {
    var (seen, open, found) = (known, start, [References]())
    while let function = open.popLast() {
      let references = References(of: function)
      found.append(references)
      let new = names(references).filter { seen.insert($0).inserted }
      open += members.filter { new.contains($0.name) }
    }
    return found
  }
}

extension SymbolTable {
  /// Whether the value of a symbol depends on a property of one of some names.
  fileprivate func mentions(_ symbol: Symbol, oneOf names: Set<String>) -> Bool {
    switch origin(of: symbol) {
    case .member(_, let name) where names.contains(name): true
    case .text(let text, _, _): text.isMadeOf(oneOf: names)
    case let origin: origin.parts.contains { mentions($0, oneOf: names) }
    }
  }
}

extension String {
  /// Whether one of some names stands in code, be it as a member.
  fileprivate func isMadeOf(oneOf names: Set<String>) -> Bool {
    split { !$0.isPartOfName || $0 == "$" }.contains { names.contains(String($0)) }
  }
}
