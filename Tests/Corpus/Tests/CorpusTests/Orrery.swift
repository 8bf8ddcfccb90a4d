import Foundation

/// The built `orrery`, run as a user runs it.
enum Orrery {
  /// What one run left behind.
  struct Outcome {
    var status: Int32
    var output: Data
    var messages: String
    var crashed: Bool
  }

  /// Where the tool is: `ORRERY` in the environment, else what `swift build` makes of the package
  /// that this one lies in.
  static let path =
    ProcessInfo.processInfo.environment["ORRERY"]
    ?? folder.appending(path: "../../.build/debug/orrery").standardized.path

  /// The folder of this package.
  static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The sources of both packages, in the order of the table.
  static let sources = ["swift-async-algorithms", "async-http-client"].map {
    folder.appending(path: ".build/checkouts/\($0)/Sources").path
  }

  /// Runs the tool and waits for its end.
  ///
  /// Both streams go to files: a pipe that nobody empties would stop the tool half-way.
  static func run(_ arguments: [String]) throws -> Outcome {
    let scratch = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: scratch) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let output = scratch.appending(path: "stdout")
    let messages = scratch.appending(path: "stderr")
    for file in [output, messages] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: try Data(contentsOf: output),
      messages: try String(contentsOf: messages, encoding: .utf8),
      crashed: process.terminationReason == .uncaughtSignal)
  }

  /// A new folder that nothing else uses.
  static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "orrery-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }
}
