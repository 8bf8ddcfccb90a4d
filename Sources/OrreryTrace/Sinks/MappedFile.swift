#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A file that grows at its end and is written through a window of memory.
///
/// Invariants: every byte of the window is backed by allocated space of the file, so that writing to
/// it cannot raise `SIGBUS` on a full disk; every byte after `end` is a newline.
struct MappedFile: ~Copyable {
  /// Bytes at the end of a window that only ``overwrite(at:_:)`` may use.
  static let reserve = 1024
  /// The size of a window in bytes, unless one record is larger.
  private static let windowSize = 1 << 20

  private let path: String
  private let limit: Int
  private let pageSize: Int
  private var descriptor: Int32
  private var window = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var windowStart = 0
  private var allocated = 0
  /// The number of bytes written.
  private(set) var end = 0

  var isOpen: Bool { descriptor >= 0 }

  private init(path: String, limit: Int, descriptor: Int32) {
    self.path = path
    self.limit = min(limit, Self.systemLimit())
    self.descriptor = descriptor
    pageSize = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4096)
  }

  deinit {
    Self.release(window, descriptor, length: end)
  }

  /// Writes at the end.
  mutating func append(_ bytes: [UInt8]) throws(TraceError) {
    if end - windowStart + bytes.count > window.count - Self.reserve {
      try advance(by: bytes.count)
    }
    put(bytes, at: end - windowStart)
    end += bytes.count
  }

  /// Writes at the end of what was appended, in place of what was written there in this way before.
  mutating func overwrite(at position: Int, _ bytes: [UInt8]) {
    let start = position - windowStart
    guard start >= 0, start + bytes.count <= window.count else { return }
    put(bytes, at: start)
    end = position + bytes.count
  }

  private mutating func put(_ bytes: [UInt8], at offset: Int) {
    bytes.withUnsafeBytes { source in
      let target = UnsafeMutableRawBufferPointer(rebasing: window[offset..<offset + source.count])
      target.copyMemory(from: source)
    }
  }

  /// Cuts off the unused end and lets go of the file.
  mutating func close() {
    Self.release(window, descriptor, length: end)
    window = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    descriptor = -1
  }

  private static func release(
    _ window: UnsafeMutableRawBufferPointer, _ descriptor: Int32, length: Int
  ) {
    if let base = window.baseAddress { munmap(base, window.count) }
    guard descriptor >= 0 else { return }
    _ = ftruncate(descriptor, off_t(length))
    close(descriptor)
  }

  private static func close(_ descriptor: Int32) {
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

// MARK: - Opening

extension MappedFile {
  /// Opens a file and empties it.
  static func create(path: String, limit: Int) throws(TraceError) -> MappedFile {
    let descriptor = try openLocked(path)
    var file = MappedFile(path: path, limit: limit, descriptor: descriptor)
    guard ftruncate(descriptor, 0) == 0 else {
      throw .system(.truncate, path: path, code: errno)
    }
    try file.advance(by: 0)
    return file
  }

  /// Opens a file that no other recording has open: a process that inherits the environment of a
  /// recorded one must not empty its log.
  private static func openLocked(_ path: String) throws(TraceError) -> Int32 {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(descriptor)
      throw code == EWOULDBLOCK ? .busy(path: path) : .system(.lock, path: path, code: code)
    }
    return descriptor
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
}

// MARK: - Growing

extension MappedFile {
  /// Moves the window so that `count` more bytes fit, with the reserve behind them.
  private mutating func advance(by count: Int) throws(TraceError) {
    let start = end - end % pageSize
    let needed = end - start + count + Self.reserve
    let size = max(Self.windowSize, (needed + pageSize - 1) / pageSize * pageSize)
    guard start + size <= limit else {
      throw .system(.allocate, path: path, code: EFBIG)
    }
    try allocate(upTo: start + size)
    let base = mmap(
      nil, size, PROT_READ | PROT_WRITE, Self.mappingFlags, descriptor, off_t(start))
    guard let base, base != MAP_FAILED else {
      throw .system(.map, path: path, code: errno)
    }
    if let old = window.baseAddress { munmap(old, window.count) }
    window = UnsafeMutableRawBufferPointer(start: base, count: size)
    windowStart = start
  }

  /// Writes newlines up to a position of the file.
  ///
  /// That allocates the space on every file system, tells when the disk is full, and fills the unused
  /// end, all in one; `posix_fallocate` would leave zeros and is not there on Apple systems.
  private mutating func allocate(upTo target: Int) throws(TraceError) {
    let blank = [UInt8](repeating: UInt8(ascii: "\n"), count: 1 << 16)
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

  private static var mappingFlags: Int32 {
    #if os(Linux) || os(Android)
    // Touches the pages in one go, not one by one within the steps that are recorded.
    MAP_SHARED | Int32(MAP_POPULATE)
    #else
    MAP_SHARED
    #endif
  }
}
