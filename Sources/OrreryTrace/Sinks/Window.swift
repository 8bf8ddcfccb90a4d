#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A part of a file that is mapped into memory.
///
/// Invariant: every byte of it is backed by allocated space of the file, so that writing to it cannot
/// raise `SIGBUS` on a full disk.
///
/// `Sendable` although it holds raw memory: it cannot be copied, so that the memory has one owner.
struct Window: ~Copyable, @unchecked Sendable {
  /// Where it begins in the file; a multiple of the page size.
  let start: Int
  private let memory: UnsafeMutableRawBufferPointer

  var end: Int { start + memory.count }

  func holds(_ range: Range<Int>) -> Bool { start <= range.lowerBound && range.upperBound <= end }

  /// A window on nothing.
  init() {
    start = 0
    memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// Maps allocated space.
  init(_ range: Range<Int>, of descriptor: Int32, path: String) throws(TraceError) {
    let base = mmap(
      nil, range.count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(range.lowerBound))
    guard let base, base != MAP_FAILED else {
      throw .system(.map, path: path, code: errno)
    }
    start = range.lowerBound
    memory = UnsafeMutableRawBufferPointer(start: base, count: range.count)
    touch()
  }

  deinit {
    if let base = memory.baseAddress { munmap(base, memory.count) }
  }

  /// Writes at a position of the file; whatever is outside the window is left out.
  @inline(__always)
  func put(_ bytes: UnsafeRawBufferPointer, at position: Int) {
    let offset = position - start
    guard offset >= 0, bytes.count <= memory.count - offset else { return }
    UnsafeMutableRawBufferPointer(rebasing: memory[offset...]).copyMemory(from: bytes)
  }

  /// Makes the pages ready to be written in one go, not one by one within the steps recorded.
  private func touch() {
    #if os(Linux) || os(Android)
    // `MADV_POPULATE_WRITE`, since Linux 5.14; an older one refuses, and the steps touch the pages.
    _ = madvise(memory.baseAddress, memory.count, 23)
    #endif
  }
}
