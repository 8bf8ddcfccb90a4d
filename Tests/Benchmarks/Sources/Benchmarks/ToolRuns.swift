import Foundation

/// What verbs of the tool cost beside each other, each as a process of its own, on a tree of a hundred
/// machines among other files.
struct ToolRuns {
  private static let machines = 100

  private let tool: String
  private let folder: URL

  /// - Parameter folder: Where the tree is made.
  static func run(in folder: URL) throws {
    guard let tool = ProcessInfo.processInfo.environment["ORRERY"] else {
      return Table.line("skipped: ORRERY does not name a release build of the tool")
    }
    let runs = ToolRuns(tool: tool, folder: folder.appending(path: "tree"))
    try? FileManager.default.removeItem(at: runs.folder)
    defer { try? FileManager.default.removeItem(at: runs.folder) }
    try runs.writeTree()
    try runs.compareCheck()
    try runs.compareDocs()
    try runs.compareWatch()
  }

  // MARK: - Comparisons

  /// Diagrams, blocks and pages of all machines are there and match.
  private func compareCheck() throws {
    for verb in ["draw", "docs"] { try require(verb) }
    let seconds = rounds(9, [{ time("check") }, { time("extract") }])
    Table.row(
      "check of \(Self.machines) machines", ours: seconds[0], peer: seconds[1], unit: "s",
      name: "extract", bar: 1.3)
  }

  private func compareDocs() throws {
    let before = try stamps()
    let seconds = rounds(9, [{ time("docs") }, { time("extract") }])
    let written = try stamps().filter { before[$0.key] != $0.value }
    Table.row(
      "docs with nothing to write", ours: seconds[0], peer: seconds[1], unit: "s", name: "extract")
    Table.line("\(String(format: "%6d", written.count)) files written by it  (bar 0)")
  }

  /// An edit of one file while `draw --watch` looks, beside drawing the tree: as the tool tells it.
  private func compareWatch() throws {
    try FileManager.default.removeItem(at: folder.appending(path: "Diagrams"))
    let watch = try Watching([tool, "draw", "--watch"], in: folder)
    defer { watch.end() }
    let whole = try watch.nextDrawing()
    let edits = try (0..<9).map { number in
      try Data(Self.machine(7, extra: number % 2 == 0).utf8).write(to: file(7))
      return try watch.nextDrawing()
    }
    Table.row(
      "an edit of one file, drawn", ours: edits.sorted()[4], peer: whole, unit: "s",
      name: "drawing all", bar: 0.1)
  }

  private func time(_ verb: String) -> Double {
    Peers.seconds(["env", "-C", folder.path, tool, verb, "--quiet"]) ?? .nan
  }

  private func require(_ verb: String) throws {
    guard !time(verb).isNaN else { throw Failure("'\(tool) \(verb)' fails on the tree") }
  }

  /// When each document was written.
  private func stamps() throws -> [String: Date] {
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try files.filter { $0.hasSuffix(".md") }.reduce(into: [:]) { stamps, file in
      let path = folder.appending(path: file).path
      stamps[file] =
        try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
  }

  // MARK: - The tree

  private func file(_ number: Int) -> URL {
    folder.appending(path: "Sources/App/Machine\(number).swift")
  }

  private func writeTree() throws {
    let sources = folder.appending(path: "Sources/App")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    for number in 0..<Self.machines {
      try Data(Self.machine(number, extra: false).utf8).write(to: file(number))
      try Data(Self.other(number).utf8)
        .write(to: sources.appending(path: "Model\(number).swift"))
    }
    let settings = "sources: [Sources]\nformats: [svg, markdown, json]\ndocs: {pages: Docs}\n"
    try Data(settings.utf8).write(to: folder.appending(path: ".orrery.yml"))
  }

  /// A machine of eight states and six events.
  private static func machine(_ number: Int, extra: Bool) -> String {
    let states = (0..<8).map { "s\($0)" }
    let handlers = (0..<6).map { event in
      let cases = states.indices.map { state in
        let next = (state * (event + 2) + number + (extra ? 1 : 0)) % states.count
        let guarded =
          state % 3 == 0 ? "if count > \(event) { state = .s\(next) }" : "state = .s\(next)"
        return "    case .s\(state): \(guarded)\n"
      }.joined()
      return "  mutating func event\(event)(count: Int) {\n    switch state {\n\(cases)    }\n  }\n"
    }.joined(separator: "\n")
    return """
      /// What part \(number) of the program goes through.
      struct Machine\(number) {
        enum State { case \(states.joined(separator: ", ")) }
        private(set) var state = State.s0

      \(handlers)}

      """
  }

  /// Swift that declares no machine.
  private static func other(_ number: Int) -> String {
    let functions = (0..<20).map { function in
      """
        func total\(function)(of values: [Int]) -> Int {
          values.filter { $0 > \(function) }.reduce(0) { $0 + $1 * \(number) }
        }

      """
    }
    return "struct Model\(number) {\n\(functions.joined(separator: "\n"))}\n"
  }
}
