import OrreryModel
import Testing

@Suite("Errors that are caught") struct CaughtErrorTests {
  private func feature(_ handler: String) -> String {
    """
    @Reducer struct Detail {
      struct State { var isListed = false; let media: Int }
      enum Action { case toggle }
      var body: some Reducer<State, Action> {
        Reduce { state, action in
          switch action {
          case .toggle:
            \(handler)
            return .none
          }
        }
      }
    }
    """
  }

  @Test("two clauses that leave the state alone are two rows, each at its clause")
  func apart() throws {
    let source = feature(
      """
      if state.isListed {
        do {
          try list.remove(state.media)
          state.isListed = false
        } catch {
          toast.show()
        }
      } else {
        do {
          try list.add(state.media)
          state.isListed = true
        } catch {
          toast.show()
        }
      }
      """)
    try expectActions(
      source,
      [
        "toggle[state.isListed]/list.remove isListed = false",
        "toggle[state.isListed && list.remove(state.media) throws]/toast.show ",
        "toggle[!(state.isListed)]/list.add isListed = true",
        "toggle[!(state.isListed) && list.add(state.media) throws]/toast.show ",
      ])
    #expect(try machine(source).actions.map(\.location.line) == [11, 13, 18, 20])
  }

  @Test("calls of which one clause takes the errors are one row")
  func together() throws {
    try expectActions(
      feature(
        """
        do {
          try assertOpen()
          if state.isListed { try assertHolds(state.media) }
          state.isListed.toggle()
        } catch {
          log(error)
        }
        """),
      [
        "toggle isListed mutate toggle()",
        "toggle[(assertOpen() throws) || (state.isListed && assertHolds(state.media) throws)] ",
      ])
  }

  @Test("what waits in a clause that takes what a helper throws is followed")
  func helpers() throws {
    let found = try machine(
      """
      @MainActor final class Model {
        enum State { case idle, done, failed }
        private(set) var state: State = .idle
        func load() {
          Task {
            do { try await run() } catch { await handle(error) }
          }
        }
        private func handle(_ error: Error) async {
          await log(error)
          state = .failed
        }
        private func run() async throws {
          try await api.load()
          state = .done
        }
      }
      """)
    #expect(found.unresolved.isEmpty, "\(found.unresolved)")
    #expect(found.transitions.map(describe).contains("idle load#log failed"))
  }

  @Test("many errors that are caught alike, in whatever state, are one row", arguments: [2, 4])
  func many(count: Int) throws {
    let steps = (1...count).map { "if needs(\($0)) { state = .step\($0); try disk.step\($0)() }" }
    let found = try machine(
      """
      final class Setup {
        enum State { case idle, \((1...4).map { "step\($0)" }.joined(separator: ", ")), done, failed }
        private(set) var state: State = .idle
        func reset() { state = .idle }
        func run() {
          guard isWanted else { return }
          do {
            \(steps.joined(separator: "\n"))
            state = .done
          } catch {
            state = .failed
          }
        }
      }
      """)
    let failed = found.transitions.filter { $0.from == "idle" && $0.to == "failed" }
    #expect(failed.count == (count > 3 ? 1 : 2))
    #expect(
      count < 4
        || failed.map(describe) == [
          "idle run[isWanted]/concat(disk.step1?, disk.step2?, disk.step3?) failed"
        ])
    #expect(failed.allSatisfy { $0.certainty == .exact })
  }
}
