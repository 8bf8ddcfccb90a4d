import Foundation

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// The lines that are printed: a ratio first, and what it was made of.
enum Table {
  static func row(
    _ what: String, ours: Double, peer: Double, unit: String, name: String, bar: Double? = nil
  ) {
    let ratio = String(format: "%6.3f ×", ours / peer)
    let figures = String(format: "%.3g %@ against %.3g %@", ours, unit, peer, unit)
    let limit = bar.map { "  (bar \($0))" } ?? ""
    line("\(ratio) \(name)\(limit)  \(what): \(figures)")
  }

  static func line(_ text: String) {
    // Not buffered, so that a long run can be watched.
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
