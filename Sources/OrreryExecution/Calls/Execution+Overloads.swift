import OrreryProgram

/// Overload resolution: which of several functions of one name a call means.
extension Execution {
  /// The functions that a call may mean: by its labels, its effects, and what is known of the types of
  /// its arguments.
  func overloads(
    _ name: String, _ call: Call, in functions: [Function], _ path: Path
  ) -> [Function] {
    let named = takingCode(functions.filter { $0.name == name && $0.accepts(call) }, of: call)
    guard let first = named.first else { return [] }
    let ways = call.arguments.isEmpty ? [[]] : tried(call, path)
    if named.count == 1 {
      let isOther =
        isAnother(first, call, ways.first ?? [], path) || isHidden(first, from: call, path)
      return isOther ? [] : named
    }
    // Where something is waited for, what waits goes before what does not; elsewhere behind it.
    let effective = named.filter { $0.isAsync == call.isAwaited }
    let found = effective.isEmpty ? named : effective
    if found.count == 1 { return found }
    let typed = found.filter { function in ways.contains { mayTake($0, function) } }
    let left = typed.isEmpty ? found : typed
    let declared = left.filter { function in ways.contains { isDeclared($0, for: function) } }
    if declared.count == 1 { return declared }
    let fitting = fitting(left, call, ways.first ?? [], path)
    if fitting.count == 1 { return fitting }
    let related = fitting.filter { !setting.functions.isUnrelated($0) && isFollowed($0.owner) }
    // Branches of an `#if` declare the same.
    guard Set(related.map { $0.parameters.map(\.type) }).count > 1 else {
      return Array(fitting.prefix(1))
    }
    // None of them changes the state: what the call answers is not known, and that is all.
    guard related.contains(where: setting.functions.mayWrite) else { return [] }
    findings.isCut = true
    note(
      "'\(name)' has several overloads that only types tell apart; each is followed",
      at: path.trail.location)
    return fitting
  }

  /// Whether a call waits for what a superclass has of a function's name, where that does not wait.
  private func isHidden(_ function: Function, from call: Call, _ path: Path) -> Bool {
    guard call.isAwaited, !function.isAsync, var key = function.owner else { return false }
    var seen: Set<String> = []
    while seen.insert(key).inserted, let name = type(key)?.inherited.first,
      let base = self.key(named: name, path, near: key), let info = type(base), info.kind == .class
    {
      if info.functions.contains(where: {
        $0.name == function.name && $0.isAsync && $0.accepts(call)
      }) {
        return true
      }
      key = base
    }
    return false
  }

  /// Those of some functions that may take the closure behind a call, where one surely does.
  private func takingCode(_ functions: [Function], of call: Call) -> [Function] {
    guard call.arguments.contains(where: \.isTrailing) else { return functions }
    let able = functions.filter { $0.parameters.contains { $0.type == .function } }
    return able.isEmpty ? functions : able
  }

  /// The arguments on each path, without what comes of working them out: a speculative run.
  private func tried(_ call: Call, _ path: Path) -> [[Labelled]] {
    let kept = (departed, findings, calls, summaries)
    defer { (departed, findings, calls, summaries) = kept }
    return arguments(of: call, path).map(\.1)
  }

  /// Whether a function may take some arguments, as far as their types are known.
  private func mayTake(_ values: [Labelled], _ function: Function) -> Bool {
    guard function.parameters.count == values.count else { return true }
    return zip(function.parameters, values).allSatisfy { parameter, labelled in
      guard let key = parameter.type?.key else {
        return labelled.value.type == nil
          || !(parameter.type?.name.map(Library.plainTypes.contains) ?? false)
      }
      guard let info = type(key), info.isValue else { return true }
      if case .enumCase(let known) = labelled.value, known.type == nil, info.kind == .enum {
        return info.enumCase(known.name) != nil
      }
      return labelled.value.type.map { $0 == key } ?? true
    }
  }

  /// Whether arguments are declared with the types that a function writes for its parameters.
  private func isDeclared(_ values: [Labelled], for function: Function) -> Bool {
    guard function.parameters.count == values.count else { return false }
    let told = zip(function.parameters, values).compactMap { parameter, labelled -> Bool? in
      guard case .unknown(let unknown) = labelled.value,
        let name = unknown.declared ?? unknown.madeType
      else { return nil }
      return parameter.type?.name == name
    }
    return !told.isEmpty && !told.contains(false)
  }
}

extension Function {
  /// Whether it takes the arguments of a call, by their labels and by the closures behind it.
  package func accepts(_ call: Call) -> Bool {
    let trailing = call.arguments.count(where: \.isTrailing)
    var rest = call.arguments.filter { !$0.isTrailing }.map(\.label)[...]
    var (missing, room) = (0, 0)
    for parameter in parameters {
      if let next = rest.first, next == parameter.label {
        rest = rest.dropFirst()
        if parameter.isVariadic { rest = rest.drop { $0 == nil } }
      } else {
        if parameter.standard == nil, !parameter.isVariadic { missing += 1 }
        if !(parameter.type?.name.map(Library.plainTypes.contains) ?? false) { room += 1 }
      }
    }
    return rest.isEmpty && missing <= trailing && trailing <= room
  }
}
