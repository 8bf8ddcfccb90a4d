/// Rows of both sides that belong together, and what became of them.
///
/// "Difference" includes that there is none: equal rows are told in the same way.
public struct Difference: Hashable, Sendable {
  public var kind: RowClass
  public var old: [Row]
  public var new: [Row]
  /// A row of the other side that covers these; it is counted elsewhere.
  public var beside: [Row]

  public init(_ kind: RowClass, old: [Row] = [], new: [Row] = [], beside: [Row] = []) {
    self.kind = kind
    self.old = old
    self.new = new
    self.beside = beside
  }
}
