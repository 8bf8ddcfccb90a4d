import OrreryModel
import OrreryRendering

/// What changed, as a comment of a pull request: GitHub takes 65,536 characters of Markdown.
struct PullRequestSummary {
  var report: ModelDiffReport

  private static let limit = 60_000

  /// Pictures go first where there is no room, then the ends of long lists.
  var text: String {
    let full = text(pictures: true, changes: .max)
    if full.utf16.count <= Self.limit { return full }
    for count in [.max, 200, 50, 10] {
      let short = text(pictures: false, changes: count)
      if short.utf16.count <= Self.limit { return short }
    }
    return heading + "\n\(report.entries.count) machines changed: too many to list here.\n"
  }

  private var heading: String {
    let counts = MachineDiff.Impact.allCases.reversed().map { "\(report.count($0)) \($0.rawValue)" }
    return "## State machines\n\n\(counts.joined(separator: ", ")) changes from "
      + "\(MarkdownSection.escaped(report.old)) to \(MarkdownSection.escaped(report.new)).\n"
  }

  private func text(pictures: Bool, changes: Int) -> String {
    guard !report.entries.isEmpty else {
      return "## State machines\n\nNo machine does anything else than before.\n"
    }
    let rest = pictures ? "" : "\nThere is no room here for pictures and all of the lists.\n"
    return heading + report.entries.map { section($0, pictures, changes) }.joined() + rest
  }

  private func section(
    _ entry: ModelDiffReport.Entry, _ pictures: Bool, _ limit: Int
  ) -> String {
    var lines = ["", "### \(MarkdownSection.escaped(entry.title))", ""]
    lines += entry.changes.prefix(limit).map(line)
    let left = entry.changes.count - min(limit, entry.changes.count)
    if left > 0 { lines.append("- … and \(left) more") }
    if pictures, entry.kind != .added || entry.changes.count < limit {
      let picture = entry.picture
      let diagram = Renderer(format: .mermaid, options: picture.options).render(picture.machine)
      lines += ["", "<details><summary>Before and after</summary>", "", "```mermaid"]
      lines += diagram.textLines + ["```", "", "</details>"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private func line(_ change: ModelDiffReport.Change) -> String {
    let mark = change.isAllowed ? "allowed" : "**\(change.impact.rawValue)**"
    let place = change.location.map { " (\(MarkdownSection.escaped("\($0.file):\($0.line)")))" }
    return "- \(mark) · \(MarkdownSection.sentence(change.text))\(place ?? "")"
  }
}
