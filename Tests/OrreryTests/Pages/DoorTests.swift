import Foundation
import Orrery
import OrreryTesting
import OrreryTrace
import Testing

/// The tests of an actor model that `Testing.md` shows.
@Suite("The door of the pages")
struct DoorTests {
  @Test func aDoorOpensOnce() async {
    let story = ModelScenario(of: DoorModel(), from: .closed)
    await story.send({ $0.open() }, to: .opening(tries: 1), .open)
    await story.send { $0.open() }
    await story.send({ $0.close() }, to: .closed)
    await story.finish()
  }

  @Test("A wrong expectation fails as the page shows it")
  func wrong() async throws {
    let complaints = await Complaints.whole {
      let story = ModelScenario(of: DoorModel { throw DoorModel.Jammed() }, from: .closed)
      await story.send({ $0.open() }, to: .opening(tries: 1), .open)
    }
    #expect(try Page("Testing").blocks("text").contains { [$0] == complaints })
  }

  @Test("Its coverage is asked for as the page shows it, and wants the plugin")
  func coverage() async {
    let complaints = await Complaints.during { await everyWayOfTheDoorIsTried() }
    #expect(complaints.map { $0.contains("apply the plugin 'DeclareStateMachines'") } == [true])
  }

  // Not a test here: the plugin is tried in a package of its own.
  func everyWayOfTheDoorIsTried() async {
    let sink = MemorySink()
    let recorder = TraceRecorder(sink: sink)
    let story = ModelScenario(of: DoorModel(recorder: recorder), from: .closed)
    await story.send({ $0.open() }, to: .opening(tries: 1), .open)
    await story.send({ $0.close() }, to: .closed)
    let jammed = DoorModel(recorder: recorder) { throw DoorModel.Jammed() }
    let other = ModelScenario(of: jammed, from: .closed)
    await other.send({ $0.open() }, to: .opening(tries: 1), .stuck)
    expectCoverage(.zeroSwitch, of: "Home.DoorModel", declaredIn: .module, records: sink.records)
  }
}

extension Bundle {
  /// Stands for the bundle that SwiftPM makes for a target with resources.
  fileprivate static var module: Bundle { .main }
}
