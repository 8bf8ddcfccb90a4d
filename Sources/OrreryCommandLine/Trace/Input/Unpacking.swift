import Foundation

/// A running `gzip` that unpacks a file into a pipe, so that no log is ever unpacked on disk.
struct Unpacking {
  private let process = Process()
  private let pipe = Pipe()

  /// - Throws: `Failure` where the program is not installed.
  init(_ path: String, named name: String) throws(Failure) {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", "--", path]
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw Failure(
        "cannot unpack '\(name)' (\(error.reason))", advice: "install gzip, or unpack it first")
    }
    // Only the child holds the end to write to, else the log would never end.
    try? pipe.fileHandleForWriting.close()
  }

  /// The path at which the unpacked bytes are read.
  var path: String { "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)" }

  /// Waits for the program; tells whether it could unpack all of the file.
  func finish() -> Bool {
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Stops the program before its end.
  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
