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
    for (position, edge) in diagram.edges.enumerated() {
      #expect(edge.ordinals.allSatisfy { diagram.account[$0].edge == position })
      shown += edge.ordinals
    }
    let visible = diagram.account.indices.filter { diagram.account[$0].edge != nil }
    #expect(shown.sorted() == visible)
  }

  @Test("has no edge that starts or ends nowhere", arguments: 0..<200 as Range<UInt64>)
  func edgesHaveEnds(seed: UInt64) {
    let machine = RandomMachine.machine(seed: seed)
    let diagram = Diagram(machine, options: RandomMachine.options(seed: seed, for: machine))
    let ids = diagram.nodes.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(diagram.edges.allSatisfy { ids.contains($0.source) && ids.contains($0.target) })
    #expect(Set(diagram.edges.map(\.id)).count == diagram.edges.count)
  }

  @Test("tells why a transition is not drawn")
  func omissions() {
    let diagram = Diagram(Samples.login)
    let reasons = diagram.account.compactMap {
      if case .hidden(let reason) = $0 { reason } else { nil }
    }
    #expect(reasons == [.rejected, .rejected, .ignored])
    #expect(diagram.caption == ["Not drawn: 1 ignored, 2 rejected"])
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
