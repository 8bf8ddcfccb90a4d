import Testing

@testable import Comparing

@Suite("Rows that became fewer or more")
struct GroupTests {
  @Test("are known where a `?` was, whatever their number")
  func known() {
    #expect(classes([.open()], [.move(if: "a"), .move(to: "done")]) == ["known 1:2"])
    #expect(
      classes([.open(), .open("busy")], [.move(), .open("busy")]) == ["equal 1:1", "known 1:1"])
  }

  @Test("are unknown where a `?` is")
  func unknown() {
    #expect(
      classes([.move(), .move(to: "done"), .move("busy")], [.open(), .move("busy")])
        == ["equal 1:1", "unknown 2:1"])
  }

  @Test("are lost where the only `?` was there before")
  func notUnknown() {
    #expect(classes([.move(), .open()], [.open()]) == ["equal 1:1", "lost 1:0"])
  }

  @Test("are merged where one with a wider guard covers them")
  func merged() {
    #expect(classes([.move(if: "a"), .move(if: "b")], [.move(if: "a || b")]) == ["merged 2:1"])
    #expect(classes([.move(if: "a"), .move(if: "b")], [.move()]) == ["merged 2:1"])
    #expect(classes([.move(), .move(if: "b")], [.move()]) == ["equal 1:1", "merged 1:0"])
    #expect(classes([.move(), .move()], [.move()]) == ["equal 1:1", "merged 1:0"])
  }

  @Test("are merged where one asks for less of another region")
  func mergedRegions() {
    let on = Row.move().with { $0.when = ["isOn is true"] }
    let off = Row.move().with { $0.when = ["isOn is false"] }
    #expect(classes([on, off], [.move()]) == ["merged 2:1"])
  }

  @Test("are lost where what remains is as narrow as before")
  func notMerged() {
    #expect(
      classes([.move(if: "a"), .move(if: "b")], [.move(if: "a")]) == ["equal 1:1", "lost 1:0"])
    #expect(
      classes([.move(), .move(if: "b", doing: [".log"])], [.move()]) == ["equal 1:1", "lost 1:0"])
  }

  @Test("are split where one with a wider guard was there")
  func split() {
    #expect(classes([.move()], [.move(if: "a"), .move(if: "!a")]) == ["split 1:2"])
    #expect(
      classes([.move(if: "a || b || c")], [.move(if: "a"), .move(if: "b"), .move(if: "c")])
        == ["split 1:3"])
    #expect(
      classes([.move(if: "a && b")], [.move(if: "b"), .move(if: "c")]) == [
        "gained 0:1", "guard 1:1",
      ])
    #expect(
      classes([.move(if: "a")], [.move(if: "a"), .move(if: "b")]) == ["equal 1:1", "gained 0:1"])
  }

  @Test("have one class each, so that no row is forgotten")
  func complete() {
    let old: [Row] = [
      .move(if: "a"), .move(if: "b"), .open(), .move("busy"), .move("busy", to: "done"), .move(),
    ]
    let new: [Row] = [.move(if: "x"), .move(to: "done"), .open("busy"), .move("done"), .move()]
    let all = RowMatching.differences(old: old, new: new)
    #expect(all.flatMap(\.old).sorted() == old.sorted())
    #expect(all.flatMap(\.new).sorted() == new.sorted())
  }
}

extension [Row] {
  fileprivate func sorted() -> [String] { map(\.description).sorted() }
}
