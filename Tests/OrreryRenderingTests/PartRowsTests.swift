import OrreryModel
import Testing

@testable import OrreryRendering

@Suite("Many parts of a picture") struct PartRowsTests {
  /// A machine of regions of three values each, which are drawn with states and arrows.
  private func machine(regions count: Int) -> Machine {
    var machine = Samples.empty
    for number in 1...count {
      let name = "p\(number)"
      let states = ["off", "low", "high"].map { "\(name)=\($0)" }
      machine.states += states.map { State($0, isInitial: $0 == states[0]) }
      machine.transitions += zip(states, states.dropFirst()).map {
        Samples.edge($0, "raise\(number)", to: $1)
      }
      machine.regions.append(Region(name: name, states: states, initial: states[0]))
    }
    return machine
  }

  private func rows(_ diagram: Diagram) -> [[PartRows.Part]] {
    PartRows(diagram, DOTLayout(diagram)).rows
  }

  @Test("stand in rows, in their order, and about as wide as they are high")
  func inRows() {
    let rows = rows(Diagram(machine(regions: 20)))
    #expect(rows.flatMap { $0 }.map(\.id) == (0..<20).map { "r\($0)" })
    #expect((2...7).contains(rows.count))
    #expect(rows.allSatisfy { (2...10).contains($0.count) || $0.last?.id == "r19" })
  }

  @Test("are kept behind those of the row before by edges that are not drawn")
  func edges() {
    let few = DOTWriter.text(Diagram(machine(regions: 3)))
    #expect(!few.contains("start_row"))
    let many = DOTWriter.text(Diagram(machine(regions: 20)))
    #expect(many.contains("start_row2"))
    for line in many.split(separator: "\n") where line.contains("start_row") {
      #expect(line.contains("style=invis"))
    }
  }

  @Test("hold boxes in columns by their heads, for edges to each would keep the columns apart")
  func columns() {
    var machine = machine(regions: 6)
    for number in 1...24 {
      let states = ["flag\(number)=false", "flag\(number)=true"]
      machine.states += states.map { State($0, isInitial: $0 == states[0]) }
      machine.transitions.append(Samples.edge(states[0], "turnOn\(number)", to: states[1]))
      machine.regions.append(Region(name: "flag\(number)", states: states, initial: states[0]))
    }
    let diagram = Diagram(machine, capabilities: DOTWriter.capabilities)
    let boxes = diagram.nodes.filter { $0.kind == .property }.map(\.id)
    let edges: [(source: String, target: String)] = DOTWriter.text(diagram)
      .split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ").map(String.init)
        return words.count > 2 && words[1] == "->" ? (words[0], words[2]) : nil
      }
    let heads = edges.map { $0.source.hasPrefix("start_row") ? $0.target : "" }
      .filter(boxes.contains)
    #expect(boxes.count == 24)
    #expect(!heads.isEmpty && heads.count <= 5)
    for (upper, lower) in edges where boxes.contains(upper) { #expect(!heads.contains(lower)) }
  }

  @Test("of a picture of features are the trees that no arrow joins, the longest first")
  func trees() throws {
    let machines = (0..<5).flatMap { number -> [Machine] in
      var (parent, child, part) = (Samples.empty, Samples.empty, Samples.empty)
      (parent.id, child.id, part.id) = ("App.P\(number)", "App.C\(number)", "App.D\(number)")
      parent.children = [Child(machine: child.id, via: .scope, path: "inner")]
      if number == 3 { child.children = [Child(machine: part.id, via: .scope, path: "part")] }
      return [parent, child, part]
    }
    let diagram = try #require(Diagram(featuresOf: machines))
    let parts = rows(diagram).flatMap { $0 }
    #expect(parts.map(\.nodes.count) == [3, 2, 2, 2, 2])
  }
}
