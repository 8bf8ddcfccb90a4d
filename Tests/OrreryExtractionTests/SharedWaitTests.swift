import OrreryExtraction
import OrreryModel
import Testing

@Suite("Waits that several calls lead to") struct SharedWaitTests {
  @Test("a closure is called back with what each of its handlers' ways has handed it")
  func completions() throws {
    let found = try machine(
      """
      final class Image {
        enum State { case initial, loading, done }
        private(set) var state = State.initial
        var isLocal = false
        func load() {
          if isLocal {
            lookUp { found in if !found { self.state = .initial } }
          } else {
            lookUp { found in if !found { self.state = .done } }
          }
        }
        private func lookUp(_ completion: @escaping (Bool) -> Void) {
          state = .loading
          store.find { value in completion(value != nil) }
        }
      }
      """)
    let rows = found.transitions.filter {
      $0.event.name.contains("#") && $0.kind == .move && $0.from == "loading"
    }
    #expect(
      Set(rows.map(describe)) == [
        "loading load#store.find[!found] initial", "loading load#store.find[!found] done",
      ])
    // Which of them it was is not known any more.
    #expect(rows.allSatisfy { $0.certainty == .inferred })
  }

  @Test(
    "what follows is told once, by the helper's name, where it is the same whoever has called",
    arguments: [
      ("", ["load#web.load.failure", "load#web.load.success"]),
      (
        "func didWake() async { await load(); state = .loaded }",
        ["didAppear", "didFail", "didWake"].flatMap {
          ["\($0)#web.load.failure", "\($0)#web.load.success"]
        }
      ),
      (
        "func loadAnew() { state = .broken; Task { try await web.load(); state = .loaded } }",
        [
          "didAppear#web.load.success", "didFail#web.load.success", "load#web.load.failure",
          "loadAnew#web.load.success",
        ]
      ),
      (
        "func reload() async { if isOpen { await load() } else { try? await web.load(); state = .loaded } }",
        ["didAppear", "didFail", "reload"].flatMap {
          ["\($0)#web.load.failure", "\($0)#web.load.success"]
        } + ["reload#web.load.failure (2)", "reload#web.load.success (2)"]
      ),
    ])
  func helpers(_ more: String, _ events: [String]) throws {
    let found = try machine(
      """
      @MainActor final class Page {
        enum State { case loading, loaded, broken }
        private var state = State.broken
        private let web: Web
        func didAppear() async { await load() }
        func didFail() async { await load() }
        \(more)
        private func load() async {
          state = .loading
          do { try await web.load(); state = .loaded } catch { state = .broken }
        }
      }
      """)
    let following = found.transitions.filter { $0.event.name.contains("#") }
    #expect(Set(following.map(\.event.name)) == Set(events))
    #expect(
      found.sure.filter { $0.event.name.hasPrefix("load#") && $0.kind == .move }.map(describe)
        .allSatisfy {
          [
            "loading load#web.load.failure broken", "loading load#web.load.success loaded",
          ].contains($0)
        })
  }

  @Test("a helper that is an event itself gives its name")
  func helpersThatAreEvents() throws {
    let found = try machine(
      """
      @MainActor final class Page {
        enum State { case loading, loaded }
        private var state = State.loaded
        private let web: Web
        func didAppear() async { await load(1) }
        func load(_ id: Int) async { state = .loading; await web.load(id); state = .loaded }
      }
      """)
    let following = found.transitions.filter { $0.event.name.contains("#") && $0.kind == .move }
    #expect(following.map(describe) == ["loading load#web.load loaded"])
  }

  @Test("a helper that is called within itself goes on behind the inner wait")
  func nested() throws {
    let found = try machine(
      """
      @MainActor
      final class Controller {
        enum State { case idle, running, saved, failed }
        private(set) var state = State.idle
        func save() async throws {
          try await guarded {
            try await machine.save()
            state = .saved
            try await resume()
          }
        }
        func resume() async throws {
          try await guarded {
            try await machine.resume()
            state = .running
          }
        }
        private func guarded(_ block: () async throws -> Void) async throws {
          do { try await block() } catch { state = .failed; throw error }
        }
      }
      """)
    let rows = found.transitions.filter { $0.event.name.contains("#machine.resume") }
    #expect(
      rows.filter { $0.from == "saved" }.map(describe).sorted() == [
        "saved resume#machine.resume.failure failed", "saved resume#machine.resume.success running",
      ])
  }

  @Test("what a closure throws that a helper runs is worded by the call in the closure")
  func throwing() throws {
    let found = try machine(
      """
      final class Player {
        enum State { case idle, paused, failed }
        private(set) var state = State.idle
        func pause() throws {
          try updating {
            let data = try Data(contentsOf: url)
            print(data.count)
            state = .paused
          }
        }
        private func updating(_ block: () throws -> Void) throws {
          do { try block() } catch { state = .failed; throw error }
        }
      }
      """)
    let rows = found.transitions.filter { $0.from == "idle" }.map(describe)
    #expect(
      rows.sorted() == [
        "idle pause paused", "idle pause[Data(contentsOf: url) throws] failed",
      ])
  }

  @Test("a way that starts something is told from one that does not")
  func starting() throws {
    let found = try machine(
      """
      final class Link {
        enum State { case off, on, failed }
        private(set) var state = State.off
        var status = Status.down
        func update() {
          switch status {
          case .down: probe.ask { error in self.state = error == nil ? .on : .failed }
          case .up: break
          }
        }
        enum Status { case down, up }
      }
      """)
    let rows = found.transitions.filter { $0.from == "off" && !$0.event.name.contains("#") }
    #expect(
      rows.map(describe) == [
        "off update[case .down = status]/probe.ask off", "off update[case .up = status] ignored",
      ])
    #expect(rows.map(\.location.line) == [7, 8])
  }
}
