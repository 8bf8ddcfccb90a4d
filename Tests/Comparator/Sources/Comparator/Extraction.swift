import Comparing
import Foundation

/// One run of the tool in a tree.
struct Extraction {
  var tool: URL
  var tree: Tree

  /// The JSON that the tool writes.
  ///
  /// It runs inside of the tree, so that paths do not depend on where the tree lies. A status other
  /// than 0 is fine: the tool ends with 1 for a tree with a torn file.
  func run() throws(Failure) -> Data {
    guard let folder = tree.folder else { throw Failure("\(tree.name) is no folder") }
    let scratch = FileManager.default.temporaryDirectory.appending(path: "comparator-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }
    let output = scratch.appending(path: "model.json")
    let messages = scratch.appending(path: "messages.txt")
    let ended: Process
    do {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      try Data().write(to: messages)
      ended = try start(in: folder, output: output, messages: messages)
    } catch {
      throw Failure("'\(tool.path)' cannot be run in \(tree.name): \(error.localizedDescription)")
    }
    guard ended.terminationReason == .exit, let json = try? Data(contentsOf: output) else {
      let said = (try? String(contentsOf: messages, encoding: .utf8)) ?? ""
      throw Failure(
        "'\(tool.path)' ended with \(ended.terminationStatus) in \(tree.name): \(said.suffix(500))")
    }
    return json
  }

  private func start(in folder: URL, output: URL, messages: URL) throws -> Process {
    let process = Process()
    process.executableURL = tool.standardizedFileURL
    process.currentDirectoryURL = folder
    process.arguments =
      ["extract", ".", "--format", "json", "--output", output.path, "--quiet"]
      + (tree.withTests ? ["--tests"] : [])
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    process.waitUntilExit()
    return process
  }
}
