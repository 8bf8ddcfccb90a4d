// The part of SwiftState (ReactKit/SwiftState, 6) that recording needs: a table of routes by event, and
// handlers that are told each transition. What handlers are for, other than any transition, is left out.

protocol StateType: Hashable {}
protocol EventType: Hashable {}

enum RouteState<S: StateType> {
  case some(S)
  case any
}

struct Transition<S: StateType> {
  let fromState: RouteState<S>
  let toState: RouteState<S>
}

infix operator => : AdditionPrecedence

func => <S: StateType>(from: RouteState<S>, to: RouteState<S>) -> Transition<S> {
  Transition(fromState: from, toState: to)
}

func => <S: StateType>(from: S, to: S) -> Transition<S> { .some(from) => .some(to) }

func => <S: StateType>(from: RouteState<S>, to: S) -> Transition<S> { from => .some(to) }

final class StateMachine<S: StateType, E: EventType> {
  typealias Context = (event: E?, fromState: S, toState: S, userInfo: Any?)
  typealias Handler = (Context) -> Void

  private(set) var state: S
  private var routes: [E: [Transition<S>]] = [:]
  private var handlers: [Handler] = []

  init(state: S, initClosure: (StateMachine) -> Void) {
    self.state = state
    initClosure(self)
  }

  func addRoutes(event: E, transitions: [Transition<S>]) {
    routes[event, default: []] += transitions
  }

  func addAnyHandler(_ transition: Transition<S>, handler: @escaping Handler) {
    handlers.append(handler)
  }

  @discardableResult
  func tryEvent(_ event: E) -> Bool {
    let route = routes[event]?.first { route in
      if case .some(let from) = route.fromState { from == state } else { true }
    }
    guard let route, case RouteState.some(let target) = route.toState else { return false }
    let last = state
    state = target
    for handler in handlers { handler((event, last, target, nil)) }
    return true
  }
}
