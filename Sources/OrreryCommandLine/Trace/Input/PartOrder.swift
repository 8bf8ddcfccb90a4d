import OrreryTrace
import OrreryTraceAnalysis

extension [TraceInput] {
  /// The logs with the parts of each that was cut into parts one behind the other, by time.
  ///
  /// A part tells by its header of which recording it is, so that no naming has to be known: the log
  /// that is being written may have the plain name or the highest number.
  /// - Throws: `Failure` where a log is packed and cannot be unpacked.
  func partsInOrder() throws(Failure) -> [TraceInput] {
    guard count > 1 else { return self }
    var recordings: [[(input: TraceInput, begin: Begin?)]] = []
    var positions: [Begin.Recording: Int] = [:]
    for input in self {
      let begin = try Begin(of: input)
      if let begin, let known = positions[begin.recording] {
        recordings[known].append((input, begin))
      } else {
        if let begin { positions[begin.recording] = recordings.count }
        recordings.append([(input, begin)])
      }
    }
    return recordings.flatMap { parts in
      // Sorting is stable: parts that begin at the same time stay as they were named.
      parts.sorted { ($0.begin?.at ?? 0) < ($1.begin?.at ?? 0) }.map(\.input)
    }
  }
}

/// How a log begins.
private struct Begin {
  struct Recording: Hashable {
    var run: String
    var pid: Int
  }

  var recording: Recording
  /// The first monotonic time after the header.
  var at: UInt64

  /// Nothing where the log cannot be looked into without losing what it holds, or has no header.
  init?(of input: TraceInput) throws(Failure) {
    switch input.source {
    case .standardInput: return nil
    case .file(let path), .packed(let path): guard Disk.isRegular(path) else { return nil }
    }
    let log = try OpenLog(input)
    defer { log.close() }
    guard let cursor = try? RecordCursor(path: log.path),
      case .header(let header)? = try? cursor.next()
    else { return nil }
    recording = Recording(run: header.run, pid: header.pid)
    at = header.mono
    while let record = try? cursor.next() {
      guard let time = record.at else { continue }
      at = time
      return
    }
  }
}
