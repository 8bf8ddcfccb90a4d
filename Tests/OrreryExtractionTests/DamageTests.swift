import Foundation
import GeneratedMachines
import OrreryExtraction
import OrreryModel
import Testing

/// A short round of what `Tests/Fuzz` does for longer.
@Suite("Damaged source") struct DamageTests {
  private static let machines = [
    """
    struct Door {
      enum State { case open(Int), shut, modifying }
      private var state = State.shut
      mutating func push(_ force: Int) throws -> Bool? {
        switch consume self.state {
        case .open(let width) where force > width:
          self.state = .modifying
          defer { self.state = .shut }
          return try swing(force)
        case .open: return nil
        case .shut: if let wind = wind(), case .north = wind { self.state = .open(1) }
        case .modifying: preconditionFailure()
        }
        #if DEBUG
        do { try log() } catch let error as LogError { throw error }
        #endif
        return force > 2 ? true : nil
      }
      private mutating func swing(_ force: Int) throws -> Bool { for _ in 0..<force { state = .shut } }
    }
    """,
    """
    @Reducer struct Lamp {
      struct State { var isOn = false; @Presents var alert: Alert.State?; var log: [Int] = [] }
      enum Action { case tap, alert(PresentationAction<Alert.Action>), view(View); enum View { case a, b } }
      var body: some ReducerOf<Self> {
        Reduce { state, action in
          switch action {
          case .tap, .view(.a): state.isOn.toggle(); return .run { send in await send(.view(.b)) }
          case .alert(.presented(let inner)) where state.isOn: state.alert = nil; return .none
          case .alert: return .merge(.none, .cancel(id: 1))
          case .view(let view): state.log[0] += view == .b ? 1 : 2; return .none
          }
        }
        .ifLet(\\.$alert, action: \\.alert) { Alert() }
      }
    }
    """,
    """
    enum Cart: StateMachine {
      enum State { case empty, full(items: [Int]) }
      enum Input { case add(Int), clear }
      enum IOEffect { case save }
      static func reduceInput(_ state: State, _ input: Input) -> Transition {
        switch (state, input) {
        case (.empty, .add(let item)): return transition(.full(items: [item]), effect: .save)
        case let (.full(items), .add(item)): return nextState(.full(items: items + [item]))
        case (.full, .clear): return (.empty, nil)
        default: return undefined
        }
      }
    }
    """,
  ]

  /// The sources of the samples, where the package's folder is at hand.
  private static var samples: [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appending(path: "Samples").resolvingSymlinksInPath().path()
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap {
      FileManager.default.contents(atPath: folder + "/" + $0).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  @Test("is read without a crash, and tells the same each time", arguments: 0..<machines.count)
  func damaged(number: Int) {
    let source = Self.machines[number]
    #expect(!extract(source).machines.isEmpty)
    for seed in 0..<30 {
      let text = damaged(source, seed: UInt64(seed))
      let found = extract(text)
      let places = found.machines.flatMap { $0.transitions.map(\.location.line) }
      #expect(places.allSatisfy { $0 >= 1 })
      if seed.isMultiple(of: 10) { #expect(found == extract(text), "seed \(seed)") }
    }
  }

  @Test("a cut or damaged sample is read without a crash")
  func damagedSamples() {
    let samples = Self.samples
    #expect(!samples.isEmpty)
    for (number, sample) in samples.enumerated() {
      let text = damaged(sample, seed: UInt64(number))
      #expect(extract(text).machines.allSatisfy { $0.id.hasPrefix("App.") })
    }
  }

  /// A text with a part cut out, another doubled, and a byte changed; all follow from the seed.
  private func damaged(_ text: String, seed: UInt64) -> String {
    var random = SplitMix(seed: seed)
    var bytes = Array(text.utf8)
    let start = Int.random(in: 0..<bytes.count, using: &random)
    let end = min(bytes.count, start + Int.random(in: 1...20, using: &random))
    bytes.removeSubrange(start..<end)
    if seed.isMultiple(of: 3) {
      let line = bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)).suffix(30)
      bytes.insert(contentsOf: line, at: Int.random(in: 0..<bytes.count, using: &random))
    }
    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    if seed.isMultiple(of: 5) { bytes.removeLast(bytes.count / 3) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
