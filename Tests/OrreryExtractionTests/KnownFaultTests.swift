import OrreryModel
import Testing

/// What is told wrongly and known to be: machines of chance have shown it.
///
/// A test that begins to pass fails: then its case belongs into the specification.
@Suite("Known faults")
struct KnownFaultTests {
  @Test("what the condition of a `catch` writes is told")
  func aCatchThatAsks() {
    withKnownIssue {
      let rows = self.rows(
        """
        final class Clause {
          enum State { case a, b, c, d }
          enum Fault: Error { case bad }
          private(set) var state: State = .a
          var flag = false
          func go() throws {
            state = .b
            do {
              throw Fault.bad
            } catch Fault.bad where look() {
              state = .c
            }
          }
          private func look() -> Bool {
            state = .d
            return flag
          }
        }
        """)
      #expect(rows.contains("a go[flag] c"), "\(rows)")
    }
  }

  private func rows(_ source: String) -> [String] {
    extract(source).machines.flatMap(\.transitions).map { describe($0) }
  }
}
