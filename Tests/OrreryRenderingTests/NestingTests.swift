import OrreryGraphviz
import OrreryModel
import OrreryOracles
import OrreryRendering
import Testing

@Suite("Nested machines")
struct NestingTests {
  private func diagram(_ format: TextFormat, depth: Int) throws -> Diagram {
    try #require(
      Renderer(format: format, options: Samples.nested(depth: depth)).diagram(Samples.session))
  }

  @Test(
    "stand inside of the state that holds them", arguments: [TextFormat.plantuml, .mermaid, .smcat])
  func composites(format: TextFormat) throws {
    let root = try diagram(format, depth: 1).root
    let composite = try #require(root.all.first { $0.state?.id == "s1" })
    #expect(composite.area?.kind == .composite && composite.area?.name == "Credentials")
    #expect(composite.nodes.map(\.id) == ["m0s0", "m0s1"])
    #expect(composite.starts == ["m0s0"])
    #expect(composite.edges.map(\.id) == ["m0s0_s1", "m0s1_s0"])
    let text = Renderer(format: format, options: Samples.nested(depth: 1)).render(Samples.session)
    #expect(text.contains("m0s0") && text.contains("m1s0"))
  }

  @Test("stand inside of the case that presents them")
  func presented() throws {
    var parent = Samples.session
    parent.stateKind = .struct
    parent.regions = [
      Region(name: "destination", states: ["nil", "detail", "alert"], initial: "nil")
    ]
    parent.states = ["nil", "detail", "alert"].map { State($0, isInitial: $0 == "nil") }
    (parent.initial, parent.transitions) = ("nil", [])
    var destination = Samples.toolbar
    (destination.stateKind, destination.states) = (.enum, [State("detail"), State("alert")])
    destination.children = [
      Child(machine: Samples.credentials.id, via: .scope, path: "detail"),
      Child(machine: "AlertState<Alert>", via: .scope, path: "alert"),
    ]
    parent.children = [Child(machine: destination.id, via: .ifLet, path: "destination")]
    var options = RenderOptions()
    options.nested = NestedMachines([parent, destination, Samples.credentials])
    options.nested.depth = 1
    let root = Diagram(parent, options: options).root
    let holder = try #require(root.all.first { $0.area?.name == "Credentials" })
    #expect(holder.area?.kind == .composite && holder.state?.lines[0].text == "detail")
    #expect(!root.isConcurrent)
    options.nested.depth = 0
    let links = Diagram(parent, options: options)
    #expect(
      links.nodes.map { $0.submachines.map(\.name) } == [
        [], ["AlertState<Alert>"], ["Credentials"],
      ])
  }

  @Test("stand in a region beside the machine where no state holds them")
  func regions() throws {
    let root = try diagram(.plantuml, depth: 1).root
    #expect(root.isConcurrent)
    #expect(root.blocks.compactMap { $0.area?.name } == ["Session", "toolbar: Toolbar"])
    let text = Renderer(format: .plantuml, options: Samples.nested(depth: 1))
      .render(Samples.session)
    #expect(text.contains("\n  --\n"))
  }

  @Test("are entered and left at points where a target has no border to attach an edge to")
  func points() throws {
    let diagram = try diagram(.dot, depth: 1)
    let entry = try #require(diagram.nodes.first { $0.kind == .entry })
    let exit = try #require(diagram.nodes.first { $0.kind == .exit })
    #expect(entry.id == "s1")
    #expect(diagram.edges.first { $0.id == "s0_s1" }?.target == entry.id)
    #expect(diagram.edges.filter { $0.source == exit.id }.map(\.id) == ["s1_s0", "s1_s2"])
    let dot = Renderer(format: .dot, options: Samples.nested(depth: 1)).render(Samples.session)
    #expect(dot.contains("s1 -> m0s0 [id=\"start_m0s0\""))
  }

  @Test("keep the account of their own transitions")
  func account() throws {
    let diagram = try diagram(.dot, depth: 1)
    #expect(diagram.nested.map(\.machine) == ["App.Toolbar", "App.Credentials"])
    let credentials = try #require(diagram.nested.first { $0.machine == "App.Credentials" })
    #expect(credentials.account.last == .hidden(.ignored))
    #expect(diagram.caption.contains("Not drawn in nested machines: 1"))
  }

  @Test("are links to their own pictures where they are not drawn inside")
  func links() throws {
    let diagram = try diagram(.dot, depth: 0)
    let holder = try #require(diagram.nodes.first { $0.id == "s1" })
    #expect(holder.submachines.map(\.name) == ["Credentials"])
    #expect(holder.submachines.map(\.page) == ["App.Credentials"])
    #expect(diagram.notes.map(\.pages) == [["App.Toolbar"]])
    let dot = Renderer(format: .dot, options: Samples.nested(depth: 0)).render(Samples.session)
    #expect(
      dot.contains("HREF=\"App.Credentials.svg\"") && dot.contains("HREF=\"App.Toolbar.svg\""))
    let scxml = Renderer(format: .scxml, options: Samples.nested(depth: 0)).render(Samples.session)
    #expect(
      scxml.contains("<invoke type=\"http://www.w3.org/TR/scxml/\" src=\"App.Credentials.scxml\""))
    let page = Renderer(format: .markdown, options: Samples.nested(depth: 0)).render(
      Samples.session)
    #expect(page.contains("[`App.Toolbar`](App.Toolbar.md)"))
  }

  @Test("stay closed where they are asked to, and never hold themselves")
  func collapsed() throws {
    var options = Samples.nested(depth: 4)
    options.nested.collapsed = ["App.Credentials"]
    let diagram = Diagram(Samples.session, options: options)
    #expect(diagram.nested.map(\.machine) == ["App.Toolbar"])
    var loop = Samples.session
    loop.children = [Child(machine: loop.id, via: .scope, path: "again")]
    options.nested = NestedMachines([loop])
    options.nested.depth = 4
    #expect(Diagram(loop, options: options).nested.count == 1)
  }

  @Test("are one region for each property that changes on its own")
  func orthogonal() throws {
    let diagram = Diagram(Samples.screen)
    #expect(diagram.areas.map(\.name) == ["tab", "sheet"])
    #expect(diagram.areas.map { $0.nodes.count } == [4, 2])
    #expect(
      diagram.nodes.map { $0.lines[0].text } == [
        "home", "cart", "profile", "nil", "some", "any state",
      ])
    #expect(diagram.root.isConcurrent)
    #expect(diagram.account.count == Samples.screen.transitions.count)
    #expect(diagram.edges.allSatisfy { $0.lines.count == 1 })
  }
}

@Suite("The tree of features")
struct FeatureTreeTests {
  private static let machines = [Samples.session, Samples.credentials, Samples.toolbar]

  @Test("shows which machine is built from which, each once")
  func tree() throws {
    let tree = try #require(Diagram(featuresOf: Self.machines + [Samples.counter]))
    #expect(tree.nodes.map { $0.lines[0].text } == ["Session", "Credentials", "Toolbar"])
    #expect(
      tree.edges.map { $0.lines.map(\.text).joined(separator: " ") } == [
        "signingIn (ifLet)", "",
      ])
    #expect(Diagram(featuresOf: [Samples.counter]) == nil)
  }

  @Test("leaves out what a machine's name says, and tells once what is held several times")
  func labels() throws {
    var parent = Samples.empty
    parent.id = "App.Parent"
    parent.children = ["toolbarState", "other", "third"].map {
      Child(machine: Samples.toolbar.id, via: .scope, path: $0)
    }
    let tree = try #require(Diagram(featuresOf: [parent, Samples.toolbar]))
    #expect(tree.edges.map { $0.lines.map(\.text) } == [["toolbarState", "other", "third"]])
  }

  @Test("says so where it has no labels, as there are too many boxes", arguments: [13, 24])
  func crowded(pairs: Int) throws {
    let machines = (0..<pairs).flatMap { number -> [Machine] in
      var (parent, child) = (Samples.empty, Samples.empty)
      (parent.id, child.id) = ("App.P\(number)", "App.C\(number)")
      parent.children = [Child(machine: child.id, via: .scope, path: "inner")]
      child.children = [Child(machine: parent.id, via: .ifLet, path: "outer")]
      return [parent, child]
    }
    let tree = try #require(Diagram(featuresOf: machines))
    let isCrowded = tree.nodes.count > 40
    #expect(tree.edges.allSatisfy { $0.lines.isEmpty == isCrowded })
    #expect(tree.caption.isEmpty == !isCrowded)
  }

  @Test("lists machines in the box of the only one that holds them, where there are many")
  func parts() throws {
    var root = Samples.empty
    root.id = "App.Root"
    let leaves = (1...14).map { number in
      var leaf = Samples.empty
      (leaf.id, leaf.name) = ("App.Leaf\(number)", "Leaf\(number)")
      root.children.append(Child(machine: leaf.id, via: .ifLet, path: "part\(number)"))
      return leaf
    }
    let tree = try #require(Diagram(featuresOf: [root] + leaves))
    #expect(tree.nodes.count == 1 && tree.edges.isEmpty)
    #expect(tree.nodes[0].submachines.map(\.name).first == "part1 (ifLet): Leaf1")
    #expect(tree.nodes[0].submachines.count == 14)
  }

  @Test("names what lies outside of the source that was read")
  func unknown() throws {
    let tree = try #require(Diagram(featuresOf: [Samples.session]))
    #expect(tree.nodes.map(\.kind) == [.machine, .any, .any])
  }

  @Test(
    "is read by the parsers of its targets",
    .enabled(if: Graphviz.isAvailable || Tool.isRequired, "this build has no Graphviz"))
  func parsed() throws {
    let dot = try #require(Renderer(format: .dot).renderFeatures(of: Self.machines))
    #expect(
      try Graphviz.edges(dot: dot).map { [$0.tail, $0.head] } == [["f0", "f1"], ["f0", "f2"]])
    let mermaid = try #require(Renderer(format: .mermaid).renderFeatures(of: Self.machines))
    #expect(mermaid.contains("f0 --> f1 : signingIn (ifLet)"))
    #expect(Renderer(format: .csv).renderFeatures(of: Self.machines) == nil)
  }
}
