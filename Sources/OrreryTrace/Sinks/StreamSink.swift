#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Writes a log to what no file sink can map, line by line: a FIFO, a pipe, a terminal, or a file that
/// the program prints to itself.
///
/// A call into the system for each record makes it slower than a ``FileSink``. Where a reader falls
/// behind, a record waits for it a short while; then records are lost, until the reader has caught up. The
/// log says how many, and standard error tells it once.
public final class StreamSink: TraceSink {
  private let log: Lock<StreamLog>
  private let report: @Sendable (String) -> Void
  private let process = Fork.current

  /// Begins to write to a stream.
  ///
  /// - Parameters:
  ///   - path: The stream, such as a FIFO or `/dev/stdout`. It may have no reader yet.
  ///   - patience: How many milliseconds a record waits for the reader.
  ///   - report: Gets the one message about a loss; by default it goes to standard error.
  /// - Throws: ``TraceError`` where the stream cannot be opened.
  public init(
    path: String, patience: Int32 = 1_000, report: (@Sendable (String) -> Void)? = nil
  ) throws(TraceError) {
    log = Lock(
      StreamLog(path: path, descriptor: try StreamLog.open(path), patience: patience))
    self.report = report ?? { StandardError.write($0) }
  }

  /// The number of records that did not get into the stream.
  public var lost: UInt64 { log.withLock { $0.lost } }

  public func write(_ record: Record) {
    guard process.isCurrent else { return }
    if let message = log.withLock({ $0.write(record) }) { report(message) }
  }

  public func close() {
    guard process.isCurrent else { return }
    log.withLock { $0.close() }
  }
}

/// A descriptor that lines are written to, whole ones only.
private struct StreamLog: ~Copyable {
  private let path: String
  private var descriptor: Int32
  private let patience: Int32
  private var line = JSONWriter()
  /// What is left of a line that was written in part.
  private var rest: [UInt8] = []
  /// How many records were lost since the last one that was written.
  private var missing: UInt64 = 0
  private var hasTold = false
  private(set) var lost: UInt64 = 0

  init(path: String, descriptor: Int32, patience: Int32) {
    self.path = path
    self.descriptor = descriptor
    self.patience = patience
  }

  deinit {
    if descriptor >= 0 { LogSpace.close(descriptor) }
  }

  /// Opens a stream so that it never waits.
  ///
  /// A FIFO is opened for reading as well, since it may have no reader yet. What the program prints to
  /// has one, and is told when that goes away: else nobody would ever end `program | head`.
  static func open(_ path: String) throws(TraceError) -> Int32 {
    let isOutput = FileIdentity(path: path).flatMap { LogFile.outputDescriptor(of: $0) } != nil
    let flags =
      (isOutput ? O_WRONLY : O_RDWR) | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    #if canImport(Darwin)
    let descriptor = Darwin.open(path, flags)
    #elseif canImport(Glibc)
    let descriptor = Glibc.open(path, flags)
    #elseif canImport(Musl)
    let descriptor = Musl.open(path, flags)
    #else
    let descriptor = Android.open(path, flags)
    #endif
    guard descriptor >= 0 else { throw .system(.open, path: path, code: errno) }
    guard let file = FileIdentity(descriptor), file.isRegular,
      let output = LogFile.outputDescriptor(of: file)
    else { return descriptor }
    // The program's own place in the file, so that neither writes over the other.
    LogSpace.close(descriptor)
    let shared = dup(output)
    guard shared >= 0 else { throw .system(.open, path: path, code: errno) }
    return shared
  }

  /// Lets go of the stream, once it has got what is left of a line and the number of those missing.
  mutating func close() {
    guard descriptor >= 0 else { return }
    _ = catchUp()
    LogSpace.close(descriptor)
    descriptor = -1
  }

  /// Writes one line, and returns a message where that was the first to be lost.
  mutating func write(_ record: Record) -> String? {
    guard descriptor >= 0 else { return nil }
    guard catchUp() else { return lose(errno) }
    line.clear()
    line.line(record)
    return send() ? nil : lose(errno)
  }

  /// Writes what is left of an earlier line, and how many records are missing after it.
  private mutating func catchUp() -> Bool {
    if !rest.isEmpty {
      let count = rest.withUnsafeBytes { put($0) }
      rest.removeFirst(count)
      guard rest.isEmpty else { return false }
    }
    guard missing > 0 else { return true }
    line.clear()
    line.line(.gap(GapRecord(lost: missing, reason: "nobody read the stream fast enough")))
    guard send() else { return false }
    missing = 0
    return true
  }

  /// Writes the line; what of it does not fit is left for later, where a part of it did.
  private mutating func send() -> Bool {
    let bytes = line.bytes
    let count = put(bytes)
    if count == 0 { return false }
    rest = Array(bytes[count...])
    return true
  }

  private mutating func lose(_ code: Int32) -> String? {
    missing += 1
    lost += 1
    guard !hasTold else { return nil }
    hasTold = true
    let why = [EAGAIN, EPIPE].contains(code) ? "nobody reads it" : String(cString: strerror(code))
    return "cannot write '\(path)': \(why); records are lost, and the log says how many. "
      + "To fix, read the stream faster, or name a file"
  }

  /// Writes as much as the stream takes, and waits for it once, unless records are lost already.
  private borrowing func put(_ bytes: UnsafeRawBufferPointer) -> Int {
    var done = 0
    var mayWait = missing == 0
    while done < bytes.count {
      let count = BrokenPipe.ignored {
        StandardError.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
      }
      if count > 0 {
        done += count
      } else if errno == EAGAIN, mayWait {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        mayWait = poll(&waiting, 1, patience) > 0
        errno = EAGAIN
      } else if errno != EINTR {
        break
      }
    }
    return done
  }
}
