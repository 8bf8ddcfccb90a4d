import OrreryModel
import OrreryModelFile
import OrreryRendering

/// Makes the lines of blocks.
struct BlockContent {
  var machines: [Machine]
  var template = PageTemplate.standard
  /// The files of the machines' pages by id, as paths from the root.
  var pages: [String: String] = [:]

  /// Where a block stands.
  struct Place {
    /// The folder of the document, from the root; nothing where it lies elsewhere.
    var folder: String?
    /// The level of the heading that the block stands under; zero for none.
    var headingLevel = 0
    /// Whether the block tells the facts of its machine: one of a document does.
    var hasFacts = true
  }

  /// The lines between the markers.
  ///
  /// - Parameter machine: Nothing for a list of all.
  func lines(_ format: BlockFormat, of machine: Machine?, at place: Place) -> [String] {
    let body =
      machine.map { lines(format, of: $0, in: place.folder) } ?? index(in: place.folder)
    let facts = place.hasFacts ? machine.map(Facts.lines) ?? [] : []
    let headings = format.headings.map { MarkdownHeadings(below: place.headingLevel, first: $0) }
    let blocks = [(headings?.moved(body) ?? body).map(Self.harmless), facts].filter { !$0.isEmpty }
    return [""] + blocks.joined(separator: [""]) + [""]
  }

  private func lines(
    _ format: BlockFormat, of machine: Machine, in folder: String?
  ) -> [String] {
    switch format {
    case .page: return page(of: machine, in: folder)
    case .index: return index(in: folder)
    case .introduction: return markdown(of: machine, [], in: folder).introduction
    case .section(let section): return markdown(of: machine, [section], in: folder).lines
    case .text(.markdown): return markdown(of: machine, nil, in: folder).text.textLines
    case .text(let text):
      return Self.fenced(Renderer(format: text).render(machine), as: text.language)
    case .model: return Self.fenced(ModelFile.encode(Extract(machines: [machine])), as: "json")
    }
  }

  private func page(of machine: Machine, in folder: String?) -> [String] {
    let page = markdown(of: machine, template.sections, in: folder)
    let lines = template.lines(of: machine) { format in
      switch format {
      case .introduction: page.introduction
      case .section(let section): page.lines(of: section)
      default: self.lines(format, of: machine, in: folder)
      }
    }
    let notes = template.sections.contains(.notes) ? [] : page.lines(of: .notes)
    return notes.isEmpty ? lines : lines + [""] + notes
  }

  private func markdown(
    of machine: Machine, _ sections: [MarkdownSection]?, in folder: String?
  ) -> MarkdownPage {
    var options = RenderOptions()
    options.sourceRoot = folder.map { PathName.relative("/", to: PathName.absolute($0, in: "/")) }
    guard let sections else { return MarkdownPage(machine, options) }
    return MarkdownPage(machine, options, sections: sections)
  }

  private func index(in folder: String?) -> [String] {
    let rows = machines.map { machine in
      let name = MarkdownSection.escaped(machine.id)
      let link = folder.flatMap { folder in
        pages[machine.id].map {
          PathName.relative(
            PathName.absolute($0, in: "/"), to: PathName.absolute(folder, in: "/"))
        }
      }
      let cells = [
        link.map { "[\(name)](\($0))" } ?? name, machine.style.rawValue,
        "\(machine.states.count)", "\(machine.events.count)",
        "\(machine.transitions.count + machine.actions.count)", "\(machine.openCount)",
      ]
      return "| \(cells.joined(separator: " | ")) |"
    }
    return [
      "| machine | style | states | events | transitions | unresolved |",
      "|---|---|--:|--:|--:|--:|",
    ] + rows
  }

  /// A fence that nothing in the text can close.
  private static func fenced(_ text: String, as language: String) -> [String] {
    let lines = text.textLines
    let longest = lines.map { line in
      line.utf8.drop { $0 == 0x20 }.prefix { $0 == 0x60 }.count
    }.max()
    let fence = String(repeating: "`", count: max(3, (longest ?? 0) + 1))
    return [fence + language] + lines + [fence]
  }

  /// No generated line reads as a marker.
  private static func harmless(_ line: String) -> String {
    Marker.isMarker(line) ? line.replacing("<!--", with: "&lt;!--") : line
  }
}

extension String {
  /// The lines of a text that ends with a newline, whatever ends the others.
  var textLines: [String] {
    let lines =
      utf8.contains(UInt8(ascii: "\r"))
      ? split(omittingEmptySubsequences: false) { ["\n", "\r\n", "\r"].contains($0) }
      : utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map(Substring.init)
    return (lines.last == "" ? lines.dropLast() : lines).map(String.init)
  }
}

extension TextFormat {
  /// The word after a fence by which hosts know what to do with it.
  fileprivate var language: String {
    switch self {
    case .text: "text"
    case .scxml: "xml"
    case .plantuml, .dot, .mermaid, .markdown, .csv, .smcat: rawValue
    case .matrix: "csv"
    }
  }
}

extension BlockFormat {
  /// The level of the first heading; nothing where there is none.
  fileprivate var headings: Int? {
    switch self {
    case .page, .text(.markdown): 1
    case .section: 2
    case .index, .introduction, .text, .model: nil
    }
  }
}
