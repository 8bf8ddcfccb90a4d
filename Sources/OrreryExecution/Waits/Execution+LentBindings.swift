import OrreryProgram

/// Bindings of the state that a view hands out: who has one gives the state another value, whenever that
/// is.
extension Execution {
  /// The path on behind what is shown and is lent the state: `PhasePicker(phase: $phase)`.
  func lending(to call: Call, _ path: Path) -> Path {
    guard isShowing, setting.state.structType == nil else { return path }
    return call.arguments.reduce(path) { path, argument in
      isBinding(argument.value, path) ? lending(argument, to: call, path) : path
    }
  }

  private func isBinding(_ node: Expression, _ path: Path) -> Bool {
    guard let names = node.boundNames, let place = setting.state.place.map(path.resolved) else {
      return false
    }
    // What is bound of a struct around the state is that; an object as a whole is no binding.
    return setting.lendsAlone ? place.path == names : place.path.starts(with: names)
  }

  private func lending(_ argument: Argument, to call: Call, _ path: Path) -> Path {
    let isShown = Library.presenters.contains(call.name) && argument.label == "item"
    if isShown, isAbsent(path) { return path }
    let node = argument.value
    if let name = otherDisplay(around: path.depth - 1, path) {
      return showing(name, by: node.id, at: node.location, path)
    }
    var suspension = Suspension(of: node.id, by: call.shownName, at: node.location)
    (suspension.isOnce, suspension.isRepeated, suspension.isShown) = (false, true, true)
    suspension.marks = Suspension.Marks(location: node.location)
    let given = isShown ? Value.absent : fresh(node.text, path)
    var left = path
    left.trail.location = node.location
    found(suspension, calling: .init(call: call, values: [Labelled(nil, given)]), left)
    noteShown(suspension.key, path)
    return path
  }

  /// Executes what whoever has a binding does: what is shown is dismissed, where it is there.
  func giving(_ value: Value, _ path: Path) -> [Flow] {
    guard let place = setting.state.place else { return [] }
    if case .absent = value, isAbsent(path) { return [] }
    return [stored(value, at: place, path)]
  }

  /// The end of a path that gives the state a value.
  func stored(_ value: Value, at place: Place, _ path: Path) -> Flow {
    var path = path
    store(value, path.write(value.text), at: place, &path)
    return Flow(path, .returned(.void))
  }

  private func isAbsent(_ path: Path) -> Bool {
    if case .absent? = setting.state.place.flatMap(path.value) { true } else { false }
  }
}

extension Library {
  /// Modifiers that show something while their item is there, and leave none when that is dismissed.
  fileprivate static let presenters: Set = [
    "sheet", "fullScreenCover", "popover", "alert", "navigationDestination",
  ]
}

extension Expression {
  /// What a binding is of: `phase` of `$phase`, `model` and `toast` of `$model.toast`.
  fileprivate var boundNames: [String]? {
    switch form {
    case .name(let name): return name.bound.map { [$0] }
    case .member(let base, let name):
      if base.isPlainSelf { return name.bound.map { [$0] } }
      return base.boundNames.map { $0 + [name] }
    // `$phase.animation()`
    case .call(let call): return call.base?.boundNames
    default: return nil
    }
  }
}

extension References {
  /// The properties whose bindings are named.
  var bound: Set<String> { Set(names.compactMap(\.bound)) }
}

extension String {
  /// `phase` of `$phase`, the binding of a property; `$0` is none.
  var bound: String? {
    guard hasPrefix("$"), dropFirst().first?.isNumber == false else { return nil }
    return String(dropFirst())
  }
}
