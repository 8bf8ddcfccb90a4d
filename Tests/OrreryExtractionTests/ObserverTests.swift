import OrreryExtraction
import OrreryModel
import Testing

@Suite("Closures that are called whenever something happens") struct ObserverTests {
  private func moves(_ members: String) throws -> Set<String> {
    let rows = try machine(
      """
      @MainActor
      final class Player {
        enum State { case idle, starting, running, stopped }
        private(set) var state = State.idle
        private var engine: Engine?
        func run() { state = .running }
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.event.name.contains("#") }
    return Set(rows.map(describeWithCertainty))
  }

  @Test("one that an object is made with may be called in any state")
  func made() throws {
    let rows = try moves(
      """
        func start() {
          state = .starting
          engine = Engine(onStop: { [weak self] _ in self?.state = .stopped })
        }
      """)
    #expect(
      rows == [
        "idle start#Engine.onStop stopped", "starting start#Engine.onStop stopped",
        "running start#Engine.onStop stopped",
      ])
  }

  @Test("so may one that a function takes which is named by what happens")
  func named() throws {
    let rows = try moves(
      """
        func start() {
          state = .starting
          engine?.onLost { [weak self] in self?.state = .stopped }
        }
      """)
    #expect(
      rows == [
        "idle start#engine.onLost stopped", "starting start#engine.onLost stopped",
        "running start#engine.onLost stopped",
      ])
  }

  @Test(
    "the answer to a request is sure in the state that it was left in, others lead elsewhere",
    arguments: ["Done", "Error"])
  func answer(_ name: String) throws {
    let rows = try moves(
      """
        func start() {
          state = .starting
          engine?.boot().on\(name) { [weak self] in self?.state = .stopped }
        }
      """)
    #expect(
      rows == [
        "starting start#engine.boot stopped", "running start#engine.boot stopped (late)",
      ])
  }

  @Test("so is one that a request is made with")
  func request() throws {
    let rows = try moves(
      """
        func start() {
          state = .starting
          queue.add(Request(onCompletion: { [weak self] in self?.state = .stopped }))
        }
      """)
    #expect(
      rows == [
        "starting start#Request.onCompletion stopped",
        "running start#Request.onCompletion stopped (late)",
      ])
  }
}
