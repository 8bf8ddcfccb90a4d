/// The bytes of one line in the making; its memory is used again for the next line.
///
/// An array would do the same, but checks who else holds it at every piece, and a step is written
/// within a machine's own step. Invariant: `count` never passes `capacity`.
struct LineBuffer: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 512) {
    self.capacity = max(capacity, 64)
    base = .allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit {
    base.deallocate()
  }

  /// What was written since the last ``clear()``; valid until the next change.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

  mutating func clear() {
    count = 0
  }

  /// Memory for that many more bytes; what is used of it is told by ``end(at:)``.
  @inline(__always)
  mutating func reserve(_ extra: Int) -> UnsafeMutableRawPointer {
    if extra > capacity - count { grow(by: extra) }
    return base + count
  }

  @inline(__always)
  mutating func end(at next: UnsafeMutableRawPointer) {
    count = next - base
    precondition(count <= capacity, "a line is longer than the memory that was reserved for it")
  }

  @inline(never)
  private mutating func grow(by extra: Int) {
    let larger = max(capacity * 2, count + extra)
    let moved = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    moved.copyMemory(from: base, byteCount: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}
