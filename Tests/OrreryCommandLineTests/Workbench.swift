import Foundation
import OrreryCommandLine
import Testing

/// A folder of its own in which the tool is run as a user runs it, within this process.
final class Workbench {
  /// What one run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var messages: String
  }

  let folder: String

  init(_ files: [String: String] = [:]) throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    folder = base.appending(path: "orrery-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (path, text) in files { try write(text, to: path) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  func path(_ name: String) -> String { "\(folder)/\(name)" }

  func write(_ text: String, to name: String) throws {
    let url = URL(filePath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// Everything below the folder, hidden files too, sorted.
  func files(in name: String = "") throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: path(name))
    return all.filter { file in
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(
        atPath: path(name) + "/" + file, isDirectory: &isFolder)
      return exists && !isFolder.boolValue
    }.sorted()
  }

  func run(
    _ arguments: String..., environment: [String: String] = [:], terminal: Bool = false,
    in workingDirectory: String? = nil, program: String? = nil
  ) -> Outcome {
    run(
      arguments, environment: environment, terminal: terminal, in: workingDirectory,
      program: program)
  }

  func run(
    _ arguments: [String], environment: [String: String] = [:], terminal: Bool = false,
    in workingDirectory: String? = nil, program: String? = nil
  ) -> Outcome {
    var outcome = Outcome(status: 0, output: "", messages: "")
    outcome.status = OrreryMain.run(
      arguments: arguments, environment: environment,
      output: Console.Stream(isTerminal: terminal) { outcome.output += $0 },
      messages: Console.Stream(isTerminal: terminal) { outcome.messages += $0 },
      workingDirectory: workingDirectory.map(path) ?? folder, program: program)
    return outcome
  }
}

/// Swift that declares machines, for the tool to find.
enum Fixture {
  static let door = machine(
    "DoorStateMachine", states: "open, closed, locked", initial: "open",
    handlers: [
      ("close", [".open: self.state = .closed", ".closed, .locked: break"]),
      ("lock", [".closed: self.state = .locked", ".open, .locked: break"]),
      ("unlock", [".locked: self.state = .closed", ".open, .closed: break"]),
    ])

  static let lamp = machine(
    "LampStateMachine", states: "off, on", initial: "off",
    handlers: [("toggle", [".off: self.state = .on", ".on: self.state = .off"])])

  /// A machine with a target that the source does not tell.
  static let open = machine(
    "DialStateMachine", states: "low, high", initial: "low",
    handlers: [
      ("turn(to target: State)", [".low: self.state = target", ".high: self.state = .low"])
    ])

  static let broken = "struct Broken {{{\n"

  static func machine(
    _ name: String, states: String, initial: String, handlers: [(String, [String])]
  ) -> String {
    let functions = handlers.map { handler, cases in
      let head = handler.contains("(") ? handler : handler + "()"
      let body = cases.map { "    case \($0)\n" }.joined()
      return "\n  mutating func \(head) {\n    switch self.state {\n\(body)    }\n  }\n"
    }
    return """
      struct \(name) {
        enum State { case \(states) }
        private var state: State = .\(initial)
      \(functions.joined())}

      """
  }
}
