import OrreryModel
import Testing

@Suite("A former state that a property keeps") struct RememberedStateTests {
  private func meter(_ more: String, kept: String = "private var before: Phase = .ready") throws
    -> [String]
  {
    try machine(
      """
      final class Meter {
        enum Phase { case ready, warming, running, paused }
        private(set) var phase: Phase = .ready
        \(kept)
        func warm() { if phase == .ready { phase = .warming } }
        func run() { if phase == .warming { phase = .running } }
        \(more)
      }
      """
    ).transitions.filter { $0.event.name == "resume" && $0.kind != .ignore }.map(describe)
  }

  private static let pause = """
    func pause() {
      guard phase == .running || phase == .warming else { return }
      before = phase
      phase = .paused
    }
    """

  private static let resume = "func resume() { if phase == .paused { phase = before } }"

  private static let both = [
    "paused resume[case .warming = before] warming",
    "paused resume[case .running = before] running",
  ]

  @Test("is set back to each of those in which it was left")
  func left() throws {
    #expect(try meter(Self.pause + Self.resume) == Self.both)
  }

  @Test("is set back also where a helper keeps it")
  func helped() throws {
    let pause = """
      func pause() {
        guard phase == .running || phase == .warming else { return }
        remember()
        phase = .paused
      }
      private func remember() { before = phase }
      """
    #expect(try meter(pause + "\n" + Self.resume) == Self.both)
  }

  @Test(
    "is set back also where it may be absent",
    arguments: [
      "func resume() { if phase == .paused, let old = before { phase = old; before = nil } }",
      "func resume() { guard phase == .paused, let before else { return }; phase = before }",
    ])
  func optional(resume: String) throws {
    let found = try meter(Self.pause + resume, kept: "private var before: Phase?")
    #expect(found.map { $0.split(separator: " ").last } == ["warming", "running"])
  }

  @Test("is set back also where another takes its place when there is none")
  func coalesced() throws {
    let found = try meter(
      Self.pause + "func resume() { if phase == .paused { phase = before ?? .ready } }",
      kept: "private var before: Phase?")
    #expect(
      found == [
        "paused resume[before != nil && case .warming = before] warming",
        "paused resume[before != nil && case .running = before] running",
        "paused resume[!(before != nil)] ready",
      ])
  }

  @Test("is set back also where a case carries it")
  func carried() throws {
    let found = try machine(
      """
      struct Meter {
        indirect enum Phase { case ready, running, paused(Phase), failed }
        private(set) var phase: Phase = .ready
        mutating func run() { if case .ready = phase { phase = .running } }
        mutating func fail() { phase = .failed }
        mutating func pause() {
          switch phase {
          case .ready, .running: phase = .paused(phase)
          case .paused, .failed: break
          }
        }
        mutating func resume() { if case .paused(let old) = phase { phase = old } }
      }
      """
    ).transitions.filter { $0.from == "paused" && $0.event.name == "resume" }.map(describe)
    #expect(
      found == [
        "paused resume[case .ready = old] ready", "paused resume[case .running = old] running",
      ])
  }

  @Test("is the only one where there is one")
  func alone() throws {
    let pause = "func pause() { if phase == .running { before = phase; phase = .paused } }\n"
    #expect(try meter(pause + Self.resume) == ["paused resume running"])
  }

  @Test(
    "is not told where others may assign it, or what it is given is not known",
    arguments: [
      (pause, "var before: Phase = .ready"),
      (
        pause + "\nfunc keep(_ next: Phase) { before = next }", "private var before: Phase = .ready"
      ),
      (
        pause + "\nfunc keep() async { let old = phase; await wait(); before = old }",
        "private var before: Phase = .ready"
      ),
    ])
  func unknown(_ more: String, _ kept: String) throws {
    #expect(try meter(more + "\n" + Self.resume, kept: kept) == ["paused resume ?"])
  }
}
