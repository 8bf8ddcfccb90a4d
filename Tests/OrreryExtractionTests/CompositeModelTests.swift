import OrreryExtraction
import OrreryModel
import Testing

@Suite("Models that are made of others") struct CompositeModelTests {
  private static func part(_ name: String, _ other: String = "") -> String {
    """
    protocol \(name)Protocol { var state: \(name)State { get } }
    enum \(name)State { case off, on(Int) }
    actor \(name): \(name)Protocol {
      private let subject = ConcurrentValueSubject<\(name)State, Never>(.off)
      nonisolated var state: \(name)State { subject.state }
      func turn() { subject.send(.on(1)) }
      \(other)
    }
    """
  }

  private static func model(_ body: String, before: String = "", beside: String = "") -> String {
    """
    enum BothState { case dark, lit }
    \(before)
    actor Both {
      let left: any LeftProtocol
      let right: any RightProtocol
      nonisolated var state: BothState { \(body) }
      \(beside)
    }
    """
  }

  private static let lit = """
    switch (left.state, right.state) {
    case (.off, .off): return .dark
    default: return .lit
    }
    """

  private func rows(_ source: String) -> [String] {
    let found = extract(source).machines.first { $0.name == "Both" }
    return found?.transitions.map(describe) ?? []
  }

  private func both(_ source: String) throws -> Machine {
    try #require(extract(source).machines.first { $0.name == "Both" })
  }

  private func messages(_ source: String) -> [String] {
    extract(source).diagnostics.map { "\($0.location.line) \($0.severity) \($0.message)" }
  }

  private let parts = part("Left") + "\n" + part("Right") + "\n"

  @Test("a step of a part that refuses, fails or stops is none that leads on")
  func refusals() {
    let left = Self.part(
      "Left",
      """
      func clear() throws {
        switch subject.state {
        case .on: subject.send(.off)
        case .off: throw Dark()
        }
      }
      func smash() {
        guard case .on = subject.state else { fatalError() }
        subject.send(.off)
      }
      """)
    #expect(
      rows(left + "\n" + Self.part("Right") + "\n" + Self.model(Self.lit)) == [
        "dark Left.turn lit", "dark Left.clear ignored", "dark Left.smash trap",
        "dark Right.turn lit", "lit Left.turn ignored",
        "lit Left.clear[right is .off] dark", "lit Left.clear[right is .on] ignored",
        "lit Left.smash[right is .off] dark", "lit Left.smash[left is .off] trap",
        "lit Left.smash[left is .on && right is .on] ignored", "lit Right.turn ignored",
      ])
  }

  @Test("combinations that the model rules out stop the program")
  func impossible() {
    let body = """
      switch (left.state, right.state) {
      case (.off, .off): return .dark
      case (.on, .on): preconditionFailure("one at a time")
      default: return .lit
      }
      """
    #expect(
      rows(parts + Self.model(body)) == [
        "dark Left.turn lit", "dark Right.turn lit", "lit Left.turn[right is .off] ignored",
        "lit Left.turn[right is .on] trap", "lit Right.turn[left is .on] trap",
        "lit Right.turn[left is .off] ignored",
      ])
  }

  @Test("what the source does not tell of the state is unresolved")
  func unknown() throws {
    let body = """
      switch (left.state, right.state) {
      case (.off, .off): return .dark
      case (.on, .off): return .lit
      case (.off, .on): return saved()
      case (.on, .on): return .lit
      }
      """
    let source = parts + Self.model(body)
    let both = try both(source)
    #expect(
      both.transitions.map(describe) == [
        "dark Left.turn lit", "dark Right.turn ?", "lit Left.turn ignored",
        "lit Right.turn ignored",
      ])
    #expect(
      both.unresolved.map(\.reason) == [
        "the next state after Right.turn in dark is `saved()`, which the source does not tell",
        "the state where left is .off && right is .on is `saved()`, which the source does not tell",
      ])
  }

  @Test("a state that is told beside one that is not is as sure as it is alone")
  func certainty() throws {
    let machine = try both(
      parts
        + Self.model(
          """
          switch (left.state, right.state) {
          case (.off, .off): return .dark
          default: return isSaved ? store.load() : .lit
          }
          """, beside: "let isSaved: Bool\n  let store: any Store"))
    let steps = machine.transitions.filter { $0.from == "dark" && $0.event.name == "Left.turn" }
    #expect(steps.contains { $0.kind == .unresolved && $0.certainty == .unresolved })
    #expect(steps.filter { $0.kind == .move }.map(\.certainty) == [.exact])
  }

  @Test("a part that another machine replaces is listed")
  func replaced() throws {
    let source =
      parts
      + Self.model(Self.lit).replacing("let left", with: "var left").replacing(
        "nonisolated", with: "func swap(_ other: Left) { left = other }\n  nonisolated")
    let both = try both(source)
    #expect(both.transitions.count == 4)
    #expect(
      both.unresolved.map(\.reason) == [
        "no row shows that swap replaces left, whose state is part of this one"
      ])
  }

  @Test("what else decides the state is listed, unless the parts carry it")
  func more() throws {
    let flag =
      parts
      + Self.model("isNight ? .dark : left.state == right.state ? .dark : .lit")
      .replacing("nonisolated", with: "var isNight = false\n  nonisolated")
    #expect(
      try both(flag).unresolved.map(\.reason) == [
        "the state depends on more than the states of its parts; no row shows what changes that"
      ])
    let carried = """
      switch (left.state, right.state) {
      case (.on(let one), .on(let other)) where one > other || one == 0: .dark
      default: .lit
      }
      """
    #expect(try both(parts + Self.model(carried)).unresolved == [])
  }

  @Test("a part that may be none is no machine")
  func optional() {
    let source =
      parts
      + Self.model("left.state == right?.state ? .dark : .lit")
      .replacing("any RightProtocol", with: "(any RightProtocol)?")
    #expect(
      messages(source) == [
        "17 note 'BothState' belongs to no machine: 'Both.right' is `(any RightProtocol)?`, and the "
          + "source does not tell which machine that is"
      ])
  }

  @Test("comments name a model, and leave it out")
  func hints() {
    let named = parts + Self.model(Self.lit, before: "/// - Orrery: name Pair")
    #expect(extract(named).machines.map(\.name) == ["Left", "Right", "Pair"])
    #expect(messages(named) == [])
    let skipped = parts + Self.model(Self.lit, before: "/// - Orrery: skip")
    #expect(extract(skipped).machines.map(\.name) == ["Left", "Right"])
    #expect(messages(skipped) == [])
    let wrong = parts + Self.model(Self.lit, before: "/// - Orrery: phase left")
    #expect(
      messages(wrong).map { $0.contains("error the state of 'App.Both' is an enum") } == [true])
  }

  @Test("options name the first state, where the parts do not tell it or a caller knows better")
  func initial() {
    let source = parts + Self.model(Self.lit)
    var options = Extractor.Options()
    #expect(extract(source).machines.last?.initial == "dark")
    options.initialStates = ["Both": "lit"]
    #expect(extract(source, options: options).machines.last?.initial == "lit")
    options.initialStates = ["Left": "?"]
    #expect(extract(source, options: options).machines.last?.initial == nil)
  }

  @Test(
    "a type with a state of its own is no model of others, nor is one that asks for one state only")
  func others() {
    let own =
      parts + """
        enum BothState { case dark, lit }
        actor Both {
          private let subject = ConcurrentValueSubject<BothState, Never>(.dark)
          let left: Left
          let right: Right
          nonisolated var state: BothState { left.state == right.state ? .dark : subject.state }
          func turn() { subject.send(.lit) }
        }
        """
    #expect(rows(own) == ["dark turn lit", "lit turn ignored"])
    let one = parts + Self.model("if case .on = left.state { .lit } else { .dark }")
    #expect(rows(one) == [])
    #expect(
      messages(one).last?.hasSuffix(
        "'BothState' belongs to no machine: no property stores it, and no function takes it with an event"
      )
        == true)
  }

  private func both(_ parts: [(name: String, type: String)], _ clauses: String) -> String {
    """
    enum BothState { case dark, some, lit }
    struct Both {
      \(parts.map { "let \($0.name): \($0.type)" }.joined(separator: "\n"))
      var state: BothState {
        switch (\(parts.map { "\($0.name).state" }.joined(separator: ", "))) {
        case (\(parts.map { _ in ".off" }.joined(separator: ", "))): .dark
        \(clauses)
        }
      }
    }
    """
  }

  @Test(
    "a guard says for which combinations a row is, or for which it is not, whichever is shorter")
  func alternatives() {
    let clear = "func clear() { if case .on = subject.state { subject.send(.off) } }"
    let names = ["A", "B", "C", "D", "E"]
    let source =
      [Self.part("A", clear)] + names.dropFirst().map { Self.part($0) }
      + [both(names.map { ($0.lowercased(), $0) }, "default: .lit")]
    let off = "b is .off && c is .off && d is .off && e is .off"
    #expect(
      rows(source.joined(separator: "\n")).filter { $0.hasPrefix("lit A") } == [
        "lit A.turn ignored", "lit A.clear[\(off)] dark", "lit A.clear[!(\(off))] ignored",
      ])
  }

  @Test("of many combinations that have nothing in common a guard says that they decide")
  func undecided() throws {
    let names = (1...6).map { "part\($0)" }
    let lit = "case (\(names.map { _ in ".on" }.joined(separator: ", "))): .lit"
    let source = parts + both(names.map { ($0, "Left") }, "\(lit)\ndefault: .some")
    #expect(
      try both(source).transitions.map(\.certainty) == [.exact, .inferred, .inferred, .exact])
    #expect(
      rows(source) == [
        "dark Left.turn some", "some Left.turn[the states of the parts decide] ignored",
        "some Left.turn[the states of the parts decide] lit", "lit Left.turn ignored",
      ])
  }

  @Test("more combinations than can be worked out are said to be too many")
  func many() {
    let names = (1...13).map { "part\($0)" }
    let source =
      parts + """
        enum BothState { case dark, lit }
        struct Both {
          \(names.map { "let \($0): Left" }.joined(separator: "\n"))
          var state: BothState {
            let all = [\(names.map { "\($0).state" }.joined(separator: ", "))]
            return all.contains(.off) ? .dark : .lit
          }
        }
        """
    #expect(
      messages(source).map { $0.contains("of 'Both' have more than 4096 combinations") } == [true])
  }

  @Test("parts of which a change of another file tells something else are read again")
  func session() {
    var session = ExtractionSession()
    let start = [
      "Left": Self.part("Left"), "Right": Self.part("Right"), "Both": Self.model(Self.lit),
    ]
    let more = "extension Left { func dim() { subject.send(.off) } }"
    let twin =
      "actor Other: LeftProtocol {\n"
      + "  private let subject = ConcurrentValueSubject<LeftState, Never>(.off)\n"
      + "  nonisolated var state: LeftState { subject.state }\n"
      + "  func turn() { subject.send(.on(2)) }\n}"
    let versions = [
      start, start.merging(["More": more]) { $1 }, start.merging(["Twin": twin]) { $1 },
      start.filter { $0.key != "Right" }, start,
    ]
    let counts = versions.map { version -> Int? in
      let files = version.map { SourceText(module: "App", path: "\($0).swift", text: $1) }
      let found = session.extract(files.shuffled())
      #expect(found == Extractor().extract(files))
      return found.machines.first { $0.name == "Both" }?.transitions.count
    }
    #expect(counts == [4, 7, nil, nil, 4])
  }
}
