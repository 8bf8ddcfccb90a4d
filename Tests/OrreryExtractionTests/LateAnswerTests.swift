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

  @Test("is late where another event has led away")
  func leave() throws {
    #expect(
      try answers(load + "\nfunc leave() { state = .gone }") == [
        "busy load#api.load loaded", "gone load#api.load loaded (late)",
      ])
  }

  @Test("is late where a second call has led, once another event lets the handler start anew")
  func reset() throws {
    #expect(
      try answers(load + "\nfunc reset() { state = .idle }") == [
        "idle load#api.load loaded (late)", "busy load#api.load loaded",
        "loaded load#api.load ignored (late)",
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
        "busy load#api.open/api.read busy", "loaded load#api.open/api.read loaded (late)",
        "busy load#api.read loaded", "loaded load#api.read ignored (late)",
      ])
  }

  @Test("leaves the next wait where it has started itself")
  func relay() throws {
    let rows = try answers(
      twice("guard state == .idle else { return }") + "\nfunc leave() { state = .gone }")
    #expect(
      rows == [
        "busy load#api.open/api.read busy", "gone load#api.open/api.read gone (late)",
        "busy load#api.read loaded", "gone load#api.read loaded (late)",
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

  @Test("is sure where the elements before have led, late where other events have")
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
        "gone watch#items\(end) shown (late)",
        "gone watch#items[item.isLast] loaded (late)",
        "gone watch#items[!(item.isLast)] busy (late)",
      ])
  }

  @Test("is met by a handler that has started at an earlier wait of the same call")
  func overlapping() throws {
    let rows = try answers(
      """
      func load() async {
        guard state == .idle else { return }
        state = .busy
        await api.open()
        state = .loaded
        await api.read()
        if state == .gone { state = .shown }
      }
      func watch() async {
        guard state == .busy else { return }
        await api.end()
        if state == .loaded { state = .gone }
      }
      """)
    #expect(rows.contains("gone load#api.read shown"))
  }

  @Test("asks for a state that stands in a tuple, whichever part refuses")
  func tuples() throws {
    let rows = try answers(
      """
      func load(_ kind: Int) async {
        guard state == .idle else { return }
        state = .busy
        await api.load()
        switch (state, kind) {
        case (.gone, 1): state = .idle
        default: state = .loaded
        }
      }
      func leave() { if state == .busy { state = .gone } }
      """, kind: "@MainActor final class", access: "")
    #expect(
      rows == [
        "idle load#api.load loaded", "busy load#api.load loaded", "loaded load#api.load ignored",
        "shown load#api.load loaded", "gone load#api.load[case 1 = kind] idle",
        "gone load#api.load[!(case 1 = kind)] loaded",
      ])
  }

  @Test("is of one call where only the task of an initializer begins it")
  func begun() throws {
    let rows = try answers(
      """
      init() { Task { await begin() } }
      private func begin() async { await api.open(); state = .busy }
      func go() { if state == .busy { state = .gone } }
      """, kind: "@MainActor final class")
    #expect(rows == ["idle begin#api.open busy"])
  }

  @Test("hands nothing out in states that nobody comes to")
  func handed() throws {
    let rows = try machine(
      """
      @MainActor final class Form {
        enum State { case idle, busy, done }
        private(set) var state: State = .idle
        func load() async {
          guard state == .idle else { return }
          state = .busy
          await api.load()
          screen.show(Alert(primary: Button("ok") { [weak self] in self?.tapped() }))
        }
        private func tapped() { state = .done }
      }
      """
    ).transitions.filter { $0.event.name == "tapped" }.map(describeWithCertainty)
    #expect(rows == ["busy tapped done"])
  }

  @Test("is inferred, and not late, where closures of the same call have led")
  func chain() throws {
    let rows = try answers(
      """
      func load() {
        guard state == .idle else { return }
        state = .busy
        api.items().sink(
          receiveCompletion: { [weak self] _ in self?.state = .loaded },
          receiveValue: { [weak self] _ in self?.state = .shown })
      }
      """, kind: "final class")
    #expect(rows.contains("shown load#api.items.receiveCompletion loaded (inferred)"))
  }
}
