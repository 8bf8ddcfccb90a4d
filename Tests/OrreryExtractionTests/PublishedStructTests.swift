import OrreryModel
import Testing

@Suite("A state in a struct that is published") struct PublishedStructTests {
  private static let expected = [
    "empty load loading", "loading load ignored", "shown load ignored", "empty loaded ignored",
    "loading loaded shown", "shown loaded ignored", "empty clear ignored", "loading clear empty",
    "shown clear empty",
  ]

  private func rows(
    _ property: String, mode: String, _ send: (String) -> String, clear: String
  ) throws -> [String] {
    let found = try machine(
      """
      struct Screen { enum Mode { case empty, loading, shown }; var mode: Mode; var title: String }
      final class ScreenModel {
        \(property)
        func load() {
          guard \(mode) == .empty else { return }
          \(send("Screen(mode: .loading, title: title())"))
        }
        func loaded(_ title: String) {
          guard case .loading = \(mode) else { return }
          \(send(".init(mode: .shown, title: title)"))
        }
        func clear() { \(clear) }
      }
      """)
    #expect(found.initial == "empty")
    return found.transitions.map(describe)
  }

  @Test(
    "is that of a machine where a subject publishes it",
    arguments: [
      ("CurrentValueSubject<Screen, Never>(Screen(mode: .empty, title: \"\"))", "send"),
      ("BehaviorRelay(value: Screen(mode: .empty, title: \"\"))", "accept"),
      ("BehaviorSubject<Screen>(value: .init(mode: .empty, title: \"\"))", "onNext"),
    ])
  func subjects(_ start: String, _ method: String) throws {
    for clear in ["screen.value.mode = .empty", "self.screen.value.mode = .empty"] {
      #expect(
        try rows(
          "let screen = \(start)", mode: "screen.value.mode", { "screen.\(method)(\($0))" },
          clear: clear) == Self.expected)
    }
  }

  @Test("is that of a machine where a property is")
  func properties() throws {
    #expect(
      try rows(
        "@Published var screen = Screen(mode: .empty, title: \"\")", mode: "screen.mode",
        { "screen = \($0)" }, clear: "screen.mode = .empty") == Self.expected)
  }

  @Test("is that of no machine where a subject only hands on what it is given")
  func handedOn() {
    let found = extract(
      """
      struct Screen { enum Mode { case empty, loading }; let mode: Mode }
      final class Feed {
        let screen = CurrentValueSubject<Screen, Never>(Screen(mode: .empty))
        func show(_ next: Screen) { screen.send(next) }
      }
      """)
    #expect(found.machines.isEmpty)
  }

  private func link(_ name: String, kept: String) -> Extract {
    extract(
      """
      protocol ChangeType { associatedtype State; var state: State { get } }
      final class ChangeSubject<Change: ChangeType> {
        private(set) var \(name): Change.State
        private var watchers: [(Change) -> Void] = []
        init(state: Change.State) { self.\(name) = state }
        func onNext(_ change: Change) {
          \(kept)
          watchers.forEach { $0(change) }
        }
      }
      struct LinkChange: ChangeType {
        enum State: Equatable { case down, dialing, up }
        let state: State
        let why: String
      }
      final class Link {
        let change = ChangeSubject<LinkChange>(state: .down)
        func dial() {
          guard change.\(name) == .down else { return }
          change.onNext(.init(state: .dialing, why: "dial"))
        }
        func answered() {
          guard case .dialing = change.\(name) else { return }
          change.onNext(LinkChange(state: .up, why: "ok"))
        }
      }
      """)
  }

  @Test(
    "is that of no machine where a subject of the project's own takes it, which is said",
    arguments: ["state", "current"])
  func keptElsewhere(_ name: String) {
    let found = link(name, kept: "\(name) = change.state")
    #expect(found.machines.isEmpty)
    #expect(
      found.diagnostics.map(\.message) == [
        "'LinkChange.State' belongs to no machine: the source does not tell what 'Link.change' does "
          + "with it"
      ])
  }
}
