import Testing

/// One place where the code departs from the architecture.
struct Finding: Equatable, CustomStringConvertible {
  /// The path from the repository's root.
  var file: String
  /// The line, from one.
  var line: Int
  /// What is wrong, why that matters, and what to do.
  var message: String

  var description: String { "\(file):\(line): \(message)" }

  /// Fails the running test at the offending line.
  func record() {
    let place = SourceLocation(
      fileID: file, filePath: Repository.url(file).path, line: line, column: 1)
    Issue.record(Comment(rawValue: description), sourceLocation: place)
  }
}
