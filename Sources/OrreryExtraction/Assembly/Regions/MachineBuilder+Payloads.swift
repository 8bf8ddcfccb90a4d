import OrreryExecution
import OrreryLowering
import OrreryModel
import OrreryRecognition
import OrrerySyntax

// Actions whose payload is an enum of the state, and no action itself: each is one event, and what
// the reducer asks of the payload is a condition.
extension MachineBuilder {
  /// The walks of a handler that knows nothing of the state, with those of actions that carry an enum
  /// of the state: of these the actions tell, and of the ones for each of its cases the transitions.
  func withPayloads(
    _ walks: [ActionWalk], of handler: Handler, from state: Value,
    detail: (inout HandlerWalk) -> Void = { _ in }
  ) -> [ActionWalk] {
    carriers(of: handler).reduce(walks) { walks, found in
      var walk = HandlerWalk(
        site: site, handler: handler, index: index, scope: scope, state: state, budget: Budget())
      walk.eventCase = found.event
      detail(&walk)
      let report = walk.run()
      // What comes later is told of each case apart.
      guard report.continuations.isEmpty,
        let place = walks.firstIndex(where: { $0.root.outer == walk.event })
      else { return walks }
      var result = walks.map { other in
        var other = other
        if other.root.outer == walk.event { other.share = .transitions }
        return other
      }
      result.insert(
        ActionWalk(walk: walk, report: report, root: walk.event, share: .actions), at: place)
      return result
    }
  }

  /// The cases that carry an enum of the state of which no pattern names a case together with theirs.
  private func carriers(of handler: Handler) -> [FoundCase] {
    guard site.style == .composable, case .cases(let info) = handler.events, handler.only == nil
    else {
      return []
    }
    return info.cases.compactMap { item in
      guard let inner = nested(item, in: info), !inner.key.hasPrefix(info.key + "."),
        inner.key.hasPrefix(site.state.key + ".") || scope.kept.contains(inner.key),
        !EventWords.types.contains(where: inner.name.hasSuffix),
        !inner.cases.contains(where: { handler.names($0.name, in: item.name) })
      else { return nil }
      return found(item, in: info)
    }
  }
}

extension Machine {
  /// Puts an action for the events of its payload's cases.
  mutating func joinEvents(nestedIn outer: Event.ID) {
    guard let place = events.firstIndex(where: { $0.id.outer == outer }) else { return }
    let location = events[place].location
    events.removeAll { $0.id.outer == outer }
    events.insert(Event(outer, location: location), at: place)
  }
}
