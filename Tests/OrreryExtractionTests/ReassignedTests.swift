import OrreryModel
import Testing

@Suite("Conditions on variables that are given something else") struct ReassignedTests {
  private func rows(_ body: String) throws -> [String] {
    try machine(
      """
      struct Scan {
        enum State { case idle, found, lost }
        private var state: State = .idle
        private var isReady = false
        mutating func scan(_ items: [Int], _ count: Int) {
          \(body)
        }
      }
      """
    ).transitions.filter { $0.from == "idle" }.map(describe)
  }

  @Test("what is asked of the second value is not said of the first")
  func flags() throws {
    #expect(
      try rows(
        """
        var isThere = items.contains(1)
        if isThere { state = .found }
        isThere = items.contains(2)
        if isThere { state = .lost }
        """) == [
          "idle scan[items.contains(2)] lost",
          "idle scan[isThere && !(items.contains(2))] found",
          "idle scan[!(isThere) && !(items.contains(2))] ignored",
        ])
  }

  @Test("a name in a text is part of the text, also behind an escaped quotation mark")
  func texts() throws {
    #expect(
      try rows(
        """
        var name = label(1)
        if name == "a" { state = .found }
        name = label(2)
        if name == "say \\"name\\" twice" { state = .lost }
        """
      ).contains("idle scan[label(2) == \"say \\\"name\\\" twice\"] lost"))
  }

  @Test("a second try only where the first one fails is asked about as one")
  func again() throws {
    #expect(
      try rows(
        """
        var isThere = items.contains(1)
        if !isThere { isThere = items.contains(2) }
        if isThere { state = .found } else { state = .lost }
        """) == ["idle scan[isThere] found", "idle scan[!(isThere)] lost"])
  }

  @Test("values that may be missing, and numbers, are told apart as well")
  func values() throws {
    #expect(
      try rows(
        """
        var item = items.first
        if item != nil { state = .found }
        item = items.last
        if item == nil { state = .lost }
        """
      ).contains("idle scan[item != nil && !(items.last == nil)] found"))
    #expect(
      try rows(
        """
        var item = items.first
        if item != nil { state = .found }
        item = items.last
        if let item, item > 3 { state = .lost }
        """
      ).contains("idle scan[let item = items.last && item > 3] lost"))
    #expect(
      try rows(
        """
        var level = count
        if level > 3 { state = .found }
        level = items.count
        if level > 3 { state = .lost }
        """
      ).contains("idle scan[level > 3 && !(items.count > 3)] found"))
  }

  @Test(
    "what changes a variable otherwise is said beside what is asked of it then",
    arguments: [
      ("level -= 1", "level -= 1"), ("change(&level)", "change(&level)"),
      ("if count > 7 { level = 2 } else { level -= 2 }", nil), ("print(level)", ""),
    ])
  func otherwise(_ change: String, _ said: String?) throws {
    let rows = try rows(
      """
      var level = count
      if level > 3 { state = .found }
      \(change)
      if level > 3 { state = .lost }
      """)
    guard let said else { return }
    if said.isEmpty {
      #expect(rows == ["idle scan[level > 3] lost", "idle scan[!(level > 3)] ignored"])
    } else {
      #expect(rows.contains("idle scan[level > 3 /* after \(said) */] lost"), "\(rows)")
      #expect(
        rows.contains("idle scan[level > 3 && !(level > 3 /* after \(said) */)] found"), "\(rows)")
    }
  }

  @Test("so is what changes a list, a part of a value, or a property")
  func parts() throws {
    #expect(
      try rows(
        """
        var list = items
        if list.isEmpty { state = .found }
        list.append(3)
        if list.isEmpty { state = .lost }
        """
      ).contains("idle scan[list.isEmpty && !(list.isEmpty /* after list.append(3) */)] found"))
    #expect(
      try rows(
        """
        var point = place(count)
        if point.x > 3 { state = .found }
        point.y = 2
        if point.x > 3 { state = .lost }
        """
      ) == ["idle scan[point.x > 3] lost", "idle scan[!(point.x > 3)] ignored"])
    #expect(
      try rows(
        """
        if isReady { state = .found }
        isReady = check()
        if self.isReady { state = .lost }
        """
      ).contains("idle scan[isReady && !(check())] found"))
  }

  @Test("what a helper changes that is not walked is told so")
  func helpers() throws {
    let found = try machine(
      """
      final class Door {
        enum Mode { case closed, open }
        private var mode: Mode = .closed
        private var isBusy = false
        func toggle(_ busy: Bool) {
          guard busy == isBusy else { return }
          refresh()
          if isBusy { mode = .open } else { mode = .closed }
        }
        private func refresh() {
          print("a")
          print("b")
          read { self.isBusy = false }
        }
      }
      """
    ).transitions.filter { $0.from == "closed" }
    #expect(
      found.map(describe) == [
        "closed toggle[!(busy == isBusy)] ignored",
        "closed toggle[busy == isBusy && isBusy /* after refresh() */] open",
        "closed toggle[busy == isBusy && !(isBusy /* after refresh() */)] ignored",
      ])
    #expect(found.map(\.certainty) == [.exact, .inferred, .inferred])
  }

  @Test("and makes the rows inferred that ask for it, whether or not others have asked before")
  func unasked() throws {
    let found = try machine(
      """
      struct Door {
        enum Mode { case closed, open }
        private(set) var mode: Mode = .closed
        private var isBusy = false
        mutating func toggle() {
          refresh()
          mode = isBusy ? .open : .closed
        }
        mutating func lock(_ isHard: Bool) {
          refresh()
          if isHard { mode = .open }
        }
        mutating func slam() {
          refresh()
          mode = .open
          if isBusy { return }
        }
        mutating func knock(_ count: Int) {
          refresh()
          switch (isBusy, count) {
          case (true, 3): mode = .open
          case (_, 4): mode = .open
          default: break
          }
        }
        private mutating func refresh() {
          print("a")
          print("b")
          isBusy = false
        }
      }
      """
    ).transitions.filter { $0.from == "closed" && $0.kind == .move }
    #expect(
      found.map(describe) == [
        "closed toggle[isBusy] open", "closed lock[isHard] open", "closed slam open",
        "closed knock[case true = isBusy && case 3 = count] open",
        "closed knock[case 4 = count] open",
      ])
    #expect(found.map(\.certainty) == [.inferred, .exact, .exact, .inferred, .exact])
  }

  @Test(
    "what code may have changed that is not walked makes only those rows inferred that ask for it",
    arguments: [
      ("fetch()", true), ("api.load { self.isBusy = false }", true),
      ("api.load { [weak self] in self?.isBusy = false }", true),
      ("api.onLoad { self.isBusy = false }", false),
      ("api.load(onEnd: { self.isBusy = false })", false), ("api.load { print($0) }", false),
    ])
  func doubts(_ change: String, _ isDoubtful: Bool) throws {
    let effect = change.contains("onLoad") ? "/api.onLoad" : "/api.load"
    let found = try machine(
      """
      final class Loader {
        enum Mode { case idle, loading, late }
        private var mode: Mode = .idle
        private var isBusy = false
        func load() {
          guard !isBusy, mode == .idle else { return }
          isBusy = true
          \(change)
          mode = .loading
        }
        func wait() {
          guard mode == .idle else { return }
          isBusy = true
          \(change)
          if isBusy { mode = .late }
        }
        private func fetch() {
          print("a")
          print("b")
          api.load { self.isBusy = false }
        }
        func end() { if mode == .loading { mode = .idle } }
      }
      """
    ).transitions.filter { $0.from == "idle" }
    let rows = { (event: String) in
      found.filter { $0.event.name == event }.map {
        describe($0) + ($0.certainty == .exact ? "" : " ?")
      }
    }
    #expect(rows("load") == ["idle load[isBusy] ignored", "idle load[!isBusy]\(effect) loading"])
    #expect(
      rows("wait")
        == (isDoubtful
          ? ["idle wait[isBusy]\(effect) late ?", "idle wait[!(isBusy)]\(effect) idle ?"]
          : ["idle wait\(effect) late"]))
  }

  @Test("a property that a variable hides is not what is asked for by its name")
  func hidden() throws {
    let rows = try rows(
      """
      let isReady = items.contains(count)
      if isReady { state = .found }
      self.isReady = check()
      if isReady { state = .lost }
      """)
    #expect(rows == ["idle scan[isReady] lost", "idle scan[!(isReady)] ignored"])
  }
}
