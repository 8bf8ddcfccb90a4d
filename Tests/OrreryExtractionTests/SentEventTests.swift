import OrreryModel
import Testing

@Suite("Events that come through a subject") struct SentEventTests {
  private func form(_ members: String, subject: String = "PassthroughSubject<Event, Never>()")
    -> String
  {
    """
    final class Form {
      enum State { case idle, loading, failed, open }
      enum Event { case appeared, submit(String), closed }
      @Published private(set) var state = State.idle
      private let input = \(subject)
      private var bag = Set<AnyCancellable>()
    \(members)
      func send(event: Event) { input.send(event) }
    }
    """
  }

  @Test(
    "are the cases that the closure at its end tells apart",
    arguments: [
      "init() { input.sink { [weak self] event in\nBODY\n}.store(in: &bag) }",
      "init() { input.receive(on: queue).sink(receiveValue: { event in\nBODY\n}).store(in: &bag) }",
    ])
  func cases(_ members: String) throws {
    let body = """
      guard let self = self else { return }
      switch event {
      case .appeared: self.state = .idle
      case .submit(let name): self.state = name.isEmpty ? .failed : .loading
      case .closed: print("done")
      }
      """
    let machine = try machine(form(members.replacing("BODY", with: body)))
    #expect(machine.events.map(\.name) == ["appeared", "submit", "closed"])
    #expect(machine.events.map { $0.location?.line } == [3, 3, 3])
    #expect(
      machine.transitions.map(describe).filter { $0.hasPrefix("idle") } == [
        "idle appeared ignored", "idle submit[name.isEmpty] failed",
        "idle submit[!(name.isEmpty)] loading", "idle closed ignored",
      ])
  }

  @Test("are ignored where a filter lets none through")
  func filters() throws {
    try expectTransitions(
      """
      final class Door {
        enum State { case open, shut }
        enum Event { case push, look }
        private(set) var state = State.open
        private let input = PassthroughSubject<Event, Never>()
        init() {
          input.filter { [weak self] _ in self?.state == .open }.sink { [weak self] event in
            guard let door = self else { return }
            switch event {
            case .push: door.state = .shut
            case .look: break
            }
          }.store(in: &bag)
        }
      }
      """,
      ["open push shut", "shut push ignored", "open look ignored", "shut look ignored"])
  }

  @Test("lead to waits that belong to them, and are left in the states that they lead to")
  func waits() throws {
    try expectTransitions(
      """
      final class Login {
        enum State { case idle, loading, failed, open }
        enum Event { case appeared, tapped(String) }
        @Published private(set) var state = State.idle
        private let input = PassthroughSubject<Event, Never>()
        init(api: API) {
          self.api = api
          input.sink { [weak self] event in
            guard let strongSelf = self else { return }
            switch event {
            case .appeared: strongSelf.state = .idle
            case .tapped(let name): strongSelf.begin(name)
            }
          }.store(in: &bag)
        }
        private func begin(_ name: String) {
          state = .loading
          api.signIn(name).sink { [weak self] fine in
            guard let self = self else { return }
            if fine { self.state = .open } else { self.state = .failed }
          }.store(in: &bag)
        }
      }
      """,
      [
        "idle appeared ignored", "loading appeared idle", "failed appeared idle",
        "open appeared idle", "idle tapped/api.signIn loading",
        "loading tapped/api.signIn loading", "failed tapped/api.signIn loading",
        "open tapped/api.signIn loading", "loading tapped#api.signIn[fine] open",
        "loading tapped#api.signIn[!(fine)] failed",
      ], isSure: true)
  }

  @Test("are told for themselves, and the private methods that the closure chooses are not")
  func helpers() throws {
    let machine = try machine(
      """
      final class Posts {
        enum State { case idle, loading, loaded }
        enum Event { case appeared, logOut }
        private(set) var state = State.idle
        private let input = PassthroughSubject<Event, Never>()
        init() {
          input.sink { [weak self] event in
            switch event {
            case .appeared: self?.load()
            case .logOut: print("later")
            }
          }.store(in: &bag)
        }
        private func load() {
          state = .loading
          api.posts().sink { [weak self] posts in self?.state = .loaded }.store(in: &bag)
        }
      }
      """)
    #expect(machine.events.map(\.name) == ["appeared", "logOut", "appeared#api.posts"])
    #expect(
      machine.sure.map(describe) == [
        "idle appeared/api.posts loading", "loading appeared/api.posts loading",
        "loaded appeared/api.posts loading", "idle logOut ignored", "loading logOut ignored",
        "loaded logOut ignored", "loading appeared#api.posts loaded",
      ])
  }

  @Test(
    "are one event of the subscription where it is not told which closure takes them, or what",
    arguments: [
      "input.sink { event in self.log(event) }\ninput.sink { event in\nBODY\n}",
      "input.map { $0.next }.sink { event in\nBODY\n}",
      "input.combineLatest(other).sink { event in\nBODY\n}",
    ])
  func others(_ pipeline: String) throws {
    let body = """
      switch event {
      case .appeared: self.state = .idle
      default: self.state = .open
      }
      """
    let found = try machine(form("init() { \(pipeline.replacing("BODY", with: body)) }"))
    #expect(
      Set(found.events.map(\.name)).isSubset(of: ["input", "input (2)", "input.combineLatest"]))
  }

  @Test("are told of whoever subscribes, too")
  func openSubscription() throws {
    let found = try machine(
      form(
        """
        func begin() {
          input.sink { event in
            switch event {
            case .appeared: self.state = .idle
            case .submit: self.state = .loading
            case .closed: self.state = .open
            }
          }.store(in: &bag)
        }
        """))
    #expect(found.events.map(\.name) == ["begin", "appeared", "submit", "closed"])
    #expect(found.transitions.map(describe).first == "idle begin/input.sink idle")
  }

  @Test("are conditions of one event where a loop tells the elements of a stream apart")
  func streams() throws {
    let machine = try machine(
      """
      final class Door {
        enum State { case open, shut }
        enum Event { case push, look }
        private(set) var state = State.open
        private let events: AsyncStream<Event>
        init() {
          task = Task { [weak self] in
            for await event in self.events {
              switch event {
              case .push: self.state = .shut
              case .look: self.state = .open
              }
            }
          }
        }
      }
      """)
    let moves = machine.transitions.filter { $0.kind == .move }.map(describe)
    #expect(
      moves == [
        "open init#events[case .push = event] shut", "shut init#events[case .look = event] open",
      ])
  }
}
