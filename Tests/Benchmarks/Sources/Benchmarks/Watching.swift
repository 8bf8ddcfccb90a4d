import Foundation

/// A run of `draw --watch`, and how long each of its drawings took.
final class Watching {
  private let process = Process()
  private let messages = Pipe()
  private var rest = ""

  init(_ arguments: [String], in folder: URL) throws {
    process.executableURL = URL(filePath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.currentDirectoryURL = folder
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = messages
    try process.run()
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }

  /// Waits for the next message of something written.
  ///
  /// - Returns: The seconds that it tells.
  func nextDrawing() throws -> Double {
    while true {
      let line = try nextLine()
      if line.hasPrefix("wrote "), let seconds = Self.seconds(line) { return seconds }
    }
  }

  private func nextLine() throws -> String {
    while !rest.contains("\n") {
      let bytes = messages.fileHandleForReading.availableData
      guard !bytes.isEmpty else { throw Failure("`draw --watch` has ended: \(rest)") }
      rest += String(decoding: bytes, as: UTF8.self)
    }
    let line = rest.prefix { $0 != "\n" }
    rest = String(rest.dropFirst(line.count + 1))
    return String(line)
  }

  /// The seconds in a message that ends with `(1s 203ms)`.
  private static func seconds(_ line: String) -> Double? {
    guard let start = line.lastIndex(of: "("), line.hasSuffix(")") else { return nil }
    let words = line[start...].dropFirst().dropLast().split { " ,".contains($0) }
    let parts = words.map { word -> Double? in
      if word.hasSuffix("ms") { return Double(word.dropLast(2)).map { $0 / 1000 } }
      return word.hasSuffix("s") ? Double(word.dropLast()) : nil
    }
    return parts.contains(nil) ? nil : parts.compactMap(\.self).reduce(0, +)
  }
}
