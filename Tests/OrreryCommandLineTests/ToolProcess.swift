import Foundation
import OrreryOracles

/// The tool as a process of its own: for what signals, users and the environment do to it.
struct ToolProcess {
  /// `ORRERY` in the environment, else what `swift build` makes of this package.
  static let path =
    ProcessInfo.processInfo.environment["ORRERY"]
    ?? URL(filePath: #filePath).appending(path: "../../../.build/debug/orrery").standardized.path

  static var isMissing: Bool {
    !Tool.isRequired && !FileManager.default.isExecutableFile(atPath: path)
  }

  private let process = Process()
  private let messages: URL
  /// Where it keeps machines for its next run: apart from those of whoever runs the tests.
  private let caches: URL

  /// - Parameter prefix: A program that starts the tool, with its arguments.
  init(
    _ arguments: [String], in folder: String, prefix: [String] = [],
    environment: [String: String]? = nil
  ) throws {
    let temporary = FileManager.default.temporaryDirectory
    messages = temporary.appending(path: "orrery-messages-\(UUID().uuidString)")
    caches = temporary.appending(path: "orrery-caches-\(UUID().uuidString)")
    try Data().write(to: messages)
    let command = prefix + [Self.path] + arguments
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(filePath: folder)
    process.environment = (environment ?? ProcessInfo.processInfo.environment)
      .merging(["XDG_CACHE_HOME": caches.path]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
  }

  var said: String { (try? String(contentsOf: messages, encoding: .utf8)) ?? "" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for the end, for half a minute at most; the exit code, or nothing where a signal made it.
  func end() -> Int32? {
    for _ in 0..<600 where process.isRunning { Thread.sleep(forTimeInterval: 0.05) }
    if process.isRunning { send(SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: messages)
    try? FileManager.default.removeItem(at: caches)
    return process.terminationReason == .exit ? process.terminationStatus : nil
  }

  /// Waits until it has said something, for half a minute at most.
  func waits(for text: String) -> Bool {
    for _ in 0..<300 {
      if said.contains(text) { return true }
      Thread.sleep(forTimeInterval: 0.1)
    }
    return false
  }
}
