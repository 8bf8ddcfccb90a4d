import Foundation
import Testing

@Suite("orrery trace diff")
struct TraceDiffTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench([
      "a.jsonl": Log.text([("open", "close", "closed"), ("closed", "lock", "locked")]),
      "b.jsonl": Log.text([("open", "close", "closed"), ("closed", "open", "open")]),
    ])
  }

  @Test("says where runs part, and what appeared and vanished")
  func text() {
    let outcome = bench.run("trace", "diff", "a.jsonl", "b.jsonl")
    #expect(outcome.status == 0, "\(outcome.messages)")
    #expect(
      outcome.output == """
        Home.DoorStateMachine  1 instance
          diverges after 1 step: [1] #2 closed + input.lock → locked (moved), then \
        [1] #2 closed + input.open → open (moved)

                    from    event  to      verdict  before  after
          vanished  closed  lock   locked  moved         1      0
          appeared  closed  open   open    moved         0      1

                  mean time of  before   after
          faster  state open    1.4 ms  749 µs


        """)
    #expect(bench.run("trace", "diff", "a.jsonl", "b.jsonl", "--strict").status == 3)
    #expect(bench.run("trace", "diff", "a.jsonl", "a.jsonl", "--strict").status == 0)
  }

  @Test("has a form for programs, and refuses a ratio below one")
  func json() throws {
    let text = bench.run("trace", "diff", "a.jsonl", "b.jsonl", "--format", "json").output
    let root = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let machine = try #require((root?["machines"] as? [[String: Any]])?.first)
    #expect((machine["edges"] as? [Any])?.count == 2)
    #expect(bench.run("trace", "diff", "a.jsonl", "b.jsonl", "--ratio", "0.5").status == 2)
  }
}
