import OrreryModel
import Testing

@testable import OrreryRendering

@Suite("A statechart out of a flat machine")
struct StatechartTests {
  // MARK: - Superstates

  @Test("has a box around states that share their ways out and lead to one another")
  func superstate() throws {
    let diagram = Diagram(Samples.steps)
    let box = try #require(diagram.areas.first { $0.kind == .superstate })
    let names = diagram.nodes.filter { box.nodes.contains($0.id) }.map { $0.lines[0].text }
    #expect(Set(names) == ["one", "two", "three", "any of these"])
    #expect(diagram.edges.count == 4)
    #expect(diagram.root.blocks.map { $0.area?.kind } == [.superstate])
  }

  @Test("names states that share their ways out and lead nowhere near one another")
  func apart() throws {
    var machine = Samples.steps
    machine.transitions.removeAll { $0.event.name == "next" }
    let diagram = Diagram(machine)
    #expect(diagram.areas.isEmpty)
    let node = try #require(diagram.nodes.first { $0.kind == .any })
    #expect(node.lines.map(\.text) == ["any of one, three, two"])
  }

  @Test("has no box across whose border two arrows join the same states: their labels would touch")
  func parallel() {
    var machine = Samples.steps
    var guess = Samples.edge("waiting", "resume", to: "two")
    guess.certainty = .inferred
    machine.transitions += [Samples.edge("waiting", "start", to: "two"), guess]
    #expect(Diagram(machine).areas.isEmpty)
    machine.transitions.removeLast()
    #expect(Diagram(machine).areas.map(\.kind) == [.superstate])
  }

  @Test("has no box within a box within a box, and none across another")
  func laminar() {
    let groups = [["a", "b", "c", "d"], ["a", "b", "c"], ["a", "b"], ["c", "d"]]
    let edges = [("a", "b"), ("b", "c"), ("c", "d")].map { from, to in
      Bundle(
        source: .state(from), target: .end(.state(to)), ordinals: [0],
        transition: Samples.edge(from, "next", to: to),
        style: EdgeStyle(origin: .input, kind: .move, certainty: .exact))
    }
    #expect(Superstates(of: groups, joined: edges).groups == Array(groups.prefix(2)))
    #expect(
      Superstates(of: groups.reversed(), joined: edges).groups == [
        ["c", "d"], ["a", "b"], groups[0],
      ])
  }

  @Test("draws each row of each state where it is asked to")
  func flat() {
    var options = RenderOptions()
    options.isFlat = true
    let diagram = Diagram(Samples.steps, options: options)
    #expect(diagram.areas.isEmpty && diagram.nodes.allSatisfy { $0.kind == .state })
    #expect(diagram.edges.count == 8)
  }

  // MARK: - Choices

  @Test("parts what one event leads to at a choice, where its name would be said too often")
  func choice() throws {
    let diagram = Diagram(Samples.fan(of: 6))
    let choice = try #require(diagram.nodes.first { $0.kind == .choice })
    let trunk = try #require(diagram.edges.first { $0.target == choice.id })
    #expect(trunk.ordinals.isEmpty)
    #expect(trunk.lines.map(\.text).joined().contains("theAnswerOfTheServer"))
    let branches = diagram.edges.filter { $0.source == choice.id }
    #expect(branches.flatMap { $0.ordinals }.sorted() == Array(0..<6))
    #expect(branches.allSatisfy { $0.lines.isEmpty })
  }

  @Test("says the event at each arrow where that is shorter", arguments: [2, 3, 4])
  func few(targets: Int) {
    #expect(!Diagram(Samples.fan(of: targets, on: "next")).nodes.contains { $0.kind == .choice })
  }

  @Test(
    "parts nothing at a choice where only some ways have a condition, or the source may be a target"
  )
  func noChoice() {
    var mixed = Samples.fan(of: 6)
    mixed.transitions[0].guard = "isOn"
    #expect(!Diagram(mixed).nodes.contains { $0.kind == .choice })
    var any = Samples.fan(of: 6)
    any.transitions = any.states.flatMap { from in
      any.states.filter { $0.name != from.name && $0.name != "start" }.map {
        Samples.edge(from.name, Samples.fan(of: 1).transitions[0].event.name, to: $0.name)
      }
    }
    let diagram = Diagram(any)
    #expect(diagram.nodes.contains { $0.kind == .any })
    #expect(!diagram.nodes.contains { $0.kind == .choice })
  }

  // MARK: - Properties

  @Test("tells regions of two values as boxes with lines, where there are many")
  func properties() throws {
    let diagram = Diagram(Samples.flags(4))
    let boxes = diagram.nodes.filter { $0.kind == .property }
    #expect(boxes.map { $0.lines.map(\.text) }.contains(["flag1 = false"]))
    #expect(boxes.count == 4)
    let lines = diagram.edges.filter { edge in edge.source == boxes[0].id }
    #expect(lines.map { $0.lines.map(\.text) } == [["→ true set1"], ["→ false reset1"]])
    #expect(lines.allSatisfy { $0.isLoop })
    #expect(diagram.areas.map(\.name) == ["mode", "properties"])
    #expect(diagram.account.allSatisfy { $0.edge != nil })
  }

  @Test("says of a property in which value an answer that does not change it holds")
  func valueOfProperty() {
    var machine = Samples.flags(4)
    machine.transitions += [
      Samples.edge("flag1=true", "tick", to: "flag1=true", .run(".save"), kind: .stay),
      Samples.edge("flag1=false", "load", to: nil, kind: .unresolved),
      Samples.edge("flag1=true", "load", to: nil, kind: .unresolved),
    ]
    var options = RenderOptions()
    options.detail = .all
    let diagram = Diagram(machine, options: options)
    let labels = diagram.edges.map { $0.lines.map(\.text).joined(separator: " ") }
    for label in ["true: tick / .save", "false: load → ?", "true: load → ?"] {
      #expect(labels.contains(label), "\(labels)")
    }
    #expect(diagram.account.allSatisfy { $0.edge != nil })
  }

  @Test("draws a few regions of two values with states and arrows")
  func fewProperties() {
    let diagram = Diagram(Samples.flags(3))
    #expect(!diagram.nodes.contains { $0.kind == .property })
    #expect(diagram.areas.map(\.name) == ["mode", "flag1", "flag2", "flag3"])
  }

  @Test("does not depend on the order of the properties")
  func order() {
    var other = Samples.flags(4)
    other.regions.reverse()
    other.states.reverse()
    other.transitions.reverse()
    #expect(Renderer(format: .dot).render(other) == Renderer(format: .dot).render(Samples.flags(4)))
  }

  // MARK: - What is not known

  @Test(
    "says in the box of a state that its target is not known, where arrows to `?` would be many")
  func untold() {
    let names = (1...6).map { "state\($0)" }
    let diagram = Diagram(
      Samples.machine(
        names,
        names.map { Samples.edge($0, "back\($0)", to: nil, kind: .unresolved) }))
    #expect(!diagram.nodes.contains { $0.kind == .unknown })
    #expect(
      diagram.edges.allSatisfy { $0.isLoop && $0.lines.last?.last?.text.hasSuffix("→ ?") == true })
  }

  @Test("keeps an answer whose target is not known apart from one that stays")
  func untoldBesideStay() {
    let names = (1...6).map { "state\($0)" }
    var rows = names.map { Samples.edge($0, "back", to: nil, kind: .unresolved) }
    rows.append(Samples.edge("state1", "wait", to: nil, kind: .unresolved))
    rows.append(Samples.edge("state1", "tick", to: "state1", .run(".save"), kind: .stay))
    var options = RenderOptions()
    options.detail = .all
    let labels = Diagram(Samples.machine(names, rows), options: options).edges
      .map { $0.lines.map(\.text).joined(separator: " ") }
    #expect(labels.filter { $0.hasPrefix("tick") } == ["tick / .save"])
    #expect(labels.contains("wait → ?"))
  }

  @Test("draws few unknown targets as `?`")
  func unknown() {
    let diagram = Diagram(
      Samples.machine(["a", "b"], [Samples.edge("a", "back", to: nil, kind: .unresolved)]))
    #expect(diagram.nodes.contains { $0.kind == .unknown })
  }

  @Test("tells an inferred answer by the exact one of the same event, where it tells no conditions")
  func inferred() {
    var guess = Samples.edge("a", "go", if: "isOn", to: "b")
    guess.certainty = .inferred
    let machine = Samples.machine(
      ["a", "b"], [Samples.edge("a", "go", if: "!isOn", to: "b"), guess])
    var options = RenderOptions()
    options.detail = .moves
    #expect(Diagram(machine, options: options).edges.map(\.style.certainty) == [.exact])
    options.detail = .guards
    #expect(Diagram(machine, options: options).edges.count == 2)
  }
}
