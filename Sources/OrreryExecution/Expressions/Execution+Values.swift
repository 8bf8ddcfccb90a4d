import OrreryProgram

/// What is known of values by their types, their names, and what a path has found out.
extension Execution {
  /// A value of which only the text is known: the same as where the same was asked before, in this
  /// call or in one that was handed the same.
  func fresh(_ text: String, _ path: Path, type: String? = nil) -> Value {
    .unknown(Unknown(freshSymbol(text, path), text: text, type: type))
  }

  func freshSymbol(_ text: String, _ path: Path) -> Symbol {
    symbols.symbol(
      .text(text, version: path.clock.version, scope: path.frames[path.depth - 1].scope))
  }

  /// An unknown value of which the path has found out the case.
  func settled(_ value: Value, _ path: Path) -> Value {
    guard case .unknown(let unknown) = value else { return value }
    switch path.facts[unknown.symbol] {
    case .isCase(var known):
      known.text = unknown.text
      return .enumCase(known)
    case .bool(let value): return .bool(value)
    default: return value
    }
  }

  func watchedType(_ path: Path) -> String? {
    setting.state.place.flatMap { path.value(at: $0)?.type ?? setting.state.type }
      ?? setting.state.structType ?? setting.answer.transition?.state ?? setting.state.type
  }

  /// The state that holds on a path, where it is told.
  func stateMark(_ path: Path) -> String? {
    guard let state = setting.state.place.flatMap(path.value) else { return nil }
    return state.isStart ? Self.startState : state.stateName
  }

  /// What a value of a type is known to be.
  func noted(_ value: Value, as type: TypeReference?) -> Value {
    // What a generic parameter stands for is told elsewhere.
    guard let type, !type.isParameter, type.name != "Self" else { return value }
    return value.noting { $0.note(type) }
  }

  /// What a variable of a type holds: where the type is no optional, a value.
  func present(_ value: Value, as type: TypeReference?) -> Value {
    guard case .unknown(var unknown) = value, let type else { return value }
    unknown.note(type)
    let typed = Value.unknown(unknown)
    return !unknown.isPresent && type.isPresent ? typed.found : typed
  }

  /// Whether a value is known to be there, by itself or by what the path has asked.
  func isThere(_ value: Value, _ path: Path) -> Bool {
    if value.isPresent { return true }
    guard case .unknown(let unknown) = value, case .isNot(let names)? = path.facts[unknown.symbol]
    else { return false }
    return names.contains("none")
  }

  /// The key of the type that a name means in the innermost function.
  ///
  /// - Parameter own: A type of the same module, for a function that is in no type.
  func key(named name: String, _ path: Path, near own: String? = nil) -> String? {
    key(named: name, in: path.frames[path.depth - 1].selfType ?? own)
  }

  /// The key of the type that a name means in another type.
  func key(named name: String, in type: String?) -> String? {
    guard name.first?.isUppercase ?? false else { return nil }
    var scope = type
    while let outer = scope {
      if program.type("\(outer).\(name)") != nil { return "\(outer).\(name)" }
      if outer.split(separator: ".").last.map(String.init) == name { return outer }
      guard let dot = outer.lastIndex(of: ".") else { return nil }
      scope = String(outer[..<dot])
    }
    return nil
  }
}

extension Unknown {
  /// Notes what a type says of its values.
  package mutating func note(_ type: TypeReference?) {
    guard let name = type?.name else { return }
    if declared == nil {
      declared = name.split(separator: ".").last.map(String.init)
      isDeclaredOptional = type?.isOptional ?? false
    }
    if case .nominal(nil, _, let parts)? = type?.present, Library.results.contains(name) {
      success = parts.first
    }
    isFloat = Library.floats.contains(name)
    isOrdered = Library.ordered.contains(name) || isOrdered && !isFloat
  }

  /// The type of what a result holds, by the name of its case: something called `failure` that is not
  /// known to be anything else is taken for one.
  func partOfResult(_ name: String) -> TypeReference? {
    switch name {
    case "success": success
    case "failure" where declared.map(Library.results.contains) ?? true:
      .nominal(key: nil, name: "Error", arguments: [])
    default: nil
    }
  }
}

extension SymbolTable {
  /// A property of a value that is not known.
  package func field(_ name: String, of whole: Unknown, type: String? = nil) -> Unknown {
    var field = Unknown(
      symbol(.member(whole.symbol, name)), text: "\(whole.text).\(name)", type: type)
    field.isOrdered = Library.wholeNumbers.contains(name)
    return field
  }

  /// Whether a value comes with the event, or is a part of what does.
  package func isPayload(_ symbol: Symbol) -> Bool {
    withHolders(of: symbol).dropFirst().contains(.event)
  }

  /// Whether a value is an argument of the handler, or a part of one.
  package func isArgument(_ symbol: Symbol) -> Bool {
    withHolders(of: symbol).contains {
      if case .parameter = origin(of: $0) { true } else { false }
    }
  }

  /// Whether a symbol is of a parameter or an associated value itself, not of a property of one.
  func isConstant(_ symbol: Symbol) -> Bool {
    switch origin(of: symbol) {
    case .parameter: true
    case .payload(let whole, _, _): whole == .event || whole == .start
    default: false
    }
  }

  /// Whether a symbol is of a part of such a value, however deep, which no call gives.
  func isPartOfConstant(_ symbol: Symbol) -> Bool {
    withHolders(of: symbol).dropFirst().contains(where: isConstant)
  }

  /// A value, what it is a property or an associated value of, what that is of, and so on.
  private func withHolders(of symbol: Symbol) -> UnfoldFirstSequence<Symbol> {
    sequence(first: symbol) {
      switch self.origin(of: $0) {
      case .member(let whole, _), .payload(let whole, _, _): whole
      default: nil
      }
    }
  }
}
