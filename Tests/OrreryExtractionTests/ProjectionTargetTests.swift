import OrreryModel
import Testing

@Suite("A property that is given a value of few") struct ProjectionTargetTests {
  private func rows(_ properties: String, _ events: String, _ body: String) throws -> [String] {
    try machine(
      """
      enum Mode { case light, dark }
      struct Place { var tag = 0 }
      struct State { \(properties) }
      enum Action { case \(events) }
      func reduce(state: inout State, action: Action) {
        switch action {
      \(body)
        }
      }
      """
    ).transitions.map { describe($0) + ($0.certainty == .inferred ? " (inferred)" : "") }
  }

  @Test("has each of them, on the condition that it is the one")
  func flag() throws {
    let rows = try rows(
      "var isOn = false", "set(Bool)", "case .set(let flag): state.isOn = flag")
    #expect(
      rows == [
        "false set[!(flag)] ignored", "false set[flag] true", "true set[!(flag)] false",
        "true set[flag] ignored",
      ])
  }

  @Test("be they cases or whether there is one")
  func cases() throws {
    let modes = try rows(
      "var mode = Mode.light", "pick(Mode)", "case .pick(let new): state.mode = new")
    #expect(modes.contains("light pick[case .dark = new] dark"))
    #expect(modes.count == 4)
    let places = try rows(
      "var place: Place?", "found([Place])", "case .found(let all): state.place = all.first")
    #expect(
      places.prefix(2) == [
        "nil found[all.first == nil] ignored", "nil found[all.first != nil] some",
      ])
  }

  @Test("has those alone that the conditions before leave")
  func narrowed() throws {
    let rows = try rows(
      "var isOn = false", "set(Bool)",
      """
        case .set(let on):
          guard on != state.isOn else { return }
          state.isOn = on
      """)
    #expect(
      rows == [
        "false set[!(on != state.isOn)] ignored", "false set[on != state.isOn] true",
        "true set[!(on != state.isOn)] ignored", "true set[on != state.isOn] false",
      ])
  }

  @Test("is inferred where a condition asks more of the value")
  func asked() throws {
    let rows = try rows(
      "var isOn = false", "set(Bool)",
      """
        case .set(let on):
          guard check(on) else { return }
          state.isOn = on
      """)
    #expect(rows.contains("false set[check(on) && on] true (inferred)"))
  }

  @Test("is the same in all properties that are given one value")
  func twice() throws {
    let rows = try rows(
      "var isLoading = false; var isBusy = false", "set(Bool)",
      "case .set(let flag): state.isLoading = flag; state.isBusy = flag")
    #expect(
      rows == [
        "isLoading=false set[!(flag)] ignored", "isLoading=false set[flag] isLoading=true",
        "isLoading=true set[!(flag)] isLoading=false", "isLoading=true set[flag] ignored",
        "isBusy=false set[flag] isBusy=true", "isBusy=true set[!(flag)] isBusy=false",
      ])
  }

  @Test("is inferred where one value may decide the other")
  func together() throws {
    let rows = try rows(
      "var isEmpty = false; var isLong = false", "typed(String)",
      """
        case .typed(let text):
          state.isEmpty = text.isEmpty
          state.isLong = text.count > 9
      """)
    #expect(!rows.isEmpty)
    #expect(rows.filter { $0.contains("&&") }.allSatisfy { $0.hasSuffix("(inferred)") })
  }

  @Test("asks for no value of the others")
  func many() throws {
    let names = ["a", "b", "c", "d", "e"]
    let rows = try rows(
      names.map { "var \($0) = false" }.joined(separator: "; "),
      "set(\(names.map { "\($0): Bool" }.joined(separator: ", ")))",
      "case .set(\(names.map { "let \($0)" }.joined(separator: ", "))):\n"
        + names.map { "    state.\($0) = \($0)" }.joined(separator: "\n"))
    #expect(rows.count == 4 * names.count)
    #expect(
      rows.filter { $0.hasPrefix("c") } == [
        "c=false set[!(c)] ignored", "c=false set[c] c=true", "c=true set[!(c)] c=false",
        "c=true set[c] ignored",
      ])
  }
}
