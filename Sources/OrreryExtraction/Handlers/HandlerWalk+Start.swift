import OrreryExecution
import OrreryLowering
import OrreryProgram
import OrreryRecognition

/// What a handler is given when it starts.
extension HandlerWalk {
  /// The place whose assignments are state writes; nothing where the state is a returned value.
  ///
  /// - Parameter names: The names of the handler's parameters, in the order of their slots.
  func watched(_ names: [String]) -> Place? {
    switch site.holder {
    case .property(let name), .subject(let name):
      Place(
        frame: 0, .me, path: [handler.reference, name, site.member?.name].compactMap(\.self))
    case .selfValue: Place(frame: 0, .me)
    case .parameter:
      handler.parameters.first { $0.role == .state(isInOut: true) }.flatMap { state in
        place(of: state.name, names)
      }
    }
  }

  /// The place of a parameter.
  func place(of name: String, _ names: [String]) -> Place? {
    names.firstIndex(of: name).map { Place(frame: 0, .variable(slot: $0, name: name)) }
  }

  var selfValue: Value? {
    if handler.selfIsEvent { return eventValue }
    if handler.selfIsState { return state }
    guard !handler.isStatic else { return nil }
    let base = Unknown(.me, text: "self", type: handler.owner?.key)
    switch site.holder {
    case .selfValue: return state
    case .property(let name), .subject(let name):
      let fields = [name: site.held(state, as: name, scope.symbols)]
      guard let reference = handler.reference else {
        return .object(ObjectValue(base: base, fields: fields))
      }
      let machine = Unknown(
        scope.symbols.symbol(.member(.me, reference)), text: reference, type: site.owner?.key)
      let referred = Value.object(ObjectValue(base: machine, fields: fields))
      return .object(ObjectValue(base: base, fields: [reference: referred]))
    case .parameter where !handler.views.isEmpty:
      let fields = Dictionary(uniqueKeysWithValues: handler.views.map { ($0, state) })
      return .object(ObjectValue(base: base, fields: fields))
    case .parameter: return .unknown(base)
    }
  }

  func value(of parameter: (name: String, role: Handler.Role)) -> Value {
    switch parameter.role {
    case .state: state
    case .event: wrapped(eventValue)
    case .other: .unknown(given(parameter.name))
    }
  }

  private func given(_ parameter: String) -> Unknown {
    var unknown = Unknown(scope.symbols.symbol(.parameter(parameter)), text: parameter)
    unknown.isPresent = handler.isPresent(parameter, in: index)
    return unknown
  }

  private func wrapped(_ event: Value) -> Value {
    guard let wrapper = handler.wrapper else { return event }
    let base = Unknown(.event, text: "event", type: wrapper.type)
    return .object(ObjectValue(base: base, fields: [wrapper.field: event]))
  }

  var eventValue: Value {
    guard let eventCase else { return .unknown(Unknown(.event, text: "event")) }
    let types = scope.program.type(eventCase.type)?.enumCase(eventCase.ownName)?.values ?? []
    let payload = eventCase.values.enumerated().map { offset, value in
      var unknown = Unknown(
        scope.symbols.symbol(.payload(.event, name: "", index: offset)),
        text: value.label ?? "$\(offset)")
      unknown.isPresent = value.isPresent
      if types.indices.contains(offset) { unknown.domain = Domain(of: types[offset].type) }
      unknown.declared = value.type?.split(separator: ".").last.map(String.init)
      unknown.isOrdered = unknown.declared.map(Library.ordered.contains) ?? false
      return Labelled(value.label, .unknown(unknown))
    }
    let name = eventCase.path.isEmpty ? eventCase.name : eventCase.ownName
    let inner = CaseValue(name: name, payload: payload, type: eventCase.type, text: "")
    return eventCase.path.reversed().reduce(.enumCase(inner)) { value, outer in
      let payload = [Labelled(nil, value)]
      return .enumCase(CaseValue(name: outer.name, payload: payload, type: outer.type, text: ""))
    }
  }
}
