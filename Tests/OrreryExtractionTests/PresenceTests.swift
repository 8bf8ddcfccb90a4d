import OrreryModel
import Testing

@Suite("Optionals that were given a value") struct PresenceTests {
  private func rows(_ given: String, asked: String, _ more: String = "") throws -> [String] {
    try machine(
      """
      final class Models {
        enum State { case none, loading, loaded }
        private(set) var state: State = .none
        private var path: URL?
        let folder: URL
        let other: URL?
        func load(from place: URL) {
          guard state == .none else { return }
          \(given)
          state = .loading
          guard let found = \(asked) else { return }
          state = .loaded
        }
      \(more)
      }
      """
    ).transitions.filter { $0.from == "none" && $0.event.name == "load" }.map(describe)
  }

  @Test(
    "what is assigned from what is no optional is there",
    arguments: [
      "path = folder", "path = self.folder", "path = place", "set(folder)",
      "path = URL(fileURLWithPath: root)", "guard let other else { return }; path = other",
      "path = other ?? folder",
    ])
  func assigned(_ given: String) throws {
    let set = "private func set(_ place: URL) { path = place }"
    for asked in [
      "path", "self.path", "path?.path", "self.path?.absoluteString", "path?.path ?? root",
    ] {
      let found = try rows(given, asked: asked, set)
      #expect(found.contains { $0.hasSuffix(" loaded") })
      #expect(!found.contains { $0.hasSuffix(" loading") })
    }
  }

  @Test(
    "it is asked where it may be absent after all",
    arguments: [
      ("path = other", "path"), ("path = URL(string: text)", "path"),
      ("path = folder", "path?.host"),
      ("path = folder", "other"), ("path = find()", "path"), ("path = other", "path?.path"),
    ])
  func open(_ given: String, _ asked: String) throws {
    let found = try rows(given, asked: asked)
    #expect(
      found.contains { $0.hasSuffix(" loaded") } && found.contains { $0.hasSuffix(" loading") })
  }

  @Test("nothing is not what a value is that is declared to be there")
  func compared() throws {
    try expectTransitions(
      """
      enum Loader {
        case off, loading(URL)
        var url: URL? {
          switch self {
          case .loading(let url): return url
          case .off: return nil
          }
        }
      }
      enum Event { case load(URL) }
      func reduce(_ state: inout Loader, _ event: Event) {
        switch event {
        case .load(let url):
          if state.url == url { return }
          state = .loading(url)
        }
      }
      """,
      [
        "off load loading", "loading load[state.url == url] ignored",
        "loading load[!(state.url == url)] loading",
      ])
  }

  @Test("the description of an error is there")
  func descriptions() throws {
    let rows = try machine(
      """
      final class Session {
        enum State { case idle, live, failed(String) }
        private(set) var state: State = .idle
        func start() { if case .idle = state { state = .live } }
        func drop(_ error: Error) { finish(error.localizedDescription) }
        func perhaps(_ error: Error?) { finish(error?.localizedDescription) }
        private func finish(_ failure: String?) { state = failure.map(State.failed) ?? .idle }
      }
      """
    ).transitions.filter { $0.from == "idle" }
    #expect(rows.filter { $0.event.name == "drop" }.map(describe) == ["idle drop failed"])
    #expect(rows.filter { $0.event.name == "perhaps" }.count == 2)
  }

  @Test("what was assigned before a wait may be another afterwards")
  func waited() throws {
    let found = try machine(
      """
      actor Models {
        enum State { case none, loading, loaded }
        private(set) var state: State = .none
        private var path: URL?
        func load(from place: URL) async {
          path = place
          await api.load()
          state = path == nil ? .none : .loaded
        }
        func drop() { path = nil; state = .loading }
      }
      """)
    #expect(
      found.transitions.filter { $0.event.name.contains("#") && $0.from == "loading" }.map(describe)
        == [
          "loading load#api.load[path == nil] none", "loading load#api.load[!(path == nil)] loaded",
        ])
  }

  @Test(
    "what a call gives that is waited for is there where it does not throw, if its type says so")
  func answered() throws {
    #expect(try targets(answering: "User") == ["inside"])
    #expect(try targets(answering: "User?") == ["inside", "out"])
    #expect(try targets(answering: "Unknown") == ["inside", "out"])
  }

  private func targets(answering type: String) throws -> [String?] {
    try machine(
      """
      struct User {}
      protocol Auth { func login() async throws -> \(type) }
      @MainActor final class Model {
        enum Stage { case out, submitting, inside }
        private(set) var stage: Stage = .out
        let auth: Auth
        func submit() async {
          guard case .out = stage else { return }
          stage = .submitting
          if let user = try? await auth.login() { stage = .inside } else { stage = .out }
        }
      }
      """
    ).transitions.filter { $0.event.name.hasSuffix(".success") }.map(\.to)
  }

  @Test("what an optional is mapped to may be absent, whatever the closure makes")
  func mapped() throws {
    let rows = try machine(
      """
      import Foundation
      final class Manager {
        enum State { case none, got, getting }
        private(set) var state: State = .none
        let loader: Loader
        var folder: URL? { loader.folder.map { URL(fileURLWithPath: $0) } }
        func get() {
          guard state == .none else { return }
          if let folder {
            state = .got
            return
          }
          state = .getting
        }
        func reset() { state = .none }
      }
      """
    ).transitions.filter { $0.kind == .move && $0.event.name == "get" }
    #expect(rows.map { $0.to } == ["got", "getting"])
  }

  @Test("an optional that a statement maps runs its closure once where there is a value")
  func mappedStatement() throws {
    try expectTransitions(
      """
      final class Job {
        enum State { case idle, running }
        private var state = State.idle
        weak var observer: Observer?
        func start() { observer.map { $0.didStart(); state = .running } }
        func stop() { state = .idle }
      }
      """,
      [
        "idle start[let observer]/observer.didStart running", "idle start[!(let observer)] ignored",
        "running start[let observer]/observer.didStart running",
        "running start[!(let observer)] ignored", "idle stop ignored", "running stop idle",
      ])
  }
}
