import OrreryModel
import Testing

@testable import OrreryRendering

@Suite("An action of a screen or of what is presented") struct ChildActionTests {
  /// The event and the guard as a picture tells them.
  private func told(_ condition: String, from state: String = "list") -> [String?] {
    var machine = Samples.machine(["list", "detail"], [])
    machine.events = [Event(Event.ID(.input, "saved"))]
    machine.transitions = [Samples.edge(state, "path", if: condition, to: "detail")]
    let row = machine.withChildActionsAsEvents.transitions[0]
    return [row.event.name, row.guard]
  }

  @Test(
    "is the event, and no pattern of its parent's",
    arguments: [
      ("case .element(id: _, action: .list(.rowTapped))", "rowTapped"),
      ("case .element(id: let id, action: .list(.rowTapped(let row)))", "rowTapped"),
      ("case .element(id: _, action: .detail(.closed))", "path.detail.closed"),
      ("case .presented(.alert(.confirm))", "path.alert.confirm"),
    ])
  func named(condition: String, event: String) {
    #expect(told(condition) == [event, nil])
    #expect(told(condition + " && isOn") == [event, "isOn"])
  }

  @Test("has the screen before it where the parent has an event of that name")
  func ambiguous() {
    #expect(told("case .element(id: _, action: .list(.saved))") == ["path.list.saved", nil])
  }

  @Test(
    "stays a condition where it asks for a value",
    arguments: [
      "case .element(id: _, action: .list(.setOn(true)))",
      "case .element(id: 3, action: .list(.closed))",
      "case .element(id: _, action: .list(.move(from: .top, to: let place)))",
      "!(case .element(id: _, action: .list(.closed)))", "case .presented(.alert) = next",
      "case .element(id: _, action: .list(.closed)) || isOn",
    ])
  func kept(condition: String) {
    #expect(told(condition) == ["path", condition])
  }
}
