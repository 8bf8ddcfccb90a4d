import OrreryModel
import OrreryRendering
import Testing

@Suite("Labels")
struct LabelTests {
  private static func machine(_ transitions: [Transition]) -> Machine {
    var machine = Samples.empty
    machine.states = ["open", "closed"].map { State($0) }
    machine.transitions = transitions
    return machine
  }

  private static func lines(_ transitions: [Transition]) -> [String] {
    Diagram(machine(transitions)).edges.first?.lines.map(\.text) ?? []
  }

  @Test("say once what an event does under many conditions; the tooltip has them all")
  func summary() throws {
    let transitions = (0..<8).map {
      Samples.edge("open", "failed", if: "code == \($0)", to: "closed", .run(".log"))
    }
    let edge = try #require(Diagram(Self.machine(transitions)).edges.first)
    #expect(edge.lines.map(\.text) == ["failed [8 conditions] / .log"])
    #expect(edge.tooltip.split(separator: "\n").count == 8)
    #expect(edge.ordinals == Array(0..<8))
  }

  @Test("count a way without a condition as a way")
  func ways() {
    let transitions = [nil, "a", "b"].map { Samples.edge("open", "failed", if: $0, to: "closed") }
    #expect(Self.lines(transitions) == ["failed [3 ways]"])
  }

  @Test("name two short effects, and leave more to the table")
  func effects() {
    func lines(_ effects: [String]) -> [String] {
      Self.lines(
        effects.map { Samples.edge("open", "end", if: $0, to: "closed", .run($0)) }
          + [Samples.edge("open", "end", if: "rest", to: "closed")])
    }
    #expect(lines([".a", ".b"]) == ["end [3 conditions] / .a or .b"])
    #expect(lines([".first", ".second", ".third", ".fourth"]).last?.hasSuffix(" / …") ?? false)
  }

  @Test("keep the conditions of one or two answers")
  func few() {
    let transitions = ["isReady", "isForced"].map {
      Samples.edge("open", "end", if: $0, to: "closed")
    }
    #expect(Self.lines(transitions) == ["end [isForced]", "end [isReady]"])
  }

  @Test(
    "say conditions in the words of the language, shorter than patterns do",
    arguments: [
      ("!(let error)", "error == nil"), ("let error", "error != nil"),
      ("case false = isReady", "!isReady"), ("case .finish(let result) = next", "next is .finish"),
      ("!(case .finish = next)", "next is not .finish"),
      ("case .open = state && isForced", "isForced"),
      (#"case \.isOn && !(value)"#, #"\.isOn && !value"#), (#"!(case \.isOn)"#, #"not \.isOn"#),
    ])
  func words(_ condition: String, _ words: String) {
    let transition = Samples.edge("open", "end", if: condition, to: "closed")
    #expect(Self.lines([transition]) == ["end [\(words)]"])
  }

  /// Answers to one event on conditions that are too long for a label.
  private static func long(_ count: Int) -> [Transition] {
    let end = String(repeating: " && isReady", count: 14)
    return (1...count).map {
      Samples.edge("open", "end\($0)", if: "is\($0)" + end, to: "closed")
    }
  }

  @Test("give a long condition a number, and the picture a note that has all of it")
  func numbered() throws {
    let transitions = Self.long(2)
    let diagram = Diagram(Self.machine(transitions))
    let edge = try #require(diagram.edges.first)
    #expect(edge.lines.map(\.text) == ["end1 [1]", "end2 [2]"])
    #expect(edge.ordinals == [0, 1])
    let note = try #require(diagram.notes.first { $0.kind == .conditions })
    let guards = transitions.map { $0.guard ?? "" }
    #expect(note.lines == ["[1] \(guards[0])", "[2] \(guards[1])"])
  }

  @Test("cut long conditions where there are too many for notes, and keep the clause that decides")
  func cut() throws {
    var transitions = Self.long(9)
    for index in transitions.indices { transitions[index].to = "closed\(index)" }
    var machine = Self.machine(transitions)
    machine.states = transitions.compactMap(\.to).map { State($0) }
    var options = RenderOptions()
    options.detail = .all
    let diagram = Diagram(machine, options: options)
    #expect(diagram.notes.isEmpty)
    let label = try #require(diagram.edges.first?.lines.map(\.text).joined(separator: " "))
    #expect(label.contains("[… && ") && label.hasSuffix("isReady]"))
    #expect(diagram.edges[0].tooltip.contains("is1"))
  }

  @Test("say once, and how often, what is not resolved for the same reason")
  func sameReasons() {
    var machine = Self.machine([])
    machine.unresolved = [4, 4, 5].enumerated().map { number, line in
      Unresolved(location: Samples.line(line + number), reason: "\(line) is not walked")
    }
    #expect(
      Diagram(machine).notes.first?.lines == ["4 is not walked (2 times)", "5 is not walked"])
  }

  @Test("leave values without a label out of a state")
  func payload() {
    var machine = Samples.empty
    machine.states = [State("open", payload: ["_", "task", "_"]), State("closed", payload: ["_"])]
    #expect(Diagram(machine).nodes.map { $0.lines.map(\.text) } == [["closed"], ["open (task)"]])
  }

  @Test("stand inside the state where an edge leads back to it, with signs for what strokes say")
  func loops() {
    var machine = Self.machine([
      Samples.edge("open", "tick", to: "open", kind: .stay),
      Samples.edge("open", "loaded", .ioResult, to: "open", kind: .stay),
    ])
    machine.initial = "open"
    let dot = Renderer(format: .dot).render(machine)
    #expect(!dot.contains("\n  s0 -> s0"))
    #expect(dot.contains("loops=\"s0_s0 s0_s0_2\"") && dot.contains("↩&#160;loaded"))
    #expect(dot.contains("result of an effect"))
    #expect(Renderer(format: .plantuml).render(machine).contains("s0 : tick"))
    #expect(Renderer(format: .mermaid).render(machine).contains("s0 : tick"))
    #expect(Renderer(format: .smcat).render(machine).contains("type=internal"))
  }
}
