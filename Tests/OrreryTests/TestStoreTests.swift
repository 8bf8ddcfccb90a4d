import Foundation
import IssueReporting
import Orrery
import OrreryTesting
import OrreryTrace
import Testing

@Suite("A test store")
struct TestStoreTests {
  private func lamp(
    _ stream: AsyncStream<Lamp.IOResult>? = nil, timeout: Duration = .seconds(5)
  ) -> TestStore<Lamp.State, Lamp.Action> {
    TestStore(initialState: .off, timeout: timeout) {
      stream.map { stream in Lamp(heat: { _ in stream }) } ?? Lamp()
    }
  }

  @Test("is content where every change and every result is expected")
  func content() async {
    let complaints = await Complaints.during {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.receive(.ioResult(.heated(0))) { $0 = .on }
      await store.finish()
    }
    #expect(complaints.isEmpty)
  }

  @Test("tells the last steps behind what is wrong")
  func lastSteps() async {
    let complaints = await Complaints.whole {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.receive(.ioResult(.heated(0))) { $0 = .off }
      await store.finish()
    }
    let steps = complaints.first?.components(separatedBy: "The last steps:\n").last
    #expect(
      steps == """
          #1 OrreryTests.Lamp[1] off –press→ warming (moved) / heat
          #2 OrreryTests.Lamp[1] warming –ioResult.heated→ on (moved)
        """)
  }

  @Test("writes the run of a test that fails as a page, where that is asked for")
  func page() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "orrery-\(UUID().uuidString)").path
    setenv("ORRERY_INSPECT", folder, 1)
    defer {
      unsetenv("ORRERY_INSPECT")
      try? FileManager.default.removeItem(atPath: folder)
    }
    let complaints = await Complaints.whole {
      let store = lamp(AsyncStream { $0.finish() })
      store.send(.input(.press)) { $0 = .off }
      await store.finish()
    }
    let path = try #require(complaints.first?.components(separatedBy: "The run as a page: ").last)
    #expect(path.hasPrefix("\(folder)/TestStoreTests.swift-"))
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("<script type=\"application/octet-stream\" class=\"chunk\""))
  }

  @Test("leaves a recorder that is off as it is")
  func offStaysOff() async {
    let recorder = TraceRecorder()
    let store = TestStore(initialState: Lamp.State.off, recorder: recorder) { Lamp() }
    #expect(!recorder.isEnabled)
    await store.finish()
  }

  @Test("shows the difference where the state is not the expected one")
  func difference() async {
    let complaints = await Complaints.during {
      let store = lamp(AsyncStream { $0.finish() })
      store.send(.input(.press)) { $0 = .warming(level: 7) }
      await store.finish()
    }
    #expect(
      complaints == [
        """
        The state after StateMachineEvent.input(.press) is not the expected one.

        − Lamp.State.warming(level: 7)
        + Lamp.State.warming(level: 0)

        (Expected: −, actual: +)

        To fix, correct the expected state in the closure, or change the reducer.
        """
      ])
  }

  @Test("fails for a result that nobody received")
  func unasserted() async {
    let complaints = await Complaints.during {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.finish()
    }
    #expect(
      complaints == [
        """
        The test ended with results that were not received: StateMachineEvent.ioResult(.heated(0)).

        To fix, call 'await store.receive(…)' for each of them.
        """
      ])
  }

  @Test("fails where effects were started and nobody asks what became of them")
  func notFinished() async {
    let complaints = await Complaints.during {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.receive(.ioResult(.heated(0))) { $0 = .on }
    }
    #expect(
      complaints == [
        """
        The test started effects and ended without 'finish()', so nobody knows what they left over.

        To fix, end the test with 'await store.finish()'.
        """
      ])
  }

  @Test("has nothing to finish where nothing was started, or where it does not insist")
  func nothingToFinish() async {
    let complaints = await Complaints.during {
      lamp().send(.input(.release))
      let store = lamp()
      store.exhaustivity = .off
      store.send(.input(.press))
    }
    #expect(complaints == [])
  }

  @Test("fails for an effect that does not finish")
  func unfinished() async {
    let complaints = await Complaints.during {
      let store = lamp(AsyncStream { _ in }, timeout: .milliseconds(50))
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.finish()
    }
    #expect(
      complaints == [
        """
        The test ended while effects run, and they did not finish within 0.05 seconds. \
        Running effects: heat.

        To fix, let the effects finish, or replace them by a later transition.
        """
      ])
  }

  @Test("fails for a result that never comes")
  func nothingReceived() async {
    let complaints = await Complaints.during {
      await lamp(timeout: .milliseconds(50)).receive(.ioResult(.hummed))
    }
    #expect(
      complaints == [
        """
        StateMachineEvent.ioResult(.hummed) was expected, and nothing came within 0.05 seconds. \
        No effect runs.

        To fix, start the effect that sends it, or give the store a longer 'timeout'.
        """
      ])
  }

  @Test("fails for a result other than the expected one")
  func receive() async {
    let complaints = await Complaints.during {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      await store.receive(.ioResult(.hummed)) { $0 = .on }
      await store.finish()
    }
    #expect(
      complaints == [
        """
        The received result is not the expected one.

        − StateMachineEvent.ioResult(.hummed)
        + StateMachineEvent.ioResult(
        +   .heated(0)
        + )

        (Expected: −, actual: +)

        To fix, expect the results in the order in which the effects send them.
        """
      ])
  }

  @Test("fails where an action is sent while a result waits")
  func sendBeforeReceive() async {
    let complaints = await Complaints.during {
      let store = lamp()
      store.send(.input(.press)) { $0 = .warming(level: 0) }
      #expect(await eventually { store.isResultWaiting })
      store.send(.input(.release)) { $0 = .off }
      store.exhaustivity = .off
    }
    #expect(
      complaints == [
        """
        StateMachineEvent.input(.release) was sent while a result waits: \
        StateMachineEvent.ioResult(.heated(0)).

        To fix, call 'await store.receive(…)' for the result first.
        """
      ])
  }
}
