import OrreryExecution
import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

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
      guard !stored.property.isStatic else { return nil }
      guard chosen.map({ $0.contains(name) }) ?? (writes[name] != nil || site.bound.contains(name))
      else { return nil }
      return variable(stored, writes[name] ?? []).map { started($0) }
    }
  }

  /// A variable that the state's declared start value tells the beginning of.
  private func started(_ variable: StateVariable) -> StateVariable {
    var variable = variable
    let start = site.initial.map { site.state.constant($0) ?? $0 }
    let arguments = start?.as(FunctionCallExprSyntax.self)?.arguments
    let argument = arguments?.first { $0.label?.text == variable.name }
    let text =
      argument.map { argument in
        let value = argument.expression
        return value.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? value.folded
      } ?? made.value(of: variable.name)
    if let text, variable.values.contains(text) { variable.initial = text }
    return variable
  }

  private func variable(
    _ stored: StoredInfo, _ writes: [Action.Write]
  ) -> StateVariable? {
    let property = stored.property
    let initializer = property.initializer
    if let stack = stackVariable(stored, writes) { return stack }
    if let optional = property.type?.as(OptionalTypeSyntax.self) {
      // `.none` of an optional is `nil`, whatever cases there are.
      if !Forwarding.isChild(stored), var variable = enumVariable(stored, optional.wrappedType),
        variable.isTold(by: writes), !variable.values.contains("none")
      {
        variable.values.insert("nil", at: 0)
        variable.isOptional = true
        if initializer == nil || initializer?.is(NilLiteralExprSyntax.self) ?? false {
          variable.initial = "nil"
        }
        return variable
      }
      let isNil = initializer == nil || initializer?.is(NilLiteralExprSyntax.self) ?? false
      return StateVariable(
        name: property.name, values: ["nil", "some"], initial: isNil ? "nil" : nil,
        isOptional: true)
    }
    let literal = initializer?.as(BooleanLiteralExprSyntax.self)
    if property.type?.trimmedText == "Bool" || (property.type == nil && literal != nil) {
      return StateVariable(
        name: property.name, values: ["false", "true"], initial: literal?.literal.text,
        isOptional: false)
    }
    return enumVariable(stored, property.type)
  }

  /// A stack of the screens that an enum of reducers or of routes lists: `StackState<Path.State>`.
  private func stackVariable(_ stored: StoredInfo, _ writes: [Action.Write]) -> StateVariable? {
    let start = stored.property.initializer?.as(FunctionCallExprSyntax.self)
    let written = start?.calledExpression.as(GenericSpecializationExprSyntax.self)
    let type = stored.property.type?.as(IdentifierTypeSyntax.self)
    let name = type?.name.text ?? written?.expression.trimmedText
    let arguments = type?.genericArgumentClause ?? written?.genericArgumentClause
    guard name == "StackState" || name == "StackStateOf", let arguments,
      let element = arguments.arguments.first?.type,
      let info = index.info(
        reducerKey(ofState: element)
          ?? index.resolve(element, in: site.state, module: site.state.module)),
      info.kind == .enum,
      case let stack = ScreenStack(stored.property.name, screens: info.cases.map(\.name)),
      stack.isUsed(by: writes)
    else { return nil }
    let isEmpty = start?.arguments.isEmpty ?? true
    return StateVariable(
      name: stored.property.name, values: [ScreenStack.root] + info.cases.map(\.name),
      initial: isEmpty ? ScreenStack.root : nil, isOptional: false,
      stack: stack)
  }

  private func enumVariable(_ stored: StoredInfo, _ type: TypeSyntax?) -> StateVariable? {
    let property = stored.property
    let callee =
      property.initializer?.as(FunctionCallExprSyntax.self)?.calledExpression
      ?? property.initializer
    let member = callee?.as(MemberAccessExprSyntax.self)
    let key =
      index.resolve(type, in: site.state, module: site.state.module)
      ?? member?.base.flatMap {
        index.resolve(name: $0.trimmedText, in: site.state, module: site.state.module)
      } ?? reducerKey(ofState: type)
    guard let info = index.info(key), info.kind == .enum, !info.cases.isEmpty else { return nil }
    let initial = (member?.declName.baseName.text).flatMap { info.enumCase($0)?.name }
    return StateVariable(
      name: property.name, values: info.cases.map(\.name), initial: initial, isOptional: false,
      type: info.key)
  }
}

extension MachineBuilder {
  /// The enum of reducers that a macro writes a type's state for: `Destination` of
  /// `Destination.State`.
  private func reducerKey(ofState type: TypeSyntax?) -> String? {
    guard let parts = type.flatMap(SourceIndex.parts), parts.count > 1, parts.last == "State" else {
      return nil
    }
    let name = parts.dropLast().joined(separator: ".")
    return index.resolve(name: name, in: site.state, module: site.state.module)
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
