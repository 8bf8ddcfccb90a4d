#if ComposableArchitecture
import ComposableArchitecture
import OrreryTrace

/// The state of a feature as a recording names it, with the states of the features inside of it.
struct FeatureState {
  struct Child {
    /// Where it is in the state, and where in a list or on a stack.
    var label: String
    var id: AnyHashable?
    var state: FeatureState
    var value: Any

    /// What tells it from others of the same state.
    var key: String { id.map { "\(label)[\($0)]" } ?? label }
  }

  var machine: String
  private(set) var name: String
  private(set) var children: [Child] = []

  init(_ state: Any, of machine: String) {
    self.machine = machine
    if let name = Naming.caseName(ofAny: state) {
      self.name = name
      name.isEmpty ? () : addPayload(of: state, at: name, id: nil)
      return
    }
    name = ""
    var properties: [(name: String, value: String)] = []
    for child in Mirror(reflecting: state).children {
      guard let label = child.label.flatMap(Self.property) else { continue }
      let value = Self.unwrapped(child.value)
      if let text = Self.text(of: value) { properties.append((label, text)) }
      addChildren(in: value, at: label)
    }
    name = Naming.state(properties: properties)
  }

  // MARK: - Properties

  /// The name of a property by that of what stores it; nothing for what macros add.
  ///
  /// Property wrappers and macros store `isOn` as `_isOn`.
  private static func property(_ label: String) -> String? {
    guard label.hasPrefix("_") else { return label }
    return label.hasPrefix("_$") ? nil : String(label.dropFirst())
  }

  /// A property's value without its wrapper.
  private static func unwrapped(_ value: Any) -> Any {
    (value as? any WrappingState).map { unwrapped($0.anyWrappedValue) } ?? value
  }

  /// The text of a value that has few; nothing where it has too many to name a state.
  private static func text(of value: Any) -> String? {
    if let stack = value as? any StackOfScreens {
      return stack.top.map { Naming.caseName(ofAny: $0) ?? "some" } ?? "root"
    }
    // The states of a feature inside are its own; a reducer that is an enum is the list of its screens.
    guard let inner = Naming.unwrapped(value) else { return "nil" }
    if inner is any CaseReducerState { return Naming.caseName(ofAny: inner) }
    let isFeature = FeatureName.feature(ofState: type(of: inner)) != nil
    if isFeature, Mirror(reflecting: value).displayStyle != .optional { return nil }
    return Naming.value(reflecting: value)
  }

  // MARK: - Features inside

  private mutating func addChildren(in value: Any, at label: String) {
    if let list = value as? any ListOfStates {
      for (id, element) in list.anyElements { add(element, at: label, id: id) }
    } else if let value = Naming.unwrapped(value) {
      add(value, at: label, id: nil)
    }
  }

  private mutating func add(_ value: Any, at label: String, id: AnyHashable?) {
    // A reducer that is an enum is the list of its screens, and no feature of its own.
    if value is any CaseReducerState, let name = Naming.caseName(ofAny: value) {
      addPayload(of: value, at: "\(label).\(name)", id: id)
    } else if let machine = FeatureName.feature(ofState: type(of: value)) {
      children.append(
        Child(label: label, id: id, state: FeatureState(value, of: machine), value: value))
    }
  }

  private mutating func addPayload(of value: Any, at label: String, id: AnyHashable?) {
    guard let payload = Naming.payload(of: value),
      let machine = FeatureName.feature(ofState: type(of: payload))
    else { return }
    children.append(
      Child(label: label, id: id, state: FeatureState(payload, of: machine), value: payload))
  }
}

// MARK: - What holds states

/// A wrapper of one state.
private protocol WrappingState {
  var anyWrappedValue: Any { get }
}

extension PresentationState: WrappingState {
  fileprivate var anyWrappedValue: Any { wrappedValue as Any }
}

extension Shared: WrappingState {
  fileprivate var anyWrappedValue: Any { wrappedValue }
}

/// States with an identity each.
private protocol ListOfStates {
  var anyElements: [(id: AnyHashable, element: Any)] { get }
}

extension IdentifiedArray: ListOfStates {
  fileprivate var anyElements: [(id: AnyHashable, element: Any)] {
    zip(ids, elements).map { (AnyHashable($0), $1) }
  }
}

/// Screens of which one is on top.
private protocol StackOfScreens: ListOfStates {
  var top: Any? { get }
}

extension StackState: StackOfScreens {
  fileprivate var anyElements: [(id: AnyHashable, element: Any)] {
    zip(ids, self).map { (AnyHashable($0), $1) }
  }

  fileprivate var top: Any? { last }
}
#endif
