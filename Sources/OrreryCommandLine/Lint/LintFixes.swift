import Foundation
import OrreryLint

/// Writes what mends findings with certainty.
struct LintFixes {
  private let findings: [Finding]

  init(_ findings: [Finding]) { self.findings = findings.filter { $0.fix != nil } }

  /// Mends all files, or none where one of them cannot be written.
  ///
  /// Of two changes that overlap only the first is made; the next run sees the other.
  ///
  /// - Returns: The findings that are mended.
  /// - Throws: `Failure` where a file cannot be read or written.
  func write(in context: Context) throws(Failure) -> Set<Finding> {
    var taken: [String: [Fix.Edit]] = [:]
    var mended: Set<Finding> = []
    for finding in findings {
      let edits = finding.fix?.edits ?? []
      let overlaps = edits.contains { edit in
        (taken[edit.file] ?? []).contains {
          $0.range.overlaps(edit.range) || $0.range == edit.range
        }
      }
      guard !overlaps else { continue }
      for edit in edits { taken[edit.file, default: []].append(edit) }
      mended.insert(finding)
    }
    var writer = FileWriter()
    for (file, edits) in taken.sorted(by: { $0.key < $1.key }) {
      let path = context.project.absolute(file)
      try writer.add(Self.mended(try Disk.bytes(path, named: file), edits, file), at: path)
    }
    try writer.commit()
    return mended
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  private static func mended(
    _ content: Data, _ edits: [Fix.Edit], _ file: String
  ) throws(Failure) -> Data {
    // Places count from behind the mark, as the text was read without it.
    let mark = content.starts(with: byteOrderMark) ? byteOrderMark : []
    var bytes = Array(content.dropFirst(mark.count))
    // From the end, so that what stands before keeps its place.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      guard edit.range.upperBound <= bytes.count else {
        throw Failure(at: file, "the file changed while it was read", advice: "run the verb again")
      }
      bytes.replaceSubrange(edit.range, with: edit.text.utf8)
    }
    return Data(mark + bytes)
  }
}
