import OrreryLowering
import OrreryModel
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// What a plain reducer function takes for its event.
extension ReducerStyle {
  struct EventSource {
    /// The parameter; nothing where the function is a method of the event.
    var parameter: String?
    var events: Handler.Events
    var origin = Event.Origin.input
    var wrapper: (type: String?, field: String)?
    /// Whether the parameter is cast to the type, so that events of others come too.
    var isCast = false

    /// Whether the type of the cases is called what events are.
    var isNamedAsEvent: Bool { events.type.map { EventWords.endsName($0.name) } ?? false }
  }

  typealias Parameter = (name: String, type: TypeInfo?)

  /// The events of a function: one source, or one for each type that a general event is cast to.
  func events(
    of function: FunctionInfo, in info: TypeInfo?, among parameters: [Parameter],
    beside state: String, _ stateType: TypeInfo
  ) -> [EventSource] {
    guard let body = function.body else { return [] }
    let isStateTested = index.asks(for: state, in: function)
    let known = parameters.first { parameter in
      guard let type = parameter.type else { return false }
      return type.kind == .enum && type !== stateType && !type.cases.isEmpty
    }
    if let (name, type) = known, let type {
      let isTested =
        index.asks(for: name, in: function) || isStateTested && Self.isEventName(name, of: function)
      return isTested ? [source(name, type)] : []
    }
    if let general = parameters.first(where: { Self.isEventName($0.name, of: function) }) {
      var seen: Set<String> = []
      let found =
        cast(general.name, of: function, in: info, &seen)
        + asked(general.name, of: function, body, in: info, &seen)
      if !found.isEmpty { return found }
    }
    if let info, info.kind == .struct, Self.isAction(info), !function.isStatic {
      return [EventSource(parameter: nil, events: .method(info.name))]
    }
    guard let info, info.kind == .enum, info !== stateType, !function.isStatic,
      index.asks(for: "self", in: function)
    else { return [] }
    return [source(nil, info)]
  }

  /// Whether a struct says that it is an action: its name is the event.
  private static func isAction(_ info: TypeInfo) -> Bool {
    info.inherited.contains { EventWords.endsName(Naming.typeName($0)) }
  }

  private func source(_ name: String?, _ type: TypeInfo) -> EventSource {
    let isResult = ["Result", "Response", "Effect"].contains(where: type.name.hasSuffix)
    return EventSource(
      parameter: name, events: .cases(type), origin: isResult ? .ioResult : .input)
  }

  /// Whether a parameter or its type is called an event.
  private static func isEventName(_ name: String, of function: FunctionInfo) -> Bool {
    let type = type(of: name, in: function).flatMap(SourceIndex.parts)?.last ?? ""
    return EventWords.endsName(type) || EventWords.names(name)
  }

  // MARK: An event type that is not among the files

  /// The cases, or the types, that the patterns ask for; of an enum that is known all its cases.
  private func asked(
    _ name: String, of function: FunctionInfo, _ body: CodeBlockSyntax, in info: TypeInfo?,
    _ seen: inout Set<String>
  ) -> [EventSource] {
    // `guard let action = action as? ListAction`: behind that, patterns ask for cases of the type.
    let isHidden = body.hides(name)
    let field = AskedCases.field(of: name, in: body)
    let asked = AskedCases.find(name, field: field, in: body).filter {
      !isHidden || $0.isType || (field != nil && seen.isEmpty)
    }
    var known: [EventSource] = []
    let others = asked.filter { asked in
      // A case stands for all of its enum, as the enum's own name does.
      let written = asked.isType ? asked.name : field == nil ? asked.base : nil
      guard let written,
        let type = index.info(
          index.resolve(name: written, in: info, module: function.file.module)),
        type.kind == .enum, !type.cases.isEmpty
      else { return true }
      if seen.insert(type.key).inserted { known.append(source(name, type)) }
      return false
    }
    let left = asked.count > 1 ? others : []
    let rest =
      isHidden && (field == nil || left.isEmpty)
      ? nil : AskedCases.rest(of: name, field: field, in: body)
    guard !left.isEmpty || !known.isEmpty || !seen.isEmpty,
      case let open = left + [rest].compactMap(\.self), !open.isEmpty
    else { return known }
    let wrapper = field.map { (type: String?.none, field: $0) }
    return known + [EventSource(parameter: name, events: .asked(open), wrapper: wrapper)]
  }

  // MARK: An event of a general type

  /// The types that the function, or a helper that is handed the event, casts it to.
  private func cast(
    _ name: String, of function: FunctionInfo, in info: TypeInfo?, _ seen: inout Set<String>
  ) -> [EventSource] {
    guard let type = Self.type(of: name, in: function) else { return [] }
    return helpers(of: function, in: info).flatMap { helper in
      helper.parameters.filter { $0.type.trimmedText == type.trimmedText }
        .flatMap { helper.node.casts(of: $0.ownName) }
    }.compactMap { type -> EventSource? in
      guard let found = index.type(type, in: info, module: function.file.module),
        var source = unwrapped(found, name), seen.insert(found.key).inserted
      else { return nil }
      source.isCast = true
      return source
    }
  }

  /// A function and those of its type that it comes to by calls; of one outside of types, those that
  /// it calls itself.
  private func helpers(of function: FunctionInfo, in info: TypeInfo?) -> [FunctionInfo] {
    guard let info else {
      let names = index.code(of: function).ownCalls.subtracting([function.name])
      return [function] + names.sorted().flatMap { index.globals[$0] ?? [] }
    }
    let functions = Dictionary(grouping: info.functions, by: \.name)
    let called = CallForm.calls(in: function.node).map(\.name).closed { name in
      functions[name, default: []].flatMap { CallForm.calls(in: $0.node).map(\.name) }
    }
    return info.functions.filter { called.contains($0.name) || $0.node.id == function.node.id }
  }

  private static func type(of name: String, in function: FunctionInfo) -> TypeSyntax? {
    function.parameters.first { $0.ownName == name }?.type
  }

  /// An enum, or the enum that a struct of events keeps in a property.
  private func unwrapped(_ type: TypeInfo, _ name: String) -> EventSource? {
    if type.kind == .enum { return source(name, type) }
    for stored in type.stored where !stored.property.isStatic {
      guard let inner = index.type(stored.property.type, in: type), inner.kind == .enum,
        inner.key.hasPrefix(type.key + ".")
      else { continue }
      var found = source(name, inner)
      found.wrapper = (type.key, stored.property.name)
      return found
    }
    return nil
  }
}

extension SyntaxProtocol {
  /// The types that a variable is cast to.
  fileprivate func casts(of name: String) -> [TypeSyntax] {
    all(SequenceExprSyntax.self).map { Array($0.elements) }.flatMap { elements in
      zip(elements, elements.dropFirst(2)).enumerated().compactMap { offset, ends in
        elements[offset + 1].is(UnresolvedAsExprSyntax.self) && ends.0.plainName == name
          ? ends.1.as(TypeExprSyntax.self)?.type : nil
      }
    }
  }

  /// Whether a variable of the same name takes the place of the one that is cast.
  fileprivate func hides(_ name: String) -> Bool {
    all(OptionalBindingConditionSyntax.self).contains { node in
      let bound = node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
      return bound.map(Naming.identifier) == name
        && node.initializer?.value.casts(of: name).isEmpty == false
    }
  }
}
