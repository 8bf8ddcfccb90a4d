import Foundation
import OrreryGraphviz
import OrreryModel
import OrreryOracles
import Testing

@testable import OrreryRendering

/// Random machines with hostile labels, and the invented ones, through each target's own parser.
@Suite("Every picture is read by its own parser")
struct ParserTests {
  private struct Case {
    var diagram: Diagram
    var text: String
    var seed: String
  }

  private static func cases(_ format: TextFormat, seeds: Range<UInt64>) -> [Case] {
    let random = seeds.compactMap { seed -> Case? in
      let machine = RandomMachine.machine(seed: seed)
      let options = RandomMachine.options(seed: seed, for: machine)
      return make(format, machine, options, "seed \(seed)")
    }
    return random + Samples.all.compactMap { make(format, $0.machine, RenderOptions(), $0.name) }
  }

  private static func make(
    _ format: TextFormat, _ machine: Machine, _ options: RenderOptions, _ seed: String
  ) -> Case? {
    let renderer = Renderer(format: format, options: options)
    guard let diagram = renderer.diagram(machine) else { return nil }
    return Case(diagram: diagram, text: renderer.render(machine), seed: seed)
  }

  /// The ids that stand in comments before the edges, in the order of the text.
  private static func ids(in text: String, comment: String) -> [String] {
    text.split(separator: "\n").compactMap { line in
      let line = line.drop { $0 == " " }
      let id = line.dropFirst(comment.count + 1)
      let isID = id.contains("_") && id.allSatisfy { "mnps_0123456789".contains($0) }
      return line.hasPrefix(comment + " ") && isID ? String(id) : nil
    }
  }

  private static func unlisted(_ diagram: Diagram) -> [Diagram.Edge] {
    let composites = Set(diagram.areas.compactMap(\.state))
    return diagram.edges.filter { $0.isInside || composites.contains($0.source) }
  }

  /// Without spaces, which a drawing splits, folds or makes hard.
  private static func folded(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  @Test(
    "DOT, by libgraphviz: each drawn edge comes back once, with its ends",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func dot() throws {
    for item in Self.cases(.dot, seeds: 0..<400) {
      let read = try Graphviz.edges(dot: item.text).filter { !$0.id.hasPrefix("start_") }
        .map { [$0.id, $0.tail, $0.head] }
      let drawn = item.diagram.edges.map { [$0.id, $0.source, $0.target] }
      #expect(
        Set(read) == Set(drawn) && read.count == drawn.count, "\(item.seed): \(item.text)")
    }
  }

  @Test(
    "SVG, by an XML parser: each drawn edge and node comes back once by its id",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func layout() throws {
    for item in Self.cases(.dot, seeds: 0..<60) {
      let drawing = try Graphviz.render(dot: item.text, as: .svg)
      let svg = SVGPicture.finished(
        svg: String(decoding: drawing, as: UTF8.self), dot: item.text, hash: "00")
      let ids = try #require(
        XMLElements.attributes("id", in: Data(svg.utf8)), "\(item.seed) is no XML: \(svg)")
      for id in item.diagram.edges.map(\.id) + item.diagram.nodes.map(\.id) {
        #expect(ids.count { $0 == id } == 1, "\(item.seed): \(id)")
      }
    }
  }

  @Test(
    "PlantUML: every diagram is valid, and its edges come back with their ends",
    .enabled(if: PlantUMLOracle.isEnabled, Comment(rawValue: PlantUMLOracle.reason)))
  func plantUML() throws {
    let cases = Self.cases(.plantuml, seeds: 0..<300)
    let errors = try PlantUMLOracle.errors(in: cases.map(\.text))
    #expect(errors.count == cases.count)
    for (item, error) in zip(cases, errors) where error != nil {
      Issue.record("\(item.seed): \(error ?? "")\n\(item.text)")
    }
    for item in cases {
      #expect(
        Self.ids(in: item.text, comment: "'").sorted() == item.diagram.edges.map(\.id).sorted(),
        "\(item.seed)")
    }
    // What the parser's list of edges leaves out is in its drawing: lines inside of states, and edges
    // that start at the border of a composite.
    for item in cases.filter({ !Self.unlisted($0.diagram).isEmpty }).prefix(12) {
      let drawn = Set(try PlantUMLOracle.texts(of: item.text).map(Self.folded))
      for edge in Self.unlisted(item.diagram) {
        let lines = Set(edge.lines.map { Self.folded($0.text) })
        #expect(lines.isSubset(of: drawn), "\(item.seed): \(lines.subtracting(drawn))")
      }
    }
    for (item, edges) in zip(cases, try PlantUMLOracle.edges(in: cases.prefix(60).map(\.text))) {
      let composites = Set(item.diagram.areas.compactMap(\.state))
      let ends = item.diagram.root.all.reduce(0) {
        $0 + $1.starts.count + $1.finals.count { !composites.contains($0) }
      }
      let arrows = item.diagram.edges.count - Self.unlisted(item.diagram).count
      #expect(edges.count == arrows + ends, "\(item.seed)\n\(item.text)")
      let read = Self.counted(
        edges.map { [$0.source, $0.label, $0.target].map(Self.folded) })
      for (edge, count) in Self.counted(Self.listed(item.diagram)) {
        #expect(read[edge] ?? 0 >= count, "\(item.seed): \(edge) is not in \(edges)")
      }
    }
  }

  /// What the parser's list has to hold of each edge: the first lines of its label and of its ends'.
  ///
  /// Of composites the list has the name alone, so that edges to them are only counted.
  private static func listed(_ diagram: Diagram) -> [[String]] {
    let composites = Set(diagram.areas.compactMap(\.state))
    let unlisted = Set(Self.unlisted(diagram).map(\.id))
    let nodes = Dictionary(uniqueKeysWithValues: diagram.nodes.map { ($0.id, $0.lines) })
    return diagram.edges.filter { !unlisted.contains($0.id) && !composites.contains($0.target) }
      .map { edge in
        [nodes[edge.source] ?? [], edge.lines, nodes[edge.target] ?? []].map {
          folded(PlantUMLText.lines(Array($0.prefix(1))))
        }
      }
  }

  private static func counted(_ edges: [[String]]) -> [[String]: Int] {
    Dictionary(edges.map { ($0, 1) }, uniquingKeysWith: +)
  }

  @Test(
    "Mermaid: every diagram is valid, and its edges come back with their ends",
    .enabled(if: MermaidOracle.isEnabled, Comment(rawValue: MermaidOracle.reason)))
  func mermaid() throws {
    let cases = Self.cases(.mermaid, seeds: 0..<300)
    let readings = try MermaidOracle.read(cases.map(\.text))
    #expect(readings.count == cases.count)
    for (item, reading) in zip(cases, readings) {
      #expect(reading.error == nil, "\(item.seed)\n\(item.text)")
      let read = reading.edges.filter {
        !$0.source.hasSuffix("start") && !$0.target.hasSuffix("end")
      }
      .filter { !$0.source.hasPrefix("[") && !$0.target.hasPrefix("[") }
      .map { [$0.source, $0.target] }
      let ids = Self.ids(in: item.text, comment: "%%")
      let ends = Dictionary(uniqueKeysWithValues: item.diagram.edges.map { ($0.id, $0) })
      #expect(ids.sorted() == ends.keys.sorted(), "\(item.seed)")
      let edges = ids.compactMap { ends[$0] }
      #expect(
        read == edges.filter { !$0.isInside }.map { [$0.source, $0.target] }, "\(item.seed)")
      for edge in edges where edge.isInside {
        let text = edge.lines.map(\.text).joined(separator: "<br/>")
        #expect(reading.labels.contains(text), "\(item.seed): \(text) in \(reading.labels)")
      }
    }
  }

  @Test("SCXML, by an XML parser: each transition comes back once, from its state to its target")
  func scxml() throws {
    let random = (0..<300 as Range<UInt64>).map { RandomMachine.machine(seed: $0) }
    for (seed, machine) in (random + Samples.all.map(\.machine)).enumerated() {
      var options = RenderOptions()
      options.nested = RandomMachine.options(seed: UInt64(seed), for: machine).nested
      let text = Renderer(format: .scxml, options: options).render(machine)
      let elements = try #require(XMLElements.all(in: Data(text.utf8)), "\(machine.name): \(text)")
      let ids = elements.filter { $0.name == "transition" }.compactMap {
        $0.attributes["orrery:id"]
      }
      .flatMap { $0.split(separator: " ").map(String.init) }.filter { !$0.hasPrefix("m") }
      let expected =
        machine.transitions.indices.map { "t\($0)" }
        + (machine.states.isEmpty && machine.transitions.isEmpty
          ? machine.actions.indices.map { "a\($0)" } : [])
      #expect(ids.sorted() == expected.sorted(), "\(machine.name): \(text)")
      let states = elements.compactMap { $0.attributes["id"] }
      #expect(Set(states).count == states.count)
      let targets = elements.compactMap { $0.attributes["target"] ?? $0.attributes["initial"] }
      #expect(Set(targets).isSubset(of: states), "\(machine.name): \(text)")
    }
  }

  @Test("state-machine-cat, by its grammar: each edge and each state comes back with its words")
  func stateMachineCat() throws {
    for item in Self.cases(.smcat, seeds: 0..<300) {
      let read: SMCatReader.Machine
      do { read = try SMCatReader.read(item.text) } catch {
        Issue.record("\(item.seed): \(error)\n\(item.text)")
        continue
      }
      let edges = read.allTransitions.filter {
        !$0.source.hasPrefix("initial") && !$0.target.hasPrefix("final")
      }
      let drawn = item.diagram.edges
      #expect(
        edges.map { [$0.notes.last, $0.source, $0.target] }.sorted(by: Self.precedes)
          == drawn.map { [$0.id, $0.source, $0.target] }.sorted(by: Self.precedes),
        "\(item.seed)\n\(item.text)")
      let labels = Dictionary(
        edges.map { ($0.notes.last ?? "", Self.folded($0.label)) }, uniquingKeysWith: +)
      for edge in drawn {
        #expect(labels[edge.id] == Self.folded(edge.lines.map(\.text).joined()), "\(item.seed)")
      }
      let states = Dictionary(
        read.allStates.map { ($0.name, Self.folded($0.attributes["label"] ?? "")) },
        uniquingKeysWith: +)
      for node in item.diagram.nodes {
        let words = Self.folded(node.lines.map(\.text).joined())
        #expect(states[node.id]?.hasPrefix(words) == true, "\(item.seed): \(node.id)\n\(item.text)")
      }
    }
  }

  private static func precedes(_ one: [String?], _ other: [String?]) -> Bool {
    one.compactMap(\.self).lexicographicallyPrecedes(other.compactMap(\.self))
  }

  @Test(
    "In state-machine-cat a backslash stands for itself, wherever it is",
    arguments: [
      "\\", "a\\", "\\\"", "\"\\", "a\\nb", "\"", "\\\\\"\\\\",
    ])
  func backslashes(name: String) throws {
    var machine = Samples.empty
    machine.states = [State(name), State("other")]
    machine.transitions = [Samples.edge(name, "go", to: "other")]
    let read = try SMCatReader.read(Renderer(format: .smcat).render(machine))
    let labels = read.states.compactMap { $0.attributes["label"].map(Self.folded) }
    #expect(labels.contains(name), "\(labels)")
    #expect(read.transitions.count == 1)
  }

  @Test("Mermaid stays within what its hosts show, and says what is left out")
  func mermaidLimits() throws {
    var machine = Samples.empty
    machine.states = (0..<60).map { State("state\($0)") }
    machine.transitions = (0..<1200).map {
      Samples.edge("state\($0 % 60)", "event\($0)", to: "state\(($0 * 7 + $0 / 60) % 60)")
    }
    let renderer = Renderer(format: .mermaid)
    let text = renderer.render(machine)
    #expect(text.count <= 50_000)
    #expect(text.components(separatedBy: " --> ").count <= 501)
    let left = renderer.overLimit(machine)
    #expect(left > 0 && text.contains("\(left) over the limit of the format"))
    #expect(renderer.overLimit(Samples.login) == 0)
    #expect(Renderer(format: .dot).overLimit(machine) == 0)
  }
}
