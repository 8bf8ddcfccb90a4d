import OrreryExtraction
import OrreryModel
import Testing

@Suite("Events that are cast and told apart by a property") struct CastEventTests {
  private let types = """
    class Action { let kind: Kind; init(_ kind: Kind) { self.kind = kind } }
    protocol Kind {}
    enum BarKind: Kind { case show, hide }
    final class BarAction: Action { var text = "" }
    """

  @Test("a case takes no branch but its own")
  func branches() throws {
    let found = try machine(
      """
      \(types)
      enum Mode { case hidden, shown }
      func barReducer(state: Mode, action: Action) -> Mode {
        guard let action = action as? BarAction else { return state }
        switch action.kind {
        case BarKind.show: return .shown
        case BarKind.hide: return .hidden
        default: return state
        }
      }
      """)
    #expect(found.unresolved.isEmpty)
    #expect(
      found.transitions.filter { $0.event.name != "default" }.map(describe) == [
        "hidden show[!(let action = action as? BarAction)] ignored",
        "hidden show[let action = action as? BarAction] shown",
        "hidden hide[!(let action = action as? BarAction)] ignored",
        "hidden hide[let action = action as? BarAction] ignored",
        "shown show[!(let action = action as? BarAction)] ignored",
        "shown show[let action = action as? BarAction] ignored",
        "shown hide[!(let action = action as? BarAction)] ignored",
        "shown hide[let action = action as? BarAction] hidden",
      ])
  }

  @Test("so with a closure")
  func closures() throws {
    let found = try machine(
      """
      \(types)
      typealias Reducer<State> = (State, Action) -> State
      struct BarState {
        enum Mode { case hidden, shown }
        let mode: Mode
        static let reducer: Reducer<Self> = { state, action in
          guard let action = action as? BarAction else { return state }
          switch action.kind {
          case BarKind.show: return BarState(mode: .shown)
          case BarKind.hide: return BarState(mode: .hidden)
          default: return state
          }
        }
      }
      """)
    #expect(
      found.transitions.filter { $0.kind == .move }.map(describe) == [
        "hidden show[let action = action as? BarAction] shown",
        "shown hide[let action = action as? BarAction] hidden",
      ])
  }
}
