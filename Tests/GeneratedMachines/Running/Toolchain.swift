import Foundation
import Subprocess

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// The Swift compiler, and what it compiled.
enum Toolchain {
  /// A step that did not end well, with what it said.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  /// Compiles one file to a program.
  static func compile(_ source: URL, to program: URL) async throws {
    let compiler = try compiler()
    // Without optimisation: it takes longer than the runs.
    let result = try await Subprocess.run(
      .path(FilePath(compiler)),
      arguments: [
        "-Onone", "-parse-as-library", "-suppress-warnings", source.path, "-o", program.path,
      ],
      output: .string(limit: 1 << 24), error: .string(limit: 1 << 24))
    guard result.terminationStatus.isSuccess else {
      let said = (result.standardOutput + result.standardError).split(separator: "\n")
      let errors = said.filter { $0.contains("error") }.prefix(20)
      throw Failure(description: "swiftc failed:\n" + errors.joined(separator: "\n"))
    }
  }

  /// Runs a program and returns what it printed.
  static func run(_ program: URL) async throws -> String {
    let result = try await Subprocess.run(
      .path(FilePath(program.path)), output: .string(limit: 1 << 28),
      error: .string(limit: 1 << 20))
    guard result.terminationStatus.isSuccess else {
      throw Failure(description: "\(program.path) failed:\n" + result.standardError)
    }
    return result.standardOutput
  }

  /// The path of `swiftc`: where the shell finds it, or beside the `swift` that it finds.
  private static func compiler() throws -> String {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map { URL(filePath: String($0)) }
    let beside = folders.map {
      $0.appending(path: "swift").resolvingSymlinksInPath().deletingLastPathComponent()
    }
    let compilers = (folders + beside).map { $0.appending(path: "swiftc").path }
    guard let found = compilers.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw Failure(description: "swiftc is not on PATH, and not beside swift")
    }
    return found
  }
}
