/// What `@ObservableState` adds to a state; it takes no part in its equality.
public struct ObservationStateRegistrar: Hashable, Sendable {
  public init() {}

  public static func == (a: Self, b: Self) -> Bool { true }

  public func hash(into hasher: inout Hasher) {}
}

public protocol CaseReducerState {
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

@propertyWrapper
public struct PresentationState<State> {
  private final class Storage {
    var state: State?

    init(state: State?) { self.state = state }
  }

  private var storage: Storage

  public init(wrappedValue: State?) { storage = Storage(state: wrappedValue) }

  public var wrappedValue: State? {
    get { storage.state }
    set { storage = Storage(state: newValue) }
  }

  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: Equatable where State: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

public enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

@propertyWrapper
public struct Shared<Value> {
  private final class Reference {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private let reference: Reference

  public init(value: Value) { reference = Reference(value) }

  public var wrappedValue: Value { reference.value }

  public var projectedValue: Self { self }

  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    try body(&reference.value)
  }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.wrappedValue == b.wrappedValue }
}

public struct IdentifiedArray<ID: Hashable, Element> {
  public private(set) var elements: [Element]
  private let id: KeyPath<Element, ID>

  public var ids: [ID] { elements.map { $0[keyPath: id] } }

  public subscript(id id: ID) -> Element? {
    get { elements.first { $0[keyPath: self.id] == id } }
    set {
      guard let position = ids.firstIndex(of: id) else { return }
      elements[position] = newValue ?? elements[position]
      if newValue == nil { elements.remove(at: position) }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  public init(uniqueElements: some Sequence<Element>) {
    elements = Array(uniqueElements)
    id = \.id
  }
}

extension IdentifiedArray: ExpressibleByArrayLiteral where Element: Identifiable, ID == Element.ID {
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}

extension IdentifiedArray: Equatable where Element: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.elements == b.elements }
}

public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

public enum IdentifiedAction<ID: Hashable & Sendable, Action> {
  case element(id: ID, action: Action)
}

public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable

public struct StackElementID: Hashable, Sendable {
  let generation: Int
}

public struct StackState<Element> {
  private var screens: [(id: StackElementID, element: Element)] = []
  private var next = 0

  public init() {}

  public var ids: [StackElementID] { screens.map(\.id) }

  public mutating func append(_ element: Element) {
    screens.append((StackElementID(generation: next), element))
    next += 1
  }

  @discardableResult
  public mutating func removeLast() -> Element { screens.removeLast().element }

  public mutating func pop(from id: StackElementID) {
    guard let position = ids.firstIndex(of: id) else { return }
    screens.removeSubrange(position...)
  }

  public subscript(id id: StackElementID) -> Element? {
    get { screens.first { $0.id == id }?.element }
    set {
      guard let position = ids.firstIndex(of: id), let newValue else { return }
      screens[position].element = newValue
    }
  }
}

extension StackState: RandomAccessCollection {
  public var startIndex: Int { screens.startIndex }
  public var endIndex: Int { screens.endIndex }

  public subscript(position: Int) -> Element { screens[position].element }
}

extension StackState: Equatable where Element: Equatable {
  public static func == (a: Self, b: Self) -> Bool { a.elementsEqual(b) }
}

public enum StackAction<State, Action> {
  indirect case element(id: StackElementID, action: Action)
  case popFrom(id: StackElementID)
  case push(id: StackElementID, state: State)
}

public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>
