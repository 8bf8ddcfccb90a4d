import Foundation
import OrreryInspector
import Subprocess

/// A page with what it shows inside.
struct PageFile {
  var chunk: RunChunk
  var title: String

  /// Writes the page.
  ///
  /// - Parameter path: A file; `-` for the standard output.
  /// - Throws: `Failure` where the file cannot be written.
  func write(to path: String, in context: Context) throws(Failure) {
    let packed = Self.packed(chunk.bytes)
    if packed == nil {
      context.console.warn("gzip cannot be run; the page is larger than it would be")
    }
    let page = InspectorPage(title: title, packing: packed == nil ? .none : .gzip)
    let data = Data(packed ?? chunk.bytes).base64EncodedString()
    try Outlet.write(to: path, in: context) { outlet throws(Failure) in
      try outlet.write(page.head)
      try outlet.write(data)
      try outlet.write(page.tail)
    }
  }

  /// The bytes as gzip packs them; nothing where there is none.
  private static func packed(_ bytes: [UInt8]) -> [UInt8]? {
    try? Blocking.run {
      let result = try await Subprocess.run(
        .name("gzip"), arguments: ["-c", "-n", "-1"], input: .array(bytes),
        output: .bytes(limit: bytes.count + (1 << 20)), error: .discarded)
      return result.terminationStatus.isSuccess ? result.standardOutput : nil
    }
  }
}
