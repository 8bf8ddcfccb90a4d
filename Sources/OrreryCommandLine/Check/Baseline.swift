import Foundation
import OrreryModel
import OrreryModelFile

/// The unresolved parts that a project accepts: only new ones are reported.
///
/// Lines are not part of it, so that a machine may move in its file.
struct Baseline {
  private static let schema = "orrery.baseline/1"

  private struct File: Decodable {
    var schema: String
    var accepted: [Part]
  }

  private struct Part: Decodable, Hashable {
    var machine: String
    var reason: String
    var count: Int
  }

  private var counts: [[String]: Int] = [:]

  /// - Throws: `Failure` where the text is no baseline.
  init(name: String, text: String) throws(Failure) {
    guard let file = try? JSONDecoder().decode(File.self, from: Data(text.utf8)),
      file.schema == Self.schema
    else {
      throw Failure(
        .usage, at: name, "the file is no baseline of schema \(Self.schema)",
        advice: "write one with `orrery extract --write-baseline`")
    }
    for part in file.accepted { counts[[part.machine, part.reason], default: 0] += part.count }
  }

  /// The parts that are not accepted, in order: of equal ones those that are too many.
  func surplus(in machines: [Machine]) -> [(machine: Machine, part: Unresolved)] {
    var left = counts
    return machines.flatMap { machine in
      machine.unresolved.compactMap { part in
        let key = [machine.id, part.reason]
        guard let count = left[key], count > 0 else { return (machine, part) }
        left[key] = count - 1
        return nil
      }
    }
  }

  /// The baseline that accepts all that is unresolved now.
  static func text(of machines: [Machine]) -> String {
    let parts = machines.flatMap { machine in
      let reasons = Dictionary(grouping: machine.unresolved.map(\.reason)) { $0 }
      return reasons.keys.sorted().map { reason -> JSONText in
        [
          "machine": .string(machine.id), "reason": .string(reason),
          "count": .number(reasons[reason]?.count ?? 0),
        ]
      }
    }
    let file: JSONText = ["schema": .string(schema), "accepted": .array(parts)]
    return file.document(levels: 2)
  }
}
