import OrreryLowering

/// What others may change while a handler waits, or before code runs that it has left for later.
extension Interpreter {
  /// Whatever the state was, others may have changed it, and the machine's other properties.
  func unsettled(_ path: Path) -> Path {
    var path = path
    path.meetStranger()
    if let watched, let state = path.value(at: watched) {
      path.set(fresh("state", path, type: state.type), at: watched)
    }
    forgetProperties(&path)
    forgetShared(&path)
    return path
  }

  /// The way behind a wait: what the properties of the machine hold is what someone has given them.
  ///
  /// A value is changed by nobody else.
  func forgetProperties(_ path: inout Path) {
    guard case .object(var object)? = path.frames[0].variables["self"],
      let info = index.info(path.frames[0].selfType), [.class, .actor].contains(info.kind)
    else { return }
    let kept = watched.map(path.resolved)?.path.first
    let changing = info.stored.filter { !$0.property.isLet && !$0.property.isStatic }
      .map(\.property.name)
    for name in changing where name != kept {
      if object.fields[name]?.isCode == true, !mayBeReplaced(name, in: info) { continue }
      object.fields[name] = nil
    }
    path.frames[0].variables["self"] = .object(object)
    let ids = Set(changing.map { "\(object.base.id).\($0)" })
    path.forget { id in
      let parts = id.split(separator: ".", maxSplits: 2)
      return ids.contains(parts.prefix(2).joined(separator: "."))
    }
  }
}

extension Interpreter {
  /// Whether others than one assignment may give a property what it holds.
  private func mayBeReplaced(_ name: String, in info: TypeInfo) -> Bool {
    guard let property = info.property(name)?.property else { return true }
    return !property.isPrivate || cache.assignments(of: name, in: info, index) > 1
  }
}

extension Value {
  /// Whether it is code that is to be called.
  fileprivate var isCode: Bool {
    switch self {
    case .closure, .local, .alias: true
    default: false
    }
  }
}
