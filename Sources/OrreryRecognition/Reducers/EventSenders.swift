import OrreryLowering
import OrrerySyntax
import OrreryTrace
import SwiftSyntax

// Methods that turn what comes from outside into a stream of the events that a reducer takes:
// `mutate(action:) -> Observable<Mutation>`.
extension ReducerStyle {
  /// The properties by which such methods see the state.
  private static let views: Set = ["currentState"]

  /// A machine with the methods of its type that send its events: what they take are the inputs,
  /// and what they send are results of these.
  func addingSenders(to site: Site, of info: TypeInfo) -> Site {
    let enums = site.handlers.compactMap(\.events.type)
    guard let sent = enums.first, enums.count == site.handlers.count,
      enums.allSatisfy({ $0 === sent })
    else { return site }
    let found = info.functions.compactMap { function in
      sender(function, of: sent, beside: site.state, in: info).map { (function, $0) }
    }
    guard !found.isEmpty else { return site }
    let called = info.functions.flatMap { function in
      CallForm.calls(in: function.node).filter { !$0.calls(function) }
    }
    let free = found.filter { function, _ in !called.contains { $0.calls(function) } }
    guard !free.isEmpty else { return site }
    var site = site
    for index in site.handlers.indices { site.handlers[index].origin = .ioResult }
    site.handlers = free.map(\.1) + site.handlers
    return site
  }

  /// Whether an enum says by its name that it comes from outside: effects are answered with events too.
  private static func isInput(_ type: TypeInfo) -> Bool {
    EventWords.types.contains { $0 != "Command" && type.name.hasSuffix($0) }
  }

  /// A method that takes an enum and answers with a stream of the events.
  private func sender(
    _ function: FunctionInfo, of sent: TypeInfo, beside state: TypeInfo, in info: TypeInfo
  ) -> Handler? {
    guard function.body != nil, !function.isStatic,
      let answer = function.returnType.flatMap(NamedType.init),
      answer.types.contains(where: { index.resolve($0, in: info) == sent.key })
    else { return nil }
    let parameters = function.parameters.map { parameter in
      (name: parameter.ownName, type: index.type(parameter.type, in: info))
    }
    // What is handed the state answers to that, not to an event.
    guard !parameters.contains(where: { $0.type === state }) else { return nil }
    let taken = parameters.first { $0.type.map { $0.kind == .enum && $0 !== sent } ?? false }
    guard let taken, let type = taken.type, !type.cases.isEmpty, Self.isInput(type),
      index.asks(for: taken.name, in: function)
    else { return nil }
    var handler = Handler(
      function, of: info,
      parameters: parameters.map { ($0.name, $0.name == taken.name ? .event : .other) },
      events: .cases(type), result: .effect)
    handler.isSender = true
    handler.views = Self.views.filter { name in
      info.property(name) == nil && !info.computed.contains { $0.name == name }
    }
    return handler
  }
}
