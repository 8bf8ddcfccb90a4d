import Foundation

/// Where a report goes: a file, or the standard output.
struct Destination {
  private let path: String?
  private let console: Console

  /// - Parameter file: The path of a file; nothing or `-` for the standard output.
  init(_ file: String?, in context: Context) {
    path = file.flatMap { $0 == "-" ? nil : context.project.absolute($0) }
    console = context.console
  }

  /// - Throws: `Failure` where the file cannot be written; then it is as it was.
  func write(_ text: String) throws(Failure) {
    guard let path else { return console.data(text) }
    var writer = FileWriter()
    try writer.add(Data(text.utf8), at: path)
    try writer.commit()
  }

  func write(_ lines: [Styled]) throws(Failure) {
    if path == nil {
      for line in lines { console.show(line) }
    } else {
      try write(lines.map { $0.text(colored: false) + "\n" }.joined())
    }
  }
}
