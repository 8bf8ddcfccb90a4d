import Foundation

/// Python with packages that judge what was written.
public enum Python {
  /// The interpreter that `Tests/run` sets up, else the one of the system.
  private static let interpreter =
    ProcessInfo.processInfo.environment["ORRERY_PYTHON"] ?? "python3"

  /// Whether tests that need these packages are left out.
  ///
  /// In continuous integration a missing package fails, because then nothing is checked.
  public static func isMissing(_ packages: String...) -> Bool {
    guard !Tool.isRequired else { return false }
    let program = packages.map { "import importlib.util as u; assert u.find_spec('\($0)')" }
    return (try? run(program.joined(separator: "\n")).status) != 0
  }

  /// Runs a program to its end.
  ///
  /// - Returns: Its exit code, what it printed, and its messages.
  public static func run(
    _ program: String, _ arguments: [String] = []
  ) throws -> (status: Int32, output: String, messages: String) {
    try withTemporaryFolder { folder in
      let messages = folder.appendingPathComponent("messages")
      try Data().write(to: messages)
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [interpreter, "-W", "ignore", "-c", program] + arguments
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: messages)
      try process.run()
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (
        process.terminationStatus, String(decoding: data, as: UTF8.self),
        String(decoding: try Data(contentsOf: messages), as: UTF8.self)
      )
    }
  }
}
