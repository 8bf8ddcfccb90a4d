import Foundation

/// A program that judges what was rendered.
public struct Tool: Sendable {
  public let path: String

  /// The first of these programs that is installed.
  public init?(_ names: String...) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = names.flatMap { name in folders.map { "\($0)/\(name)" } }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      return nil
    }
    self.path = path
  }

  /// Whether a missing tool is a failure and no reason to skip.
  public static var isRequired: Bool { ProcessInfo.processInfo.environment["CI"] == "true" }

  /// Runs the program to its end and returns what it printed; its messages are dropped.
  public func run(_ arguments: [String], in folder: URL, input: String = "") throws -> String {
    let source = folder.appendingPathComponent("stdin")
    try Data(input.utf8).write(to: source)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: source)
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}

/// Runs a body with a folder of its own, which is gone afterwards.
public func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("orrery-oracle-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try body(folder)
}

/// A tool that was needed and is not there, with the command that installs it.
public struct MissingTool: Error, CustomStringConvertible {
  public let description: String

  public init(_ name: String, install: String) {
    description = "\(name) is not installed. To fix, run: \(install)"
  }
}
