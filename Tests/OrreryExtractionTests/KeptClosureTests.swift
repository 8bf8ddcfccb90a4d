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
}
