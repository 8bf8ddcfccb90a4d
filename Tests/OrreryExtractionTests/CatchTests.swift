import OrreryModel
import Testing

@Suite("What is thrown, and the clause that takes it") struct CatchTests {
  /// What follows for a loader that throws an error and takes it in some clauses.
  private func rows(
    throwing error: String, _ clauses: String, in parameters: String = ""
  ) throws -> [String] {
    try machine(
      """
      protocol AppError: Error {}
      struct StatusError: AppError { var code = 0 }
      enum LoadError: Error { case offline, status(Int) }
      enum OtherError: Error { case offline }
      struct Loader {
        enum State { case idle, first, second }
        private(set) var state = State.idle
        mutating func load(\(parameters)) throws {
          do { throw \(error) } \(clauses)
        }
        mutating func reset() { state = .idle }
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.event.name == "load" }.map(describe)
  }

  @Test(
    "an error goes to the clause that asks for its type, or for its case",
    arguments: [
      ("CancellationError()", "is CancellationError"),
      ("CancellationError()", "let error as CancellationError"),
      ("Foundation.URLError(.timedOut)", "is URLError"),
      ("LoadError.offline", "LoadError.offline"), ("LoadError.offline", "is LoadError"),
      ("LoadError.status(404)", "LoadError.status(404)"),
      ("LoadError.status(404)", "let LoadError.status(code)"),
      ("LoadError.offline", "OtherError.offline, LoadError.offline"),
      ("LoadError.offline", "let error as LoadError where error == .offline"),
      ("StatusError()", "is AppError"), ("StatusError(code: 1)", "let error as StatusError"),
      ("LoadError.offline", "let error as NSError"), ("LoadError.offline", "_"),
    ])
  func taken(error: String, pattern: String) throws {
    let rows = try rows(
      throwing: error, "catch \(pattern) { state = .first } catch { state = .second }")
    #expect(rows == ["idle load first"])
  }

  @Test(
    "and passes the others by",
    arguments: [
      ("LoadError.offline", "is CancellationError"), ("LoadError.offline", "is OtherError"),
      ("LoadError.offline", "OtherError.offline"), ("LoadError.status(404)", "LoadError.offline"),
      ("LoadError.offline", "is LocalizedError"), ("CancellationError()", "LoadError.offline"),
      ("CancellationError()", "let error as LoadError"), ("URLError(.timedOut)", "is CocoaError"),
      ("LoadError.offline", "URLError.timedOut"),
      ("LoadError.offline", "let error as LoadError where error != .offline"),
    ])
  func passed(error: String, pattern: String) throws {
    let rows = try rows(
      throwing: error, "catch \(pattern) { state = .first } catch { state = .second }")
    #expect(rows == ["idle load second"])
  }

  @Test(
    "where the source does not tell, the clause is a condition",
    arguments: [
      ("failure", "is CancellationError"), ("makeError()", "LoadError.offline"),
      ("URLError(.timedOut)", "URLError.timedOut"), ("URLError(.timedOut)", "is AppError"),
      ("NSError(domain: name, code: 0)", "is URLError"),
      ("LoadError.status(code)", "LoadError.status(404)"),
      ("OtherModule.failed", "is OtherModule"),
    ])
  func open(error: String, pattern: String) throws {
    let rows = try rows(
      throwing: error, "catch \(pattern) { state = .first } catch { state = .second }",
      in: "_ failure: any Error, _ code: Int, _ name: String")
    #expect(
      rows == [
        "idle load[catch \(pattern)] first", "idle load[!(catch \(pattern))] second",
      ])
  }

  @Test("several patterns that may take it are one condition")
  func alternatives() throws {
    let rows = try rows(
      throwing: "failure",
      "catch is CancellationError, LoadError.offline { state = .first } catch { state = .second }",
      in: "_ failure: any Error")
    #expect(
      rows == [
        "idle load[catch is CancellationError, LoadError.offline] first",
        "idle load[!(catch is CancellationError, LoadError.offline)] second",
      ])
  }

  @Test("what no clause takes leaves the handler")
  func handedOn() throws {
    let rows = try rows(
      throwing: "LoadError.offline", "catch is CancellationError { state = .first }")
    #expect(rows == ["idle load throws"])
  }

  @Test("what the clause binds is the error that was thrown")
  func bound() throws {
    let rows = try rows(
      throwing: "LoadError.status(code)",
      """
      catch let error as LoadError {
        switch error {
        case .offline: state = .first
        case .status(let code): if code == 404 { state = .second }
        }
      }
      """, in: "_ code: Int")
    #expect(
      rows == ["idle load[code == 404] second", "idle load[!(code == 404)] ignored"])
  }

  @Test("a task that sleeps, or asks whether it is cancelled, fails because it was cancelled")
  func cancelled() throws {
    let found = try machine(
      """
      @MainActor final class Search {
        enum State { case idle, waiting, done, failed }
        private(set) var state = State.idle
        func search() async {
          guard state == .idle else { return }
          do {
            state = .waiting
            try await Task.sleep(for: .seconds(1))
            try Task.checkCancellation()
            state = .done
          } catch is CancellationError {
            state = .idle
          } catch {
            state = .failed
          }
        }
      }
      """)
    #expect(
      Set(found.transitions.filter { $0.kind == .move }.map(describe)) == [
        "idle search/Task.sleep waiting", "waiting search#Task.sleep.success done",
        "waiting search#Task.sleep.success[Task.checkCancellation() throws] idle",
        "waiting search#Task.sleep.failure idle",
      ])
  }

  @Test(
    "an error that a function or another name makes, or that a protocol may refine, is not told",
    arguments: [
      ("throw made()", "is URLError"), ("throw NetError(.timedOut)", "is URLError"),
      ("throw Own.lost", "let error as LocalizedError"),
    ])
  func open(statement: String, pattern: String) throws {
    let found = try machine(
      """
      protocol Failure: LocalizedError {}
      enum Own: Failure { case lost }
      final class Loader {
        enum State { case idle, offline, failed }
        typealias NetError = URLError
        private(set) var state = State.idle
        func load() {
          do { \(statement) } catch \(pattern) { state = .offline } catch { state = .failed }
        }
        private func made() -> URLError { URLError(.timedOut) }
      }
      """)
    #expect(
      found.transitions.filter { $0.from == "idle" }.map(describe) == [
        "idle load[catch \(pattern)] offline", "idle load[!(catch \(pattern))] failed",
      ])
  }

  @Test("a clause need not say that the error is none of other types which it cannot be")
  func disjoint() throws {
    let clauses = { (other: String) in
      """
      catch is LoadError { state = .first } catch let error as \(other) { state = .second }
      catch { throw error }
      """
    }
    let rows = { (other: String) in
      try self.rows(throwing: "failure", clauses(other), in: "_ failure: any Error")
    }
    #expect(
      try Set(rows("OtherError")) == [
        "idle load[catch is LoadError] first",
        "idle load[catch let error as OtherError] second",
        "idle load[!(catch is LoadError) && !(catch let error as OtherError)] throws",
      ])
    // What conforms to a protocol may be of the first type as well.
    #expect(
      try rows("AppError").contains(
        "idle load[!(catch is LoadError) && catch let error as AppError] second"))
  }

  @Test("clauses behind a wait hold in all states that others have come to meanwhile")
  func elsewhere() throws {
    let found = try machine(
      """
      actor Door {
        enum State { case shut, opening, open, broken }
        struct Timeout: Error {}
        struct Jam: Error {}
        private var state: State = .shut
        func open() async throws {
          guard state == .shut else { return }
          do {
            try await motor.run()
          } catch is Timeout {
            fail()
          } catch let error as Jam {
            fail()
            throw error
          } catch {
            preconditionFailure("unknown error")
          }
        }
        func began() { if state == .shut { state = .opening } }
        private func fail() { if state == .shut || state == .opening { state = .broken } }
      }
      """
    ).transitions.filter { $0.from == "opening" && $0.to == "broken" }.map(describe)
    #expect(
      Set(found) == [
        "opening open#motor.run.failure[catch is Timeout] broken",
        "opening open#motor.run.failure[catch let error as Jam] broken",
      ])
  }

  @Test("of several patterns each goes on with what the condition of the one before has changed")
  func severalPatterns() throws {
    try expectTransitions(
      """
      final class Upload {
        enum State { case idle, failed, offline }
        enum Fault: Error { case offline, rejected }
        private var state = State.idle
        private var isReachable = false
        func send() {
          do {
            throw Fault.offline
          } catch Fault.offline where waits(), Fault.rejected {
            state = .offline
          } catch {
            api.report(error)
          }
        }
        private func waits() -> Bool {
          if isReachable { return true }
          state = .failed
          return false
        }
      }
      """,
      [
        "idle send[isReachable] offline", "idle send[!(isReachable)]/api.report failed",
        "failed send[isReachable] offline", "failed send[!(isReachable)]/api.report failed",
        "offline send[isReachable] ignored", "offline send[!(isReachable)]/api.report failed",
      ])
  }
}
