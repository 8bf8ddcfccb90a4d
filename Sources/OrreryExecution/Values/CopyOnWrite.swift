/// Keeps a value by reference, and copies it when it is changed.
///
/// Paths are copied at each step of an execution, and most of what they know stays as it is.
@propertyWrapper
package struct CopyOnWrite<Value> {
  private final class Storage {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  package init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  package var wrappedValue: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}
