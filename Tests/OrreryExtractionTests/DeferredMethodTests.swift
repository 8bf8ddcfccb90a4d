import OrreryModel
import Testing

@Suite("Private methods that only closures for later call") struct DeferredMethodTests {
  private func rows(_ members: String, of event: String) throws -> [String] {
    try machine(
      """
      final class Pump {
        enum State { case ready, inserting, checking, finished }
        private(set) var state: State = .ready
        func end() { state = .finished }
      \(members)
      }
      """
    ).transitions.filter { $0.event.name == event && $0.kind == .move }.map(describe)
  }

  @Test("start from the states in which their closures are handed out")
  func states() throws {
    let rows = try rows(
      """
        func go() { state = .inserting; schedule() }
        private func schedule() {
          DispatchQueue.main.asyncAfter(deadline: .now() + 3) { [weak self] in self?.check() }
        }
        private func check() { state = .checking }
      """, of: "check")
    #expect(rows == ["inserting check checking"])
  }

  @Test("whatever others have of the same name")
  func sameName() throws {
    let rows = try rows(
      """
        let service: Service
        func go() { state = .inserting; service.ask { _ in self.check() } }
        private func check() { state = .checking; self.service.check() }
      """, of: "check")
    #expect(rows == ["inserting check/service.check checking"])
  }

  @Test("one after the other, and by themselves")
  func chains() throws {
    let members = """
        func go() { state = .inserting; service.ask { _ in self.check() } }
        private func check() {
          state = .checking
          service.ask { _ in self.check() }
          service.ask { _ in self.leave() }
        }
        private func leave() { state = .ready }
      """
    #expect(
      try rows(members, of: "check") == [
        "inserting check/concat(service.ask, service.ask) checking"
      ])
    #expect(try rows(members, of: "leave") == ["checking leave ready"])
  }

  @Test(
    "start from all states where they ask for the state, or others may call them",
    arguments: [
      "func go() { state = .inserting; later { self.check() } }; private func check() { if state != .ready { state = .checking } }",
      "func go() { state = .inserting; later { self.check() } }; func check() { state = .checking }",
      "func go() { state = .inserting; later { self.check() } }; func plan() { timer.after { self.check() } }; private func check() { state = .checking }",
      "init() { later { self.check() } }; private func check() { state = .checking }",
      "func go() { state = .inserting; token = item.observe { self.check() } }; private func check() { state = .checking }",
      "func go() { state = .inserting; timer.set(#selector(check)) }; @objc private func check() { state = .checking }",
    ])
  func anyState(_ members: String) throws {
    let rows = try rows(members, of: "check")
    #expect(rows.contains("finished check checking"))
    #expect(rows.contains("inserting check checking"))
  }

  @Test("are part of those who hand them out where others call them too")
  func shared() throws {
    let members = """
        func go() { queue.dispatch { self.check() } }
        func ask() { guard state == .ready else { return }; check() }
        private func check() { guard isFull else { return }; leave(to: .checking) }
        private func leave(to state: State) { self.state = state }
      """
    #expect(
      try rows(members, of: "go#queue.dispatch") == [
        "ready go#queue.dispatch[isFull] checking", "inserting go#queue.dispatch[isFull] checking",
        "finished go#queue.dispatch[isFull] checking",
      ])
    #expect(try rows(members, of: "ask") == ["ready ask[isFull] checking"])
  }

  @Test("what they hand out in turn may be called in any state, though others have left it in one")
  func handedOn() throws {
    let rows = try rows(
      """
        func go() {
          state = .inserting
          timer = Timer.scheduledTimer(withTimeInterval: 5, repeats: true) { _ in self.tick() }
          tick()
        }
        private func tick() {
          guard state != .finished else { return }
          service.ask { _ in if self.isFull { self.state = .checking } }
        }
      """, of: "go#service.ask")
    #expect(
      rows == [
        "ready go#service.ask[self.isFull] checking",
        "inserting go#service.ask[self.isFull] checking",
        "finished go#service.ask[self.isFull] checking",
      ])
  }
}
