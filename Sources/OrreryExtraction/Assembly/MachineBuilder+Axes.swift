import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

/// The properties of a struct state that its picture is a projection on.
extension MachineBuilder {
  /// A projected property and the values that it may have.
  struct Axis {
    var name: String
    var values: [String]
    var initial: String?
    var isOptional: Bool
    /// The key of an enum's type; nothing for one that is told by whether it is there alone.
    var type: String?

    /// The property told by whether it is there alone, where it may not be.
    var folded: Axis {
      guard isOptional, type != nil else { return self }
      var axis = self
      (axis.values, axis.type) = (["nil", "some"], nil)
      axis.initial = initial.map { $0 == "nil" ? "nil" : "some" }
      return axis
    }
  }

  /// More abstract states than this are no help to anyone.
  static let mostStates = 64

  /// The properties that the picture shows: of too many flags and optionals the enums beside them.
  func drawnAxes(of machine: Machine) -> [Axis] {
    let axes = axes(of: machine)
    var choices = [axes, axes.map(\.folded)]
    if chosen == nil {
      let phases = axes.filter { $0.type != nil }
      choices += [phases, phases.filter { !$0.isOptional }]
    }
    return choices.first { Self.size(of: $0) <= Self.mostStates } ?? []
  }

  private static func size(of axes: [Axis]) -> Int {
    axes.reduce(1) { size, axis in
      let (product, isOverflow) = size.multipliedReportingOverflow(by: axis.values.count)
      return isOverflow ? .max : product
    }
  }

  /// Says how to come to another diagram, of a state with so many phases that they are not all drawn.
  func advice(for machine: Machine) -> [Diagnostic] {
    guard machine.stateKind == .struct, case let axes = axes(of: machine).map(\.folded),
      machine.projection.count < axes.count
    else { return [] }
    let names = axes.map(\.name).joined(separator: ", ")
    let drawn = machine.projection.joined(separator: ", ")
    let shown = drawn.isEmpty ? "" : "drawn are those of \(drawn); "
    return [
      Diagnostic(
        id: "many-phases", severity: .note, location: machine.location,
        message: "the properties \(names) make \(Self.size(of: axes)) states; \(shown)choose some "
          + "with `/// - Orrery: phase NAME` or `machines.\(machine.id).project`")
    ]
  }

  /// The properties that a hint or the configuration names.
  private var chosen: [String]? {
    Hints(of: site).phase ?? options.value(in: options.projections, for: site.id)
  }

  private func axes(of machine: Machine) -> [Axis] {
    let writes = Dictionary(grouping: machine.actions.flatMap(\.writes), by: \.path)
    let chosen = chosen
    let found = site.state.stored.compactMap { stored -> Axis? in
      let name = stored.property.name
      guard !stored.property.isStatic else { return nil }
      guard chosen.map({ $0.contains(name) }) ?? (writes[name] != nil) else { return nil }
      return axis(stored, writes[name] ?? []).map { started($0) }
    }
    // Beside a property that the handlers switch on, flags and optionals are data.
    let main = found.first {
      $0.type != nil && !$0.isOptional && $0.name == dispatchedProperty
    }
    return chosen == nil ? main.map { [$0] } ?? found : found
  }

  /// An axis that the state's declared start value tells the beginning of.
  private func started(_ axis: Axis) -> Axis {
    var axis = axis
    let start = site.initial.map { site.state.constant($0) ?? $0 }
    let arguments = start?.as(FunctionCallExprSyntax.self)?.arguments
    guard let value = arguments?.first(where: { $0.label?.text == axis.name })?.expression else {
      return axis
    }
    let text = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? value.folded
    if axis.values.contains(text) { axis.initial = text }
    return axis
  }

  private func axis(_ stored: StoredInfo, _ writes: [Action.Write]) -> Axis? {
    let property = stored.property
    let initializer = property.initializer
    if let optional = property.type?.as(OptionalTypeSyntax.self) {
      // `.none` of an optional is `nil`, whatever cases there are.
      if var axis = enumAxis(stored, optional.wrappedType), axis.isTold(by: writes),
        !axis.values.contains("none")
      {
        axis.values.insert("nil", at: 0)
        axis.isOptional = true
        if initializer == nil || initializer?.is(NilLiteralExprSyntax.self) ?? false {
          axis.initial = "nil"
        }
        return axis
      }
      let isNil = initializer == nil || initializer?.is(NilLiteralExprSyntax.self) ?? false
      return Axis(
        name: property.name, values: ["nil", "some"], initial: isNil ? "nil" : nil,
        isOptional: true)
    }
    let literal = initializer?.as(BooleanLiteralExprSyntax.self)
    if property.type?.trimmedText == "Bool" || (property.type == nil && literal != nil) {
      return Axis(
        name: property.name, values: ["false", "true"], initial: literal?.literal.text,
        isOptional: false)
    }
    return enumAxis(stored, property.type)
  }

  private func enumAxis(_ stored: StoredInfo, _ type: TypeSyntax?) -> Axis? {
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
    return Axis(
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

extension MachineBuilder.Axis {
  /// Whether all that an optional is given is `nil` or a case by its name: else what it holds is data.
  fileprivate func isTold(by writes: [Action.Write]) -> Bool {
    writes.contains { $0.value != "nil" }
      && writes.allSatisfy { $0.op == "=" && ($0.value == "nil" || isCase($0.value)) }
  }

  /// `.open(id)` or `Flow.open(id)` of an enum `Flow`.
  private func isCase(_ text: String) -> Bool {
    let parts = EffectReader.head(of: text).split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let name = parts.last, values.contains(String(name)) else {
      return false
    }
    let base = parts[parts.count - 2]
    return base.isEmpty || type.map { $0.split(separator: ".").last == base } ?? false
  }
}
