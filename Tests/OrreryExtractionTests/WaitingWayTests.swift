import OrreryModel
import Testing

@Suite("Ways that come to one wait") struct WaysToOneWaitTests {
  /// A lift that chooses its next floor, and gets there behind a wait.
  private func lift(floors: Range<Int>) throws -> Machine {
    let names = floors.map { "f\($0)" }
    return try machine(
      """
      @MainActor final class Lift {
        enum Floor { case ground, \(names.joined(separator: ", ")) }
        private(set) var floor: Floor = .ground
        func go(_ button: Int) async {
          guard floor == .ground else { return }
          let next: Floor
          switch button {
          \(names.enumerated().map { "case \($0): next = .\($1)" }.joined(separator: "\n    "))
          default: next = .ground
          }
          await motor.run()
          floor = next
        }
      }
      """)
  }

  @Test("are told apart where they are few")
  func few() throws {
    let machine = try lift(floors: 1..<8)
    #expect(machine.unresolved.isEmpty)
    #expect(Set(machine.transitions.filter { $0.event.name.contains("#") }.map(\.to)).count == 8)
  }

  @Test("are one that knows less where they are many, which is said")
  func many() throws {
    let machine = try lift(floors: 1..<12)
    let moves = machine.transitions.filter { $0.event.name.contains("#") }
    #expect(moves.contains { $0.to == "f1" && $0.certainty == .exact })
    #expect(moves.contains { $0.to == nil })
    #expect(
      machine.unresolved.contains { $0.reason.contains("cannot be followed along each path") })
  }
}

@Suite("After a wait, a way that asks for the state is sure in any that events lead to")
struct WaitingWayTests {
  private func rows(_ members: String) throws -> [String] {
    let source = """
      final class Upload {
        enum State { case ready, uploading, paused, done }
        private var state: State = .ready
      \(members)
        func progress() { state = .uploading }
        func end() { state = .done }
      }
      """
    return try machine(source).transitions.map(describeWithCertainty).filter { $0.contains("#") }
  }

  @Test("its siblings that ask for nothing are sure only where they were left")
  func siblings() throws {
    let rows = try rows(
      """
        func start() {
          guard state == .ready else { return }
          Task {
            let file = await prepare()
            if file.isWhole {
              state = .done
            } else if case .uploading = state {
              state = .paused
            }
          }
        }
      """)
    #expect(
      rows.filter { $0.contains("[file.isWhole]") } == [
        "ready start#prepare[file.isWhole] done",
        "uploading start#prepare[file.isWhole] done (inferred)",
        "paused start#prepare[file.isWhole] done (inferred)",
        "done start#prepare[file.isWhole] ignored (inferred)",
      ])
    #expect(
      rows.filter { $0.hasSuffix("paused") && !$0.hasPrefix("paused") } == [
        "uploading start#prepare[!(file.isWhole)] paused"
      ])
  }

  @Test("so is what follows their next wait")
  func nextWait() throws {
    let rows = try rows(
      """
        func start() {
          guard state == .ready else { return }
          Task {
            await prepare()
            do {
              try check()
              await send()
              state = .done
            } catch {
              if case .uploading = state { state = .paused }
            }
          }
        }
      """)
    #expect(
      rows.filter { $0.contains("#send") } == [
        "ready start#send done", "uploading start#send done (late)",
        "paused start#send done (late)", "done start#send ignored (late)",
      ])
    #expect(rows.contains("uploading start#prepare[check() throws] paused"))
  }

  @Test("a way that has asked before its next wait is sure from where it asked")
  func askedBefore() throws {
    let rows = try rows(
      """
        func start() {
          guard state == .ready else { return }
          Task {
            let file = await prepare()
            guard file.isWhole || state == .uploading else { return }
            await send()
            state = .done
          }
        }
      """)
    #expect(
      rows.filter { $0.contains("#send") && $0.hasSuffix("done") } == [
        "ready start#send done", "uploading start#send done",
      ])
  }

  @Test("an object of a type that is not read may be another's behind a wait")
  func unreadTypes() throws {
    let source = """
      final class Reader {
        enum State { case idle, same, other }
        private var state: State = .idle
        private let page: LibraryPage
        func read(_ wanted: LibraryPage) {
          guard page == wanted else { return }
          Task {
            await work()
            if page == wanted { state = .same } else { state = .other }
          }
        }
      }
      """
    let targets = try machine(source).transitions.filter { $0.kind == .move }.compactMap(\.to)
    #expect(Set(targets) == ["same", "other"])
  }

  @Test("what goes on once may be come to where its handler starts anew meanwhile")
  func startedAnew() throws {
    let source = """
      struct LoadState { var isLoading = false; var isLoaded = false }
      enum LoadAction { case load, cancel }
      final class LoadStore {
        private var state = LoadState()
        func send(_ action: LoadAction) {
          switch action {
          case .load: load()
          case .cancel: if state.isLoading { state.isLoading = false }
          }
        }
        private func load() {
          if state.isLoading || state.isLoaded { return }
          state.isLoading = true
          Task { @MainActor in
            await api.fetch()
            state.isLoading = false
            state.isLoaded.toggle()
          }
        }
      }
      """
    let rows = try machine(source).transitions.filter { $0.event.name == "load#api.fetch" }
    #expect(rows.contains { $0.from == "isLoaded=true" && $0.to == "isLoaded=false" })
  }

  @Test("a number that a state is asked for makes no way sure: the state itself is not asked")
  func number() throws {
    let source = """
      final class Upload {
        enum Step: Int { case first, second, third }
        private var step: Step = .first
        func start() {
          guard step == .first else { return }
          Task {
            await prepare()
            if step.rawValue > 1 { step = .first }
          }
        }
        func next() { step = Step(rawValue: step.rawValue + 1) ?? .third }
      }
      """
    let rows = try machine(source).transitions.map(describeWithCertainty)
    #expect(rows.contains("third start#prepare first (late)"))
  }

  @Test("a state beside something else is no question where no pattern asks for it")
  func besideSomethingElse() throws {
    let found = try rows(
      """
      func start() async {
        state = .uploading
        let isSent = await api.send()
        switch (isSent, state) {
        case (true, _): state = .done
        case (false, _): state = .paused
        }
      }
      """)
    #expect(
      found == [
        "uploading start#api.send[case true = isSent] done",
        "uploading start#api.send[case false = isSent] paused",
        "paused start#api.send[case true = isSent] done (late)",
        "paused start#api.send[case false = isSent] ignored (late)",
        "done start#api.send[case true = isSent] ignored (late)",
        "done start#api.send[case false = isSent] paused (late)",
      ])
  }

  @Test("a state that a closure has captured is the one that the handler has started in")
  func captured() throws {
    let found = try rows(
      """
      func start() {
        let before = state
        state = .uploading
        timer.after(1) { [before] in self.state = before }
      }
      """)
    #expect(
      Set(found.filter { !$0.hasSuffix("(inferred)") }) == [
        "uploading start#timer.after ready", "uploading start#timer.after ignored",
        "uploading start#timer.after paused", "uploading start#timer.after done",
      ])
  }

  @Test("a captured state that is compared is no question of what is there by then")
  func capturedAndCompared() throws {
    let found = try rows(
      """
      func start() {
        let before = state
        state = .uploading
        timer.after(1) { [before] in
          if before == .paused { log() }
          self.state = .done
        }
      }
      """)
    #expect(
      found == [
        "uploading start#timer.after done", "done start#timer.after ignored (inferred)",
      ])
  }
}

@Suite("Errors that are thrown behind a wait") struct ThrownLaterTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      actor Link {
        enum State { case down, up }
        enum Fault: Error { case gone, lost }
        private var state = State.down
        func connect() { state = .up }
        \(body)
      }
      """
    ).sure.filter { $0.event.name.contains("#") }.map(describe)
  }

  @Test func aStatementThatThrowsIsAnExitOfItsOwn() throws {
    #expect(
      try rows(
        """
        func drop(_ work: Work) async throws {
          guard state == .up else { return }
          await work.stop()
          throw Fault.gone
        }
        """) == ["up drop#work.stop throws"])
  }

  @Test func aClauseThatOnlyThrowsIsOne() throws {
    #expect(
      try rows(
        """
        func drop(_ work: Work) async throws {
          guard state == .up else { return }
          do {
            try await work.stop()
            state = .down
          } catch {
            throw Fault.gone
          }
        }
        """) == ["up drop#work.stop.success down", "up drop#work.stop.failure throws"])
  }

  @Test func anErrorThatIsOnlyHandedOnIsNone() throws {
    #expect(
      try rows(
        """
        func drop(_ work: Work) async throws {
          guard state == .up else { return }
          try await work.stop()
          try work.check()
        }
        """) == ["up drop#work.stop.success/work.check up"])
  }
}
