import Foundation
import OrreryCommandLine
import Testing

/// The committed diagrams of the samples.
@Suite struct OutputTests {
  @Test("every file of Output/ is what the samples' source says")
  func outputIsCurrent() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    var said = ""
    let status = OrreryMain.run(
      arguments: ["check"], environment: [:],
      output: Console.Stream(isTerminal: false) { said += $0 },
      messages: Console.Stream(isTerminal: false) { said += $0 }, workingDirectory: root)
    #expect(status == 0, "\(said)\nTo fix, run: swift run orrery draw")
  }
}
