import Dispatch

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension TraceReader {
  /// Reads a log on all cores: lines are decoded at the same time, and merged in their order.
  ///
  /// What cannot be read in pieces, such as a pipe, is read on one.
  ///
  /// - Parameters:
  ///   - result: What the batches are merged into.
  ///   - keepsNumbers: Whether batches hold steps and effects by their shape, with all their numbers.
  ///   - merge: Takes what the batch of a core has collected. It is called for one batch at a time, in
  ///     the order of the log.
  /// - Returns: What was left out, and why.
  /// - Throws: As ``forEach(_:)``.
  /// - Complexity: O(*n*) time; memory for some mebibytes a core, or for the longest line.
  package func reduce<Result: Sendable>(
    into result: inout Result, keepsNumbers: Bool = false,
    _ merge: @Sendable (inout Result, _ core: Int, StepBatch) -> Void
  ) throws -> [TraceWarning] {
    guard let path = filePath, let pieces = try FilePieces(path: path) else {
      return try reduceInTurn(into: &result, keepsNumbers, merge)
    }
    let line = PieceLine(
      pieces, path: path, workers: Self.workers, keepsNumbers: keepsNumbers, result: result)
    DispatchQueue.concurrentPerform(iterations: line.workers) { line.work(as: $0, merge) }
    defer { result = line.result }
    return try line.finish()
  }

  private func reduceInTurn<Result>(
    into result: inout Result, _ keepsNumbers: Bool,
    _ merge: (inout Result, _ core: Int, StepBatch) -> Void
  ) throws -> [TraceWarning] {
    var batch = StepBatch(keepsNumbers: keepsNumbers)
    let warnings = try forEachLine { line in
      if batch.entries.count == 4096 {
        merge(&result, 0, batch)
        batch.removeAll()
      }
      return batch.error(adding: line)
    }
    merge(&result, 0, batch)
    return warnings
  }

  /// More than a few would wait for each other.
  private static var workers: Int { min(max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1), 8) }
}
