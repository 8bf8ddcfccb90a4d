import OrreryModel

/// Writes one transition a line, after RFC 4180 with line feeds.
enum CSVWriter: Writer {
  private static let header = [
    "ordinal", "from", "origin", "event", "guard", "to", "kind", "certainty", "effects", "file",
    "line", "wildcard", "forwards", "verdict", "count",
  ]

  static func text(of machine: Machine, options: RenderOptions) -> String {
    let rows = machine.transitions.enumerated().map { index, transition in
      row(index, transition, options)
    }
    return ([header] + rows).map { $0.map(field).joined(separator: ",") + "\n" }.joined()
  }

  private static func row(
    _ index: Int, _ transition: Transition, _ options: RenderOptions
  ) -> [String] {
    [
      "\(index)", transition.from, transition.event.origin.rawValue, transition.event.name,
      transition.guard ?? "", transition.to ?? "", transition.kind.rawValue,
      transition.certainty.rawValue, transition.effect?.description ?? "",
      transition.location.file, "\(transition.location.line)",
      transition.wildcard.map { "\($0)" } ?? "", transition.forwards ?? "",
      options.verdicts[index]?.rawValue ?? "", options.counts[index].map { "\($0)" } ?? "",
    ]
  }

  private static func field(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0 != "," && $0 != "\"" && $0 != "\n" && $0 != "\r"
    }
    guard !isPlain || text.first == " " || text.last == " " else { return text }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted += "\"" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
