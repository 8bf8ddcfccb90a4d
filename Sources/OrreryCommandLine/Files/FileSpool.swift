import Foundation
import OrreryTraceFormats

/// Text that waits on disk, in a file that nobody sees and that is gone with the process.
final class FileSpool: TextSpool {
  private struct Piece {
    var offset: UInt64
    var count: Int
  }

  private var file: FileHandle?
  private var pieces: [Int: [Piece]] = [:]
  private var end: UInt64 = 0

  func append(_ text: String, to heap: Int) throws {
    let bytes = Data(text.utf8)
    do {
      let file = try opened()
      try file.seek(toOffset: end)
      try file.write(contentsOf: bytes)
    } catch {
      throw Failure(
        "cannot keep a part of the trace on disk (\(error.reason))",
        advice: "free some space in the folder for temporary files, or set TMPDIR to another")
    }
    pieces[heap, default: []].append(Piece(offset: end, count: bytes.count))
    end += UInt64(bytes.count)
  }

  func take(_ heap: Int, _ body: (String) throws -> Void) throws {
    guard let file, let own = pieces.removeValue(forKey: heap) else { return }
    for piece in own {
      try file.seek(toOffset: piece.offset)
      try body(String(decoding: file.read(upToCount: piece.count) ?? Data(), as: UTF8.self))
    }
  }

  private func opened() throws -> FileHandle {
    if let file { return file }
    let path = FileManager.default.temporaryDirectory
      .appending(path: "orrery-\(UUID().uuidString)").path
    try Data().write(to: URL(filePath: path), options: .withoutOverwriting)
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    try FileManager.default.removeItem(atPath: path)
    file = handle
    return handle
  }
}
