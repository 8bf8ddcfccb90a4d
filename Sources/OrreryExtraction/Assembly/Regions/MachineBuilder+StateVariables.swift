import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

/// A property of a struct state with few values, each of which is a state of its region.
struct StateVariable {
  var name: String
  var values: [String]
  var initial: String?
  var isOptional: Bool
  /// The key of an enum's type; nothing for one that is told by whether it is there alone.
  var type: String?
  /// What is put on it and taken off, where it is a stack of screens.
  var stack: ScreenStack?

  /// Whether it is an optional that is told by whether it is there alone.
  var isFlag: Bool { isOptional && type == nil }

  /// The property told by whether it is there alone, where it may not be.
  var folded: StateVariable {
    guard isOptional, type != nil else { return self }
    var variable = self
    (variable.values, variable.type) = (["nil", "some"], nil)
    variable.initial = initial.map { $0 == "nil" ? "nil" : "some" }
    return variable
  }
}

/// The properties of a struct state that are its regions.
extension MachineBuilder {
  /// The properties that a hint or the configuration names.
  private var chosen: [String]? {
    Hints(of: site).phase ?? options.value(in: options.projections, for: site.id)
  }

  /// The variables that handlers change, or those that the author has chosen.
  func stateVariables(of machine: Machine) -> [StateVariable] {
    let writes = Dictionary(grouping: machine.actions.flatMap(\.writes), by: \.path)
    let chosen = chosen
    return site.state.stored.compactMap { stored -> StateVariable? in
      let name = stored.property.name
      guard !stored.property.isStatic,
        chosen.map({ $0.contains(name) }) ?? (writes[name] != nil || site.bound.contains(name))
      else { return nil }
      return variable(stored, writes[name] ?? [])
    }
  }

  private func variable(
    _ stored: StoredInfo, _ writes: [Action.Write]
  ) -> StateVariable? {
    guard let declared = site.values(of: stored, in: index) else { return nil }
    let cases = declared.type?.cases.map(\.name) ?? []
    var variable = StateVariable(
      name: stored.property.name, values: cases, initial: declared.initial,
      isOptional: declared.isOptional, type: declared.type?.key)
    switch declared.kind {
    case .answer: variable.values = ["false", "true"]
    case .screens:
      let stack = ScreenStack(variable.name, screens: cases)
      guard stack.isUsed(by: writes) else { return nil }
      (variable.values, variable.type, variable.stack) = ([ScreenStack.root] + cases, nil, stack)
    case .cases where !declared.isOptional: break
    // `.none` of an optional is `nil`, whatever cases there are.
    case .cases where variable.isTold(by: writes) && !cases.contains("none"):
      variable.values.insert("nil", at: 0)
    case .cases:
      (variable.values, variable.type) = (["nil", "some"], nil)
      if variable.initial != "nil" { variable.initial = nil }
    }
    // The state's declared start value may tell the beginning.
    let start = site.start(of: variable.name) ?? made.value(of: variable.name)
    if let start, variable.values.contains(start) { variable.initial = start }
    return variable
  }
}

extension StateVariable {
  /// Whether all that an optional is given is `nil` or a case by its name: else what it holds is data.
  fileprivate func isTold(by writes: [Action.Write]) -> Bool {
    writes.contains { $0.value != "nil" }
      && writes.allSatisfy { $0.op == "=" && ($0.value == "nil" || isCase($0.value)) }
  }

  /// `.open(id)` or `Flow.open(id)` of an enum `Flow`.
  private func isCase(_ text: String) -> Bool {
    let parts = text.callHead.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let name = parts.last, values.contains(String(name)) else {
      return false
    }
    let base = parts[parts.count - 2]
    return base.isEmpty || type.map { $0.split(separator: ".").last == base } ?? false
  }
}
