import Testing

@testable import Comparing

@Suite("A row that became another one")
struct ClassTests {
  @Test("is equal where all is equal")
  func equal() {
    let rows: [Row] = [.move(if: "a", line: 1), .move(if: "b", line: 2), .open("busy")]
    #expect(classes(rows, rows) == ["equal 1:1", "equal 1:1", "equal 1:1"])
  }

  @Test("is reordered where only the order of the whole machine differs")
  func reordered() {
    let rows: [Row] = [.move("idle"), .move("busy"), .move("done")]
    #expect(
      classes(rows, [rows[1], rows[0], rows[2]]) == [
        "equal 1:1", "reordered 1:1", "reordered 1:1",
      ])
    #expect(classes(rows, [rows[1], rows[0]]) == ["equal 1:1", "equal 1:1", "lost 1:0"])
  }

  /// A change of one row, and the class that it has.
  struct Change: Sendable, CustomTestStringConvertible {
    var kind: String
    var make: @Sendable (inout Row) -> Void

    init(_ kind: String, _ make: @escaping @Sendable (inout Row) -> Void) {
      self.kind = kind
      self.make = make
    }

    var testDescription: String { kind }
  }

  static let changes = [
    Change("place") { $0.place.line = 7 },
    Change("place") { $0.place.wildcard = 7 },
    Change("certainty") { $0.certainty = "inferred" },
    Change("certainty") { ($0.certainty, $0.place.line) = ("inferred", 7) },
    Change("guard") { $0.guard = "isOn && n > 0" },
    Change("guard") { ($0.guard, $0.place.line, $0.certainty) = ("isOn", 7, "inferred") },
    Change("clause-order") { $0.guard = "isOn && f(a && b)" },
    Change("guard-other") { $0.guard = "n > 0" },
    Change("guard-dropped") { $0.guard = nil },
    Change("effect") { ($0.effects, $0.effectTree) = ([".save"], ".save") },
    Change("effect") { $0.effectTree = "cancel(.load)" },
    Change("effect-added") { ($0.effects, $0.effectTree) = ([".load", ".log"], "both") },
    Change("effect-dropped") { ($0.effects, $0.effectTree) = ([], "") },
    Change("guard-and-effect") { ($0.guard, $0.effects) = (nil, []) },
    Change("regions") { $0.when = ["isOn is true"] },
    Change("regions") { ($0.together, $0.guard) = (["mode"], "isOn") },
    Change("kind") { $0.kind = "stay" },
    Change("target") { $0.target = "done" },
    Change("target") { ($0.target, $0.kind) = (nil, "trap") },
  ]

  @Test("has the class of the part that differs", arguments: changes)
  func parts(change: Change) {
    let row = Row.move(if: "f(a && b) && isOn", doing: [".load"])
    #expect(classes([row], [row.with(change.make)]) == ["\(change.kind) 1:1"])
  }

  @Test("has got a guard where there was none")
  func guardAdded() {
    #expect(classes([.move()], [.move(if: "a")]) == ["guard-added 1:1"])
  }

  @Test("is a no-op that now stays with an effect")
  func kind() {
    let ignored = Row.move(to: "idle").with { $0.kind = "ignore" }
    let stay = Row.move(to: "idle", doing: ["log()"]).with { $0.kind = "stay" }
    #expect(classes([ignored], [stay]) == ["kind 1:1"])
  }

  @Test("shares a word of its guard, if it is not at the same place")
  func likeness() {
    #expect(
      classes([.move(if: "self.isOn && a")], [.move(if: "!(isOn)", line: 7)]) == ["guard 1:1"])
    #expect(
      classes([.move(if: "self.isOn")], [.move(if: "self.isOff", line: 7)]) == [
        "gained 0:1", "lost 1:0",
      ])
    #expect(
      classes([.move(if: "one of several conditions")], [.move(if: "isOff", line: 7)]) == [
        "guard 1:1"
      ])
  }

  @Test("takes the row with the most similar guard")
  func mostSimilar() {
    let old: [Row] = [.move(if: "a && b && c"), .move(if: "d && e")]
    let new: [Row] = [.move(if: "d && a"), .move(if: "a && b")]
    let pairs = RowMatching.differences(old: old, new: new).map { $0.new.map(\.guard) }
    #expect(pairs == [["a && b"], ["d && a"]])
  }

  @Test("takes the equal one first, then the one at its place")
  func order() {
    let old: [Row] = [.move(if: "a", line: 1), .move(if: "b", line: 2)]
    #expect(
      classes(old, [.move(if: "b()", line: 2), .move(if: "a", line: 1)]) == [
        "equal 1:1", "guard 1:1",
      ])
    let reworded = RowMatching.differences(
      old: old, new: [.move(if: "y", line: 2), .move(if: "x", line: 1)])
    #expect(reworded.allSatisfy { $0.old.map(\.place.line) == $0.new.map(\.place.line) })
  }

  @Test("writes the same, other values, or other properties")
  func writes() {
    let old = Row.write(["n": "1"], if: "a")
    #expect(classes([old], [.write(["n": "1"])]) == ["guard-dropped 1:1"])
    #expect(classes([old], [.write(["n": "2"], if: "a", line: 7)]) == ["value 1:1"])
    #expect(classes([old], [.write(["n": "2"], if: "b")]) == ["value 1:1"])
    #expect(classes([old], [.write(["n": "2"], if: "b", line: 7)]) == ["gained 0:1", "lost 1:0"])
    #expect(classes([old], [.write(["m": "1"], if: "a")]) == ["target 1:1"])
    #expect(classes([old], [.write(["n": "1", "m": "1"], if: "a")]) == ["target 1:1"])
  }

  @Test("is of another event, state, origin or region, and so not the same")
  func unrelated() {
    let lost = ["gained 0:1", "lost 1:0"]
    #expect(classes([.move()], [.move("busy")]) == lost)
    #expect(classes([.move()], [.move("idle", "swipe")]) == lost)
    #expect(classes([.move()], [.move().with { $0.origin = "internal" }]) == lost)
    #expect(classes([.move()], [.move().with { $0.region = "isOn" }]) == lost)
  }
}
