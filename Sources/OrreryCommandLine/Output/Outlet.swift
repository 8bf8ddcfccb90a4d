import Foundation

/// Where output goes that is too long to be held: a file, or the standard output.
///
/// A file takes its place only when it is whole.
struct Outlet {
  private static let bufferSize = 1 << 16

  private struct File {
    var path: String
    var temporary: String
    var handle: FileHandle
  }

  private let console: Console
  private let file: File?
  private var buffer = ""

  /// Opens an outlet for what `body` writes; where it fails, no file is left behind.
  ///
  /// - Parameter path: The path of a file; nothing or `-` for the standard output.
  /// - Throws: `Failure` where the file cannot be written; and what `body` throws.
  static func write(
    to path: String?, in context: Context, _ body: (inout Outlet) throws(Failure) -> Void
  ) throws(Failure) {
    var outlet = try Outlet(path, in: context)
    do {
      try body(&outlet)
      try outlet.finish()
    } catch {
      outlet.discard()
      throw error
    }
  }

  private init(_ path: String?, in context: Context) throws(Failure) {
    console = context.console
    guard let path, path != "-" else {
      file = nil
      return
    }
    let absolute = context.project.absolute(path)
    let temporary = try FileWriter.reserve(absolute)
    guard let handle = FileHandle(forWritingAtPath: temporary) else {
      throw Failure("cannot write '\(path)'", advice: "choose another place with --output")
    }
    file = File(path: absolute, temporary: temporary, handle: handle)
  }

  mutating func write(_ line: Styled) throws(Failure) {
    if file == nil { console.show(line) } else { try write(line.text(colored: false) + "\n") }
  }

  mutating func write(_ text: String) throws(Failure) {
    guard file != nil else { return console.data(text) }
    buffer += text
    if buffer.utf8.count >= Self.bufferSize { try flush() }
  }

  /// Puts the file in its place.
  private mutating func finish() throws(Failure) {
    guard let file else { return }
    try flush()
    try? file.handle.close()
    guard rename(file.temporary, file.path) == 0 else {
      throw failed(file, String(cString: strerror(errno)))
    }
  }

  private mutating func flush() throws(Failure) {
    guard let file else { return }
    do {
      try file.handle.write(contentsOf: Data(buffer.utf8))
      buffer = ""
    } catch {
      throw failed(file, error.reason)
    }
  }

  /// Leaves nothing behind.
  private func discard() {
    guard let file else { return }
    try? file.handle.close()
    try? FileManager.default.removeItem(atPath: file.temporary)
  }

  private func failed(_ file: File, _ reason: String) -> Failure {
    Failure(
      "cannot write '\(file.path)' (\(reason))",
      advice: "choose another place with --output, or change the permissions")
  }
}
