#if canImport(os)
public import os

/// A value that one thread at a time may touch: what `Mutex` is, which Apple's systems have only
/// since macOS 15 and iOS 18.
@usableFromInline
package struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let lock: os_unfair_lock_t
  @usableFromInline let value: UnsafeMutablePointer<Value>

  @inlinable
  package init(_ value: consuming sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: os_unfair_lock())
    self.value = .allocate(capacity: 1)
    self.value.initialize(to: value)
  }

  @inlinable
  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    lock.deallocate()
  }

  /// Calls the body with the value, which no other thread touches meanwhile.
  @inlinable
  package borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    os_unfair_lock_lock(lock)
    defer { os_unfair_lock_unlock(lock) }
    return try body(&value.pointee)
  }
}

/// A value that threads read and write without seeing halves of it: as much of `Atomic` as this
/// package uses, behind a lock.
@usableFromInline
package struct AtomicValue<Value: Sendable>: ~Copyable, Sendable {
  @usableFromInline
  package enum Ordering: Sendable {
    case relaxed
  }

  @usableFromInline let value: Lock<Value>

  @inlinable
  package init(_ value: Value) { self.value = Lock(value) }

  @inlinable
  package borrowing func load(ordering: Ordering) -> Value { value.withLock { $0 } }

  @inlinable
  package borrowing func store(_ new: Value, ordering: Ordering) { value.withLock { $0 = new } }

  @inlinable
  package borrowing func exchange(_ new: Value, ordering: Ordering) -> Value {
    value.withLock { value in
      defer { value = new }
      return value
    }
  }
}

extension AtomicValue where Value: FixedWidthInteger {
  @inlinable
  @discardableResult
  package borrowing func add(
    _ operand: Value, ordering: Ordering
  ) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      let old = value
      value += operand
      return (old, value)
    }
  }

  @inlinable
  package borrowing func subtract(_ operand: Value, ordering: Ordering) {
    value.withLock { $0 -= operand }
  }
}
#else
public import Synchronization

/// A value that one thread at a time may touch.
@usableFromInline
package typealias Lock = Mutex

/// A value that threads read and write without seeing halves of it.
@usableFromInline
package typealias AtomicValue = Atomic
#endif
