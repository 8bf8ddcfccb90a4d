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

  /// The feature among those inside that takes the action, and its own action.
  func target(in children: [FeatureState.Child]) -> (child: FeatureState.Child, action: Any)? {
    guard let inner else { return nil }
    if let child = child(in: children, at: label, taking: inner) { return (child, inner) }
    // A reducer that is an enum hands its action on to one of its screens.
    guard let screen = Naming.caseName(ofAny: inner), let action = Naming.payload(of: inner),
      let child = child(in: children, at: "\(label).\(screen)", taking: action)
    else { return nil }
    return (child, action)
  }

  /// The one of these features that takes an action: that of the same name, or else the only one.
  private func child(
    in children: [FeatureState.Child], at label: String, taking action: Any
  ) -> FeatureState.Child? {
    guard let machine = FeatureName.feature(ofAction: type(of: action)) else { return nil }
    let taking = children.filter { $0.state.machine == machine && $0.id == id }
    return taking.first { $0.label == label } ?? (taking.count == 1 ? taking[0] : nil)
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
