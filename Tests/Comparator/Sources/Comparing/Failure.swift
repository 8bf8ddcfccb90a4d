/// What kept a comparison from being made, as a sentence for the person who asked for it.
public struct Failure: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
