import OrreryTrace
import OrreryTraceAnalysis
import Testing

@Suite("The difference of two runs") struct RunDiffTests {
  private typealias Make = Fixtures

  private func diff(_ left: [Record], _ right: [Record]) throws -> RunDiff.MachineDiff {
    func steps(_ records: [Record]) -> RecordedSteps {
      var steps = RecordedSteps()
      for record in records { steps.add(record) }
      return steps
    }
    return try #require(RunDiff(from: steps(left), to: steps(right)).machines.first)
  }

  private static let run = [
    Make.step("a", "go", "b", seq: 1, at: 10), Make.step("b", "go", "c", seq: 2, at: 20),
    Make.step("c", "go", "a", seq: 3, at: 30),
  ]

  @Test("Equal runs do not differ")
  func equal() throws {
    #expect(try diff(Self.run, Self.run).isEmpty)
  }

  @Test("The first step that is another one is told, with what was the same before")
  func divergence() throws {
    let other = [Self.run[0], Make.step("b", "stop", "a", seq: 7, at: 20)]
    let found = try diff(Self.run, other)
    let divergence = try #require(found.divergences.first)
    #expect(divergence.common == 1)
    #expect(divergence.leftStep?.sequence == 2 && divergence.rightStep?.sequence == 7)
    #expect(divergence.rightStep?.key.event == "stop")
    #expect(found.edges.map { [$0.left, $0.right] } == [[1, 0], [1, 0], [0, 1]])
  }

  @Test("A run that stops early diverges where it stops")
  func shorter() throws {
    let found = try diff(Self.run, Array(Self.run[..<2]))
    #expect(found.divergences.map(\.common) == [2])
    #expect(found.divergences.first?.rightStep == nil)
  }

  @Test("Instances are the same by the order in which they started, not by their numbers")
  func instances() throws {
    let left = [
      Make.step("a", "go", "b", instance: 4), Make.step("a", "stop", "a", instance: 2),
    ]
    let right = [
      Make.step("a", "go", "b", instance: 9), Make.step("a", "go", "b", instance: 11),
    ]
    let found = try diff(left, right)
    #expect(found.divergences.map { [$0.left, $0.right] } == [[2, 11]])
    #expect(try diff(left, Array(left[..<1])).instances == (2, 1))
  }

  @Test("Times count where they are another by more than the ratio")
  func timings() throws {
    func run(_ stay: UInt64) -> [Record] {
      [
        Make.step("a", "go", "b", at: 10), Make.step("b", "go", "c", at: 10 + stay),
        Make.step("c", "go", "a", at: 20 + stay),
      ]
    }
    #expect(try diff(run(100), run(199)).isEmpty)
    let slower = try diff(run(100), run(201)).timings
    #expect(slower.map(\.subject) == [.state("b")])
    #expect(slower.map { [$0.left, $0.right] } == [[100, 201]])
  }
}
