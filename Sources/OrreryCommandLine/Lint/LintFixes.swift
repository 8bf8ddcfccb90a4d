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
      var bytes = Array(try Disk.text(path, named: file).utf8)
      // From the end, so that what stands before keeps its place.
      for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
      where edit.range.upperBound <= bytes.count {
        bytes.replaceSubrange(edit.range, with: edit.text.utf8)
      }
      try writer.add(Data(bytes), at: path)
    }
    try writer.commit()
    return mended
  }
}
