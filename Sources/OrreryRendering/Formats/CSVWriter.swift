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
    return CSVText.table([header] + rows)
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
}
