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
    format.writer.text(of: machine.withConditionsInGuards, options: options)
  }

  /// Which machine is built from which, as text that ends with a newline.
  ///
  /// - Returns: Nothing where no machine is built from another one, or the format shows no pictures.
  public func renderFeatures(of machines: [Machine]) -> String? {
    guard let drawer = format.writer as? any DiagramWriter.Type else { return nil }
    return Diagram(featuresOf: machines, options: options).map(drawer.text)
  }

  /// The picture that the format draws, with the account of all transitions; nothing where the
  /// format is a table of them all.
  package func diagram(_ machine: Machine) -> Diagram? {
    guard let drawer = format.writer as? any DiagramWriter.Type else { return nil }
    return drawer.diagram(of: machine, options: options)
  }

  /// How many transitions the picture leaves out because its hosts would refuse it with them.
  ///
  /// 0 where the format has no such limit, as tables and pictures through Graphviz have none.
  public func overLimit(_ machine: Machine) -> Int {
    diagram(machine)?.account.count { $0 == .hidden(.overLimit) } ?? 0
  }
}

/// One target's syntax.
protocol Writer: Sendable {
  static func text(of machine: Machine, options: RenderOptions) -> String
}

/// A target that shows a picture.
protocol DiagramWriter: Writer {
  static var capabilities: Capabilities { get }
  /// The machine as far as the hosts of the target show it.
  static func diagram(of machine: Machine, options: RenderOptions) -> Diagram
  static func text(_ diagram: Diagram) -> String
}

extension DiagramWriter {
  static func text(of machine: Machine, options: RenderOptions) -> String {
    text(diagram(of: machine, options: options))
  }

  static func diagram(of machine: Machine, options: RenderOptions) -> Diagram {
    Diagram(machine, capabilities: capabilities, options: options)
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
    case .matrix: MatrixWriter.self
    case .text: TextWriter.self
    case .scxml: SCXMLWriter.self
    case .smcat: SMCatWriter.self
    }
  }
}
