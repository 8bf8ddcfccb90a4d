extension Judgement: CustomStringConvertible {
  /// How many refusals are listed.
  private static let limit = 50

  /// Whether it passes, with the machines that are refused.
  public var description: String {
    let lines =
      refused.prefix(Self.limit).map { "refused: \($0)" }
      + (refused.count > Self.limit ? ["refused: \(refused.count - Self.limit) more"] : [])
      + (accepted.isEmpty
        ? [] : ["accepted with a reason: \(accepted.reduce(0) { $0 + $1.rows }) rows"])
      + needless.map { "accepted, but there is none any more: \($0.subject)" }
    return (lines + [passes ? "passed" : "failed"]).joined(separator: "\n")
  }
}

extension Judgement.Refusal: CustomStringConvertible {
  public var description: String {
    "\(rows) \(rows == 1 ? "row" : "rows") of \(tree) \(machine): \(kind.rawValue)"
  }
}
