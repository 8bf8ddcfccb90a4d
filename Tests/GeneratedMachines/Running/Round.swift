import Foundation
import OrreryExtraction
import OrreryModel

/// Some machines, to be run and extracted.
///
/// The same as compilers are tested by programs of chance: what two ways to read a machine disagree
/// on, one of them gets wrong. After Yang, Chen, Eide and Regehr, "Finding and understanding bugs in
/// C compilers" (2011): https://dl.acm.org/doi/10.1145/1993498.1993532
public struct Round: Sendable {
  public let machines: [GeneratedMachine]

  /// What came of it.
  public struct Outcome: Sendable {
    /// What was run and what was extracted, where a machine was found.
    public var comparisons: [Comparison] = []
    /// How many runs there were.
    public var runs = 0

    public var differences: [Difference] { comparisons.flatMap(\.differences) }
    public var rows: Int { comparisons.reduce(0) { $0 + $1.model.transitions.count } }
  }

  public init(seed: UInt64, count: Int, size: GeneratedMachine.Size, features: Features = []) {
    machines = (0..<UInt64(count)).map {
      GeneratedMachine(seed: seed + $0, size: size, features: features)
    }
  }

  public init(_ machines: [GeneratedMachine]) { self.machines = machines }

  /// Compiles the machines in a folder that goes away, runs and extracts them.
  public func run() async throws -> Outcome {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "orrery-generated-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    return try await run(in: folder)
  }

  /// Compiles the machines in a folder, which is made where it is not there, runs and extracts them.
  public func run(in folder: URL) async throws -> Outcome {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for machine in machines {
      try write(machine.text, to: folder.appending(path: machine.name + ".swift"))
    }
    let name = "Runs\(machines.first?.seed ?? 0)"
    let source = folder.appending(path: name + ".swift")
    let program = folder.appending(path: name)
    try write(Probe.program(for: machines), to: source)
    try await Toolchain.compile(source, to: program)
    let log = try RunLog(try await Toolchain.run(program))
    return Outcome(comparisons: machines.compactMap { comparison($0, log) }, runs: log.count)
  }

  private func write(_ text: String, to file: URL) throws {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// What is to be compared; nothing where no machine was found, as where no event writes the state.
  private func comparison(_ machine: GeneratedMachine, _ log: RunLog) -> Comparison? {
    let file = SourceText(
      module: "Generated", path: machine.name + ".swift", text: machine.text)
    let model = Extractor().extract([file]).machines.first { $0.name == machine.name }
    return model.map {
      Comparison(
        machine: machine, runs: log.kinds[machine.seed] ?? [],
        unfinished: log.unfinished[machine.seed] ?? [], model: $0)
    }
  }
}
