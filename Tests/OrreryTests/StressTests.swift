import Foundation
import Orrery
import OrreryTrace
import Testing

@Suite("Many threads")
struct StressTests {
  /// Counts, and remembers the last number of each sender, which only ever grows.
  struct Tally: Equatable, Sendable {
    var count = 0
    var last = [Int](repeating: -1, count: 16)
    var isInOrder = true
  }

  /// How many inputs are sent in all: `ORRERY_STRESS` says how many, by default a few.
  ///
  ///     export ORRERY_STRESS=1000000
  ///     swift test --sanitize=thread --scratch-path .build/thread --filter StressTests
  static var inputs: Int {
    ProcessInfo.processInfo.environment["ORRERY_STRESS"].flatMap(Int.init) ?? 32_000
  }

  @Test("lose nothing in several stores, and each store keeps each sender's order")
  func senders() async {
    let stores = (0..<4).map { _ in
      Store(initialState: Tally()) {
        Reduce<Tally, (sender: Int, number: Int)> { state, action in
          state.count += 1
          if action.number <= state.last[action.sender] { state.isInOrder = false }
          state.last[action.sender] = action.number
          return .none
        }
      }
    }
    let each = Self.inputs / 16
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<16 {
        group.addTask {
          for number in 0..<each { stores[number % 4].send((sender, number)) }
        }
      }
    }
    let tallies = stores.map(\.state)
    let count = tallies.reduce(0) { $0 + $1.count }
    #expect(count == each * 16)
    #expect(tallies.filter { !$0.isInOrder }.isEmpty)
  }

  @Test("record several stores and actors at once: nothing lost, each in its order")
  func recorded() async throws {
    let path = NSTemporaryDirectory() + "orrery-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try FileSink(path: path)
    let recorder = TraceRecorder(sink: sink)
    let each = Self.inputs / 16
    let stores = (0..<4).map { _ in
      Store(initialState: CountingMachine.State(), recorder: recorder) { CountingMachine() }
    }
    let actors = (0..<4).map { _ in CountingModel(recorder: recorder) }
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<16 {
        group.addTask {
          for number in 0..<each {
            if sender % 2 == 0 {
              stores[number % 4].send(.input(.next))
            } else {
              await actors[number % 4].next()
            }
          }
        }
      }
    }
    recorder.close()
    #expect(sink.lost == 0)
    var seq: UInt64 = 0
    var counts: [UInt64: Int] = [:]
    func check(_ record: Record) throws {
      guard case .step(let step) = record else { return }
      seq += 1
      try #require(step.seq == seq)
      let count = counts[step.instance, default: 0]
      try #require(step.from == "\(count)" && step.to == "\(count + 1)")
      counts[step.instance] = count + 1
    }
    #expect(try TraceReader(path: path).forEach(check).isEmpty)
    #expect(counts.count == 8 && Int(seq) == each * 16)
  }
}
