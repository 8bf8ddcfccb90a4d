import OrreryExtraction
import OrreryModel
import Testing

@Suite("Types that only their file sees") struct FilePrivateTypeTests {
  private func extract(_ texts: [String: String]) -> Extract {
    Extractor().extract(
      texts.map { SourceText(module: "App", path: "Sources/App/\($0).swift", text: $1) })
  }

  private func client(_ access: String) -> String {
    """
    \(access) enum State { case idle, ready }
    final class Client {
      private var state: State = .idle
      func start() { if state == .idle { state = .ready } }
    }
    """
  }

  private let remote = """
    private enum State { case off, on }
    final class Remote {
      private var state: State = .off
      func connect() { if state.isOff { state = .on } }
    }
    extension State { fileprivate var isOff: Bool { self == .off } }
    """

  @Test("a name of another file is another type", arguments: ["private", "fileprivate", ""])
  func twoFiles(access: String) {
    let found = extract(["A": client(access), "B": remote])
    #expect(found.machines.map(\.id) == ["App.Client", "App.Remote"])
    #expect(
      found.machines.map { $0.transitions.map(describe) } == [
        ["idle start ready", "ready start ignored"],
        ["off connect on", "on connect ignored"],
      ])
    #expect(!found.diagnostics.contains { $0.id == "duplicate-type" })
  }

  @Test("the other files mean the one that they see")
  func elsewhere() throws {
    let user =
      "struct Door { var state: State = .idle; mutating func go() { if state == .idle { state = .ready } } }"
    let found = extract(["A": remote, "B": client(""), "C": user])
    let door = try #require(found.machines.first { $0.id == "App.Door" })
    #expect(door.states.map(\.name) == ["idle", "ready"])
  }

  @Test("of two machines of one name, the second is called after its file")
  func twoMachines() {
    let door =
      "private struct Door { enum State { case open, shut }\n"
      + "var state: State = .open; mutating func push() { if state == .open { state = .shut } } }"
    let found = extract(["A": door, "B": door])
    #expect(found.machines.map(\.id) == ["App.Door", "App.B.Door"])
    #expect(
      found.diagnostics.filter { $0.id == "namesake" }.map(\.location.file) == [
        "Sources/App/B.swift"
      ])
  }

  @Test("and each has its own states")
  func noSecondReason() {
    func door(_ names: [String]) -> String {
      """
      private final class Door {
        enum State { case \(names.joined(separator: ", ")) }
        var state = State.\(names[0])
        func pull() { state = .\(names[0]) }
        func push() { state = .\(names[1]) }
      }
      """
    }
    let found = extract(["A": door(["open", "shut"]), "B": door(["on", "off"])])
    #expect(found.machines.map { $0.states.map(\.name) } == [["open", "shut"], ["on", "off"]])
    #expect(found.diagnostics.map(\.id) == ["namesake"])
  }
}
