import OrreryExtraction
import OrreryModel
import Testing

@Suite("Several closures for one callee") struct NamesakeTests {
  private func moves(_ members: String) throws -> Set<String> {
    let rows = try machine(
      """
      final class Player {
        enum State { case idle, playing, done }
        private(set) var state: State = .idle
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "idle" }
    return Set(rows.map(describe))
  }

  @Test("each is an event, named by the literal that its callee is given")
  func literals() throws {
    let rows = try moves(
      """
        func ask() {
          sheet.add(UIAlertAction(title: "Play", style: .default) { _ in self.state = .playing })
          sheet.add(UIAlertAction(title: "End", style: .default) { _ in self.state = .done })
        }
      """)
    #expect(
      rows == [
        #"idle ask#UIAlertAction("Play") playing"#, #"idle ask#UIAlertAction("End") done"#,
      ])
  }

  @Test("each is named by the member that the chain before it is given")
  func members() throws {
    let rows = try moves(
      """
        init() {
          center.publisher(for: .started).sink { [weak self] _ in self?.state = .playing }
          center.publisher(for: App.ended).sink { [weak self] _ in self?.state = .done }
        }
      """)
    #expect(
      rows == [
        "idle center.publisher(.started) playing",
        "idle center.publisher(App.ended) done",
      ])
  }

  @Test("those that nothing tells apart are numbered")
  func numbers() throws {
    let rows = try moves(
      """
        func load() {
          state = .idle
          api.get { [weak self] in self?.state = .playing }
          api.get { [weak self] in self?.state = .done }
          api.on(.a) { [weak self] in self?.state = .playing }
          api.on(event) { [weak self] in self?.state = .playing }
          api.on(.a) { [weak self] in self?.state = .done }
        }
      """)
    #expect(
      rows == [
        "idle load#api.get playing", "idle load#api.get (2) done", "idle load#api.on(.a) playing",
        "idle load#api.on playing", "idle load#api.on(.a) (2) done",
      ])
  }

  @Test("those of one call are told apart by their labels")
  func labels() throws {
    let rows = try moves(
      """
        func load() {
          state = .idle
          api.list().sink(
            receiveCompletion: { [weak self] _ in self?.state = .done },
            receiveValue: { [weak self] _ in self?.state = .playing })
        }
      """)
    #expect(
      rows == [
        "idle load#api.list.receiveCompletion done", "idle load#api.list.receiveValue playing",
      ])
  }

  @Test("the only one that changes the state has the name of its callee")
  func only() throws {
    let rows = try moves(
      """
        func load() {
          state = .idle
          api.on(.a) { [weak self] in self?.state = .playing }
          api.on(.b) { log("b") }
        }
      """)
    #expect(rows == ["idle load#api.on playing"])
  }
}
