import OrreryExtraction
import OrreryModel
import Testing

@Suite("Functions of a state that another reducer calls") struct OthersHelperTests {
  private func unresolved(_ access: String) -> [String] {
    extract(
      """
      struct Door { var isOpen = false; var count = 0 }
      extension Door { \(access) mutating func shut() { isOpen = false } }
      enum Push { case once, twice }
      enum Pull { case hard, soft }
      struct Pushing {
        static func push(state: inout Door, event: Push) {
          switch event { case .once: state.isOpen = true; case .twice: state.count = 2 } }
      }
      struct Pulling {
        static func pull(state: inout Door, event: Pull) {
          switch event { case .hard: state.shut(); case .soft: state.count = 1 } }
      }
      """
    ).machines.flatMap { machine in machine.unresolved.map { "\(machine.name) \($0.reason)" } }
  }

  @Test("what the first does not call is listed there, be it seen by the file alone")
  func ownFile() {
    #expect(unresolved("fileprivate").count == 1)
    #expect(unresolved("").count == 1)
  }

  @Test("what code calls that is no reducer is listed, be it called through another function")
  func noReducer() {
    let machines = extract(
      """
      struct Door { var isOpen = false; var count = 0
        fileprivate mutating func shut() { isOpen = false }
        fileprivate mutating func end() { shut() } }
      enum Push { case once, twice }
      struct Pushing {
        static func push(state: inout Door, event: Push) {
          switch event { case .once: state.isOpen = true; case .twice: state.count = 2 } }
      }
      final class App {
        var door = Door()
        func background() { door.end() }
        func send(_ event: Push) { Pushing.push(state: &door, event: event) }
      }
      """
    ).machines.filter { $0.name == "Pushing" }
    #expect(
      machines.flatMap(\.unresolved).map(\.reason) == [
        "'isOpen = false' changes the state, but no transition shows it: no handler calls 'shut'"
      ])
  }
}
