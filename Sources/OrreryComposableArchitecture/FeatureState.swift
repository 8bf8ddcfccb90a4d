#if ComposableArchitecture
import ComposableArchitecture
import OrreryTrace

/// The state of a feature as a recording names it, and the features inside of it.
///
/// What is inside is looked at when an action goes there: a list may be long.
struct FeatureState {
  /// Where a feature is inside of another one: in a property or a case, and there in a list or on a stack.
  struct Place: Hashable {
    var label: String
    var id: AnyHashable?
  }

  private struct Feature {
    var label: String
    var machine: String
    var value: Any
  }

  let machine: String
  let value: Any
  private(set) var name: String
  private var features: [Feature] = []
  private var lists: [(label: String, list: any ListOfStates)] = []

  init(_ state: Any, of machine: String) {
    self.machine = machine
    value = state
    if let name = Naming.caseName(ofAny: state) {
      self.name = name
      features = Self.payload(of: state, at: name).map { [$0] } ?? []
      return
    }
    var properties: [(name: String, value: String)] = []
    for child in Mirror(reflecting: state).children {
      guard let label = child.label.flatMap(Self.property) else { continue }
      let value = Self.unwrapped(child.value)
      if let text = Self.text(of: value) { properties.append((label, text)) }
      if let list = value as? any ListOfStates {
        lists.append((label, list))
      } else if let feature = Naming.unwrapped(value).flatMap({ Self.feature($0, at: label) }) {
        features.append(feature)
      }
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
  ///
  /// Of an optional enum it is the case, which is `some` to a declaration that tells no cases.
  private static func text(of value: Any) -> String? {
    if let stack = value as? any StackOfScreens {
      return stack.top.map { Naming.caseName(ofAny: $0) ?? "some" } ?? "root"
    }
    guard Mirror(reflecting: value).displayStyle == .optional else {
      return Naming.value(reflecting: value)
    }
    return Naming.unwrapped(value).map { Naming.caseName(ofAny: $0) ?? "some" } ?? "nil"
  }

  // MARK: - Features inside

  /// The feature at a place; nothing where there is none, or no longer.
  func feature(at place: Place) -> FeatureState? {
    features(with: place.id).first { $0.label == place.label }
      .map { FeatureState($0.value, of: $0.machine) }
  }

  /// The feature inside that takes an action: that of the same name, or else the only one of its type.
  ///
  /// - Parameter id: The one in a list; nothing for those that are in none.
  func feature(
    of machine: String, at label: String, id: AnyHashable?
  ) -> (place: Place, state: FeatureState)? {
    let taking = features(with: id).filter { $0.machine == machine }
    let found = taking.first { $0.label == label } ?? (taking.count == 1 ? taking[0] : nil)
    return found.map { (Place(label: $0.label, id: id), FeatureState($0.value, of: machine)) }
  }

  private func features(with id: AnyHashable?) -> [Feature] {
    guard let id else { return features }
    return lists.compactMap { label, list in
      list.element(id).flatMap { Self.feature($0, at: label) }
    }
  }

  /// The feature that a value is the state of.
  private static func feature(_ value: Any, at label: String) -> Feature? {
    // A reducer that is an enum is the list of its screens, and no feature of its own.
    if value is any CaseReducerState, let name = Naming.caseName(ofAny: value) {
      return payload(of: value, at: "\(label).\(name)")
    }
    return FeatureName.feature(ofState: type(of: value)).map {
      Feature(label: label, machine: $0, value: value)
    }
  }

  private static func payload(of value: Any, at label: String) -> Feature? {
    guard let payload = Naming.payload(of: value),
      let machine = FeatureName.feature(ofState: type(of: payload))
    else { return nil }
    return Feature(label: label, machine: machine, value: payload)
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
  func element(_ id: AnyHashable) -> Any?
}

extension IdentifiedArray: ListOfStates {
  fileprivate func element(_ id: AnyHashable) -> Any? {
    (id.base as? ID).flatMap { self[id: $0] }
  }
}

/// Screens of which one is on top.
private protocol StackOfScreens: ListOfStates {
  var top: Any? { get }
}

extension StackState: StackOfScreens {
  fileprivate func element(_ id: AnyHashable) -> Any? {
    (id.base as? StackElementID).flatMap { self[id: $0] }
  }

  fileprivate var top: Any? { last }
}
#endif
