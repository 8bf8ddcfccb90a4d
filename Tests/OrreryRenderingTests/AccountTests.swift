import OrreryModel
import OrreryRendering
import Testing

@Suite("The account of the transitions")
struct AccountTests {
  @Test(
    "names every transition once, in the edge that shows it", arguments: 0..<200 as Range<UInt64>)
  func everyTransitionIsAccountedFor(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let options = RandomMachine.options(seed: seed, for: machine)
    let diagram = Diagram(machine, options: options)

    #expect(diagram.account.count == machine.transitions.count)
    var shown: [Int] = []
    for (position, edge) in diagram.edges.enumerated() where edge.prefix.isEmpty {
      #expect(edge.ordinals.allSatisfy { diagram.account[$0].edge == position })
      shown += edge.ordinals
    }
    let visible = diagram.account.indices.filter { diagram.account[$0].edge != nil }
    #expect(shown.sorted() == visible)
    for nested in diagram.nested {
      for (ordinal, disposition) in nested.account.enumerated() {
        guard let position = disposition.edge else { continue }
        let edge = diagram.edges[position]
        #expect(edge.prefix == nested.prefix && edge.ordinals.contains(ordinal))
      }
    }
  }

  @Test("has no edge that starts or ends nowhere", arguments: 0..<200 as Range<UInt64>)
  func edgesHaveEnds(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let diagram = Diagram(machine, options: RandomMachine.options(seed: seed, for: machine))
    let ids = diagram.nodes.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(diagram.edges.allSatisfy { ids.contains($0.source) && ids.contains($0.target) })
    #expect(Set(diagram.edges.map(\.id)).count == diagram.edges.count)
    let written = diagram.root.all.flatMap(\.edges).map(\.id)
    #expect(written.sorted() == diagram.edges.map(\.id).sorted())
    let stated = diagram.root.all.flatMap {
      $0.nodes.map(\.id) + ($0.area?.state.map { [$0] } ?? [])
    }
    #expect(Set(stated) == Set(ids))
  }

  @Test("counts what a note says of many states")
  func notes() throws {
    var options = RenderOptions()
    options.wildcards = .note
    let diagram = Diagram(Samples.login, options: options)
    #expect(diagram.account.count { $0 == .noted } == 3)
    let note = try #require(diagram.notes.first { $0.kind == .wildcards })
    #expect(
      note.lines == [
        "any of enteringPassword, failed, secondFactor: input.cancel / cancel(login) → idle"
      ])
    options.wildcards = .edges
    let edges = Diagram(Samples.login, options: options)
    #expect(edges.account.allSatisfy { if case .folded = $0 { false } else { true } })
    #expect(edges.nodes.allSatisfy { $0.kind != .any })
  }

  @Test("tells why a transition is not drawn")
  func omissions() {
    var options = RenderOptions()
    options.detail = .all
    let diagram = Diagram(Samples.login, options: options)
    let reasons = diagram.account.compactMap {
      if case .hidden(let reason) = $0 { reason } else { nil }
    }
    #expect(reasons == [.rejected, .rejected, .ignored])
    #expect(diagram.caption == ["Not drawn: 1 ignored, 2 rejected"])
  }

  /// `load` waits in `busy`; its answer may come late, in `done` or in `gone`.
  private func loader(answer: Transition.Kind) -> Machine {
    let place = SourceLocation(file: "Loader.swift", line: 1)
    let done = Event.ID(.internal, "load#api.load")
    func edge(
      _ from: String, _ event: Event.ID, _ to: String, _ kind: Transition.Kind = .move,
      isLate: Bool = false
    ) -> Transition {
      var edge = Transition(
        from: from, event: event, to: to, location: place, kind: kind,
        certainty: isLate ? .inferred : .exact)
      edge.isLate = isLate
      return edge
    }
    var machine = Machine(
      id: "Shop.Loader", name: "Loader", style: .actor, location: place, stateKind: .enum)
    machine.states = ["busy", "done", "gone"].map { State($0) }
    machine.transitions = [
      edge("busy", done, answer == .move ? "done" : "busy", answer),
      edge("busy", .init(.input, "leave"), "gone"), edge("done", .init(.input, "leave"), "gone"),
      edge("done", done, "done", .stay, isLate: true), edge("gone", done, "done", isLate: true),
      edge("done", .init(.internal, "load#other"), "busy", isLate: true),
    ]
    return machine
  }

  @Test("leaves out late answers, but for the only way out of a state and what never comes in time")
  func lateAnswers() {
    var options = RenderOptions()
    options.detail = .all
    let diagram = Diagram(loader(answer: .move), options: options)
    let hidden = diagram.account.indices.filter { diagram.account[$0] == .hidden(.late) }
    #expect(hidden == [3])
    #expect(diagram.caption == ["Not drawn: 1 late"])
    let ignored = Diagram(loader(answer: .ignore), options: options)
    #expect(ignored.account.allSatisfy { $0 != .hidden(.late) })
    options.showsIgnored = true
    #expect(Diagram(loader(answer: .move), options: options).caption.isEmpty)
    (options.showsIgnored, options.counts) = (false, [3: 1])
    #expect(Diagram(loader(answer: .move), options: options).caption.isEmpty)
  }

  @Test("shows everything on demand")
  func ignoredOnDemand() {
    var options = RenderOptions()
    options.showsIgnored = true
    let diagram = Diagram(Samples.login, options: options)
    #expect(diagram.account.allSatisfy { $0.edge != nil })
    #expect(diagram.caption.isEmpty)
  }

  @Test("says so where a target has no room for an edge")
  func limit() {
    var capabilities = Capabilities()
    capabilities.maximumEdges = 2
    let diagram = Diagram(Samples.login, capabilities: capabilities)
    #expect(diagram.edges.count == 2)
    #expect(diagram.account.count { $0 == .hidden(.overLimit) } > 0)
    #expect(diagram.caption.joined().contains("over the limit of the format"))
  }
}
