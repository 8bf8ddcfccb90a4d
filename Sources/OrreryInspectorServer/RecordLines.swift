import Foundation
import OrreryTrace

/// Cuts bytes that come in pieces into records.
struct RecordLines {
  /// A line that is longer is no record.
  private static let longest = 16 << 20

  private var rest: [UInt8] = []
  private var decoder = RecordDecoder()
  /// How many lines were none.
  private(set) var broken = 0

  /// The records that are whole by now.
  mutating func take(_ data: Data) -> [Record] {
    rest.append(contentsOf: data)
    var records: [Record] = []
    var start = 0
    while let end = rest[start...].firstIndex(of: 0x0A) {
      if let record = try? decoder.decode(rest[start..<end]) {
        records.append(record)
      } else if rest[start..<end].contains(where: { $0 > 0x20 }) {
        broken += 1
      }
      start = end + 1
    }
    rest.removeFirst(start)
    if rest.count > Self.longest {
      broken += 1
      rest = []
    }
    return records
  }
}
