import OrreryTrace
import OrreryTraceAnalysis

/// Logs, record by record or counted up.
enum RecordedRuns {
  /// What a reader of records throws to read no more.
  struct Enough: Error {}

  /// Reads logs one after the other; lines that are no records become warnings with their place.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing.
  static func read(_ paths: [String], in context: Context) throws(Failure) -> TraceSummary {
    var summary = TraceSummary()
    try forEach(paths, in: context) { summary.add($0) }
    if summary.lost > 0 {
      context.console.warn("\(Quantity.text(Int(clamping: summary.lost), "record")) lost")
    }
    return summary
  }

  /// Calls `begin` with the name of each log and `body` with each of its records.
  ///
  /// - Throws: `Failure` where a log cannot be read, is of another schema or holds nothing; and the
  ///   `Failure` that `body` throws. After ``Enough``, nothing more is read.
  static func forEach(
    _ paths: [String], in context: Context, begin: (String) -> Void = { _ in },
    _ body: (Record) throws -> Void
  ) throws(Failure) {
    try forEach(TraceInput.all(paths, in: context.project), in: context, begin: begin, body)
  }

  /// As above, for logs that are found already.
  static func forEach(
    _ inputs: [TraceInput], in context: Context, begin: (String) -> Void,
    _ body: (Record) throws -> Void
  ) throws(Failure) {
    for input in inputs {
      begin(input.name)
      guard try read(input, in: context, body) else { return }
    }
  }

  /// Whether there is more to read.
  private static func read(
    _ input: TraceInput, in context: Context, _ body: (Record) throws -> Void
  ) throws(Failure) -> Bool {
    switch input.source {
    case .file(let path): return try read(path, as: input.name, in: context, body)
    case .standardInput: return try read("/dev/stdin", as: input.name, in: context, body)
    case .packed(let path): return try unpack(path, as: input.name, in: context, body)
    }
  }

  /// What a damaged file still holds is read, as it is of a torn log.
  private static func unpack(
    _ path: String, as name: String, in context: Context, _ body: (Record) throws -> Void
  ) throws(Failure) -> Bool {
    let unpacking = try Unpacking(path, named: name)
    let isWhole: Bool
    do {
      guard try read(unpacking.path, as: name, in: context, body) else {
        unpacking.stop()
        return false
      }
      isWhole = unpacking.finish()
    } catch {
      unpacking.stop()
      throw error
    }
    if !isWhole { context.console.warn("\(name): it is cut off or damaged; what it holds is read") }
    return true
  }

  private static func read(
    _ path: String, as name: String, in context: Context, _ body: (Record) throws -> Void
  ) throws(Failure) -> Bool {
    do {
      let warnings = try TraceReader(path: path).forEach(body)
      for warning in warnings { context.console.warn("\(name): \(warning.description)") }
      return true
    } catch {
      if error is Enough { return false }
      throw failure(name, path, error)
    }
  }

  private static func failure(_ name: String, _ path: String, _ error: any Error) -> Failure {
    if let failure = error as? Failure { return failure }
    return error is TraceError
      ? Failure("\(error)".replacing("'\(path)'", with: "'\(name)'"))
      : Failure("cannot read '\(name)': \(error)")
  }
}
