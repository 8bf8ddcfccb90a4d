import OrreryRendering

/// A PlantUML sequence diagram: https://plantuml.com/sequence-diagram.
enum PlantUMLSequence {
  static func text(_ diagram: SequenceDiagram) -> String {
    var text = "@startuml\nhide footbox\n"
    for position in diagram.order {
      let participant = diagram.participants[position]
      text += "\(kind(participant.kind)) \"\(escaped(participant.name))\" as p\(position)\n"
    }
    for line in diagram.lines { text += self.line(line) + "\n" }
    if let remark = diagram.remark { text += "caption \(escaped(remark))\n" }
    return text + "@enduml\n"
  }

  private static func kind(_ kind: SequenceDiagram.Participant.Kind) -> String {
    switch kind {
    case .outside: "actor"
    case .machine: "participant"
    case .effect: "control"
    }
  }

  private static func line(_ line: SequenceDiagram.Line) -> String {
    switch line {
    case .message(let from, let to, let arrow, let label):
      "p\(from) \(sign(arrow)) p\(to) : \(escaped(label))"
    case .note(let over, let label): "rnote over p\(over) : \(escaped(label))"
    }
  }

  private static func sign(_ arrow: SequenceDiagram.Line.Arrow) -> String {
    switch arrow {
    case .call: "->"
    case .answer: "-->"
    case .lost: "-->x"
    }
  }

  private static func escaped(_ text: String) -> String {
    let text = PlantUMLText.escaped(text.printable)
    return text.isEmpty ? "–" : text
  }
}
