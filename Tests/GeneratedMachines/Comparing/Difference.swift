/// Something that runs and the extracted model disagree on.
public struct Difference: Hashable, Sendable, CustomStringConvertible {
  public enum Kind: String, Sendable {
    /// A run did what no row tells.
    case missing
    /// A row tells what no run did.
    case `false`
  }

  public var kind: Kind
  public var seed: UInt64
  public var from: String
  public var event: String
  public var to: String
  /// How a run ended, or of which kind the row is.
  public var outcome: String
  public var effect: String?
  public var `guard`: String?
  /// A run that did it, or the line of the row.
  public var example: String

  public var description: String {
    let words = ["\(seed) \(kind.rawValue) \(from) \(event) -> \(to)", outcome, effect ?? "-"]
    let asked = self.guard.map { "[\($0.split(separator: "\n").joined(separator: " "))]" }
    return (words + [asked, example].compactMap(\.self)).joined(separator: " ")
  }
}
