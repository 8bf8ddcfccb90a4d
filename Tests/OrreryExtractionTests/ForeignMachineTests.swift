import OrreryExtraction
import OrreryModel
import Testing

@Suite("Machines of libraries that are not read") struct ForeignMachineTests {
  private func notes(_ source: String) -> [String] {
    let found = extract(source)
    #expect(found.machines.isEmpty)
    return found.diagnostics.filter { $0.id == "no-machine" }.map(\.message)
  }

  @Test(
    "are told where a property keeps one",
    arguments: [
      "lazy var machine = GKStateMachine(states: [Idle(), Walking()])",
      "var machine: GKStateMachine?", "var machine: GKStateMachine!",
    ])
  func classes(property: String) {
    #expect(
      notes("final class Player { \(property)\nfunc walk() { machine?.enter(Walking.self) } }") == [
        "'Player.machine' looks like a machine and is not read: its states are classes that "
          + "GameplayKit runs"
      ])
  }

  @Test func aBuilderOfItsOwnIsTold() {
    #expect(
      notes(
        """
        final class Matter {
          enum Form { case solid, liquid }
          enum Change { case melt }
          enum Work { case log }
          private let machine: StateMachine<Form, Change, Work>
        }
        """) == [
          "'Matter.machine' looks like a machine and is not read: its library has its own builder "
            + "for transitions"
        ])
  }

  @Test func aFileIsParsedForItsSake() {
    let text = "final class Player { var machine: GKStateMachine? }"
    let door = "struct Door { enum State { case open, shut } }"
    let files = [("Player", text), ("Door", door)].map {
      SourceText(module: "App", path: $0.0, text: $0.1)
    }
    #expect(
      Extractor().extract(files).diagnostics.contains { $0.message.contains("Player.machine") })
  }
}
