import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an initializer decides") struct InitialStateTests {
  private func initial(_ start: String, declared: String = "") throws -> String? {
    try machine(
      """
      final class Store {
        enum State { case empty, restored(Int), failed }
        private(set) var state: State\(declared)
        init(saved: Int?, mode: Mode) {
          \(start)
        }
        func reset() { if case .failed = state { state = .empty } }
      }
      """
    ).initial
  }

  @Test(
    "the state is not told where it depends on what the initializer is given",
    arguments: [
      "if let saved { state = .restored(saved) } else { state = .empty }",
      "state = .empty; if saved == nil { state = .failed }",
      "switch mode { case .on: state = .empty; default: state = .failed }",
      "state = .empty; guard let saved else { state = .failed; return }; print(saved)",
      "do { state = .empty; try check(mode) } catch { state = .failed }",
      "state = .empty; for item in mode.items { state = .restored(item) }",
      "state = saved == nil ? .failed : .empty",
    ])
  func several(start: String) throws {
    #expect(try initial(start) == nil)
  }

  @Test("nor where it is declared and then assigned under a condition")
  func declared() throws {
    #expect(try initial("if saved == nil { state = .failed }", declared: " = .empty") == nil)
    #expect(try initial("state = mode.isOn ? .failed : .empty", declared: " = .empty") == nil)
  }

  @Test(
    "the state is told where all ways assign the same",
    arguments: [
      "if let saved { log(saved); state = .empty } else { self.state = .empty }",
      "guard let saved else { fatalError() }; state = .failed; log(saved); state = .empty",
      "state = .failed; defer { log(mode) }; state = .empty",
      "state = .empty; observe { self.state = .failed }",
    ])
  func one(start: String) throws {
    #expect(try initial(start) == "empty")
  }

  @Test("several initializers may hand different values to the same case")
  func payloads() throws {
    let source = { (second: String) in
      """
      actor Group {
        enum State { case initial([Int]), finished }
        private var state: State
        init(services: [Int]) { self.state = .initial(services) }
        init(services: [Int], logger: Logger) {
          log(logger)
          self.init(services: services)
        }
        init(names: [String]) { self.state = \(second) }
        func finish() { if case .initial = state { state = .finished } }
      }
      """
    }
    #expect(try machine(source(".initial(names.map { Int($0) ?? 0 })")).initial == "initial")
    #expect(try machine(source(".finished")).initial == nil)
  }
}
