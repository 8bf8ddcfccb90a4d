import OrreryModel
import OrreryRendering
import Testing

@Suite("Folding")
struct FoldingTests {
  private static let seeds: Range<UInt64> = 0..<200

  /// A machine with few names, so that many rows are alike.
  private static func dense(_ seed: UInt64) -> Machine {
    var generator = SeededGenerator(seed: seed)
    var machine = Samples.empty
    let names = (0..<Int.random(in: 2...9, using: &generator)).map { "state\($0)" }
    machine.states = names.map { State($0) }
    machine.initial = names[0]
    let events = ["stop", "next", "fail"]
    machine.events = events.map { Event(Event.ID(.input, $0)) }
    for _ in 0..<Int.random(in: 0...60, using: &generator) {
      let from = names.randomElement(using: &generator) ?? ""
      let to = names.prefix(3).randomElement(using: &generator)
      let isStay = Int.random(in: 0..<5, using: &generator) == 0
      machine.transitions.append(
        Samples.edge(
          from, events.randomElement(using: &generator) ?? "",
          if: Int.random(in: 0..<4, using: &generator) == 0 ? "isOn" : nil,
          to: isStay ? from : to, kind: isStay ? .stay : .move))
    }
    return machine
  }

  /// What an arrow says of two states.
  private struct Claim: Hashable {
    var from, to: String
  }

  /// What a reader takes from the arrows and lines of the picture, by the edge.
  private func read(_ edge: Diagram.Edge, of diagram: Diagram) -> Set<Claim> {
    guard let source = diagram.nodes.first(where: { $0.id == edge.source }) else { return [] }
    if source.kind == .choice {
      // What leads to a choice goes on from there.
      let trunks = diagram.edges.filter { $0.target == source.id }
      return trunks.reduce(into: []) { claims, trunk in
        var way = edge
        way.source = trunk.source
        claims.formUnion(read(way, of: diagram))
      }
    }
    guard source.kind == .any else { return [Claim(from: edge.source, to: edge.target)] }
    return edge.isLoop
      ? Set(source.covers.map { Claim(from: $0, to: $0) })
      : Set(source.covers.filter { $0 != edge.target }.map { Claim(from: $0, to: edge.target) })
  }

  @Test("says of each arrow exactly the rows that it stands for", arguments: seeds)
  func unfolding(seed: UInt64) {
    let machine = Self.dense(seed)
    for style in [WildcardStyle.node, .edges] {
      var options = RenderOptions()
      options.wildcards = style
      options.detail = .all
      let diagram = Diagram(machine, options: options)
      let ids = Dictionary(
        uniqueKeysWithValues: diagram.nodes.filter { $0.kind == .state }.map {
          ($0.lines[0].text, $0.id)
        })
      for edge in diagram.edges {
        let rows = edge.ordinals.map { machine.transitions[$0] }
        let claims = Set(rows.map { Claim(from: ids[$0.from] ?? "", to: ids[$0.to ?? ""] ?? "") })
        #expect(read(edge, of: diagram) == claims)
        let events = Dictionary(grouping: rows) { "\($0.event.name) \($0.guard ?? "")" }
        #expect(events.values.allSatisfy { Set($0.map(\.from)).count == claims.count })
      }
      let drawn = diagram.edges.flatMap(\.ordinals).sorted()
      #expect(drawn == diagram.account.indices.filter { diagram.account[$0].edge != nil })
    }
  }

  @Test("never adds an arrow", arguments: seeds)
  func fewer(seed: UInt64) {
    let machine = Self.dense(seed)
    var options = RenderOptions()
    options.detail = .all
    let folded = Diagram(machine, options: options)
    options.isFlat = true
    let flat = Diagram(machine, options: options)
    func arrows(_ diagram: Diagram) -> Int { diagram.edges.count { !$0.isLoop } }
    #expect(arrows(folded) <= arrows(flat))
  }

  @Test("does not depend on the order of the declarations", arguments: seeds)
  func order(seed: UInt64) {
    let machine = Self.dense(seed)
    var generator = SeededGenerator(seed: seed &+ 7)
    var other = machine
    other.states.shuffle(using: &generator)
    other.events.shuffle(using: &generator)
    other.transitions.shuffle(using: &generator)
    #expect(picture(machine) == picture(other))
  }

  private func picture(_ machine: Machine) -> [Substring] {
    Renderer(format: .dot).render(machine).split(separator: "\n")
  }

  @Test("tells once what every other state does")
  func anyState() throws {
    var machine = Samples.empty
    machine.states = ["idle", "running", "paused", "done"].map { State($0) }
    machine.transitions = ["idle", "running", "paused"].enumerated().map { line, state in
      Samples.edge(state, "cancel", to: "done", wildcard: line)
    }
    let diagram = Diagram(machine)
    let node = try #require(diagram.nodes.first { $0.kind == .any })
    #expect(node.lines.map(\.text) == ["any state"])
    #expect(diagram.edges.map(\.source) == [node.id])
  }

  @Test("starts several arrows from one node where they leave the same states")
  func shared() {
    var machine = Samples.empty
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"]
    machine.states = names.map { State($0) }
    machine.transitions = ["a", "b", "c"].flatMap {
      [Samples.edge($0, "stop", to: "g"), Samples.edge($0, "fail", to: "h")]
    }
    let diagram = Diagram(machine)
    #expect(diagram.nodes.count { $0.kind == .any } == 1)
    #expect(diagram.edges.count == 2)
  }

  @Test("keeps apart what stays within one region")
  func regions() {
    var machine = Samples.empty
    machine.states = ["a", "b", "c", "d", "w", "x", "y", "z"].map { State($0) }
    machine.regions = [
      Region(name: "first", states: ["a", "b", "c", "d"], initial: "a"),
      Region(name: "second", states: ["w", "x", "y", "z"], initial: "w"),
    ]
    machine.transitions =
      ["a", "b", "c"].map { Samples.edge($0, "fail", to: "d") }
      + ["w", "x", "y"].map { Samples.edge($0, "fail", to: "z") }
    let nodes = Diagram(machine).nodes.filter { $0.kind == .any }
    #expect(nodes.map { $0.lines.map(\.text) } == [["any state"], ["any state"]])
  }
}
