import OrreryTrace

extension Site {
  /// The machine, with methods that are handed an enum whose cases another one tells as events
  /// already: `handle(_ event:)` and `undo(_ event:)`.
  ///
  /// Laid over each other, each of them would deny what the other one does: so the first alone is told
  /// by the cases, and the others are events themselves, with the case as their condition.
  func tellingMethodsApart() -> Site {
    guard style != .composable else { return self }
    var site = self
    var first: [String: String] = [:]
    for index in handlers.indices {
      let handler = handlers[index]
      guard case .cases(let type) = handler.events, let name = handler.function?.name,
        handler.only == nil, !handler.isSender, !handler.selfIsEvent, handler.wrapper == nil
      else { continue }
      let key = "\(handler.origin) \(type.key)"
      guard let known = first[key], known != name else {
        first[key] = name
        continue
      }
      site.handlers[index].events = .method(name)
      site.handlers[index].parameters = handler.parameters.map {
        ($0.name, $0.role == .event ? .other : $0.role)
      }
    }
    return site
  }
}
