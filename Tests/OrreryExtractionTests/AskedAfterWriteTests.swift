import OrreryModel
import Testing

/// A guard is read beside the state and the parameters as they are when the event comes.
@Suite("Conditions on what a handler has changed before") struct AskedAfterWriteTests {
  private func rows(of event: String, _ body: String) throws -> [String] {
    try machine(
      """
      final class Button {
        enum Size { case small, large }
        private(set) var size = Size.large
        private let label: Label
      \(body)
        func reset() { size = .large }
      }
      """
    ).transitions.filter { $0.event.name == event && $0.from == "large" }.map(describe)
  }

  @Test("ask for the state by what it was given, and the other case is what is left")
  func states() throws {
    let found = try rows(
      of: "change",
      """
        func change(to new: Size) {
          size = new
          if size == .small { label.hide() } else { label.show() }
        }
      """)
    #expect(
      found == [
        "large change[new == .small]/label.hide small",
        "large change[!(new == .small)]/label.show large",
      ])
  }

  @Test("say of a parameter that it was changed, also where a condition stands around that")
  func parameters() throws {
    let found = try rows(
      of: "end",
      """
        func end(code: Int) {
          var code = code
          if code > 128 { code -= 128 }
          if code == 2 { size = .small }
        }
      """)
    #expect(found.first == "large end[code == 2 /* after code -= 128 */] small")
  }

  @Test("name all that has changed a parameter, or say no more than that it was changed")
  func severalChanges() throws {
    let change = { (code: String) in
      try self.rows(
        of: "end",
        """
          func end(code: Int) {
            var code = code
            \(code)
            if code == 2 { self.size = .small }
          }
        """
      ).first
    }
    #expect(
      try change("code -= 1; code *= 2")
        == "large end[code == 2 /* after code -= 1, code *= 2 */] small")
    #expect(
      try change("if code > 9 { code -= 1 } else { code *= 2 }")
        == "large end[code == 2 /* as changed before */] small")
  }

  @Test("say nothing of what was changed before a wait, as others may have changed it since")
  func waits() throws {
    let found = try rows(
      of: "load#api.load",
      """
        private var loads = 0
        func load() async {
          if loads < 3 { loads += 1 }
          await api.load()
          if loads < 3 { size = .small }
        }
        func reset() { loads = 0 }
      """)
    #expect(found.contains("large load#api.load[loads < 3] small"), "\(found)")
  }

  @Test("call a helper's parameter by what it is given, and no method that has its name")
  func methods() throws {
    let found = try rows(
      of: "appear",
      """
        func appear() {
          guard let pending else { return }
          show(item: pending)
        }
        private func show(item: Info) {
          guard let found = self.item(for: item.plan) else { return }
          size = .small
        }
        private func item(for plan: Plan) -> Item? { items.first { $0.plan == plan } }
      """)
    #expect(
      found.contains("large appear[let pending && let found = self.item(for: pending.plan)] small"))
  }

  @Test("call a property by its own name, where a helper's parameter has that too")
  func properties() throws {
    let found = try rows(
      of: "show",
      """
        func show(_ card: Card) { apply(card.size) }
        private func apply(_ size: Size) {
          guard size != self.size else { return }
          self.size = .small
        }
      """)
    #expect(found.contains("large show[!(card.size != self.size)] ignored"))
  }

  @Test("say that a parameter differs from the state: then two cases leave one")
  func differences() throws {
    let found = try rows(
      of: "set",
      """
        func set(_ new: Size) {
          if size != new {
            size = new
            switch new {
            case .small: label.hide()
            case .large: label.show()
            }
          }
        }
      """)
    #expect(
      found == ["large set[size != new]/label.hide small", "large set[!(size != new)] ignored"])
  }

  @Test("ask whether a setter is given a value, where the property may have none")
  func setters() throws {
    let found = try machine(
      """
      enum Screen {
        case windowed, full(Rect)
        var frame: Rect? {
          get { nil }
          set {
            guard let rect = newValue else { return }
            switch self {
            case .windowed: self = .full(rect)
            case .full: self = .windowed
            }
          }
        }
        mutating func close() { self = .windowed }
      }
      """
    ).transitions.filter { $0.from == "windowed" && $0.event.name == "frame" }.map(describe)
    #expect(
      found == [
        "windowed frame[!(let rect = newValue)] ignored",
        "windowed frame[let rect = newValue] full",
      ])
  }

  @Test("ask for a case `none` of what an optional holds, which is not the optional's")
  func noneOfCases() throws {
    let found = try machine(
      """
      struct Link {
        enum Kind { case inside, outside, none }
        private(set) var kind = Kind.outside
        private var chosen: Kind?
        mutating func evaluate() {
          guard let chosen else { return }
          switch chosen {
          case .none: kind = .inside
          case .inside, .outside: kind = .none
          }
        }
      }
      """
    ).transitions.filter { $0.from == "outside" }.map(describe)
    #expect(found.contains("outside evaluate[let chosen && case .none = chosen] inside"))
  }

  @Test("leave it open whether an optional holds a case `none`, though it is not nil")
  func noneInside() throws {
    let found = try machine(
      """
      struct Link {
        enum Kind { case none, some_ }
        private(set) var kind = Kind.some_
        mutating func set(_ new: Kind?) { if new != nil { kind = new! } }
        mutating func clear() { kind = .none }
        mutating func reset() { if kind == .none { kind = .some_ } }
      }
      """
    ).transitions.filter { $0.event.name == "set" && $0.from == "some_" }.map(describe)
    #expect(found == ["some_ set[new != nil] ?", "some_ set[!(new != nil)] ignored"])
  }

  @Test("ask for a variable that a task group counts, which is another value behind it")
  func counts() throws {
    let found = try machine(
      """
      actor Job {
        enum State { case idle, good, bad }
        private var state = State.idle
        func run() async {
          var errors = 0
          await withTaskGroup(of: Bool.self) { group in
            for await isFine in group where !isFine { errors += 1 }
          }
          state = errors == 0 ? .good : .bad
        }
        func reset() { state = .idle }
      }
      """
    ).transitions.filter { $0.from == "idle" && $0.kind == .move }.map(describe)
    #expect(
      found == [
        "idle run#withTaskGroup[errors == 0] good", "idle run#withTaskGroup[!(errors == 0)] bad",
      ])
  }

  @Test("ask for the type of an event that is known by its own")
  func types() throws {
    let found = try machine(
      """
      protocol Command {}
      struct Start: Command {}
      struct Stop: Command {}
      final class Session {
        enum State { case open, closed }
        private var state = State.open
        private let views: Views
        func reopen() { state = .open }
        func process(command: Command) {
          if !isSampled {
            if command is Stop { state = .closed }
            return
          }
          switch command {
          case _ as Stop: state = .closed
          case let command as Start: views.start(command)
          default: break
          }
        }
      }
      """
    ).transitions.filter { $0.from == "open" && $0.event.name != "reopen" }.map(describe)
    #expect(
      found == [
        "open Stop[!isSampled] closed", "open Stop[isSampled] closed",
        "open Start[!isSampled] ignored", "open Start[isSampled]/views.start open",
      ])
  }

  @Test("say that they ask again, where what has run between may have changed the answer")
  func again() throws {
    let found = try rows(
      of: "sync",
      """
        func sync() {
          if Task.isCancelled { return }
          label.show()
          if Task.isCancelled { size = .small }
        }
      """)
    #expect(
      found.contains(
        "large sync[!(Task.isCancelled) && Task.isCancelled /* again */]/label.show small"))
  }

  @Test("leave the case of what is given, whatever is done for several of them alike")
  func cases() throws {
    let found = try rows(
      of: "update",
      """
        func update(_ next: Size) {
          switch next {
          case .small: label.set(true)
          case .large: label.set(false)
          }
          if size != next { size = next }
        }
      """)
    #expect(
      found == [
        "large update[case .small = next]/label.set small",
        "large update[case .large = next]/label.set large",
      ])
  }
}
