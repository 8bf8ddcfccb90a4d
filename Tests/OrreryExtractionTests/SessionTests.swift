import OrreryExtraction
import OrreryModel
import Testing

@Suite("Extracting again while files change") struct SessionTests {
  private func machine(_ name: String, initial: String = "open") -> String {
    """
    struct \(name) {
      enum State { case open, shut }
      private var state: State = .\(initial)
      mutating func push() { switch state { case .open: state = .shut; case .shut: state = .open } }
    }
    """
  }

  private func files(_ texts: [String: String]) -> [SourceText] {
    texts.map { SourceText(module: "App", path: "Sources/App/\($0).swift", text: $1) }
  }

  /// Checks that each of some versions of the files gives what a fresh extraction gives.
  ///
  /// - Parameter restarts: Whether each is read by a session that starts with what the last one kept.
  /// - Returns: How many machines each version walked.
  private func expectFresh(
    _ versions: [[String: String]], restarts: Bool = false,
    location: Testing.SourceLocation = #_sourceLocation
  ) -> [Int] {
    var session = ExtractionSession()
    return versions.map { version in
      if restarts {
        let kept = session.cacheBytes(of: "1")
        session = ExtractionSession(options: .init(), restoring: kept, of: "1")
      }
      let result = session.extract(files(version).shuffled())
      #expect(result == Extractor().extract(files(version)), sourceLocation: location)
      return session.walkedCount
    }
  }

  @Test("walks the machine of the file that changed, and no other")
  func oneFile() {
    let start = ["A": machine("A"), "B": machine("B"), "C": machine("C")]
    let edited = start.merging(["B": machine("B", initial: "shut")]) { $1 }
    #expect(expectFresh([start, start, edited, start]) == [3, 0, 1, 1])
  }

  @Test("follows files that come and go")
  func comeAndGo() {
    let (a, b) = (machine("A"), machine("B"))
    #expect(
      expectFresh([["A": a], ["A": a, "B": b], ["B": b], [:], ["A": a]]) == [1, 1, 0, 0, 1])
    #expect(expectFresh([["A": a], ["B": a], ["A": a + b], ["A": a]]) == [1, 1, 2, 1])
  }

  @Test("walks a machine whose state, helper or alias another file declares")
  func otherFiles() {
    let door = """
      struct Door {
        var state: DoorState = .open
        mutating func push() { switch state { case .open: state = next(); case .shut: swing() } }
      }
      """
    let start = [
      "Door": door, "Other": machine("Other"),
      "State": "enum Places { enum Door { case open, shut } }",
      "Alias": "typealias DoorState = Places.Door",
      "Helper": "extension Door { mutating func swing() { state = .open } }",
      "Global": "func next() -> DoorState { .shut }",
    ]
    // What an alias stands for may mean something anywhere.
    let changes = [
      (["State": "enum Places { enum Door { case open, shut, ajar } }"], 1),
      (["Helper": "extension Door { mutating func swing() { state = .shut } }"], 1),
      (["Global": "func next() -> DoorState { .open }"], 1),
      (["Alias": "typealias DoorState = Other.State"], 2),
    ]
    for (change, count) in changes {
      let counts = expectFresh([start, start.merging(change) { $1 }, start])
      #expect(counts == [2, count, count], "\(change)")
      let again = expectFresh([start, start, start.merging(change) { $1 }], restarts: true)
      #expect(again == [2, 0, count], "\(change)")
    }
    #expect(
      expectFresh([start, start.merging(["Other": machine("Other") + "\n"]) { $1 }]) == [2, 1])
  }

  @Test("notices a name that comes to be declared, or declared twice, somewhere else")
  func names() {
    let door =
      "struct Door { var state: Mode = .open\n"
      + "mutating func push() { switch state { case .open: state = .shut; case .shut: break } } }"
    let mode = "enum Mode { case open, shut }"
    #expect(
      expectFresh([["Door": door], ["Door": door, "Mode": mode], ["Door": door]]) == [0, 1, 0])
    let second = SourceText(module: "Lib", path: "Lib/Mode.swift", text: mode)
    var session = ExtractionSession()
    for texts in [[], [second], []] {
      let all = files(["Door": door, "Mode": mode]) + texts
      #expect(session.extract(all) == Extractor().extract(all))
    }
  }

  @Test("keeps a machine that was read from nothing of what changed")
  func kept() {
    let start = [
      "A": machine("A"), "B": machine("B"), "Tool": "struct Tool { func use() { work() } }",
    ]
    let changes = [
      ["Tool": "struct Tool { func use() { rest() }; func stop() {} }"],
      ["Tool": "struct Tool { func use() { work() } }\nenum Mode { case one, two }"],
      ["New": "struct New { enum State { case on, off } }\nfunc begin() {}"],
      ["B": machine("B") + "\n// A note."],
    ]
    for (change, count) in zip(changes, [0, 0, 0, 1]) {
      #expect(expectFresh([start, start.merging(change) { $1 }]) == [2, count], "\(change)")
    }
  }

  @Test("walks a machine anew where another file changes what it inherits or is given")
  func inherited() {
    let start = [
      "Door": """
      class Door: Base, Swinging {
        enum State { case open, shut }
        private(set) var state: State = .open
        func push() { if isFree { swing() } else { state = .open } }
      }
      """,
      "Base": "class Base { var isFree: Bool { true } }",
      "Swinging": "protocol Swinging: AnyObject { var state: Door.State { get set } }\n"
        + "extension Swinging { func swing() { state = .shut } }",
    ]
    let changes = [
      ["Base": "class Base { var isFree: Bool { false } }"],
      ["Base": "class Base { var isFree: Bool { true }; func swing() {} }"],
      ["Swinging": start["Swinging", default: ""].replacing(".shut", with: ".open")],
      ["Lock": "class Lock: Door { override func push() { state = .shut } }"],
    ]
    for change in changes {
      _ = expectFresh([start, start.merging(change) { $1 }, start])
    }
  }

  @Test("gives what a fresh extraction gives, whatever is edited", arguments: 0..<40 as Range<Int>)
  func anyEdit(seed: Int) {
    var random = SeededNumbers(seed: seed)
    let names = ["A", "B", "C", "D", "E"]
    let lines = [
      "enum A { case one, two }", "extension B { mutating func go() { state = .two } }",
      "typealias D = A", "struct B { var state: A = .one; mutating func run() { go() } }",
      "struct C { var state = D.one\nmutating func go() { if state == .one { state = make() } } }",
      "func make() -> A { .two }", "protocol E { associatedtype State }", "}", "{",
      "enum E { case one, two\nmutating func flip() { self = .two } }",
      "struct H { var e: E = .one; mutating func x() { switch e { default: e = .two } } }",
      "#if DEBUG\nextension C { func make() -> A { .one } }\n#endif",
    ]
    let versions = (0..<6).map { _ in
      Dictionary(
        names.filter { _ in random.below(4) > 0 }.map { name in
          (
            name,
            (0..<(1 + random.below(3))).map { _ in lines[random.below(lines.count)] }
              .joined(separator: "\n")
          )
        }
      ) { first, _ in first }
    }
    _ = expectFresh(versions, restarts: seed.isMultiple(of: 2))
  }
}

/// The same numbers on every run (SplitMix64).
private struct SeededNumbers {
  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
