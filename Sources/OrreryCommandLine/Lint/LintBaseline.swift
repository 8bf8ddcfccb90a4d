import Foundation
import OrreryLint
import OrreryModelFile

/// The findings that a project accepts: only new ones are reported.
///
/// Lines are not part of it, so that code may move in its file.
struct LintBaseline {
  /// No tree has more that are equal.
  private static let mostFindings = 1_000_000
  private static let schema = "orrery.lint-baseline/1"

  /// What stays the same while code moves: of equal findings the number counts.
  struct Key: Hashable, Comparable {
    var parts: [String]

    init(_ finding: Finding) {
      // Numbers in a message, such as a count of lines, change with every edit.
      let message = finding.message.filter { !$0.isNumber }
      parts = [
        finding.rule, finding.location.file, finding.machine ?? "", finding.state ?? "",
        finding.event?.name ?? "", message,
      ]
    }

    fileprivate init(_ entry: Entry) {
      parts = [
        entry.rule, entry.file, entry.machine ?? "", entry.state ?? "", entry.event ?? "",
        entry.message,
      ]
    }

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.parts.lexicographicallyPrecedes(rhs.parts) }
  }

  private struct File: Decodable {
    var schema: String
    var accepted: [Entry]
  }

  fileprivate struct Entry: Decodable {
    var rule: String
    var file: String
    var machine: String?
    var state: String?
    var event: String?
    var message: String
    var count: Int
  }

  private var counts: [Key: Int] = [:]

  /// - Throws: `Failure` where the text is no baseline.
  init(name: String, text: String) throws(Failure) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(text.utf8)),
      file.schema == Self.schema
    else {
      throw Failure(
        .usage, at: name, "the file is no baseline of schema \(Self.schema)",
        advice: "write one with `orrery lint --write-baseline`")
    }
    for entry in file.accepted {
      counts[Key(entry), default: 0] += min(max(0, entry.count), Self.mostFindings)
    }
  }

  /// The findings that are not accepted, in order: of equal ones those that are too many.
  func surplus(of findings: [Finding]) -> [Finding] {
    var left = counts
    return findings.filter { finding in
      guard let count = left[Key(finding)], count > 0 else { return true }
      left[Key(finding)] = count - 1
      return false
    }
  }

  /// The baseline that accepts all findings.
  static func text(of findings: [Finding]) -> String {
    let counts = Dictionary(findings.map { (Key($0), 1) }, uniquingKeysWith: +)
    let names = ["rule", "file", "machine", "state", "event", "message"]
    let entries = counts.sorted { $0.key < $1.key }.map { key, count -> JSONText in
      let members = zip(names, key.parts).filter { !$0.1.isEmpty }
        .map { JSONText.Member(key: $0.0, value: .string($0.1)) }
      return .object(members) + ["count": .number(count)]
    }
    let file: JSONText = ["schema": .string(schema), "accepted": .array(entries)]
    return file.document(levels: 2)
  }
}
