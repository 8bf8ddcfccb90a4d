#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Makes windows of a file, with its space allocated and filled with newlines.
struct LogSpace: ~Copyable {
  let path: String
  private let limit: Int
  private var descriptor: Int32
  private var allocated = 0
  private let process = Fork.current
  private let blank = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 16)

  /// Takes over a file that is open and empty.
  init(path: String, limit: Int, descriptor: Int32) {
    self.path = path
    self.limit = min(limit, Self.systemLimit())
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { Self.close(descriptor) }
  }

  /// Allocates space up to the end of a range, and maps the range.
  mutating func window(_ range: Range<Int>) throws(TraceError) -> Window {
    guard range.upperBound <= limit else {
      throw .system(.allocate, path: path, code: EFBIG)
    }
    try allocate(upTo: range.upperBound)
    return try Window(range, of: descriptor, path: path)
  }

  /// Gives back what follows a position of the file, and lets go of it.
  mutating func close(at length: Int) {
    guard descriptor >= 0 else { return }
    // In a child of `fork` the file is still the parent's.
    if process.isCurrent { _ = ftruncate(descriptor, off_t(length)) }
    Self.close(descriptor)
    descriptor = -1
  }

  /// Writes newlines up to a position of the file.
  ///
  /// That allocates the space on every file system, tells when the disk is full, and fills the unused
  /// end, all in one; `posix_fallocate` would leave zeros and is not there on Apple systems.
  private mutating func allocate(upTo target: Int) throws(TraceError) {
    while allocated < target {
      let count = min(blank.count, target - allocated)
      let written = blank.withUnsafeBytes { bytes in
        pwrite(descriptor, bytes.baseAddress, count, off_t(allocated))
      }
      if written > 0 {
        allocated += written
      } else if written == 0 || errno != EINTR {
        throw .system(.allocate, path: path, code: written == 0 ? ENOSPC : errno)
      }
    }
  }

  /// The size that the system lets files grow to; going over it would end the process (`SIGXFSZ`).
  private static func systemLimit() -> Int {
    var limit = rlimit()
    #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #else
    let resource = RLIMIT_FSIZE
    #endif
    guard getrlimit(resource, &limit) == 0 else { return .max }
    return Int(clamping: limit.rlim_cur)
  }

  static func close(_ descriptor: Int32) {
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
}
