/// The names that a machine may use, as far as they are known beforehand.
public struct Vocabulary: Hashable, Sendable {
  /// The cases of an enum state; none for a struct.
  public var states: [String]
  public var inputs: [String]
  public var ioResults: [String]
  /// The vocabulary hash, where all names are known.
  public var hash: String?

  public init(
    states: [String] = [], inputs: [String] = [], ioResults: [String] = [], hash: String? = nil
  ) {
    self.states = states
    self.inputs = inputs
    self.ioResults = ioResults
    self.hash = hash
  }
}
