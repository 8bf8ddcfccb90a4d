import OrreryTrace

/// A log that is being read, unpacked where it has to be.
final class OpenLog {
  /// Broken lines that are named; the rest of a log's is counted.
  private static let namedLines = 10

  let input: TraceInput
  /// Where its bytes are read.
  let path: String
  private var unpacking: Unpacking?

  /// - Throws: `Failure` where it is packed and cannot be unpacked.
  init(_ input: TraceInput) throws(Failure) {
    self.input = input
    switch input.source {
    case .file(let path): self.path = path
    case .standardInput: path = "/dev/stdin"
    case .packed(let packed):
      let unpacking = try Unpacking(packed, named: input.name)
      self.unpacking = unpacking
      path = unpacking.path
    }
  }

  /// Says which lines were left out, once all of the log is read.
  ///
  /// What a damaged file still holds is read, as it is of a torn log.
  func tell(_ warnings: [TraceWarning], on console: Console) {
    for warning in warnings.prefix(Self.namedLines) {
      console.warn("\(input.name): \(warning.description)")
    }
    let rest = warnings.dropFirst(Self.namedLines).reduce(0) { $0 + $1.lines }
    if rest > 0 {
      console.warn("\(input.name): \(Quantity.text(rest, "more line")) left out")
    }
    if let unpacking, !unpacking.finish() {
      console.warn("\(input.name): it is cut off or damaged; what it holds is read")
    }
    unpacking = nil
  }

  /// Reads no more.
  func close() {
    unpacking?.stop()
    unpacking = nil
  }

  /// Why it cannot be read, by the name that the user gave it.
  func failure(_ error: any Error) -> Failure {
    if let failure = error as? Failure { return failure }
    return error is TraceError
      ? Failure("\(error)".replacing("'\(path)'", with: "'\(input.name)'"))
      : Failure("cannot read '\(input.name)': \(error)")
  }
}
