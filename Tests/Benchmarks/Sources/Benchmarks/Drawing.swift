import Foundation
import OrreryGraphviz
import OrreryModel
import OrreryRendering

/// A machine drawn as SVG in this process, beside the `dot` program.
enum Drawing {
  /// How long plain `dot` may take for a large graph.
  private static let patience = 60.0

  static func run(in folder: URL) throws {
    try small(in: folder)
    try large("mostly local edges", isLocal: true, bar: 1, in: folder)
    try large("random edges", isLocal: false, bar: 4, in: folder)
    for what in Growth.allCases { growth(what) }
  }

  private static func svg(of machine: Machine) throws -> String {
    let dot = Renderer(format: .dot).render(machine)
    let svg = String(decoding: try Graphviz.render(dot: dot, as: .svg), as: UTF8.self)
    return SVGPicture.finished(svg: svg, dot: dot, hash: "")
  }

  private static func small(in folder: URL) throws {
    let machine = DrawnMachine.small
    let file = folder.appending(path: "small.dot")
    try Data(Renderer(format: .dot).render(machine).utf8).write(to: file)
    _ = try svg(of: machine)
    let seconds = rounds(
      5,
      [
        { Stopwatch.saturated(40) { _ in _ = try? svg(of: machine) } / 1e6 },
        {
          Stopwatch.saturated(20) { _ in _ = Peers.output(["dot", "-Tsvg", file.path]) } / 1e6
        },
      ])
    Table.row(
      "a machine of 7 states to SVG", ours: seconds[0], peer: seconds[1], unit: "ms", name: "dot",
      bar: 0.6)
  }

  /// The graph that a reader of the format would write first, and ours; the picture has to be the
  /// whole machine.
  private static func large(
    _ what: String, isLocal: Bool, bar: Double, in folder: URL
  ) throws {
    let machine = DrawnMachine.large(isLocal: isLocal)
    let plain = folder.appending(path: "plain.dot")
    try Data(DrawnMachine.plainGraph(of: machine).utf8).write(to: plain)
    let ours = folder.appending(path: isLocal ? "local.dot" : "random.dot")
    try Data(Renderer(format: .dot).render(machine).utf8).write(to: ours)
    let start = (Stopwatch.now(), Stopwatch.processorTime())
    let picture = try svg(of: machine)
    let seconds = Double(Stopwatch.now() - start.0) / 1e9
    let ran = Double(Stopwatch.processorTime() - start.1) / 1e9
    guard picture.contains("id=\"s199\"") else { throw Failure("the picture is not whole") }
    let limit = "\(Int(patience))"
    let peer = Peers.seconds(["timeout", limit, "dot", "-Tsvg", plain.path])
    let label = "200 states, 600 \(what), to SVG"
    Table.row(
      label, ours: seconds, peer: peer ?? patience, unit: "s",
      name: peer == nil ? "dot, which was not done in \(limit) s" : "dot")
    Table.line(
      String(format: "%6.2f s of the processor (bar \(Int(bar)))  \(label): %.2f s", ran, seconds))
  }

  // MARK: - Memory

  enum Growth: String, CaseIterable {
    /// Two states with names and nothing else.
    case pair
    case small
    /// With regions, of whose layout the library forgets the most: the tool leaves such pictures to
    /// other processes before they add up.
    case regions

    var machine: Machine {
      switch self {
      case .pair: DrawnMachine.pair
      case .small: DrawnMachine.small
      case .regions: DrawnMachine.regions
      }
    }
  }

  private static func growth(_ what: Growth) {
    let output = Peers.output([CommandLine.arguments[0], "draw-often", what.rawValue, "10000"])
    let figures = (output ?? "").split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    Table.line(
      String(
        format: "%6.2f KiB (bar 1)  memory that each of 10,000 renders leaves: %@",
        figures.first ?? .nan, what.rawValue))
  }

  /// In a process of its own, so that its memory is its own.
  static func runAlone(_ arguments: [String]) throws {
    guard arguments.count == 2, let what = Growth(rawValue: arguments[0]),
      let count = Int(arguments[1]), count > 0
    else { throw Failure("usage: Benchmarks draw-often pair|small|regions COUNT") }
    // What is made once, such as the list of fonts, is no growth.
    for _ in 0..<200 { _ = try svg(of: what.machine) }
    let before = try ProcessMemory.kibibytes("VmRSS")
    for _ in 0..<count { _ = try svg(of: what.machine) }
    print((try ProcessMemory.kibibytes("VmRSS") - before) / Double(count))
  }
}
