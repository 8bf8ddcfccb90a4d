import OrreryExtraction
import OrreryModel
import Testing

@Suite("An optional of an event in an optional of the state") struct OptionalPayloadTests {
  private func source(_ body: String) -> String {
    """
    enum Route { case settings, profile }
    struct State { var route: Route? }
    enum Event { case set(Route?), pick(Route) }
    func reduce(state: inout State, event: Event) {
      switch event {
      \(body)
      case .pick(let route): state.route = route
      }
    }
    """
  }

  private func rows(_ body: String) throws -> [String] {
    try machine(source(body)).transitions.filter { $0.event.name == "set" }.map(describe)
  }

  @Test("is there or not, whichever it carries")
  func split() throws {
    let found = try machine(source("case .set(let new): state.route = new"))
    #expect(
      found.transitions.map(describe) == [
        "nil set[new == nil] ignored", "nil set[!(new == nil)] some", "nil pick some",
        "some set[new == nil] nil", "some set[!(new == nil)] some", "some pick some",
      ])
    #expect(found.transitions.allSatisfy { $0.certainty == .exact })
  }

  @Test("is what a condition on the way says")
  func asked() throws {
    let found = try rows(
      """
      case .set(let new):
        if new == nil { state.route = new } else { state.route = .settings }
      """)
    #expect(
      found == [
        "nil set[new == nil] ignored", "nil set[!(new == nil)] some", "some set[new == nil] nil",
        "some set[!(new == nil)] some",
      ])
    let bound = try rows(
      """
      case .set(let new):
        guard new != nil else { return }
        state.route = new
      """)
    #expect(
      bound == [
        "nil set[!(new != nil)] ignored", "nil set[new != nil] some",
        "some set[!(new != nil)] ignored", "some set[new != nil] some",
      ])
  }
}
