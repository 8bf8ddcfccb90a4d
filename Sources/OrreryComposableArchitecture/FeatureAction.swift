#if ComposableArchitecture
import ComposableArchitecture
import OrreryTrace

/// An action as a recording names it, and the feature inside of the one that takes it to which it goes.
struct FeatureAction {
  /// The name of the event.
  let event: String
  private let label: String
  private let id: AnyHashable?
  /// What is sent to the feature inside.
  private let inner: Any?

  init(_ action: Any, of machine: String) {
    event = Naming.event(reflecting: action, of: machine)
    label = Naming.caseName(ofAny: action) ?? ""
    let payload = Naming.payload(of: action)
    if let routed = payload as? any RoutedAction {
      (id, inner) = (routed.route?.id, routed.route?.action)
    } else {
      (id, inner) = (nil, payload)
    }
  }

  /// The feature inside of a state that takes the action, and its own action.
  func target(
    in state: FeatureState
  ) -> (place: FeatureState.Place, state: FeatureState, action: Any)? {
    guard let inner else { return nil }
    if let found = feature(in: state, at: label, taking: inner) {
      return (found.place, found.state, inner)
    }
    // A reducer that is an enum hands its action on to one of its screens.
    guard let screen = Naming.caseName(ofAny: inner), let action = Naming.payload(of: inner),
      let found = feature(in: state, at: "\(label).\(screen)", taking: action)
    else { return nil }
    return (found.place, found.state, action)
  }

  private func feature(
    in state: FeatureState, at label: String, taking action: Any
  ) -> (place: FeatureState.Place, state: FeatureState)? {
    FeatureName.feature(ofAction: type(of: action)).flatMap {
      state.feature(of: $0, at: label, id: id)
    }
  }
}

/// An action that goes to one of several features, or to one that may be absent.
private protocol RoutedAction {
  /// The feature's identity and action; nothing where it is the parent's own.
  var route: (id: AnyHashable?, action: Any)? { get }
}

extension PresentationAction: RoutedAction {
  fileprivate var route: (id: AnyHashable?, action: Any)? {
    if case .presented(let action) = self { (nil, action) } else { nil }
  }
}

extension IdentifiedAction: RoutedAction {
  fileprivate var route: (id: AnyHashable?, action: Any)? {
    if case .element(let id, let action) = self { (AnyHashable(id), action) } else { nil }
  }
}

extension StackAction: RoutedAction {
  fileprivate var route: (id: AnyHashable?, action: Any)? {
    if case .element(let id, let action) = self { (AnyHashable(id), action) } else { nil }
  }
}
#endif
