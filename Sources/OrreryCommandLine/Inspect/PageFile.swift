import Foundation
import OrreryInspector
import Subprocess

/// A page with what it shows inside.
struct PageFile {
  /// What the steps look like.
  var tables: RunChunk?
  var steps: [RunCollector.PackedChunk]
  var title: String

  /// Writes the page.
  ///
  /// - Parameter path: A file; `-` for the standard output.
  /// - Throws: `Failure` where the file cannot be written.
  func write(to path: String, in context: Context) throws(Failure) {
    let page = InspectorPage(title: title)
    let (tables, steps) = (tables, steps)
    let chunks = [tables].compactMap(\.self) + steps.map(\.chunk)
    let waited = try? Blocking.run {
      var packed: [[UInt8]?] = []
      if let tables { packed.append(await Self.packed(tables)) }
      for chunk in steps { packed.append(await chunk.packing?.value) }
      return packed
    }
    let packed = waited ?? Array(repeating: nil, count: chunks.count)
    if packed.contains(where: { $0 == nil }) {
      context.console.warn("gzip cannot be run; the page is larger than it would be")
    }
    try Outlet.write(to: path, in: context) { outlet throws(Failure) in
      try outlet.write(page.head)
      for (chunk, packed) in zip(chunks, packed) {
        try outlet.write(
          InspectorPage.element(packed ?? chunk.bytes, packing: packed == nil ? .none : .gzip))
      }
      try outlet.write(page.tail)
    }
  }

  /// The bytes of a chunk as gzip packs them; nothing where there is none.
  static func packed(_ chunk: RunChunk) async -> [UInt8]? {
    let result = try? await Subprocess.run(
      .name("gzip"), arguments: ["-c", "-n", "-1"], input: .array(chunk.bytes),
      output: .bytes(limit: chunk.bytes.count + (1 << 20)), error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput
  }
}
