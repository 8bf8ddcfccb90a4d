import OrreryExtraction
import OrreryModel
import Testing

@Suite("Waits for one callee") struct AskedTests {
  private func rows(_ members: String, from state: String = "loading") throws -> [String] {
    try machine(
      """
      @MainActor
      final class Model {
        enum Mode { case followers, muted }
        enum State { case loading, shown, failed }
        private(set) var state = State.loading
        let mode: Mode
        var isQuick = false
        func reset() { state = .loading }
      \(members)
      }
      """
    ).transitions.map(describe).filter { $0.hasPrefix("\(state) ") && $0.contains("#") }
  }

  @Test("different calls of one callee are told apart by what they ask for")
  func arguments() throws {
    let found = try rows(
      """
        func fetch() async throws {
          state = .loading
          switch mode {
          case .followers:
            total = try await api.get("account")
            items = try await api.page("followers")
          case .muted:
            items = try await api.page("muted")
          }
          total += try await api.get("relations")
          state = .shown
        }
      """)
    #expect(
      Set(found) == [
        "loading fetch#api.get(\"account\").success[case .followers = mode]/api.page loading",
        "loading fetch#api.page.success/api.get loading",
        "loading fetch#api.get(\"relations\").success shown",
      ])
  }

  @Test("or by their number")
  func numbers() throws {
    let found = try rows(
      """
        func fetch() async {
          first = await api.get(one)
          state = .loading
          second = await api.get(two)
          state = .shown
        }
      """)
    #expect(
      found.sorted() == [
        "loading fetch#api.get (2) shown", "loading fetch#api.get/api.get loading",
      ])
  }

  @Test("calls that the same follows are one event")
  func alike() throws {
    let found = try rows(
      """
        func fetch(_ isNew: Bool) async {
          if isNew { items = await api.get(1) } else { items = await api.get(2) }
          state = .shown
        }
      """)
    #expect(found == ["loading fetch#api.get shown"])
  }

  @Test("what is known of what cannot change still holds behind a wait")
  func constants() throws {
    let found = try rows(
      """
        func fetch(_ id: Int?) async {
          if let id {
            await api.one(id)
            state = id == nil ? .failed : .shown
          } else if isQuick {
            await api.two()
            state = .failed
          }
          if case .muted = mode {
            await api.three()
            if case .followers = mode { state = .failed } else { state = .shown }
          }
        }
      """)
    #expect(
      Set(found) == [
        "loading fetch#api.one[case .muted = mode]/api.three shown",
        "loading fetch#api.one[!(case .muted = mode)] shown",
        "loading fetch#api.two[case .muted = mode]/api.three failed",
        "loading fetch#api.two[!(case .muted = mode)] failed",
        "loading fetch#api.three shown",
      ])
  }
}
