import OrreryExtraction
import OrreryModel

/// What an extraction takes of the time of a cold one, once a file has changed since machines were kept.
enum OneChange {
  private static let count = 15

  /// The median over changes of one file each, and the worst; nothing where a result is another one than
  /// that of a cold extraction.
  static func ratios(
    of files: [SourceText], passing: [SourceText], cold: Double
  ) -> (median: Double, worst: Double)? {
    var session = ExtractionSession()
    _ = session.extract(files)
    let kept = session.cacheBytes(of: "1")
    let step = max(passing.count / count, 1)
    var ratios: [Double] = []
    for place in stride(from: 0, to: passing.count, by: step) {
      var changed = files
      guard let index = files.firstIndex(of: passing[place]) else { continue }
      changed[index].text += "\n// A change.\n"
      var result = Extract()
      let cost = Cost.best(of: 1) {
        var session = ExtractionSession(options: .init(), restoring: kept, of: "1")
        result = session.extract(changed)
      }
      guard result == Extractor().extract(changed) else { return nil }
      ratios.append(cost.processor / max(cold, 1e-9))
    }
    ratios.sort()
    return ratios.last.map { (ratios[ratios.count / 2], $0) }
  }
}
