import OrreryExtraction
import OrreryModel
import Testing

@Suite("Names of what follows a wait") struct EventNameTests {
  private func moves(_ members: String) throws -> [String] {
    try machine(
      """
      @MainActor
      final class Call {
        enum State { case idle, ringing, up }
        private(set) var state: State = .idle
        private var socket: Socket?
      \(members)
      }
      """
    ).transitions.filter { $0.kind == .move && $0.from == "idle" }.map(describe).sorted()
  }

  @Test("leave out the signs of optional chaining")
  func optionalChains() throws {
    let rows = try moves(
      """
        func open() async throws {
          try await socket?.peer!.ring()
          state = .ringing
        }
        func watch() {
          socket?.onRing { [weak self] in self?.state = .up }
        }
      """)
    #expect(
      rows == ["idle open#socket.peer.ring.success ringing", "idle watch#socket.onRing up"])
  }

  @Test("have the base name of a method of several, which none of them follows alone")
  func overloads() throws {
    let rows = try moves(
      """
        func open(_ id: Int) async {
          await open(id, loudly: false)
        }
        func open(_ id: Int, loudly: Bool) async {
          await wire.ring(id)
          state = .ringing
        }
        func open(_ name: String) async {
          await wire.find(name)
          state = .up
        }
      """)
    #expect(rows == ["idle open#wire.find up", "idle open#wire.ring ringing"])
  }

  @Test("keep the labels where different waits of one name follow two of them")
  func clash() throws {
    let rows = try moves(
      """
        func open(_ id: Int) async {
          await wire.ask(id)
          state = .up
        }
        func open(name: String) async {
          await wire.ask(name)
          state = .ringing
        }
      """)
    #expect(rows == ["idle open(_:)#wire.ask up", "idle open(name:)#wire.ask ringing"])
  }

  @Test("name the property that publishes, not its operators")
  func publishers() throws {
    let rows = try moves(
      """
        func bind() {
          player.ended.receive(on: queue).sink { [weak self] _ in self?.state = .up }.store(in: &bag)
          player.paused.sink { [weak self] _ in self?.state = .ringing }.store(in: &bag)
        }
      """)
    #expect(rows == ["idle bind#player.ended up", "idle bind#player.paused ringing"])
  }

  @Test("keep functions that are called as an operator is")
  func functions() throws {
    let rows = try moves(
      """
        func listen() {
          connection.receive { [weak self] _ in self?.state = .up }
          api.list().filter { $0 > 1 }.sink { [weak self] _ in self?.state = .ringing }
        }
      """)
    #expect(rows == ["idle listen#api.list ringing", "idle listen#connection.receive up"])
  }

  @Test("are the sender's for what an initializer subscribes to, where no event has that name")
  func subscriptions() throws {
    let rows = try moves(
      """
        init(player: Player, hangUp: AnyPublisher<Void, Never>, loader: Loader) {
          player.$isOn.sink { [weak self] _ in self?.state = .ringing }.store(in: &bag)
          hangUp.sink { [weak self] in self?.state = .up }.store(in: &bag)
          loader.load { self.state = .up }
        }
        func hangUp() { if state == .ringing { state = .idle } }
      """)
    #expect(
      rows == ["idle init#hangUp up", "idle init#loader.load up", "idle player.isOn ringing"])
  }
}
