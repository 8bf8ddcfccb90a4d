import Foundation
import OrreryExtraction

/// Damages real files and reads them: `Fuzz [--seed N] [--rounds N] FILE…`.
///
/// Before each round its seed is written to a file, so that after a crash
/// it is there (`--log`); `--seed N --rounds 1` repeats it, `--show` prints the damaged
/// text, and a round that takes longer than `--limit` seconds ends the process by a signal.
@main
enum Fuzz {
  static func main() {
    let arguments = Arguments(CommandLine.arguments.dropFirst())
    let sources = arguments.files.sorted().flatMap(read)
    guard !sources.isEmpty else {
      say("name files to damage: Fuzz [--seed N] [--rounds N] [--limit SECONDS] [--show] FILE…")
      exit(2)
    }
    var slowest: (seed: UInt64, seconds: Double) = (0, 0)
    for seed in arguments.seed..<(arguments.seed + UInt64(arguments.rounds)) {
      var damage = Damage(seed: seed)
      let source = sources[damage.below(sources.count)]
      let text = damage.applied(to: source.text)
      if arguments.shows { print(text) }
      try? "\(seed) \(source.path)\n".write(
        toFile: arguments.log, atomically: false, encoding: .utf8)
      alarm(UInt32(arguments.limit))
      let start = Date()
      _ = Extractor().extract([
        SourceText(module: "Fuzz", path: source.path, text: text)
      ])
      let seconds = Date().timeIntervalSince(start)
      if seconds > slowest.seconds { slowest = (seed, seconds) }
    }
    alarm(0)
    say("\(arguments.rounds) rounds; slowest: seed \(slowest.seed), \(slowest.seconds) s")
  }

  private static func read(_ path: String) -> [(path: String, text: String)] {
    guard let data = FileManager.default.contents(atPath: path) else { return [] }
    return [(path, String(decoding: data, as: UTF8.self))]
  }

  static func say(_ text: String) {
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

/// What the program is told.
private struct Arguments {
  var seed: UInt64 = 1
  var rounds = 1000
  /// Seconds that a round may take before the process is stopped by a signal.
  var limit = 60
  var shows = false
  /// Where the seed of the round that runs is kept: after a crash it is there.
  var log = "fuzz.seed"
  var files: [String] = []

  init(_ words: ArraySlice<String>) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--seed": seed = words.popFirst().flatMap(UInt64.init) ?? seed
      case "--rounds": rounds = words.popFirst().flatMap(Int.init) ?? rounds
      case "--limit": limit = words.popFirst().flatMap(Int.init) ?? limit
      case "--log": log = words.popFirst() ?? log
      case "--show": shows = true
      default: files.append(word)
      }
    }
  }
}
