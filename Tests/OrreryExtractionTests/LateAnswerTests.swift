import OrreryModel
import Testing

@Suite("What follows a wait, where other events came meanwhile") struct LateAnswerTests {
  /// What follows the waits of a loader, and where that is not sure.
  private func answers(
    _ members: String, kind: String = "actor", access: String = "private(set) "
  ) throws -> [String] {
    try machine(
      """
      \(kind) Loader {
        enum State { case idle, busy, loaded, shown, gone }
        \(access)var state: State = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.event.name.contains("#") }.map(describeWithCertainty)
  }

  /// A handler that cannot start while it waits.
  private let load = """
    func load() async {
      guard state == .idle else { return }
      state = .busy
      await api.load()
      state = .loaded
    }
    """

  @Test("starts nowhere but where it was left, where no event leads away")
  func alone() throws {
    #expect(try answers(load) == ["busy load#api.load loaded"])
  }

  @Test("is inferred where another event has led away")
  func leave() throws {
    #expect(
      try answers(load + "\nfunc leave() { state = .gone }") == [
        "busy load#api.load loaded", "gone load#api.load loaded (inferred)",
      ])
  }

  @Test("is inferred where a second call has led, once another event lets the handler start anew")
  func reset() throws {
    #expect(
      try answers(load + "\nfunc reset() { state = .idle }") == [
        "idle load#api.load loaded (inferred)", "busy load#api.load loaded",
        "loaded load#api.load ignored (inferred)",
      ])
  }

  private func twice(_ condition: String) -> String {
    """
    func load() async {
      \(condition)
      state = .busy
      await api.open()
      await api.read()
      state = .loaded
    }
    """
  }

  @Test("comes one after the other for the waits of one call")
  func oneCall() throws {
    #expect(
      try answers(twice("guard state == .idle else { return }")) == [
        "busy load#api.open/api.read busy", "busy load#api.read loaded",
      ])
  }

  @Test("may come between for the waits of two calls")
  func twoCalls() throws {
    #expect(
      try answers(twice("")) == [
        "busy load#api.open/api.read busy", "loaded load#api.open/api.read loaded (inferred)",
        "busy load#api.read loaded", "loaded load#api.read ignored (inferred)",
      ])
  }

  @Test("leaves the next wait where it has started itself")
  func relay() throws {
    let rows = try answers(
      twice("guard state == .idle else { return }") + "\nfunc leave() { state = .gone }")
    #expect(
      rows == [
        "busy load#api.open/api.read busy", "gone load#api.open/api.read gone (inferred)",
        "busy load#api.read loaded", "gone load#api.read loaded (inferred)",
      ])
  }

  @Test("is sure where the same call leads: a task beside its starter, and back")
  func task() throws {
    let rows = try answers(
      """
      func load() async {
        guard state == .idle else { return }
        state = .busy
        Task { await api.load(); state = .loaded }
        await screen.show()
        state = .shown
      }
      """, kind: "@MainActor final class")
    #expect(
      rows == [
        "busy load#api.load loaded", "shown load#api.load loaded", "busy load#screen.show shown",
        "loaded load#screen.show shown",
      ])
  }

  /// One way of the two asks for the state.
  private let asking = """
    func load() async {
      guard state == .idle else { return }
      state = .busy
      let isFine = await api.load()
      if isFine { state = .loaded } else if state == .busy { state = .idle }
    }
    """

  @Test("is sure wherever it is met, where it asks for the state")
  func asks() throws {
    #expect(
      try answers(asking + "\nfunc leave() { state = .gone }") == [
        "busy load#api.load[isFine] loaded", "busy load#api.load[!(isFine)] idle",
        "gone load#api.load[isFine] loaded (inferred)", "gone load#api.load[!(isFine)] ignored",
      ])
  }

  @Test("starts where no event leads only if it asks, in a state that others may assign")
  func open() throws {
    #expect(
      try answers(asking, kind: "@MainActor final class", access: "") == [
        "idle load#api.load[!(isFine)] ignored", "busy load#api.load[isFine] loaded",
        "busy load#api.load[!(isFine)] idle", "loaded load#api.load[!(isFine)] ignored",
        "shown load#api.load[!(isFine)] ignored", "gone load#api.load[!(isFine)] ignored",
      ])
  }

  @Test(
    "is inferred where a closure has led itself that may be called again",
    arguments: [
      ("session.dataTask(with: url)", ["busy load#session.dataTask loaded"]),
      (
        "session.listen",
        ["busy load#session.listen loaded", "loaded load#session.listen ignored (inferred)"]
      ),
    ])
  func closures(_ call: String, _ expected: [String]) throws {
    let rows = try answers(
      """
      func load() {
        guard state == .idle else { return }
        state = .busy
        \(call) { [weak self] in self?.state = .loaded }
      }
      """, kind: "final class")
    #expect(rows == expected)
  }

  @Test("is sure where the elements before have led, inferred where other events have")
  func elements() throws {
    let rows = try answers(
      """
      func watch() async {
        guard state == .idle else { return }
        state = .busy
        for await item in items { state = item.isLast ? .loaded : .busy }
        state = .shown
      }
      func leave() { state = .gone }
      """)
    let end = "[!(for await item in items)]"
    #expect(
      rows == [
        "busy watch#items\(end) shown", "busy watch#items[item.isLast] loaded",
        "busy watch#items[!(item.isLast)] ignored", "loaded watch#items\(end) shown",
        "loaded watch#items[item.isLast] ignored", "loaded watch#items[!(item.isLast)] busy",
        "gone watch#items\(end) shown (inferred)",
        "gone watch#items[item.isLast] loaded (inferred)",
        "gone watch#items[!(item.isLast)] busy (inferred)",
      ])
  }
}
