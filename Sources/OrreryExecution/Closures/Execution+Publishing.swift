import OrreryProgram

/// What a publisher hands to the closure at its end, as far as the operators before that tell.
extension Execution {
  /// The labels of closures that take values, not an error or the end.
  private static let takers: Set<String?> = [nil, "receiveValue", "onNext", "onSuccess"]
  private static let sinks: Set = ["sink", "subscribe", "drive"]

  /// Operators that leave the values as they are, or let fewer of them through.
  private static let transparent: Set = [
    "eraseToAnyPublisher", "setFailureType", "receive", "delay", "print", "share", "debounce",
    "throttle", "removeDuplicates", "handleEvents", "timeout", "retry", "first", "dropFirst",
    "observe", "observeOn", "subscribeOn", "asObservable", "distinctUntilChanged",
  ]

  /// The paths on which the filters before an operator of a publisher let a value through, as far as
  /// they ask for the state; of an event that is known, those too on which they do not.
  ///
  /// - Parameter event: What comes, where that is known.
  func passing(
    filtersOf call: Call, handing event: Value?, _ path: Path
  ) -> (passed: [Path], stopped: [Path]) {
    guard let name = setting.state.place?.path.last else { return ([path], []) }
    let filters = call.chain.dropLast().filter { $0.name == "filter" }.compactMap(\.closure).filter
    {
      event != nil || References(of: $0).names.contains(name)
    }
    let values = event.map { [Labelled(nil, $0)] } ?? []
    var (open, stopped) = ([path], [Path]())
    for filter in filters {
      let closure = ClosureValue(function: filter, frame: path.depth - 1)
      let ways = open.flatMap { invoke(closure, values, $0) }
      open = []
      for way in ways {
        if case .bool(let passes) = way.value {
          if passes { open.append(way.path) } else { stopped.append(way.path) }
          continue
        }
        let clause = Clause(text: way.value.text)
        open.append(way.path.under(clause))
        stopped.append(way.path.under(clause.negated))
      }
    }
    return (open, event == nil ? [] : stopped)
  }

  /// The ways into a closure that a publisher calls, each with what it is handed; nothing is told of
  /// that where the operators before it do not tell.
  func handed(_ label: String?, by call: Call, _ way: Way) -> [Way] {
    guard setting.state.structType == nil, Self.takers.contains(label),
      Self.sinks.contains(call.name),
      // One closure of several, or of RxSwift's `subscribe`, may take the end too.
      label != nil
        || call.name != "subscribe" && call.arguments.count(where: \.isTrailing) < 2,
      let info = type(watchedType(way.path)), let previous = call.previous
    else { return [way] }
    return published(by: previous, info, way.path, depth: 0) ?? [way]
  }

  /// The values that an operator hands on, of the type of the state; nothing where that is not told.
  func published(by call: Call, _ info: NominalType, _ path: Path, depth: Int) -> [Way]? {
    guard depth < 16 else { return nil }
    if Self.transparent.contains(call.name) {
      return call.previous.flatMap { published(by: $0, info, path, depth: depth + 1) }
    }
    let first = call.arguments.first?.value
    switch call.name {
    case "map", "compactMap": return mapped(by: call, info, path)
    case "replaceError", "replaceEmpty":
      return first.flatMap { also($0, before: call, info, path, depth) }
    case "catch":
      return call.closure?.body?.onlyJust.flatMap { also($0, before: call, info, path, depth) }
    case "Just":
      return first.flatMap { typed(evaluate($0, path, TypeReference(key: info.key)), info) }
    default: return published(byHelper: call, info, path, depth: depth)
    }
  }

  /// The values that a method of one's own publishes which does nothing else.
  private func published(
    byHelper call: Call, _ info: NominalType, _ path: Path, depth: Int
  ) -> [Way]? {
    guard call.base?.isPlainSelf ?? true, call.arguments.isEmpty,
      let owner = type(path.frames[path.depth - 1].selfType), let place = path.place,
      case let found = owner.functions.filter({ $0.name == call.name }), found.count == 1,
      found[0].parameters.isEmpty, found[0].isPrivate || owner.isFinal,
      case .call(let last)? = found[0].body?.onlyValue?.form
    else { return nil }
    var inner = path
    inner.frames.append(Frame(me: .alias(place), selfType: owner.key))
    return published(by: last, info, inner, depth: depth + 1)?.map {
      Way($0.path.unwound(to: path.depth), $0.value)
    }
  }

  /// A value beside those that come from further up.
  private func also(
    _ value: Expression, before call: Call, _ info: NominalType, _ path: Path, _ depth: Int
  ) -> [Way]? {
    let values = evaluate(value, path, TypeReference(key: info.key))
    guard let previous = call.previous,
      let rest = published(by: previous, info, path, depth: depth + 1),
      let own = typed(values, info)
    else { return nil }
    return rest + own
  }

  private func mapped(by call: Call, _ info: NominalType, _ path: Path) -> [Way]? {
    if let closure = call.closure {
      let value = ClosureValue(function: closure, frame: path.depth - 1)
      return typed(invoke(value, [], path), info, mayDrop: call.name == "compactMap")
    }
    // `map(State.full)`
    guard let member = call.arguments.first?.value, case .member(let base, let name) = member.form,
      case .type(info.key, _) = base.form, let item = info.enumCase(name)
    else { return nil }
    let payload = item.values.map { Labelled($0.label, fresh($0.label ?? "$0", path)) }
    let made = CaseValue(
      name: name, payload: payload, type: info.key, text: member.text, location: member.location)
    return [Way(path, .enumCase(made))]
  }

  /// The values, where each is a case of the state.
  ///
  /// - Parameter mayDrop: Whether what is absent is handed on to nobody.
  private func typed(_ ways: [Way], _ info: NominalType, mayDrop: Bool = false) -> [Way]? {
    var result: [Way] = []
    for way in ways {
      if case .absent = way.value, mayDrop { continue }
      guard var known = way.value.caseValue, known.type ?? info.key == info.key,
        info.enumCase(known.name) != nil
      else { return nil }
      known.type = info.key
      result.append(Way(way.path, .enumCase(known)))
    }
    return result.isEmpty ? nil : result
  }
}

// MARK: - Assigned publishers

/// `.assign(to: &$state)`: what a publisher gives becomes the state, whenever that comes.
extension Execution {
  /// The ways on from such a call; nothing for any other.
  func assigning(_ call: Call, _ node: Expression, _ path: Path) -> [Way]? {
    guard setting.isSuspending, setting.state.structType == nil, let name = call.assignedProperty,
      let place = path.place.map({ path.resolved($0.appending(name)) }),
      place == setting.state.place.map(path.resolved), let base = call.base
    else { return nil }
    var suspension = Suspension(of: node.id, by: sender(to: call), at: node.location)
    (suspension.isOnce, suspension.isRepeated) = (false, call.repeats)
    suspension.marks = Suspension.Marks(
      location: node.location, arguments: call.literalArguments,
      label: call.previous == nil ? nil : call.name)
    return evaluate(base, path).map { way in
      var path = way.path
      found(suspension, calling: .init(call: call), path)
      path.progress.start(suspension.key)
      if !suspension.isRepeated, !isSettingUp(path) {
        path.progress.tasks.append(suspension.key)
      }
      return Way(path, .void)
    }
  }

  /// Executes what the operators before make of a value to the state that it becomes.
  func publish(_ call: Call, _ path: Path) -> [Flow] {
    guard let place = setting.state.place else { return [] }
    return passing(filtersOf: call, handing: nil, path).passed.flatMap { start -> [Flow] in
      let known = type(watchedType(start)).flatMap { info in
        call.previous.flatMap { published(by: $0, info, start, depth: 0) }
      }
      return (known ?? [Way(start, fresh("what is published", start))]).map {
        stored($0.value, at: place, $0.path)
      }
    }
  }
}

extension Call {
  /// The last closure that it is handed.
  var closure: Function? {
    if case .closure(let function)? = arguments.last?.value.form { function } else { nil }
  }

  /// The property of `self` that a publisher assigns: `.assign(to: &$state)`,
  /// `.assign(to: \.state, on: self)`.
  fileprivate var assignedProperty: String? {
    guard name == "assign", let target = arguments.first, target.label == "to" else { return nil }
    switch target.value.form {
    case .lend(let projected):
      guard let names = projected.namesFromSelf, names.count == 1 else { return nil }
      return names[0].bound
    case .keyPath(let names?):
      guard names.count == 1, let object = arguments.last, object.label == "on",
        object.value.isPlainSelf
      else { return nil }
      return names[0]
    default: return nil
    }
  }
}

extension Body {
  /// What a body gives that does nothing else.
  fileprivate var onlyValue: Expression? {
    guard let first = blocks.first, first.instructions.isEmpty, case .return(let value?) = first.end
    else { return nil }
    return value
  }

  /// What a closure publishes that does nothing else: `x` of `{ _ in Just(x) }`.
  fileprivate var onlyJust: Expression? {
    guard case .call(var call)? = onlyValue?.form else { return nil }
    while call.name == "eraseToAnyPublisher", let inner = call.previous { call = inner }
    return call.name == "Just" && call.arguments.count == 1 ? call.arguments.first?.value : nil
  }
}

/// States that a handler answers with in a publisher: `Just(.idle).eraseToAnyPublisher()`.
extension Execution {
  /// The type of a publisher of one value, or of none.
  package static let publishedType = "$published"

  /// `Just(state)`, `.just(.idle)`, `Empty()`, where a handler answers with a publisher of states;
  /// nothing for any other call.
  func published(_ call: Call, _ node: Expression, _ path: Path) -> [Way]? {
    guard let state = setting.answer.publishedState, Library.makesPublisher(call) else {
      return nil
    }
    let isOne = call.name.lowercased() == "just"
    return arguments(of: call, path, types: [TypeReference(key: state)]).map { path, values in
      let made = CaseValue(
        name: call.name, payload: isOne ? values : [], type: Self.publishedType, text: node.text,
        location: node.location)
      return Way(path, .enumCase(made))
    }
  }

  /// Whether a method of a publisher hands on what that publishes.
  func handsOn(_ value: Value, _ name: String) -> Bool {
    value.caseValue?.type == Self.publishedType && Library.handsOnValues(name)
  }
}

extension Library {
  /// Generic types that hand over the next state as it comes.
  package static let publisherTypes: Set = [
    "AnyPublisher", "Observable", "Infallible", "Single", "Maybe", "Driver", "Signal",
  ]

  /// Whether a call makes a publisher of one value, or of none.
  static func makesPublisher(_ call: Call) -> Bool {
    guard ["Just", "Empty", "just", "empty", "never"].contains(call.name) else { return false }
    switch call.base?.form {
    case nil: return true
    case .name(let type)?: return publisherTypes.contains(type)
    default: return false
    }
  }

  /// Whether an operator leaves the values as they are.
  static func handsOnValues(_ name: String) -> Bool {
    [
      "eraseToAnyPublisher", "setFailureType", "receive", "subscribe", "delay", "print", "share",
      "asObservable", "observe", "subscribeOn", "observeOn",
    ].contains(name)
  }
}
