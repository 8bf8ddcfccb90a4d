import OrreryModel

/// Turns a machine into text of one format.
///
/// A pure function: it reads no file, no clock and no environment, and the same machine gives the
/// same bytes.
public struct Renderer: Sendable {
  public var format: TextFormat
  public var options: RenderOptions

  public init(format: TextFormat, options: RenderOptions = RenderOptions()) {
    self.format = format
    self.options = options
  }

  /// The machine as text that ends with a newline.
  public func render(_ machine: Machine) -> String {
    format.writer.text(of: machine, options: options)
  }

  /// The picture that the format draws, with the account of all transitions; nothing where the
  /// format is a table of them all.
  package func diagram(_ machine: Machine) -> Diagram? {
    guard let drawer = format.writer as? any DiagramWriter.Type else { return nil }
    return Diagram(machine, capabilities: drawer.capabilities, options: options)
  }
}

/// One target's syntax.
protocol Writer: Sendable {
  static func text(of machine: Machine, options: RenderOptions) -> String
}

/// A target that shows a picture.
protocol DiagramWriter: Writer {
  static var capabilities: Capabilities { get }
  static func text(_ diagram: Diagram) -> String
}

extension DiagramWriter {
  static func text(of machine: Machine, options: RenderOptions) -> String {
    text(Diagram(machine, capabilities: capabilities, options: options))
  }
}

extension TextFormat {
  fileprivate var writer: any Writer.Type {
    switch self {
    case .plantuml: PlantUMLWriter.self
    case .dot: DOTWriter.self
    case .mermaid: MermaidWriter.self
    case .markdown: MarkdownWriter.self
    case .csv: CSVWriter.self
    case .text: TextWriter.self
    }
  }
}
