import OrreryExtraction
import OrreryModel
import Testing

@Suite("What an @unknown default is left") struct UnknownDefaultTests {
  private func rows(_ kind: String, _ push: String, other: String = "App") throws -> [String] {
    let door = """
      struct Door {
        enum State { case open, shut, broken }
        private var state: State = .shut
        var foreign: URLSessionTask.State
        mutating func push(_ kind: Kind, _ isHard: Bool) { \(push) }
        mutating func reset() { if state == .broken { state = .shut } }
      }
      """
    let found = Extractor().extract([
      SourceText(module: "App", path: "Sources/App/Door.swift", text: door),
      SourceText(module: other, path: "Sources/\(other)/Kind.swift", text: kind),
    ])
    return try #require(found.machines.first { $0.name == "Door" }).transitions
      .filter { $0.event.name == "push" && $0.from == "shut" }.map(describe)
  }

  private let kind = "public enum Kind { case small, large(URLSessionTask.State) }"
  private let push =
    "switch kind { case .small: state = .open; case .large: break; @unknown default: state = .broken }"

  @Test("nothing of an enum of the module")
  func own() throws {
    let expected = ["shut push[case .small = kind] open", "shut push[case .large = kind] ignored"]
    #expect(try rows(kind, push) == expected)
    let pair =
      "switch (kind, isHard) { case (.small, _): state = .open; case (.large, true): break; "
      + "case (.large, false): break; @unknown default: state = .broken }"
    #expect(!(try rows(kind, pair)).contains { $0.hasSuffix("broken") })
  }

  @Test("what other modules may add")
  func others() throws {
    #expect(try rows(kind, push, other: "Kit").contains { $0.hasSuffix("broken") })
    let foreign =
      "switch foreign { case .running: state = .open; case .suspended: break; "
      + "@unknown default: state = .broken }"
    #expect(try rows(kind, foreign).contains { $0.hasSuffix("broken") })
    let inside =
      "switch kind { case .small: state = .open; case .large(.running): break; "
      + "case .large(.suspended): break; @unknown default: state = .broken }"
    #expect(try rows(kind, inside).contains { $0.hasSuffix("broken") })
  }
}
