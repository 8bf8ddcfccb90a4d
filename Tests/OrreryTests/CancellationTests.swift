import Orrery
import OrreryTrace
import Testing

/// A machine whose effects end when the test says so, one for each lifetime.
@StateMachine
@EffectComposition
private struct Line: StateMachine {
  enum State: Equatable {
    case idle
    case busy(Int)
  }

  enum Input {
    case begin, again, leave
    case chain
    case nested
  }

  enum IOEffect: Equatable {
    case fetch
    case upload
    case watch
    case log
  }

  enum IOResult: Equatable { case done(String) }

  let streams: Streams

  static func reduceInput(_ state: State, _ input: Input) -> Transition {
    switch input {
    case .begin, .again:
      transition(.busy(1), effect: .merge(.fetch, .upload, .watch))
    case .leave: nextState(.idle)
    case .chain: transition(.busy(2), effect: .concat(.fetch, .log))
    case .nested: transition(.busy(3), effect: .concat(.merge(.fetch, .upload), .concat(.log)))
    }
  }

  static func reduceIOResult(_ state: State, _ ioResult: IOResult) -> Transition { identity }

  static func lifetime(of ioEffect: IOEffect) -> EffectLifetime {
    switch ioEffect {
    case .fetch, .log: .untilReplaced
    case .upload: .untilFinished
    case .watch: .whileInState
    }
  }
}

extension Line: Line.EffectRunner {
  func runFetch() -> IOResultStream { streams.open("fetch") }
  func runUpload() -> IOResultStream { streams.open("upload") }
  func runWatch() -> IOResultStream { streams.open("watch") }
  func runLog() -> IOResultStream { streams.open("log") }
}

/// Streams that the test ends.
private final class Streams: Sendable {
  private struct Named {
    var open: [AsyncStream<Line.IOResult>.Continuation] = []
    var isEnded = false
  }

  private let streams = Lock<[String: Named]>([:])

  func open(_ name: String) -> AsyncStream<Line.IOResult> {
    let (stream, continuation) = AsyncStream.makeStream(of: Line.IOResult.self)
    let isEnded = streams.withLock { streams in
      streams[name, default: Named()].open.append(continuation)
      return streams[name]?.isEnded ?? false
    }
    if isEnded { continuation.finish() }
    return stream
  }

  /// Ends the streams of a name, also those opened later: a run that was replaced may be late.
  func finish(_ name: String) async {
    #expect(await eventually { streams.withLock { $0[name] != nil } })
    let open = streams.withLock { streams in
      streams[name, default: Named()].isEnded = true
      return streams[name]?.open ?? []
    }
    for continuation in open { continuation.finish() }
  }
}

@Suite("Cancellation")
struct CancellationTests {
  private let streams = Streams()
  private let recorded = Recorded()

  private func line() -> StoreOf<Line> {
    Store(initialState: .idle, recorder: recorded.recorder) { Line(streams: streams) }
  }

  @Test("follows the lifetime of each effect")
  func lifetimes() {
    let store = line()
    store.send(.input(.begin))
    store.send(.input(.again))
    #expect(store.runningEffects == ["upload", "fetch", "upload", "watch"])
    store.send(.input(.leave))
    #expect(store.runningEffects == ["upload", "fetch", "upload"])
    #expect(
      recorded.effects.filter { $0.hasPrefix("cancelled") } == [
        "cancelled fetch: replaced by a later fetch", "cancelled watch: replaced by a later watch",
        "cancelled watch: the machine left 'busy'",
      ])
  }

  @Test("of a part of a chain keeps the rest from starting")
  func chain() async {
    let store = line()
    store.send(.input(.chain))
    store.send(.input(.begin))
    #expect(store.runningEffects == ["fetch", "upload", "watch"])
    #expect(
      recorded.effects.prefix(3) == [
        "started fetch", "cancelled fetch: replaced by a later fetch",
        "cancelled log: an effect before it was cancelled",
      ])
  }

  @Test("replaces the whole chain where a transition starts it again")
  func restart() async {
    let store = line()
    store.send(.input(.chain))
    store.send(.input(.chain))
    await streams.finish("fetch")
    await streams.finish("log")
    #expect(await eventually { store.runningEffects.isEmpty })
    #expect(
      recorded.effects == [
        "started fetch", "cancelled fetch: replaced by a later fetch",
        "cancelled log: an effect before it was cancelled", "started fetch", "finished fetch",
        "started log", "finished log",
      ])
  }

  @Test("of a part of a merge lets the others finish, and what follows the merge never starts")
  func merge() async {
    let store = line()
    store.send(.input(.nested))
    store.send(.input(.chain))
    await streams.finish("upload")
    #expect(await eventually { store.runningEffects == ["fetch"] })
    #expect(
      recorded.effects == [
        "started fetch", "started upload", "cancelled fetch: replaced by a later fetch",
        "cancelled log: replaced by a later log", "started fetch", "finished upload",
      ])
  }

  @Test("by id ends what runs and what waits under the id")
  func byID() async {
    enum ID { case work }
    let store = Store(initialState: 0, recorder: recorded.recorder) {
      Reduce<Int, Int> { state, action in
        switch action {
        case 1:
          let endless = Effect<Int>.run { _ in try await Task.sleep(for: .seconds(60)) }
          return .concatenate(endless, .send(9)).cancellable(id: ID.work)
        case 2:
          return .run { send in send(8) }.cancellable(id: ID.work, cancelInFlight: true)
        case 3: return .cancel(id: ID.work)
        default:
          state = action
          return .none
        }
      }
    }
    store.send(1)
    store.send(3)
    #expect(store.runningEffects.isEmpty)
    store.send(1)
    store.send(2)
    #expect(await eventually { store.state == 8 })
    #expect(await eventually { store.runningEffects.isEmpty })
    store.send(3)
  }
  @Test("by id is a part of the effects that a step records, by the name of the id alone")
  func recordedID() async {
    let store = Store(initialState: .idle, recorder: recorded.recorder) { Siren() }
    store.send(.input(.start))
    store.send(.input(.stop))
    #expect(
      recorded.steps == [
        "Siren#1: input.start idle > idle stayed [merge(cancel(String), merge(cancel(wail), wail))]",
        "Siren#1: input.stop idle > idle stayed [cancel(wail)]",
      ])
  }
}

/// A machine with a body of its own, whose effects have ids.
@StateMachine
private struct Siren: StateMachine {
  enum State: Equatable { case idle }
  enum Input { case start, stop }
  typealias IOEffect = Never
  typealias IOResult = Never
  private enum ID { case wail }

  static func reduceInput(_ state: State, _ input: Input) -> Transition { identity }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      switch action {
      case .input(.start):
        .merge(
          .cancel(id: "a secret"),
          .run(name: "wail") { _ in try await Task.sleep(for: .seconds(60)) }
            .cancellable(id: ID.wail, cancelInFlight: true))
      case .input(.stop): .cancel(id: ID.wail)
      }
    }
  }
}
