import OrreryExtraction
import OrreryModel
import Testing

@Suite("Closures that a declaration says may be kept") struct KeptClosureTests {
  private func rows(_ parameter: String) throws -> [String] {
    try machine(
      """
      protocol Service {
        func run(_ text: String, completion: \(parameter))
      }
      final class Sender {
        enum State { case idle, sending }
        private var state: State = .idle
        let service: Service
        init(service: Service) { self.service = service }
        func send() {
          state = .sending
          service.run("x") { [weak self] error in
            guard error != nil else { return }
            self?.state = .idle
          }
        }
      }
      """
    ).transitions.filter { $0.kind == .move }.map(describe)
  }

  @Test("are called later, whatever the name of the method")
  func escaping() throws {
    #expect(
      try rows("@escaping (Error?) -> Void") == [
        "idle send/service.run sending", "sending send#service.run[error != nil] idle",
      ])
  }

  @Test("are called within the call where the declaration says that they are not kept")
  func lent() throws {
    #expect(try rows("(Error?) -> Void").allSatisfy { !$0.contains("#") })
  }

  @Test(
    "run at once where the method never keeps them, whatever they capture",
    arguments: ["lock.synchronized", "label.apply"])
  func captured(_ callee: String) throws {
    let found = try machine(
      """
      final class Door {
        enum State { case open, shut }
        private var state: State = .open
        func shut() { \(callee) { [self] in state = .shut } }
        func open() { if state == .shut { state = .open } }
      }
      """
    ).transitions.map(describe)
    #expect(found.contains("open shut shut"), "\(found)")
    #expect(!found.contains { $0.contains("#") })
  }
}
