import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Methods by which an enum answers with its next value: `func next(after event: Event) -> Self`.
extension ReducerStyle {
  /// Whether a method of an enum that leaves it as it is asks for it and for an event, and answers
  /// with what comes next.
  ///
  /// What changes itself is told by the methods that do.
  func isStep(_ function: FunctionInfo, of info: TypeInfo) -> Bool {
    guard info.kind == .enum, info.cases.count > 1, function.body != nil,
      !function.isStatic, !function.isMutating, index.changers(of: info).isEmpty,
      answers(function.returnType, with: info),
      index.asks(for: "self", in: function)
    else { return false }
    return function.parameters.contains { parameter in
      guard let type = index.type(parameter.type, in: info), type.kind == .enum, type !== info
      else { return false }
      return EventWords.endsName(type.name)
        || function.isNamedAsStep && index.asks(for: parameter.ownName, in: function)
    }
  }

  /// Whether a type is an enum, an optional of it, or a tuple that begins with it.
  private func answers(_ type: TypeSyntax?, with info: TypeInfo) -> Bool {
    guard let type else { return false }
    let bare = type.wrappedType ?? type
    let first = bare.as(TupleTypeSyntax.self)?.elements.first?.type ?? bare
    return first.trimmedText == "Self" || index.resolve(first, in: info) == info.key
  }
}

extension FunctionInfo {
  /// Whether the name says that the answer comes after something has happened: others convert.
  var isNamedAsStep: Bool {
    let words = [
      "next", "after", "on", "handl", "apply", "appli", "transition", "reduc", "process",
    ]
    return words.contains { name == $0 || $0.count > 2 && name.lowercased().hasPrefix($0) }
  }
}

extension Site {
  /// The methods by which an enum answers with its next value, with the events that they take.
  package var ownSteps: Set<String> {
    guard holder == .parameter, state.kind == .enum, owner === state,
      handlers.allSatisfy(\.selfIsState)
    else { return [] }
    return Set(
      handlers.compactMap { handler in
        handler.events.type.flatMap { type in
          handler.function.map { "\(state.key) \(type.key) \($0.name)" }
        }
      })
  }

  /// The methods to which the handlers hand their event, named likewise: a store that hands it to the
  /// enum's own is the same machine.
  package func handedSteps(in index: SourceIndex) -> Set<String> {
    guard state.kind == .enum, ownSteps.isEmpty else { return [] }
    return handlers.reduce(into: []) { steps, handler in
      guard let type = handler.events.type, let function = handler.function,
        let name = handler.parameters.first(where: { $0.role == .event })?.name
      else { return }
      for (receiver, method) in index.code(of: function).receivers(of: name) {
        guard receiver.map({ isState($0, in: handler) }) ?? true else { continue }
        steps.insert("\(state.key) \(type.key) \(method)")
      }
    }
  }

  /// Whether a name in a handler means the state: the property or the parameter that keeps it.
  fileprivate func isState(_ name: String, in handler: Handler) -> Bool {
    var names = synonyms
    if let own = holder == .selfValue ? "self" : holder.property { names.insert(own) }
    for parameter in handler.parameters {
      if case .state = parameter.role { names.insert(parameter.name) }
    }
    return names.contains(name)
  }
}
