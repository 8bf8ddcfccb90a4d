/// The texts that a machine can be rendered as; one file of `Formats` for each.
public enum TextFormat: String, CaseIterable, Sendable {
  case plantuml
  case dot
  case mermaid
  case markdown
  case csv
  case matrix
  case text
  case scxml
  case smcat

  /// The usual ending of a file of this format, without the dot.
  public var fileExtension: String {
    switch self {
    case .plantuml: "puml"
    case .dot: "dot"
    case .mermaid: "mmd"
    case .markdown: "md"
    case .csv: "csv"
    case .matrix: "matrix.csv"
    case .text: "txt"
    case .scxml: "scxml"
    case .smcat: "smcat"
    }
  }

  /// What the format is for, in one line.
  public var summary: String {
    switch self {
    case .plantuml: "PlantUML state diagram"
    case .dot: "Graphviz graph, from which SVG, PNG and PDF are laid out"
    case .mermaid: "Mermaid state diagram, shown by GitHub and DocC hosts"
    case .markdown: "states, transitions and the event table as a document"
    case .csv: "one transition a line, for spreadsheets"
    case .matrix: "what each state answers to each event, for spreadsheets"
    case .text: "the transitions of each state, for the terminal"
    case .scxml: "State Chart XML of the W3C, read by other tools"
    case .smcat: "the language of state-machine-cat"
    }
  }
}
