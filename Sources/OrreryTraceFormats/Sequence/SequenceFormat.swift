/// The texts that a sequence diagram can be written as.
public enum SequenceFormat: String, CaseIterable, Sendable {
  case mermaid
  case plantuml

  /// The diagram as text that ends with a newline.
  public func text(_ diagram: SequenceDiagram) -> String {
    switch self {
    case .mermaid: MermaidSequence.text(diagram)
    case .plantuml: PlantUMLSequence.text(diagram)
    }
  }
}
