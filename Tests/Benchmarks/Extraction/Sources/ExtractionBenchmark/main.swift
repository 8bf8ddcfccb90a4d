import Foundation
import OrreryExtraction
import SwiftParser

let folders = CommandLine.arguments.dropFirst()
guard !folders.isEmpty else {
  FileHandle.standardError.write(Data("usage: ExtractionBenchmark FOLDER…\n".utf8))
  exit(2)
}
print("Extraction beside parsing, both on all cores; the ratio is of processor time.")
for sources in folders.map(Sources.init) {
  let files = sources.files
  let parsing = Cost.best(of: 3) {
    // The trees are counted, so that none is left unparsed.
    _ = files.concurrentMap { Parser.parse(source: $0.text).totalLength.utf8Length }
      .reduce(0, +)
  }
  var machines = 0
  let extraction = Cost.best(of: 3) { machines = Extractor().extract(files).machines.count }
  let ratio = extraction.processor / max(parsing.processor, 1e-9)
  print(
    String(
      format: "%@: %d files, %.2f MB, %d machines; parsed in %.2f s, extracted in %.2f s: %.2f ×",
      sources.name, files.count, Double(sources.bytes) / 1e6, machines, parsing.wall,
      extraction.wall, ratio))
}
