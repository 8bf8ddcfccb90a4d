import OrreryModel
import Testing

@testable import OrreryRendering

@Suite("Many regions") struct RegionRowsTests {
  private func machine(regions count: Int) -> Machine {
    var machine = Samples.empty
    for number in 1...count {
      let states = ["p\(number)=false", "p\(number)=true"]
      machine.states += [State(states[0], isInitial: true), State(states[1])]
      machine.transitions.append(Samples.edge(states[0], "set\(number)", to: states[1]))
      machine.regions.append(Region(name: "p\(number)", states: states, initial: states[0]))
    }
    return machine
  }

  @Test("stand in rows, in their order, and about as wide as they are high")
  func rows() {
    let rows = RegionRows(Diagram(machine(regions: 20))).rows
    #expect(rows.flatMap { $0 }.map(\.id) == (0..<20).map { "r\($0)" })
    #expect((3...7).contains(rows.count))
    #expect(rows.allSatisfy { $0.count <= 7 })
  }

  @Test("are kept under those of the row above by edges that are not drawn")
  func edges() {
    let few = DOTWriter.text(Diagram(machine(regions: 3)))
    #expect(!few.contains("start_row"))
    let many = DOTWriter.text(Diagram(machine(regions: 8)))
    #expect(many.contains("start_row2"))
    for line in many.split(separator: "\n") where line.contains("start_row") {
      #expect(line.contains("style=invis"))
    }
  }
}
