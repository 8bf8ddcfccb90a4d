import OrreryLowering
import OrrerySyntax
import SwiftSyntax

// States that a property keeps in a subject, or in a box such as a mutex.
extension MutatingStyle {
  private static let subjects: Set = [
    "ConcurrentValueSubject", "CurrentValueSubject", "BehaviorRelay", "BehaviorSubject",
  ]

  private static let collections: Set = [
    "Array", "ContiguousArray", "Set", "Dictionary", "Optional", "Result", "Deque", "OrderedSet",
    "AsyncStream", "AnyPublisher", "PassthroughSubject", "Task", "Binding",
  ]

  /// The state of `Mutex<State>`, `Mutex(State.idle)`, `CurrentValueSubject<State, Never>(.idle)`.
  func wrapped(
    in property: StoredProperty, of info: TypeInfo
  ) -> (key: String, form: Kept.Form)? {
    let call = property.initializer?.as(FunctionCallExprSyntax.self)
    guard let wrapper = Self.wrapper(of: property), !Self.collections.contains(wrapper.name) else {
      return nil
    }
    var key = wrapper.types.first.flatMap { index.resolve($0, in: info) }
    if key == nil, wrapper.types.isEmpty {
      key = owner(ofCase: call?.arguments.first?.expression, in: info)
    }
    let isSubject = isSubject(wrapper, startedBy: call, in: info)
    return key.map { ($0, isSubject ? .subject : .box) }
  }

  /// The generic type around another one that a property has.
  private static func wrapper(of property: StoredProperty) -> NamedType? {
    let written = property.type.flatMap { NamedType($0) }
    if let written, !written.types.isEmpty { return written }
    return property.initializer?.as(FunctionCallExprSyntax.self).flatMap { NamedType(madeBy: $0) }
  }

  private func declared(_ wrapper: NamedType, in info: TypeInfo) -> TypeInfo? {
    let known = index.type(named: wrapper.name, in: info)
    return known?.kind == .extensionOnly ? nil : known
  }

  /// Whether a property is a generic type of the project's own.
  func isWrappedByOwn(_ property: StoredProperty, of info: TypeInfo) -> Bool {
    Self.wrapper(of: property).map { declared($0, in: info) != nil } ?? false
  }

  /// Whether a generic type publishes the value that it has: as its declaration says, or its name.
  private func isSubject(
    _ wrapper: NamedType, startedBy call: FunctionCallExprSyntax?, in info: TypeInfo
  ) -> Bool {
    if Self.subjects.contains(wrapper.name) { return true }
    if let known = declared(wrapper, in: info) {
      let sends = known.functions.contains {
        StateAccess.senders.contains($0.name) && $0.parameters.count == 1 && !$0.isStatic
      }
      // A type may keep thousands of constants.
      return sends
        && (known.property("value") != nil || known.computed.contains { $0.name == "value" })
    }
    if ["CurrentValue", "Behavior"].contains(where: wrapper.name.contains) { return true }
    // One without a value of its own starts with none.
    return ["Subject", "Relay"].contains(where: wrapper.name.hasSuffix)
      && call?.arguments.first.map { $0.label == nil } ?? false
  }

  /// Whether a property wrapper's projected value may lock: none of those that publish or bind.
  func isLocked(_ property: StoredProperty) -> Bool {
    let names = property.declaration.attributes.types.map(\.trimmedText)
    return names.contains { !Self.publishers.contains($0) && $0.first?.isUppercase == true }
  }

  private static let publishers: Set = [
    "Published", "State", "Binding", "Bindable", "AppStorage", "SceneStorage", "StateObject",
    "ObservationIgnored", "ObservationTracked", "GestureState", "FocusState", "MainActor",
  ]
}
