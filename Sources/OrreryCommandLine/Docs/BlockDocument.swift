import OrreryTrace

/// A file with generated blocks: its bytes, and where the blocks are in them.
struct BlockDocument {
  /// A block between two markers.
  struct Block: Hashable {
    var begin: Marker.Begin
    /// The line of the opening marker, from one.
    var line: Int
    /// The bytes from the opening marker's first to the closing marker's last, without the line's
    /// end.
    var range: Range<Int>
    /// The lines between the markers, without their indentation and their ends.
    var lines: [String]
    var indentation: String
    var lineEnd: String
    /// The level of the heading that the block stands under; zero for none.
    var headingLevel = 0

    /// Whether nothing was ever generated here.
    var isEmpty: Bool { lines.allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// Whether the lines are those that were generated.
    var isAsGenerated: Bool { begin.sum == Self.sum(of: lines) }

    /// The first digits of SHA-256 over the lines: what a check-out does to their ends is no edit.
    static func sum(of lines: [String]) -> String {
      String(Digest.sha256Hex(ofLines: lines).prefix(16))
    }

    /// The block with other lines and with the marker that tells of them.
    func text(_ lines: [String], hash: String?) -> String {
      var begin = begin
      (begin.hash, begin.sum) = (hash, Self.sum(of: lines))
      let body = lines.map { $0.isEmpty ? $0 : indentation + $0 }
      return ([begin.text] + body + [indentation + Marker.endText]).joined(separator: lineEnd)
    }
  }

  /// The path by which messages name the file.
  var name: String
  var bytes: [UInt8]
  private(set) var blocks: [Block] = []

  /// - Throws: `Failure` with the line of a marker that does not close, nests, repeats or is wrong,
  ///   or where the file is not UTF-8.
  /// - Complexity: O(*n*) in the number of bytes.
  init(name: String, bytes: [UInt8]) throws(Failure) {
    self.name = name
    self.bytes = bytes
    guard bytes[...].contains(Array("orrery:".utf8)) else { return }
    guard String(utf8: bytes) != nil else {
      throw Failure(at: name, "the file is not UTF-8", advice: "convert it; nothing was written")
    }
    var scanner = BlockScanner(bytes: bytes)
    do {
      blocks = try scanner.blocks()
    } catch {
      var failure = error
      failure.place = "\(name):\(scanner.line)"
      throw failure
    }
  }

  /// The file with other texts in place of some of its blocks; every other byte stays.
  ///
  /// - Parameter texts: By the position of the block.
  func replacing(_ texts: [Int: String]) -> [UInt8] {
    var result: [UInt8] = []
    var position = 0
    for (index, block) in blocks.enumerated() {
      guard let text = texts[index] else { continue }
      result += bytes[position..<block.range.lowerBound]
      result += Array(text.utf8)
      position = block.range.upperBound
    }
    return result + bytes[position...]
  }
}
