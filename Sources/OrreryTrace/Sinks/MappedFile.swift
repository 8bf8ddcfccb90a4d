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
/// Invariant: every byte after `end` is a newline.
struct MappedFile: ~Copyable {
  /// Bytes at the end of a window that only ``overwrite(at:_:)`` may use.
  static let reserve = 1024
  /// The size of a window in bytes, unless one record is larger.
  private static let windowSize = 1 << 20

  private let source: WindowSource
  private let pageSize: Int
  private var window: Window
  /// How far ``append(_:)`` may write.
  private var margin: Int
  /// Where the next window is asked for.
  private var signal: Int
  /// The number of bytes written.
  private(set) var end = 0
  private(set) var isOpen = true
  private let process = Fork.current

  private init(_ space: consuming LogSpace) throws(TraceError) {
    pageSize = max(Int(sysconf(Int32(_SC_PAGESIZE))), 4096)
    window = try space.window(0..<Self.windowSize)
    source = WindowSource(space)
    margin = window.end - Self.reserve
    signal = window.end - Self.windowSize / 2
  }

  deinit {
    // In a child of `fork` a thread that is not there may hold the source.
    if isOpen, process.isCurrent { source.close(at: end) }
  }

  /// Writes at the end.
  mutating func append(_ bytes: UnsafeRawBufferPointer) throws(TraceError) {
    if end + bytes.count > margin { try advance(by: bytes.count) }
    window.put(bytes, at: end)
    end += bytes.count
    if end > signal { prepare() }
  }

  /// Writes at the end of what was appended, in place of what was written there in this way before.
  mutating func overwrite(at position: Int, _ bytes: UnsafeRawBufferPointer) {
    window.put(bytes, at: position)
    end = position + bytes.count
  }

  /// Cuts off the unused end and lets go of the file.
  mutating func close() {
    guard isOpen else { return }
    isOpen = false
    // A mapping would hold on to the file, and to its lock.
    window = Window()
    source.close(at: end)
  }
}

// MARK: - Growing

extension MappedFile {
  /// Moves the window so that `count` more bytes fit, with the reserve behind them.
  private mutating func advance(by count: Int) throws(TraceError) {
    let needed = end..<end + count + Self.reserve
    let start = end / pageSize * pageSize
    let pages = (needed.upperBound - start + pageSize - 1) / pageSize
    let size = max(Self.windowSize, pages * pageSize)
    try source.replace(&window, holding: needed, else: start..<start + size)
    margin = window.end - Self.reserve
    signal = window.end - Self.windowSize / 2
  }

  /// Has the next window made.
  ///
  /// It begins within this one, because a record that does not fit here begins before the end.
  private mutating func prepare() {
    signal = .max
    let start = window.end - pageSize * 4
    source.prepare(start..<start + Self.windowSize)
  }
}

// MARK: - Opening

extension MappedFile {
  /// Opens a file that holds nothing but a log, and empties it.
  static func create(path: String, limit: Int) throws(TraceError) -> MappedFile {
    let descriptor = try LogFile.openLocked(path)
    let space = LogSpace(path: path, limit: limit, descriptor: descriptor)
    guard ftruncate(descriptor, 0) == 0 else {
      throw .system(.truncate, path: path, code: errno)
    }
    return try MappedFile(space)
  }
}
