/// A place in a source file.
///
/// Lines and columns count from one, columns in UTF-8 bytes, as compilers print them.
public struct SourceLocation: Hashable, Sendable {
  /// The path of the file as it was given to the extractor.
  public var file: String
  public var line: Int
  public var column: Int

  public init(file: String, line: Int, column: Int = 1) {
    self.file = file
    self.line = line
    self.column = column
  }
}

extension SourceLocation {
  /// The place, in few words behind another one: the line alone in the same file.
  package func place(beside other: SourceLocation) -> String {
    file == other.file ? "\(line)" : "\(file):\(line)"
  }
}

extension SourceLocation: Comparable {
  /// Orders by file, then by position in it.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    (lhs.file, lhs.line, lhs.column) < (rhs.file, rhs.line, rhs.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  public var description: String { "\(file):\(line):\(column)" }
}
