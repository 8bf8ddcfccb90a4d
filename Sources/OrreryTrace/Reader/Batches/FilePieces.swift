#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file of known length, cut into pieces that can be read in any order.
///
/// A line belongs to the piece in which it begins.
struct FilePieces: ~Copyable, Sendable {
  private static let size = 1 << 18
  /// A line that is longer is cut off there, and is no record.
  private static let largest = 16 << 20

  private let path: String
  private let descriptor: Int32
  /// How many there are.
  let count: Int

  /// Opens a file; nothing where it has no length, such as a pipe.
  init?(path: String) throws(TraceError) {
    var status = stat()
    // Looked at before it is opened, because a pipe can be opened only once.
    guard stat(path, &status) == 0 else { throw .system(.open, path: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    self.path = path
    self.descriptor = descriptor
    count = (Int(status.st_size) + Self.size - 1) / Self.size
  }

  deinit {
    LogSpace.close(descriptor)
  }

  /// Reads the lines that begin in a piece.
  ///
  /// - Parameter buffer: Memory to read into, which grows to the longest line.
  /// - Returns: Where those lines are in the buffer, and where they are in the file.
  func read(
    _ piece: Int, into buffer: inout [UInt8]
  ) throws(TraceError) -> (lines: Range<Int>, offset: UInt64) {
    // One byte before the piece tells whether a line begins right at its start.
    let start = piece * Self.size
    let origin = max(start - 1, 0)
    var filled = try fill(&buffer, from: 0, upTo: start + Self.size - origin, at: origin)
    let own = filled
    var first = 0
    if piece > 0 {
      guard let newline = Self.newline(in: buffer, 0..<own) else { return (0..<0, 0) }
      first = newline + 1
    }
    // The last line may go on in the pieces that follow.
    while first < own, buffer[filled - 1] != 0x0A, filled < Self.largest {
      let more = try fill(&buffer, from: filled, upTo: filled + (1 << 16), at: origin + filled)
      if more == filled { break }
      let newline = Self.newline(in: buffer, filled..<more)
      filled = newline.map { $0 + 1 } ?? more
    }
    return (min(first, filled)..<filled, UInt64(origin + first))
  }

  /// Reads up to the end of the file, and returns how much of the buffer is filled.
  private func fill(
    _ buffer: inout [UInt8], from start: Int, upTo end: Int, at position: Int
  ) throws(TraceError) -> Int {
    if buffer.count < end { buffer += [UInt8](repeating: 0, count: end - buffer.count) }
    var filled = start
    while filled < end {
      let count = buffer.withUnsafeMutableBytes { bytes in
        pread(
          descriptor, bytes.baseAddress.map { $0 + filled }, end - filled,
          off_t(position + filled - start))
      }
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else if errno != EINTR {
        throw .system(.read, path: path, code: errno)
      }
    }
    return filled
  }

  private static func newline(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress,
        let found = memchr(base + range.lowerBound, 0x0A, range.count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
