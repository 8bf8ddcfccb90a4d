import Foundation

/// The Swift compiler, asked whether a program that uses this package is right.
enum Compiler {
  /// What the compiler says, one line for each error: `file:line: message`.
  static func errors(in files: [(name: String, text: String)]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("orrery-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try files.map { file in
      let url = folder.appendingPathComponent(file.name)
      try file.text.write(to: url, atomically: true, encoding: .utf8)
      return url.path
    }
    let output = try await output(of: arguments(paths))
    return output.split(separator: "\n").filter { $0.contains("error: ") }.map { line in
      guard line.hasPrefix(folder.path) else { return String(line) }
      let parts = line.dropFirst(folder.path.count + 1)
        .split(separator: ":", maxSplits: 3, omittingEmptySubsequences: false)
      return "\(parts[0]):\(parts[1]): \(parts[3].dropFirst(" error: ".count))"
    }
  }

  /// Where the package was built: the folder of the running test program.
  private static var products: URL {
    let program = CommandLine.arguments.first ?? ""
    return URL(fileURLWithPath: program).resolvingSymlinksInPath().deletingLastPathComponent()
  }

  private static func arguments(_ paths: [String]) -> [String] {
    let products = products.path
    return [
      "swiftc", "-typecheck", "-swift-version", "6", "-module-name", "Snippet",
      "-diagnostic-style", "llvm", "-I", "\(products)/Modules",
      "-load-plugin-executable", "\(products)/OrreryMacros-tool#OrreryMacros",
    ]
      + ["COpenCombineHelpers", "COrreryThread"].flatMap { module in
        ["-Xcc", "-fmodule-map-file=\(products)/\(module).build/module.modulemap"]
      } + paths
  }

  /// Waits outside the threads that run the other tests.
  private static func output(of arguments: [String]) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        continuation.resume(with: Result { try run(arguments) })
      }
    }
  }

  private static func run(_ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    return process.terminationStatus == 0 ? text : text + "\nerror: the compiler failed"
  }
}
