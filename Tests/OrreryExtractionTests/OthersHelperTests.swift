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

  @Test("what only the file sees is no event of the first")
  func ownFile() {
    #expect(unresolved("fileprivate") == [])
    #expect(unresolved("").count == 1)
  }
}
