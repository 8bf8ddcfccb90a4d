import Observation
import OrreryTrace
import Testing

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor @Observable
private final class Search {
  enum Phase: Equatable {
    case idle, searching
    case found(Int)
    case failed
  }
  private(set) var phase = Phase.idle
  var others = 0

  func search() { phase = .searching }
  func finish(_ count: Int) { phase = .found(count) }
  func flash() {
    phase = .searching
    phase = .failed
    phase = .idle
  }
  func refuse() throws { throw CancellationError() }
}

/// An object that no actor guards.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Observable private final class Lamp {
  enum State { case off, on, broken }
  var state = State.off
}

@Suite("A property of an observable object") struct ObservableTests {
  private let log = ObservationLog()

  /// Lets tasks of the main actor run that were made before.
  @MainActor private func settle() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("is recorded under the id of its type, from the state that it is in on")
  func start() {
    let search = Search()
    search.search()
    log.recorder.observe(\.phase, of: search)
    #expect(log.machines == ["OrreryTraceTests.Search"])
    #expect(log.instances == ["snapshot searching"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("is recorded change by change, without events, though nothing waits between them")
  func changes() async {
    let search = Search()
    log.recorder.observe(\.phase, of: search)
    search.flash()
    search.search()
    await settle()
    #expect(
      log.steps == [
        "?: idle > searching moved", "?: searching > failed moved", "?: failed > idle moved",
        "?: idle > searching moved",
      ])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("takes no step where another property or only a payload changes")
  func others() async {
    let search = Search()
    log.recorder.observe(\.phase, of: search)
    search.others += 1
    search.finish(1)
    search.finish(2)
    await settle()
    #expect(log.steps == ["?: idle > found moved"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("gets the events that the caller names: one step each, whatever happens inside")
  func events() async throws {
    let search = Search()
    let seen = log.recorder.observe(\.phase, of: search)
    seen.event("search") { search.search() }
    seen.event("flash") { search.flash() }
    seen.event("wait") {}
    #expect(throws: CancellationError.self) {
      try seen.event("refuse", origin: .internal) { try search.refuse() }
    }
    search.search()
    await settle()
    #expect(
      log.steps == [
        "search: idle > searching moved", "flash: searching > idle moved",
        "wait: idle > idle stayed", "refuse: idle > idle rejected", "?: idle > searching moved",
      ])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("ends with what owns it, or where the observation is stopped")
  func ends() async {
    var search: Search? = Search()
    if let search { log.recorder.observe(\.phase, of: search) }
    search?.search()
    await settle()
    search = nil
    #expect(log.instances == ["snapshot idle", "ended searching"])
    let other = Search()
    let seen = log.recorder.observe(\.phase, of: other)
    other.search()
    seen.stop()
    other.finish(1)
    await settle()
    #expect(log.instances.suffix(2) == ["snapshot idle", "ended searching"])
    #expect(log.steps.count == 2)
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @Test("is seen outside of any actor as well: its last change by the next one, or by a stop")
  func unguarded() {
    let lamp = Lamp()
    let seen = log.recorder.observe(\.state, of: lamp)
    lamp.state = .on
    #expect(log.steps.isEmpty)
    lamp.state = .broken
    #expect(log.steps == ["?: off > on moved"])
    seen.stop()
    #expect(log.steps == ["?: off > on moved", "?: on > broken moved"])
  }

  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  @MainActor
  @Test("is known to a sink that comes late")
  func late() async {
    let search = Search()
    let off = TraceRecorder()
    off.observe(\.phase, of: search)
    search.search()
    await settle()
    off.attach(log.sink)
    #expect(log.instances == ["snapshot searching"])
    search.finish(1)
    await settle()
    #expect(log.steps == ["?: searching > found moved"])
  }
}
