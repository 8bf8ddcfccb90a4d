import Foundation
import OrreryModel
import OrreryRendering
import Testing

@Suite("The goldens")
struct GoldenTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  @Test("say what every format makes of a machine", arguments: Samples.all.map(\.name))
  func golden(name: String) throws {
    let machine = try #require(Samples.all.first { $0.name == name }?.machine)
    for format in TextFormat.allCases {
      let file = Self.folder.appendingPathComponent("\(name)/machine.\(format.fileExtension)")
      let text = Renderer(format: format).render(machine)
      if try record(text, at: file) { continue }
      let golden = try? String(contentsOf: file, encoding: .utf8)
      #expect(
        text == golden,
        "\(name): \(format) differs. To record it, run: ORRERY_RECORD=1 swift test --filter Golden")
    }
  }

  @Test("say how an edge's verdict and count are shown")
  func verdicts() throws {
    var options = RenderOptions()
    for (index, verdict) in zip(0..., EdgeVerdict.allCases + EdgeVerdict.allCases) {
      options.verdicts[index] = verdict
      if verdict != .neverSeen { options.counts[index] = 10 * index + 1 }
    }
    try compare(Samples.login, options, with: "verdicts")
  }

  @Test("say how nested machines are shown, inside and in files of their own", arguments: [0, 1])
  func nested(depth: Int) throws {
    try compare(
      Samples.session, Samples.nested(depth: depth), with: depth == 0 ? "linked" : "nested")
  }

  /// Every format of a machine with the files of a folder.
  private func compare(_ machine: Machine, _ options: RenderOptions, with name: String) throws {
    for format in TextFormat.allCases {
      let file = Self.folder.appendingPathComponent("\(name)/machine.\(format.fileExtension)")
      let text = Renderer(format: format, options: options).render(machine)
      if try record(text, at: file) { continue }
      #expect(text == (try? String(contentsOf: file, encoding: .utf8)), "\(name): \(format)")
    }
  }

  /// Writes the file where recording is asked for, which always fails the test.
  private func record(_ text: String, at file: URL) throws -> Bool {
    let environment = ProcessInfo.processInfo.environment
    guard environment["ORRERY_RECORD"] == "1" else { return false }
    guard environment["CI"] != "true" else {
      Issue.record("goldens are not recorded in CI")
      return true
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    Issue.record("recorded \(file.lastPathComponent); read it and run again without ORRERY_RECORD")
    return true
  }
}
