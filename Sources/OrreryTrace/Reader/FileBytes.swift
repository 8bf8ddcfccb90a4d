#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The bytes of a file, chunk by chunk; what a chunk's reader leaves comes again in the next.
struct FileBytes: ~Copyable {
  struct Chunk {
    var bytes: UnsafeRawBufferPointer
    /// The position of the first byte in the file.
    var offset: UInt64
    var isLast: Bool
  }

  /// A line that is longer is cut into pieces, none of which is a record.
  private static let largest = 16 << 20

  private let path: String
  private let descriptor: Int32
  private var buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var offset: UInt64 = 0
  private var isAtEnd = false

  /// - Parameter size: The bytes of a chunk, but for longer lines.
  init(path: String, size: Int = 1 << 20) throws(TraceError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    buffer = .allocate(byteCount: size, alignment: 16)
  }

  deinit {
    buffer.deallocate()
    #if canImport(Darwin)
    Darwin.close(descriptor)
    #elseif canImport(Glibc)
    Glibc.close(descriptor)
    #elseif canImport(Musl)
    Musl.close(descriptor)
    #else
    Android.close(descriptor)
    #endif
  }

  /// The next bytes, valid until the next call; nothing at the end of the file.
  mutating func next() throws(TraceError) -> Chunk? {
    if isAtEnd { return nil }
    if filled == buffer.count { grow() }
    let count = try fill()
    filled += count
    isAtEnd = count == 0
    return Chunk(
      bytes: UnsafeRawBufferPointer(rebasing: buffer[..<filled]), offset: offset,
      isLast: isAtEnd || filled >= Self.largest)
  }

  /// Drops bytes from the start of the last chunk.
  mutating func consume(_ count: Int) {
    let rest = UnsafeRawBufferPointer(rebasing: buffer[count..<filled])
    buffer.copyMemory(from: rest)
    filled -= count
    offset += UInt64(count)
  }

  private mutating func fill() throws(TraceError) -> Int {
    let space = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
    while true {
      let count = read(descriptor, space.baseAddress, space.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .system(.read, path: path, code: errno) }
    }
  }

  private mutating func grow() {
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: buffer.count * 2, alignment: 16)
    larger.copyMemory(from: UnsafeRawBufferPointer(buffer))
    buffer.deallocate()
    buffer = larger
  }
}
