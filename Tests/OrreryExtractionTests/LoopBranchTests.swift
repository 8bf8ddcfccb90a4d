import OrreryExtraction
import OrreryModel
import Testing

@Suite("Branches in a loop over parts of a struct state") struct LoopBranchTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      struct Day { var number: Int; var mark = "" }
      struct State { var days: [Day] = []; var month = 1; var isOpen = false }
      enum Event { case next }
      func reduce(state: inout State, event: Event) {
        switch event {
        case .next:
          state.month += 1
          \(body)
        }
      }
      """
    ).actions.map(describe)
  }

  @Test("that ask for an element are one row: each element may take another")
  func elements() throws {
    #expect(
      try rows(
        """
        for i in state.days.indices {
          guard state.days[i].number > 0 else { continue }
          let isFirst = state.days[i].number < 10
          if isFirst { state.days[i].mark = "x" } else { state.days[i].mark = "o" }
        }
        """) == [
          "next month += 1; days[i].mark = \"x\"; days[i].mark = \"o\""
        ])
  }

  @Test("that ask for what holds outside of it too exclude each other")
  func outside() throws {
    #expect(
      try rows(
        """
        for i in state.days.indices {
          if state.isOpen {
            if state.days[i].number < 10 {
              state.days[i].mark = "x"
            } else {
              state.days[i].mark = "o"
            }
          }
        }
        """) == [
          "next[state.isOpen] month += 1; days[i].mark = \"x\"; days[i].mark = \"o\"",
          "next[!(state.isOpen)] month += 1",
        ])
  }

  @Test("that leave the loop are rows of their own")
  func leaving() throws {
    let found = try rows(
      """
      for i in state.days.indices {
        if state.days[i].number > 9 { return }
        if state.days[i].number > 3 { state.days[i].mark = "x" }
      }
      state.isOpen = true
      """)
    #expect(found.contains { $0.hasSuffix("isOpen = true") && $0.contains("mark") })
    #expect(found.contains { !$0.contains("isOpen") })
  }

  @Test("each round of a list asks its condition anew")
  func filteredList() throws {
    let found = try machine(
      """
      final class Engine {
        enum State { case off, on }
        enum Effect { case ping, save }
        private var state = State.off
        private let net: Net
        init(net: Net) { self.net = net }
        func start(_ isOn: Bool) {
          state = .on
          for effect in [Effect.ping, .save] where isOn { run(effect) }
        }
        func stop() { if state == .on { state = .off } }
        private func run(_ effect: Effect) {
          switch effect {
          case .ping: net.ping()
          case .save: net.save()
          }
        }
      }
      """)
    let rows = found.transitions.filter { $0.from == "off" && $0.event.name == "start" }
    #expect(!rows.map(describe).contains("off start[isOn]/net.save on"))
  }
}
