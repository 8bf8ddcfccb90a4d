import Foundation
import GeneratedMachines

/// Runs machines of chance and holds the extracted ones against them:
/// `Generated [--seed N] [--count N] [--large] [--features all] [--keep FOLDER] [--show]`.
///
/// `--features` takes names such as `actors,waits,tasks`; without it machines are structs.
///
/// Each machine follows from its seed alone: `--seed N --count 1` repeats it, `--show` prints it,
/// and `--keep` leaves the files of all behind. Ends with 1 where runs and a model disagree.
@main
enum Generated {
  /// How many machines one program holds: more of them would need more memory to compile.
  private static let portion = 40

  static func main() async {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    let size: GeneratedMachine.Size = arguments.isLarge ? .large : .small
    let round = Round(
      seed: arguments.seed, count: arguments.count, size: size, features: arguments.features)
    if arguments.shows { for machine in round.machines { print(machine.text) } }
    do {
      exit(try await differences(round.machines, in: arguments.folder) == 0 ? 0 : 1)
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }

  /// Prints what differs, and how much was compared.
  private static func differences(
    _ machines: [GeneratedMachine], in folder: String?
  ) async throws -> Int {
    var found = (machines: 0, rows: 0, runs: 0, differences: 0)
    for start in stride(from: 0, to: machines.count, by: portion) {
      let round = Round(Array(machines[start..<min(start + portion, machines.count)]))
      let outcome =
        if let folder { try await round.run(in: URL(filePath: folder)) } else {
          try await round.run()
        }
      for difference in outcome.differences { print(difference) }
      found.machines += outcome.comparisons.count
      found.rows += outcome.rows
      found.runs += outcome.runs
      found.differences += outcome.differences.count
    }
    print(
      """
      \(machines.count) machines, \(found.machines) of them extracted, with \(found.rows) rows; \
      \(found.runs) runs; \(found.differences) differences
      """)
    return found.differences
  }
}

/// What the program is told.
private struct Arguments {
  var seed: UInt64 = 1
  var count = 40
  var isLarge = false
  var folder: String?
  var shows = false
  var features: Features = []

  init(_ words: ArraySlice<String>) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--seed": seed = words.popFirst().flatMap(UInt64.init) ?? seed
      case "--count": count = words.popFirst().flatMap(Int.init) ?? count
      case "--large": isLarge = true
      case "--keep": folder = words.popFirst()
      case "--show": shows = true
      case "--features": features = words.popFirst().flatMap { Features($0) } ?? features
      default: break
      }
    }
  }
}
