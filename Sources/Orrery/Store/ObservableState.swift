public import Observation

/// A state whose properties are observed one by one: what reads one through the store is told when
/// that one changes, and of no other change.
///
/// `@ObservableState` conforms a state to it. A property that is not `Equatable` counts as changed by
/// every action. Apple's systems can observe since macOS 14, iOS 17, tvOS 17 and watchOS 10.
///
/// ```swift
/// withObservationTracking { print(store.count) } onChange: { print("another count") }
/// ```
public protocol ObservableState {}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension Store: Observable {}

extension Store {
  /// A property of the state, which is observed where the state is an `ObservableState`.
  public subscript<Value>(dynamicMember path: KeyPath<State, Value>) -> Value {
    loop.observe(path)
    return state[keyPath: path]
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension StoreLoop: Observable {}

extension StoreLoop {
  /// A property of the state, as the registrar knows it.
  fileprivate subscript<Value>(property path: KeyPath<State, Value>) -> Value {
    state[keyPath: path]
  }

  /// Notes that a property is read.
  fileprivate func observe<Value>(_ path: KeyPath<State, Value>) {
    guard isObservable, !isInside, #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) else {
      return
    }
    let property = ObservedProperty<State, Action>(path)
    perform(.observe(property))
    property.access(self)
  }
}

/// A property of the state that somebody has read through the store.
///
/// Its key path is one to a property, which holds nothing that is not `Sendable`.
struct ObservedProperty<State: Sendable, Action: Sendable>: @unchecked Sendable {
  let path: PartialKeyPath<State>
  /// Whether two states differ in it.
  let differs: (State, State) -> Bool
  /// Notes that it is read, and tells those who read it that it has changed.
  let access: (StoreLoop<State, Action>) -> Void
  let notify: (StoreLoop<State, Action>) -> Void

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  init<Value>(_ path: KeyPath<State, Value>) {
    self.path = path
    let areEqual = equality(of: Value.self)
    differs = { !areEqual($0[keyPath: path], $1[keyPath: path]) }
    access = { $0.registrar.access($0, keyPath: \StoreLoop<State, Action>.[property: path]) }
    notify = {
      $0.registrar.withMutation(of: $0, keyPath: \StoreLoop<State, Action>.[property: path]) {}
    }
  }
}
