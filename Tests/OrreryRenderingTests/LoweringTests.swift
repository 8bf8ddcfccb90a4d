import OrreryModel
import OrreryRendering
import Testing

@Suite("Lowering")
struct LoweringTests {
  @Test("merges the edges between two states into one with several lines")
  func merging() throws {
    let diagram = Diagram(Samples.counter)
    let loop = try #require(diagram.edges.first { $0.source == "s0" && $0.target == "s0" })
    #expect(loop.id == "s0_s0")
    #expect(loop.lines.map(\.text) == ["decrement, increment"])
    #expect(diagram.account[0] == .merged(edge: 0))
  }

  @Test("keeps inputs and results of effects apart")
  func origins() {
    let edges = Diagram(Samples.login).edges.filter { $0.source == "s2" }
    #expect(Set(edges.map(\.style.origin)) == [.ioResult])
  }

  @Test("folds three equal edges of one wildcard, and not two")
  func folding() {
    func fold(_ states: [String]) -> Diagram {
      var machine = Samples.empty
      machine.states = ["a", "b", "c", "d"].map { State($0) }
      machine.transitions = states.map {
        Samples.edge($0, "stop", to: "d", wildcard: 12)
      }
      return Diagram(machine)
    }
    #expect(fold(["a", "b"]).edges.count == 2)
    let folded = fold(["a", "b", "c"])
    #expect(folded.edges.map(\.ordinals) == [[0, 1, 2]])
    #expect(folded.nodes.last?.lines.map(\.text) == ["any state"])
    #expect(folded.account == Array(repeating: .folded(edge: 0), count: 3))
  }

  @Test("does not fold what differs in its guard, its effect or its clause")
  func foldingNeedsEquality() {
    var machine = Samples.empty
    machine.states = ["a", "b", "c"].map { State($0) }
    machine.transitions = ["a", "b", "c"].map { Samples.edge($0, "stop", to: "c", wildcard: 12) }
    machine.transitions[1].guard = "isReady"
    #expect(Diagram(machine).edges.count == 3)
  }

  @Test("names the origin of an event only where two share the name")
  func ambiguousNames() {
    let labels = Diagram(Samples.login).edges.flatMap(\.lines).map(\.text)
    #expect(labels.contains { $0.hasPrefix("input.cancel") })
    #expect(labels.contains { $0.hasPrefix("ioResult.cancel") })
    #expect(labels.contains { $0.hasPrefix("start") })
  }

  @Test("draws an edge without a known target to a question mark")
  func unresolved() throws {
    let diagram = Diagram(Samples.login)
    let edge = try #require(diagram.edges.first { $0.style.kind == .unresolved })
    let target = try #require(diagram.nodes.first { $0.id == edge.target })
    #expect(target.kind == .unknown)
    #expect(diagram.notes.first?.title == "Not resolved")
  }

  @Test("tells of events of which the same is not resolved in one line of three names")
  func sharedNotes() throws {
    var machine = Samples.empty
    machine.unresolved = ["a", "b", "c", "d"].map {
      Unresolved(
        location: SourceLocation(file: "A.swift", line: 1), event: $0, "cannot be told")
    }
    #expect(Diagram(machine).notes.first?.lines == ["a, b, c and 1 other cannot be told"])
  }

  @Test("cuts the picture out around a state")
  func focus() {
    var options = RenderOptions()
    options.focus = "idle"
    let near = Diagram(Samples.login, options: options)
    #expect(
      near.nodes.filter { $0.kind == .state }.map { $0.lines[0].text.prefix(4) } == [
        "idle", "ente", "chec", "fail", "seco",
      ])
    options.depth = 0
    #expect(Diagram(Samples.login, options: options).nodes.count == 1)
    options.focus = "nowhere"
    let whole = Diagram(Samples.login, options: options)
    #expect(whole.nodes.count == Diagram(Samples.login).nodes.count)
    #expect(whole.caption.contains("No state is called nowhere: all states are drawn"))
  }

  @Test("lists the actions of a struct state that has no states")
  func actions() throws {
    let node = try #require(Diagram(Samples.settings).nodes.first)
    #expect(node.kind == .actions)
    #expect(node.lines.map(\.text).contains("toggleTapped"))
  }

  @Test("says whose values the states are where their names do not")
  func projection() {
    var machine = Samples.counter
    machine.regions = [
      Region(name: "destination", states: machine.states.map(\.name), initial: machine.initial)
    ]
    #expect(Diagram(machine).caption.contains("The states are the values of destination"))
    #expect(Diagram(Samples.counter).caption.isEmpty)
  }

  @Test("stacks boxes that no arrow joins, so that they are no wide row")
  func columns() {
    var machine = Samples.empty
    let names = ["a", "b", "c", "d", "e", "f"]
    machine.states = names.map { State($0) }
    machine.transitions = (0..<4).flatMap { event in
      names.filter { $0 != machine.states[event].name }.map {
        Samples.edge($0, "event\(event)", to: $0, kind: .stay, wildcard: event)
      }
    }
    let dot = Renderer(format: .dot).render(machine)
    // Six states and four nodes of several states: four rows, and three columns.
    #expect(dot.components(separatedBy: "style=invis").count - 1 == 7)
  }

  @Test("marks in words what a target cannot draw")
  func marks() {
    var capabilities = Capabilities()
    capabilities.strokes = []
    let diagram = Diagram(Samples.login, capabilities: capabilities)
    #expect(diagram.edges.contains { $0.lines.first?.text.hasPrefix("↩ accepted") ?? false })
    #expect(diagram.legend.map(\.mark).contains("↩"))
  }
}
