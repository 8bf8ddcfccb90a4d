#if canImport(Combine)
import Combine
#elseif canImport(OpenCombine)
import OpenCombine
#endif
#if canImport(Combine) || canImport(OpenCombine)
import Orrery
import OrreryTrace
import Testing

private final class Player: ObservableObject {
  enum State { case stopped, playing, paused }
  @Published private(set) var state = State.stopped

  func play() { state = .playing }
  func pause() { state = .paused }
}

@Suite("A published state")
struct ObservedPublisherTests {
  private let sink = MemorySink()
  private let recorder = TraceRecorder()

  init() { recorder.attach(sink) }

  private var records: [String] {
    sink.records.compactMap { record in
      switch record {
      case .machine(let machine): machine.machine
      case .instance(let instance): "\(instance.phase.rawValue) \(instance.state)"
      case .step(let step): "\(step.event): \(step.from) > \(step.to)"
      default: nil
      }
    }
  }

  @Test("is recorded from its value on, without being kept")
  func published() {
    let player = Player()
    recorder.observe(player.$state, of: Player.self)
    player.play()
    player.play()
    player.pause()
    #expect(
      records == [
        "OrreryTests.Player", "snapshot stopped", "?: stopped > playing", "?: playing > paused",
      ])
  }

  @Test("gets the events that the caller names")
  func events() {
    let player = Player()
    let seen = recorder.observe(player.$state, of: Player.self)
    seen.event("play", player.play)
    seen.event("play", player.play)
    #expect(records.suffix(2) == ["play: stopped > playing", "play: playing > playing"])
  }

  @Test("is recorded no further where the observation is stopped, or the publisher completes")
  func ends() {
    let player = Player()
    recorder.observe(player.$state, of: Player.self).stop()
    player.play()
    #expect(records.suffix(2) == ["snapshot stopped", "ended stopped"])
    let states = CurrentValueSubject<Player.State, Never>(.paused)
    recorder.observe(states, of: Player.self)
    states.send(completion: .finished)
    #expect(records.suffix(2) == ["snapshot paused", "ended paused"])
    let count = records.count
    recorder.observe(Empty<Player.State, Never>(), of: Player.self)
    #expect(records.count == count)
  }
}
#endif
