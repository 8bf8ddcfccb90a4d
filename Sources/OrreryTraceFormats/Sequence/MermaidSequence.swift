import OrreryRendering

/// A Mermaid sequence diagram: https://mermaid.js.org/syntax/sequenceDiagram.html.
enum MermaidSequence {
  static func text(_ diagram: SequenceDiagram) -> String {
    var text = "sequenceDiagram\n"
    for position in diagram.order {
      let participant = diagram.participants[position]
      let kind = participant.kind == .outside ? "actor" : "participant"
      text += "  \(kind) p\(position) as \(escaped(participant.name))\n"
    }
    for line in diagram.lines { text += "  \(self.line(line))\n" }
    if let remark = diagram.remark, let first = diagram.order.first, let last = diagram.order.last {
      text += "  Note over p\(first)\(first == last ? "" : ",p\(last)"): \(escaped(remark))\n"
    }
    return text
  }

  private static func line(_ line: SequenceDiagram.Line) -> String {
    switch line {
    case .message(let from, let to, let arrow, let label):
      "p\(from)\(sign(arrow))p\(to): \(escaped(label))"
    case .note(let over, let label): "Note over p\(over): \(escaped(label))"
    }
  }

  private static func sign(_ arrow: SequenceDiagram.Line.Arrow) -> String {
    switch arrow {
    case .call: "->>"
    case .answer: "-->>"
    case .lost: "--x"
    }
  }

  /// An empty label is an error to its parser.
  private static func escaped(_ text: String) -> String {
    let text = MermaidText.escaped(text.printable)
    return text.isEmpty ? "–" : text
  }
}
