import OrderedCollections
import OrreryExecution
import OrreryLowering
import OrreryModel

/// The transitions that a machine of a library is told, as SwiftState is:
/// `machine.addRoutes(event: .start, transitions: [.idle => .busy])`.
package struct Routes {
  /// The property that keeps the machine.
  package var property: String
  /// The enum of the events; nothing where there is none.
  package var event: TypeInfo?
  var rows: [Route] = []
  /// What is called once some of them are taken, whoever added these.
  var reactions: [RouteReaction] = []
  /// What is added that is not written out.
  package var untold: [Unresolved] = []
}

/// One transition, written out.
struct Route {
  /// A state or an event, as written.
  enum Name: Equatable {
    /// `.any`.
    case any
    /// A case, with the text of the pattern where it asks for what the case carries.
    case one(String, pattern: String? = nil)
  }

  /// Nothing where the state is asked for by itself.
  var event: Name?
  var from: Name
  var to: Name
  var condition: String?
  var effects: [String] = []
  var location: OrreryModel.SourceLocation
  /// Under which conditions it is added at all.
  var asked: [Clause] = []
  /// Whether it is not certain that it is there, or what it does.
  var isInferred = false
  /// Whether it leaves the state as it is, and does nothing.
  var isIdle = false
  /// Whether the event is illegal there.
  var isRefused = false
}

/// What is called once a transition is taken: by an event, or between two states.
struct RouteReaction {
  var event: Route.Name?
  var states: (from: Route.Name, to: Route.Name)?
  var effects: [String]
  var isInferred: Bool
}

extension Route {
  /// The transition with what a reaction to it calls.
  func doing(_ reaction: RouteReaction) -> Route {
    let asked =
      if let states = reaction.states {
        [(states.from, from), (states.to, to)]
      } else {
        [(reaction.event ?? .any, event)]
      }
    let answers = asked.map { wanted, own in own.map { wanted.covers($0) } ?? false }
    guard !answers.contains(false) else { return self }
    var route = self
    route.effects += reaction.effects
    route.isInferred = isInferred || reaction.isInferred || answers.contains(nil)
    return route
  }
}

extension Route.Name {
  /// Whether all that another name tells is told by this one; nothing where some of it is.
  fileprivate func covers(_ other: Route.Name) -> Bool? {
    switch (self, other) {
    case (.any, _): true
    case (.one, .any): nil
    case (.one(let a, let pattern), .one(let b, _)): a != b ? false : pattern == nil ? true : nil
    }
  }

  fileprivate func names(among all: [String]) -> [String] {
    switch self {
    case .any: all
    case .one(let name, _): [name]
    }
  }

  var `case`: String? {
    if case .one(let name, _) = self { name } else { nil }
  }

  fileprivate var pattern: String? {
    if case .one(_, let pattern) = self { pattern } else { nil }
  }
}

extension Routes {
  /// The event of a route that no event takes: the next state itself is asked for.
  static let ask = "tryState"

  /// The events by name, in the order of their declaration.
  package var eventNames: [String] {
    let asked = rows.contains { $0.event == nil } ? [Self.ask] : []
    let cases = event?.cases.map(\.name) ?? []
    let later = rows.compactMap { $0.event?.case }.filter { !cases.contains($0) }
    return cases + OrderedSet(later) + asked
  }

  /// The transitions from each state.
  package func transitions(among states: [String]) -> [Transition] {
    rows.flatMap { route in
      let events = route.event.map { $0.names(among: event?.cases.map(\.name) ?? []) } ?? [Self.ask]
      return route.from.names(among: states).flatMap { from in
        events.map { route.transition(from: from, by: $0, among: states) }
      }
    }
  }
}

extension Route {
  fileprivate func transition(
    from: String, by name: String, among states: [String]
  ) -> Transition {
    var clauses = [
      self.from.pattern.map { Clause(text: "case \($0) = state") },
      event?.pattern.map { Clause(text: "case \($0) = event") },
      condition.map { Clause(text: $0) },
    ].compactMap(\.self)
    clauses += asked
    // By an event, any state as the next one is the one that there is.
    let next: String? =
      switch to {
      case .any: event == nil ? nil : from
      case .one(let name, _): states.contains(name) ? name : nil
      }
    if event == nil, let next { clauses.append(Clause(text: ".\(next)")) }
    let text = Clause.conjunction(clauses)
    return Transition(
      from: from, event: .init(.input, name), guard: text.isEmpty ? nil : text,
      to: isRefused ? nil : next, effect: Effect.sequence(effects.map(Effect.run)),
      location: location,
      kind: isRefused
        ? .reject : next == nil ? .unresolved : next != from ? .move : isIdle ? .ignore : .stay,
      certainty: next == nil ? .unresolved : isInferred ? .inferred : .exact,
      wildcard: self.from == .any ? location.line : nil)
  }
}
