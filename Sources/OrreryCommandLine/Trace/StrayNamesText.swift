import OrreryModel
import OrreryModelFile
import OrreryTraceAnalysis

/// Recorded names that the declaration does not have, for people and programs.
struct StrayNamesText {
  /// The most names on a terminal or a page; JSON has all.
  private static let shown = 30

  var names: [StrayName]

  private var heading: String {
    "\(Quantity.text(names.count, "recorded name")) \(names.count == 1 ? "is" : "are") not declared"
  }

  private var table: ReportTable {
    var table = ReportTable("kind", "machine", "name", "nearest")
    table.rows = names.prefix(Self.shown).map { name in
      [
        "\(name.kind.rawValue)", "\(name.machine)", "\(name.name, .red)",
        "\(name.nearest.isEmpty ? "–" : name.nearest.joined(separator: ", "))",
      ]
    }
    return table
  }

  private var rest: String? {
    names.count > Self.shown
      ? "and \(names.count - Self.shown) more; `--format json` has all of them" : nil
  }

  /// Nothing where all names are declared.
  var lines: [Styled] {
    guard !names.isEmpty else { return [] }
    return ["\(heading, .yellow)", ""] + table.lines + (rest.map { ["  \($0)"] } ?? []) + [""]
  }

  /// Nothing where all names are declared.
  var markdown: String {
    guard !names.isEmpty else { return "" }
    return "## \(heading)\n\n\(table.markdown)\n" + (rest.map { $0 + "\n\n" } ?? "")
  }

  var json: JSONText {
    .array(
      names.map { name in
        [
          "kind": .string(name.kind.rawValue), "machine": .string(name.machine),
          "name": .string(name.name), "nearest": .strings(name.nearest),
        ]
      })
  }

  // MARK: Machines

  /// What to say of each machine that could not be compared.
  ///
  /// - Parameter declared: The ids of all machines that the source declares.
  func failures(declared: [String]) -> [Failure] {
    names.filter { $0.kind == .machine }.map { name in
      guard !name.isAmbiguous else {
        return Failure(
          .usage, "the recorded machine '\(name.name)' may be \(Self.list(name.nearest))",
          advice: "record it under its full id")
      }
      return Failure(
        .usage, "the recorded machine '\(name.name)' is not declared",
        advice: Self.advice(name, declared))
    }
  }

  private static func advice(_ name: StrayName, _ declared: [String]) -> String {
    guard name.nearest.isEmpty else { return "did you mean \(list(name.nearest))?" }
    guard !declared.isEmpty else { return "the source holds no machine" }
    return "the source declares \(list(declared)); name the source that declares it"
  }

  private static func list(_ ids: [String]) -> String {
    let shown = ids.prefix(8).map { "'\($0)'" }
    guard ids.count <= 8 else {
      return shown.joined(separator: ", ") + " and \(ids.count - 8) more"
    }
    return shown.count < 3
      ? shown.joined(separator: " or ") : shown.joined(separator: ", ")
  }
}
