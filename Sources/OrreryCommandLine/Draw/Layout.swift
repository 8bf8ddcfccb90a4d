import Foundation
import OrreryGraphviz

/// Pictures through Graphviz, within a budget of time.
///
/// A layout cannot be stopped in this process, so that those of large graphs are made by this
/// program started once more. So are all others where the memory that the library loses with each has
/// added up in this process.
struct Layout {
  /// How to lay out: the first one, and what to fall back on where it takes too long.
  var engines: [GraphvizEngine] = [.dot]
  /// How many seconds one layout may take.
  var budget = 30.0
  /// The program to start; nothing where layouts are made in this process, without a budget.
  var program: String?
  /// How many KiB the library may have lost in this process: those of ten thousand small pictures.
  var limit = 10_000
  let console: Console

  /// The picture; an SVG with the mark of its graph.
  ///
  /// - Throws: `Failure` where this build has no Graphviz, Graphviz cannot draw the graph, or no
  ///   engine was done in time.
  func bytes(
    of picture: GraphPicture, as format: GraphvizFormat, for file: String
  ) throws(Failure) -> [UInt8] {
    let bytes = try self.picture(dot: picture.dot, as: format, for: file)
    guard format == .svg else { return bytes }
    return Array(GraphStamp(picture).finished(svg: String(decoding: bytes, as: UTF8.self)).utf8)
  }

  private func picture(
    dot: String, as format: GraphvizFormat, for file: String
  ) throws(Failure) -> [UInt8] {
    do {
      guard let program, try Graphviz.lost >= limit || Graphviz.isLarge(dot: dot) else {
        return try Graphviz.render(dot: dot, as: format, engine: engines.first ?? .dot)
      }
      return try picture(dot: dot, as: format, for: file, by: LayoutProcess(program: program))
    } catch let error as GraphvizError {
      throw Failure(
        "cannot draw \(format.rawValue.uppercased()): \(error.description)".withoutFullStop)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("cannot draw \(format.rawValue.uppercased()): \(error.localizedDescription)")
    }
  }

  private func picture(
    dot: String, as format: GraphvizFormat, for file: String, by process: LayoutProcess
  ) throws -> [UInt8] {
    for (position, engine) in engines.enumerated() {
      if let bytes = try process.bytes(dot: dot, as: format, engine: engine, within: budget) {
        return bytes
      }
      guard position + 1 < engines.count else { break }
      console.warn(
        """
        \(file): the layout \(engine.rawValue) took longer than \(seconds), so that \
        \(engines[position + 1].rawValue) is tried
        """)
    }
    throw Failure(
      "\(file): the layout \(engines.last?.rawValue ?? "dot") took longer than \(seconds)",
      advice: """
        allow more time with --layout-budget, add a faster engine with `--engine dot \
        --engine sfdp`, or draw a part with --focus
        """)
  }

  private var seconds: String { "\(budget.formatted()) s" }
}

/// A layout in a process that can be stopped.
struct LayoutProcess {
  /// This program, to be started with its hidden verb.
  var program: String

  /// The picture, or nothing where it was not done in time.
  ///
  /// - Throws: `Failure` with what the process said.
  func bytes(
    dot: String, as format: GraphvizFormat, engine: GraphvizEngine, within budget: Double
  ) throws -> [UInt8]? {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "orrery-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (graph, picture) = (folder.appending(path: "graph.dot"), folder.appending(path: "picture"))
    let messages = folder.appending(path: "messages")
    try Data(dot.utf8).write(to: graph)
    try Data().write(to: messages)

    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      LayoutCommand.name, graph.path, "--output", picture.path, "--format", format.rawValue,
      "--engine", engine.rawValue, "--color", "never",
    ]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try FileHandle(forWritingTo: messages)
    guard try finishes(process, within: budget) else { return nil }
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      let said = (try? String(contentsOf: messages, encoding: .utf8)) ?? ""
      throw Failure(said.isEmpty ? "the layout process failed" : Self.message(in: said))
    }
    return [UInt8](try Data(contentsOf: picture))
  }

  /// Waits, and ends the process where it takes too long.
  private func finishes(_ process: Process, within budget: Double) throws -> Bool {
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    try process.run()
    if done.wait(timeout: .now() + budget) == .success { return true }
    // A layout holds nothing that it could leave in disorder.
    kill(process.processIdentifier, SIGKILL)
    done.wait()
    return false
  }

  private static func message(in text: String) -> String {
    let line = text.split(separator: "\n").first.map(String.init) ?? text
    return line.hasPrefix("error: ") ? String(line.dropFirst(7)) : line
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
