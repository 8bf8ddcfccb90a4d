/// Writes a log to a file, as JSON Lines.
///
/// The file is mapped into memory: once a write returns, killing the process loses nothing of it,
/// and no system call was made. The part of the file that is not used yet is newlines, and is cut
/// off on close. When the disk is full, or the file has reached its limit, recording stops; what is
/// lost is counted, written as the log's last record, and told once on standard error. The folder of
/// an open log may be removed, and the file may be made read-only. What cannot be survived is another
/// process that makes the file shorter: the memory behind it is gone, and the next step ends the
/// process (`SIGBUS`). A child of `fork` writes nothing to its parent's logs. To keep logs small, ask for a ``Rotation``, and have no other program cut them.
public final class FileSink: TraceSink {
  private let log: Lock<FileLog>
  private let report: @Sendable (String) -> Void
  private let isFull = AtomicValue(false)
  private let process = Fork.current

  /// Starts a log, in place of one that the file held before; any other file is left alone.
  ///
  /// - Parameters:
  ///   - path: The file to write.
  ///   - limit: The number of bytes that the file may grow to, without end by default.
  ///   - rotation: When the log begins anew in another file; never by default.
  ///   - report: Gets the one message about a loss; by default it goes to standard error.
  /// - Throws: ``TraceError`` where the file cannot be made, another process records to it, it holds
  ///   something else than a log, or it is a stream, which a ``StreamSink`` writes to.
  public init(
    path: String, limit: Int = .max, rotation: Rotation? = nil,
    report: (@Sendable (String) -> Void)? = nil
  ) throws(TraceError) {
    log = Lock(
      FileLog(
        file: try MappedFile.create(path: path, limit: limit), path: path, limit: limit,
        rotation: rotation))
    self.report = report ?? { StandardError.write($0) }
  }

  /// The number of records that did not get into the file.
  public var lost: UInt64 { log.withLock { $0.lost } }

  public func write(_ record: Record) {
    guard process.isCurrent else { return }
    tell(log.withLock { $0.write { $0.line(record) } })
  }

  public func write(step: StepRecord) {
    guard process.isCurrent else { return }
    let (message, isFull) = log.withLock { log in
      (log.write { $0.line(step) }, log.isFull)
    }
    if isFull { self.isFull.store(true, ordering: .relaxed) }
    tell(message)
  }

  private func tell(_ message: String?) {
    if let message { report(message) }
  }

  public func close() {
    guard process.isCurrent else { return }
    log.withLock { $0.close() }
  }
}

extension FileSink: RestartingSink {
  var isDue: Bool { isFull.load(ordering: .relaxed) }

  func restart() {
    isFull.store(false, ordering: .relaxed)
    tell(log.withLock { $0.restart() })
  }
}

/// A mapped file of records, and what became of those that did not fit.
private struct FileLog: ~Copyable {
  private var file: MappedFile
  private let path: String
  private let limit: Int
  private let rotation: Rotation?
  /// The length at which the log begins anew.
  private var fullAt: Int
  private var hasFailedToRestart = false
  private var line = JSONWriter()
  /// Where the gap record begins; set when recording has stopped.
  private var gap: Int?
  private var failure = ""
  private(set) var lost: UInt64 = 0

  init(file: consuming MappedFile, path: String, limit: Int, rotation: Rotation?) {
    self.file = file
    self.path = path
    self.limit = limit
    self.rotation = rotation
    fullAt = rotation?.size ?? .max
  }

  var isFull: Bool { file.end >= fullAt }

  /// Writes one line, and returns a message where that was the first to be lost.
  mutating func write(_ make: (inout JSONWriter) -> Void) -> String? {
    guard file.isOpen else { return nil }
    if gap != nil { return lose() }
    line.clear()
    make(&line)
    do throws(TraceError) {
      try file.append(line.bytes)
      return nil
    } catch {
      gap = file.end
      failure = error.description
      _ = lose()
      return "\(failure); recording has stopped, the log ends with the number of lost records"
    }
  }

  mutating func close() {
    file.close()
  }

  /// Counts a lost record, and brings the record that says so up to date.
  private mutating func lose() -> String? {
    lost += 1
    line.clear()
    let reason = String(failure.prefix(MappedFile.reserve / 8))
    line.line(.gap(GapRecord(lost: lost, reason: reason)))
    if let gap { file.overwrite(at: gap, line.bytes) }
    return nil
  }
}

// MARK: - Beginning anew

extension FileLog {
  /// Begins a new file; where that fails the old one goes on, which is told once.
  fileprivate mutating func restart() -> String? {
    guard let rotation, file.isOpen, gap == nil else { return nil }
    do throws(TraceError) {
      try rotation.shift(path)
      do throws(TraceError) {
        let next = try MappedFile.create(path: path, limit: limit)
        file.close()
        file = next
        fullAt = rotation.size
        return nil
      } catch {
        rotation.unshift(path)
        throw error
      }
    } catch {
      fullAt = file.end + rotation.size
      defer { hasFailedToRestart = true }
      return hasFailedToRestart
        ? nil : "\(error); the log goes on in '\(path)' and grows beyond its size"
    }
  }
}
