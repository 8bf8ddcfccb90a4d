import OrreryModel
import Testing

@Suite("Where a reducer says how it begins") struct FirstStateTests {
  private let types = "enum Phase { case on, off }; enum Switch { case flip, rest }\n"

  @Test(
    "what it takes for a state where there is none",
    arguments: ["let state = state ?? .off", "var state = state ?? Phase.off"])
  func replacement(_ start: String) throws {
    let found = try machine(
      types
        + """
        func reduce(action: Switch, state: Phase?) -> Phase {
          \(start)
          switch (action, state) {
          case (.flip, .on): return .off
          case (.flip, .off): return .on
          case (.rest, _): return state
          }
        }
        """)
    #expect(found.initial == "off")
  }

  @Test("what a function answers first that is named so")
  func maker() throws {
    let found = try machine(
      types
        + """
        enum Lamp {
          static func initial() -> (Phase, [String]) { (.off, ["load"]) }
          static func update(_ message: Switch, _ model: Phase) -> (Phase, [String]) {
            switch (message, model) {
            case (.flip, .on): return (.off, [])
            case (.flip, .off): return (.on, ["shine"])
            default: return (model, [])
            }
          }
        }
        """)
    #expect(found.initial == "off")
  }

  @Test("but not where there may be no state in the end, or several")
  func open() throws {
    let found = try machine(
      types
        + """
        func reduce(action: Switch, state: Phase?) -> Phase? {
          switch (action, state ?? .on) {
          case (.flip, .on): return .off
          case (.flip, .off): return nil
          case (.rest, _): return state
          }
        }
        """)
    #expect(found.initial == nil)
  }
}
