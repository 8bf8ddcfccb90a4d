import Dispatch

/// The pieces of a file on their way through several workers, which leave it in the order in which
/// they came.
final class PieceLine<Result: Sendable>: Sendable {
  private struct State {
    var result: Result
    var lines: LineCollector
    var failure: (any Error)?
  }

  let workers: Int
  private let keepsNumbers: Bool
  private let pieces: FilePieces
  private let path: String
  private let claimed = AtomicValue(0)
  /// Piece *n* leaves when semaphore *n* modulo the number of workers says so: no more pieces than
  /// workers are on their way.
  private let turns: [DispatchSemaphore]
  private let state: Lock<State>

  init(
    _ pieces: consuming FilePieces, path: String, workers: Int, keepsNumbers: Bool, result: Result
  ) {
    self.pieces = pieces
    self.keepsNumbers = keepsNumbers
    self.path = path
    self.workers = workers
    turns = (0..<workers).map { _ in DispatchSemaphore(value: 0) }
    state = Lock(State(result: result, lines: LineCollector(path: path)))
    turns.first?.signal()
  }

  /// Decodes pieces until there are no more.
  func work(as core: Int, _ merge: (inout Result, Int, StepBatch) -> Void) {
    var batch = StepBatch(keepsNumbers: keepsNumbers)
    var buffer: [UInt8] = []
    while true {
      // Claimed one by one, because a worker may begin when another has done all the work.
      let piece = claimed.add(1, ordering: .relaxed).oldValue
      guard piece < pieces.count else { return }
      var lines = LineCollector(path: path)
      var failure: (any Error)?
      do { try decode(piece, &buffer, &lines, &batch) } catch { failure = error }
      turns[piece % workers].wait()
      state.withLock { state in
        // After a failure the rest is dropped.
        guard state.failure == nil else { return }
        state.lines.add(lines)
        merge(&state.result, core, batch)
        state.failure = failure
      }
      batch.removeAll()
      if failure != nil { claimed.store(pieces.count, ordering: .relaxed) }
      turns[(piece + 1) % workers].signal()
    }
  }

  private func decode(
    _ piece: Int, _ buffer: inout [UInt8], _ lines: inout LineCollector, _ batch: inout StepBatch
  ) throws {
    let (range, offset) = try pieces.read(piece, into: &buffer)
    _ = try buffer.withUnsafeBytes { bytes in
      try lines.read(
        UnsafeRawBufferPointer(rebasing: bytes[range]), startsAt: offset, isLast: true
      ) { batch.error(adding: $0) }
    }
  }

  /// What was merged, up to a failure.
  var result: Result { state.withLock { $0.result } }

  func finish() throws -> [TraceWarning] {
    let (lines, failure) = state.withLock { ($0.lines, $0.failure) }
    if let failure { throw failure }
    return try lines.finish()
  }
}
