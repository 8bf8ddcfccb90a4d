import OrreryExtraction
import OrreryModel
import Testing

@Suite("Effects of one name") struct EffectWordingTests {
  @Test("that a helper gives other arguments are rows of their own")
  func helper() throws {
    try expectActions(
      """
      struct Model { var files: [String] = []; var count = 0 }
      enum Event { case scanned(old: [String]) }
      enum Effect { case upload(url: String, files: [String]) }
      enum Uploader {
        static func update(model: Model, event: Event) -> Next<Model, Effect> {
          switch event {
          case .scanned(let old): return onScanned(model, old)
          }
        }
        private static func onScanned(_ model: Model, _ old: [String]) -> Next<Model, Effect> {
          var next = model
          next.count = 0
          if old.isEmpty { return .next(next, effects: [.upload(url: "a", files: next.files)]) }
          return .next(next, effects: [.upload(url: "a", files: old)])
        }
      }
      """,
      [
        "scanned[old.isEmpty]/.upload count = 0", "scanned[!(old.isEmpty)]/.upload count = 0",
      ])
  }

  @Test("that are cases of an own enum are asked for, whatever their names")
  func never() throws {
    try expectTransitions(
      """
      enum Effect { case never, ask }
      enum State { case idle, busy }
      enum Action { case go, later }
      func reduce(state: inout State, action: Action) -> Effect {
        switch action {
        case .go: state = .busy; return .ask
        case .later: return .never
        }
      }
      """,
      [
        "idle go/.ask busy", "idle later/.never idle", "busy go/.ask busy",
        "busy later/.never busy",
      ])
  }
}
