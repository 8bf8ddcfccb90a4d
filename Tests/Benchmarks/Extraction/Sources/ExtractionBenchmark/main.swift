import Foundation
import OrreryExtraction
import OrreryLint
import OrreryModel
import SwiftParser
import SwiftSyntax

let folders = CommandLine.arguments.dropFirst()
guard !folders.isEmpty else {
  FileHandle.standardError.write(Data("usage: ExtractionBenchmark FOLDER…\n".utf8))
  exit(2)
}
print(
  """
  Extraction of all files beside parsing those that the cheap test lets pass, both on all cores; the
  ratios are of processor time. The last one is parsing and one visit of the trees that looks at
  nothing: less than that no extraction can take. Lint, with all rules of the default set, is told
  beside extraction, which is a part of it: more than 1.3 × ends the run with 1. So does twice as
  much source that takes more than 2.1 × as long.
  """)
/// How much longer than extraction lint may take.
let mostLint = 1.3
var isSlow = false
for sources in folders.map(Sources.init) {
  let files = sources.files
  let passing = Extractor.candidates(among: files)
  let parsing = Cost.best(of: 3) {
    // The trees are counted, so that none is left unparsed.
    _ = passing.concurrentMap { @Sendable file in
      Parser.parse(source: file.text).totalLength.utf8Length
    }.reduce(0, +)
  }
  let visiting = Cost.best(of: 3) {
    _ = passing.concurrentMap { @Sendable file -> Bool in
      SyntaxVisitor(viewMode: .sourceAccurate).walk(Parser.parse(source: file.text))
      return true
    }
  }
  var extract = Extract(machines: [], diagnostics: [])
  let extraction = Cost.best(of: 3) { extract = Extractor().extract(files) }
  var findings: [Finding] = []
  let lint = Cost.best(of: 3) {
    let reading = Linter.read(files, by: Extractor())
    findings = Linter().findings(in: reading, machines: reading.extract.machines)
  }
  let share = Double(passing.bytes) / Double(max(files.bytes, 1))
  print(
    String(
      format: "%@: %d files, %.2f MB, %.0f %% of it passes; %d machines; parsed in %.2f s, "
        + "extracted in %.2f s: %.2f × (%.2f ×)",
      sources.name, files.count, Double(files.bytes) / 1e6, share * 100, extract.machines.count,
      parsing.wall, extraction.wall, extraction.processor / max(parsing.processor, 1e-9),
      visiting.processor / max(parsing.processor, 1e-9)))
  print(
    String(
      format: "  linted in %.2f s, %d findings: %.2f × extraction", lint.wall, findings.count,
      lint.processor / max(extraction.processor, 1e-9)))
  if lint.processor > mostLint * extraction.processor { isSlow = true }
  guard
    let again = OneChange.ratios(of: files, passing: passing, cold: extraction.processor)
  else {
    print("  a machine that was kept is not what it is anew")
    exit(1)
  }
  print(
    String(
      format: "  once a file changed, with machines kept: %.2f × extraction, %.2f × at most",
      again.median, again.worst))
  if extract.machines != Extractor().extractAll(files).machines {
    print("  the cheap test has lost a machine, or a part of one")
    exit(1)
  }
  let untold = StateLikeDeclarations.untold(in: files, by: extract)
  if !untold.isEmpty {
    print("  named like a state, and nothing is said of it:")
    for type in untold { print("    \(type)") }
    exit(1)
  }
}
for growth in Growth.all(count: 500) {
  print(
    String(
      format: "%d %@ take %.2f × what %d take", 2 * growth.count, growth.name, growth.ratio,
      growth.count))
  if growth.ratio > Growth.most { isSlow = true }
}
if isSlow {
  print("lint takes more than \(mostLint) × extraction, or the time grows faster than the source")
  exit(1)
}
